"""Texts that are looked at: the worst mistakes and the doubtful labels, each with its words marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from steelyard.report.markup import Markup, join, tag
from steelyard.report.visible import Piece, excerpts
from steelyard.report.widgets import cell, label, p, section, table
from steelyard.report.wording import Words

MOST = 1200  # characters of a text that are shown
LEVELS = 5  # shades of a mark
STRONGEST = 4  # words named below a text
FAINT = 0.12  # of the strongest word's weight: what weighs less is not marked


def mistakes_section(c: dict[str, Any], w: Words) -> Markup | None:
    return _section(c, "mistakes", c["mistakes"], {}, w)


def doubts_section(c: dict[str, Any], w: Words) -> Markup | None:
    """What was shown as a mistake already is only pointed at."""
    mistakes = c["mistakes"]
    seen = {} if not mistakes or mistakes["test"] else {m["row"]: at for at, m in enumerate(mistakes["cases"], 1)}
    return _section(c, "doubts", c["doubts"], seen, w)


def _section(
    c: dict[str, Any], name: str, found: dict[str, Any] | None, seen: dict[int | None, int], w: Words
) -> Markup | None:
    if not found:
        return None
    part = w("part.test_texts") if found["test"] else w("part.oof")
    every = w("count.texts", found["n"])
    if not found["count"]:
        return section(name, w(f"cases.{name}_heading"), p(w(f"cases.{name}_none", all=every, part=part)))
    share = w.percent(found["count"] / found["n"])
    intro = p(w(f"cases.{name}_intro", found["count"], all=every, share=share, part=part))
    cases = found["cases"]
    if not c["shows_texts"]:
        return section(name, w(f"cases.{name}_heading"), intro, _listing(cases, w))
    known = not found["test"]
    marked = any(case["explanation"] and case["row"] not in seen for case in cases)
    shown = tag(
        "ol", *(_case(case, seen.get(case["row"]), f"{name}-{at}", w) for at, case in enumerate(cases, 1)),
        class_="cases",
    )  # fmt: skip
    legend = p(_legend(w), " " if known else None, w("cases.known") if known else None, class_="note")
    return section(name, w(f"cases.{name}_heading"), intro, legend if marked else None, shown)


def _legend(w: Words) -> Markup:
    samples = {
        "for_": tag("mark", w("cases.for_"), class_="f4"),
        "against": tag("mark", w("cases.against"), class_="a4"),
    }
    return w("cases.legend", **samples)


def _where(case: dict[str, Any], w: Words) -> str:
    if case["place"]:
        return str(case["place"])
    return "" if case["row"] is None else w.plain("part.text", n=w.integer(case["row"] + 1))


def _listing(cases: list[dict[str, Any]], w: Words) -> Markup:
    """The texts by their numbers alone: who has the data can look them up."""
    head = [w(f"cases.{key}") for key in ("where", "given", "said", "given_p", "said_p")]
    rows = [
        [
            _where(case, w),
            cell(label(case["given"]), class_="w"),
            cell(label(case["said"]), class_="w"),
            w.probability(case["given_probability"]),
            w.probability(case["said_probability"]),
        ]
        for case in cases
    ]
    return table(w("cases.listing"), head, rows, words=3)


def _case(case: dict[str, Any], seen: int | None, name: str, w: Words) -> Markup:
    verdict = join(
        [
            join([w("cases.given"), " ", label(case["given"]), " ", w.probability(case["given_probability"])]),
            join([w("cases.said"), " ", label(case["said"]), " ", tag("b", w.probability(case["said_probability"]))]),
            _where(case, w) or None,
            tag("a", w("cases.seen", n=seen), href=f"#mistakes-{seen}") if seen else None,
        ],
        " · ",
    )
    if seen and case["row"] is not None:
        return tag("li", p(verdict, class_="about"), id=name, class_="seen")
    found = explained(case["explanation"])
    pieces = found["pieces"] if found else []
    return tag(
        "li",
        p(verdict, class_="about"),
        tag("blockquote", *marked_text(case["text"], pieces), dir="auto"),
        _sum(found, w) if found else None,
        _strongest(case, pieces, w) if pieces else None,
        id=name,
    )


def explained(data: dict[str, Any] | None) -> dict[str, Any] | None:
    """What is needed of an explanation: its pieces in order, and the sum that they add up to."""
    if not data:
        return None
    pieces = [Piece(*piece[:3]) for piece in data["pieces"]]
    told = data["probabilities"][data["classes"].index(data["target"])]
    return {"pieces": pieces, "intercept": data["intercept"], "score": data["score"], "probability": told}


def marked_text(text: str, pieces: Sequence[Piece], most: int = MOST) -> list[Any]:
    """The text, or its weightiest passages, with the words marked."""
    top = max((abs(piece.weight) for piece in pieces), default=0.0)
    strong = [piece for piece in pieces if top and abs(piece.weight) >= FAINT * top]
    parts: list[Any] = []
    cut = tag("span", "[…]", class_="cut")
    for start, end in excerpts(text, pieces, most):
        parts += [" ", cut, " "] if start else []
        at = start
        for piece in strong:
            a, b = max(piece.start, at), min(piece.end, end)
            if a < b:
                parts += [text[at:a], tag("mark", text[a:b], class_=_shade(piece.weight / top))]
                at = b
        parts.append(text[at:end])
        last = end
    return parts + ([" ", cut] if last < len(text) else [])


def _shade(share: float) -> str:
    """f1 to f5 speak for the answer, a1 to a5 against it."""
    return f"{'f' if share > 0 else 'a'}{min(int(abs(share) * LEVELS) + 1, LEVELS)}"


def _sum(found: dict[str, Any], w: Words) -> Markup:
    score, intercept = found["score"], found["intercept"]
    said = [w.decimal(x, 2, signed=True) for x in (intercept, score - intercept, score)]
    line = w(
        "cases.sum", intercept=said[0], words=said[1], score=said[2], probability=w.probability(found["probability"])
    )
    return p(line, class_="sum")


def _strongest(case: dict[str, Any], pieces: Sequence[Piece], w: Words) -> Markup | None:
    """The words that weigh most on either side, equal words together."""
    total: dict[str, float] = {}
    for piece in pieces:
        word = case["text"][piece.start : piece.end].lower()
        total[word] = total.get(word, 0.0) + piece.weight
    top = max((abs(weight) for weight in total.values()), default=0.0)
    told = [word for word in total if abs(total[word]) >= FAINT * top and any(c.isalnum() for c in word)]
    order = sorted(told, key=lambda word: (-abs(total[word]), word))
    sides = []
    for keep, key, kind in ((1, "for_words", "f4"), (-1, "against_words", "a4")):
        words = [word for word in order if total[word] * keep > 0][:STRONGEST]
        if words:
            named = [join([tag("bdi", word[:40], class_=kind), " ", w.decimal(total[word], 2, signed=True)])
                     for word in words]  # fmt: skip
            sides.append(join([w(f"cases.{key}", name=label(case["said"])) if keep > 0 else w(f"cases.{key}"), " ",
                               join(named, ", ")]))  # fmt: skip
    return p(join(sides, " · "), class_="sum") if sides else None
