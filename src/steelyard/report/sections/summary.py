"""The top of the page: what the classifier does, how well, and what to look at first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from steelyard.report.markup import Markup, join, tag
from steelyard.report.widgets import file_name, label, p
from steelyard.report.wording import Words

NAMED = 12  # classes whose names stand in the summary
RARE = 10  # as in corpus.findings
OFF = 0.02  # a calibration error that is worth a word, if chance does not explain it
SHARE = 0.05  # of repeated texts
FALLS = 0.005  # of the loss: a step that gains less is level ground


def summary(c: dict[str, Any], w: Words) -> Markup:
    found = list(findings(c, w))
    listed = tag("ul", *(tag("li", tag("a", said, href=f"#{where}")) for where, said in found)) if found else None
    look = tag(
        "section",
        tag("h2", w("look.heading"), id="look-h"),
        listed or p(w("look.nothing")),
        id="look",
        aria_labelledby="look-h",
    )
    no_texts = None if c["shows_texts"] else p(w("summary.no_texts", least=c["least_count"]), class_="note")
    return join([p(_sentences(c, w), class_="lede"), _names(c, w), _figures(c, w), no_texts, look])


def _sentences(c: dict[str, Any], w: Words) -> Markup:
    part, best = c["training"], c["test_scores"] or c["scores"]
    classes, texts = w("count.classes", len(c["classes"])), w("count.texts", part["n"])
    task = "summary.task" if part["name"] else "summary.task_unnamed"
    said = [w(task, classes=classes, texts=texts, name=file_name(part["name"]))]
    if best:
        share = best["accuracy"]
        values = {"value": w.percent(share["value"]), "low": w.points(share["low"]), "high": w.percent(share["high"])}
        if c["test_scores"]:
            test = (c["test"] or {}).get("name")
            name = file_name(test) if test else w("part.test")
            said.append(w("summary.score_test", texts=w("count.texts", best["n"]), name=name, **values))
        else:
            said.append(w("summary.score_oof", **values))
        always = best["baseline"]
        value = w.percent(always["accuracy"]["value"])
        said.append(w("summary.baseline", name=label(always["name"]), value=value))
    return join(said, " ")


def _names(c: dict[str, Any], w: Words) -> Markup | None:
    if len(c["classes"]) > NAMED:
        return None
    return p(w("summary.classes", names=w.listed([label(name) for name in c["classes"]])))


def _figures(c: dict[str, Any], w: Words) -> Markup | None:
    """The four figures that stand for all."""
    best = c["test_scores"] or c["scores"]
    tiles: list[tuple[Any, Any]] = []
    if best:
        for key in ("accuracy", "macro_f1"):
            found = best[key]
            between = w("number.range", low=w.points(found["low"]), high=w.points(found["high"]))
            tiles.append((w(f"summary.{key}"), join([tag("b", w.percent(found["value"])), tag("small", between)])))
        if best["ece"] is not None:
            tiles.append((w("summary.ece"), tag("b", w.percent(best["ece"]))))
    if c["choice"]:
        gap = tag("b", w.power(c["choice"]["gap"], 0))
        tiles.append((w("summary.gap"), join([gap, tag("small", w("summary.of_optimum"))])))
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", said)) for name, said in tiles), class_="tiles")


def findings(c: dict[str, Any], w: Words) -> Iterator[tuple[str, Markup]]:
    """What stands out, each with the section that tells more."""
    yield from _about_data(c, w)
    yield from _about_scores(c, w)
    choice = c["choice"]
    if choice and choice["automatic"] and _at_the_edge(choice["trials"][choice["chosen"]]):
        yield "choice", w("look.edge", strength=w.short(choice["strength"]))
    if c["doubts"] and c["doubts"]["count"]:
        yield "doubts", w("look.doubts", c["doubts"]["count"])
    curve = c["curve"]
    if curve and curve["gain"] and curve["gain"]["low"] > 0:
        now = curve["twice"]["value"] + curve["gain"]["value"]
        yield "growth", w("look.more_data", now=w.percent(now), then=w.percent(curve["twice"]["value"]))


def _at_the_edge(trial: dict[str, Any]) -> bool:
    """Whether the best strength is the least or greatest tried, and the loss still falls there."""
    tried = sorted((s, loss) for s, loss in zip(trial["strengths"], trial["losses"]) if loss is not None)
    best = [s for s, _ in tried].index(trial["strengths"][trial["best"]])
    if len(tried) < 2 or best not in (0, len(tried) - 1):
        return False
    beside = tried[1 if best == 0 else -2][1]
    return bool(beside - tried[best][1] > FALLS * beside)


def _about_data(c: dict[str, Any], w: Words) -> Iterator[tuple[str, Markup]]:
    train, test = c["training"], c["test"] or {}
    for key, name in (("leaked", "leaks"), ("near_leaked", "near_leaks")):
        if test.get(key):
            yield "data", w(f"look.{name}", test[key], share=w.probability(test[key] / test["n"]))
    if test.get("unknown_labels"):
        yield "data", w("look.unknown_labels", test["unknown_labels"])
    if train["conflicting"]:
        yield "data", w("look.conflicts", train["conflicting"])
    if train["repeated"] and train["repeated"] > SHARE * train["n"]:
        yield "data", w("look.repeated", train["repeated"], share=w.percent(train["repeated"] / train["n"]))
    if rare := sum(count < RARE for count in train["counts"]):
        yield "data", w("look.rare", rare)
    if unusable := sum((train["unusable"] or {}).values()) + sum((test.get("unusable") or {}).values()):
        yield "data", w("look.unusable", unusable)


def _about_scores(c: dict[str, Any], w: Words) -> Iterator[tuple[str, Markup]]:
    oof, test = c["scores"], c["test_scores"]
    best = test or oof
    if best and best["accuracy"]["low"] <= best["baseline"]["accuracy"]["value"]:
        yield "scores", w("look.no_better", name=label(best["baseline"]["name"]))
    if oof and test and test["accuracy"]["high"] < oof["accuracy"]["low"]:
        values = {"test": w.percent(test["accuracy"]["value"]), "oof": w.percent(oof["accuracy"]["value"])}
        yield "scores", w("look.harder", **values)
    found = c["reliability"]
    last = (found["test"] or found["after"]) if found else None
    if last and last["ece"] > OFF + 2.0 * last["by_chance"]:
        values = {"ece": w.percent(last["ece"]), "chance": w.percent(last["by_chance"])}
        yield "probabilities", w("look.miscalibrated", **values)
