"""The data: how many texts, of which classes, how long, and what is doubtful about them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from steelyard.report.markup import Markup, join, tag
from steelyard.report.svg import Plot, Scale
from steelyard.report.visible import clipped
from steelyard.report.widgets import bar, cell, figure, folded, label, p, section, short_name, table
from steelyard.report.wording import Words

SHOWN = 12  # classes, where there are too many for all
ALL = 20  # so many are not too many
SNIPPET = 240  # characters of a text that is an example

FINDINGS = ("repeated", "near", "conflicting", "leaked", "near_leaked", "unknown_labels", "groups")


def data_section(c: dict[str, Any], w: Words) -> Markup:
    return section(
        "data",
        w("data.heading"),
        _intro(c, w),
        p(w("data.weighted")) if c["training"]["weighted"] else None,
        _classes(c, w),
        _lengths(c["training"]["lengths"], w),
        _found(c, w),
        _examples(c, w),
        _notes(c, w),
    )


def _intro(c: dict[str, Any], w: Words) -> Markup:
    part = c["training"]
    said = {"texts": w("count.texts", part["n"]), "classes": w("count.classes", len(c["classes"]))}
    if not part["lengths"]:
        return p(w("data.intro_plain", **said))
    return p(w("data.intro", **said, median=part["lengths"]["median"], longest=part["lengths"]["longest"]))


def _classes(c: dict[str, Any], w: Words) -> Markup:
    """The classes by size; with many, the largest, and all of them folded away."""
    counts = c["training"]["counts"]
    order = sorted(range(len(counts)), key=lambda k: (-counts[k], c["classes"][k]))
    if len(order) <= ALL:
        return _class_table(c, w, order, w("data.classes_caption"))
    rest = [counts[k] for k in order[SHOWN:]]
    others = join(
        [w("data.others", len(rest)), w("data.others_counts", low=w.integer(rest[-1]), high=w.integer(rest[0]))], ", "
    )
    every = _class_table(c, w, order, w("data.classes_caption"))
    return join(
        [
            _class_table(c, w, order[:SHOWN], w("data.classes_caption")),
            p(others, class_="note"),
            folded(w("data.all_classes", len(order)), every),
        ]
    )


def _class_table(c: dict[str, Any], w: Words, order: list[int], caption: Markup) -> Markup:
    train, test = c["training"]["counts"], (c["test"] or {}).get("counts")
    total, most, total_test = sum(train) or 1, max(train, default=1) or 1, sum(test or []) or 1
    head = [w("data.class"), w("part.training_texts"), w("data.share"), ""]
    rows = []
    for k in order:
        share = train[k] / total
        row = [label(c["classes"][k]), w.integer(train[k]), w.percent(share), cell(bar(train[k] / most), class_="b")]
        rows.append(row + ([w.integer(test[k]), w.percent(test[k] / total_test)] if test else []))
    return table(caption, head + ([w("part.test_texts"), w("data.share")] if test else []), rows)


def _lengths(found: dict[str, Any] | None, w: Words) -> Markup | None:
    if not found or len(found["counts"]) < 2:
        return None
    edges, counts = found["edges"], found["counts"]
    plot = Plot(Scale(edges[0], edges[-1], True), Scale(0.0, max(counts)), height=190, left=58, bottom=42)
    plot.axes(w.plain("data.characters"), w.plain("data.texts"), w.short, w.integer)
    for low, high, count in zip(edges, edges[1:], counts):
        plot.bar(low, high, 0.0, count, "s1")
    ends = [w.integer(round(edge)) for edge in edges]
    ranges = [w.plain("number.range", low=a, high=b) for a, b in pairwise(ends)]
    low, high = _middle(edges, counts)
    said = w.plain(
        "data.lengths_desc", shortest=found["shortest"], longest=found["longest"], median=found["median"],
        low=w.integer(round(low)), high=w.integer(round(high)),
    )  # fmt: skip
    numbers = table(
        w("data.lengths_title"), [w("data.length_range"), w("data.texts")],
        [(between, w.integer(n)) for between, n in zip(ranges, counts)],
    )  # fmt: skip
    picture = plot.svg("lengths", w.plain("data.lengths_title"), said)
    return figure(picture, w("data.lengths"), data=folded(w("page.data"), numbers))


def _middle(edges: list[float], counts: list[float]) -> tuple[float, float]:
    """The bins that hold the middle four fifths."""
    total, seen, low, high = sum(counts), 0.0, edges[0], edges[-1]
    for a, b, count in zip(edges, edges[1:], counts):
        if seen <= 0.1 * total:
            low = a
        seen += count
        if seen >= 0.9 * total:
            high = b
            break
    return low, high


def _found(c: dict[str, Any], w: Words) -> Markup:
    """One row for each thing that was looked for."""
    parts = [part for part in (c["training"], c["test"]) if part]
    rows: list[list[Any]] = [[w("data.texts"), *(w.integer(part["n"]) for part in parts)]]
    for key in FINDINGS:
        if any(part[key] is not None for part in parts):
            rows.append([_name(key, parts, w), *(w.integer(part[key]) for part in parts)])
    unusable = [part["unusable"] for part in parts if part["unusable"] is not None]
    for reason in dict.fromkeys(reason for found in unusable for reason in found):
        named = w(f"reason.{reason}") if f"reason.{reason}" in w else reason
        counts = [part["unusable"].get(reason, 0) if part["unusable"] is not None else None for part in parts]
        rows.append([w("data.unusable", reason=named), *(w.integer(n) for n in counts)])
    if unusable and not any(unusable):
        rows.append([w("data.none_unusable"), *(w.integer(None if p["unusable"] is None else 0) for p in parts)])
    head = [w("data.what"), w("part.training_texts"), w("part.test_texts")][: len(parts) + 1]
    return table(w("data.found"), head, rows)


def _name(key: str, parts: list[dict[str, Any]], w: Words) -> Markup:
    if key != "near":
        return w(f"data.{key}")
    least = next((part["near_least"] for part in parts if part["near_least"] is not None), None)
    return w("data.near_plain") if least is None else w("data.near", least=w.short(least))


def _examples(c: dict[str, Any], w: Words) -> Markup | None:
    found = []
    for part in (c["test"] or {}, c["training"]):
        for key, title in (("leaks", "leak_pairs"), ("conflicts", "conflict_pairs"), ("near_pairs", "near_pairs")):
            if part.get(key):
                found += [tag("h3", w(f"data.{title}")), tag("ol", *_pairs(part[key], w), class_="pairs")]
    return folded(w("data.examples"), *found) if found else None


def _pairs(pairs: list[dict[str, Any]], w: Words) -> Iterator[Markup]:
    for pair in pairs:
        alike = pair["similarity"]
        said = p(w("data.similarity", value=w.short(alike)), class_="note") if alike is not None else None
        yield tag("li", *(_snippet(pair[side], w) for side in ("first", "second")), said)


def _snippet(found: dict[str, Any], w: Words) -> Markup:
    where = found["place"] or (w("part.text", n=found["row"] + 1) if found["row"] is not None else None)
    about = join([label(found["label"]) if found["label"] else None, where], " · ")
    return tag("div", tag("p", about, class_="about"), tag("blockquote", clipped(found["text"], SNIPPET), dir="auto"))


def _notes(c: dict[str, Any], w: Words) -> Markup | None:
    """What the reader of files had to say; it says it in English."""
    parts = [part for part in (c["training"], c["test"]) if part]
    notes = list(dict.fromkeys(_without_folder(note, part["name"]) for part in parts for note in part["notes"]))
    if not notes:
        return None
    language = None if w.language == "en" else "en"
    return folded(w("data.notes"), tag("ul", *(tag("li", note, lang=language) for note in notes)))


def _without_folder(note: str, name: str) -> str:
    return note.replace(name, short_name(name)) if name else note
