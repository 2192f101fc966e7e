"""Thresholds, prediction sets, and the refusal of strange texts: answers other than the likeliest class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from steelyard.report.markup import Markup, join, tag
from steelyard.report.svg import Plot, padded
from steelyard.report.widgets import figure, interval, label, p, section, table
from steelyard.report.wording import Words

POINTS = 160  # of a curve that are drawn
TOGETHER = 20  # marks that are no further apart share a label


def thresholds_section(c: dict[str, Any], w: Words) -> Markup | None:
    every = c["thresholds"]
    if not every:
        return None
    shown = [part for at, found in enumerate(every) for part in _operating(found, at, len(every), w)]
    return section("thresholds", w("thresholds.heading"), p(w("thresholds.intro")), *shown)


def _operating(found: dict[str, Any], at: int, of: int, w: Words) -> list[Markup]:
    heading = w("thresholds.of_answer") if found["of"] is None else w("thresholds.of_class", name=label(found["of"]))
    points = [point for point in found["points"] if point]
    shown = [_curve(found, points, at, w), _table(found["of"], points, w)] if points else [_curve(found, [], at, w)]
    return [tag("h3", heading), *shown] if of > 1 or found["of"] is not None else shown


def _curve(found: dict[str, Any], points: list[dict[str, Any]], at: int, w: Words) -> Markup:
    curve, answers = found["curve"], found["of"] is None
    x, y = curve["share"] if answers else curve["recall"], curve["precision"]
    keep = _spread(x)
    y_scale = padded([min(y[i] for i in keep), 1.0], 0.0, least=0.0, most=1.0)
    plot = Plot(padded([0.0, 1.0], 0.0), y_scale._replace(low=max(0.0, y_scale.low - 0.02)), height=290, right=28)
    names = ("kept_axis", "right_axis") if answers else ("recall_axis", "precision_axis")
    across, up = (w.plain(f"thresholds.{name}") + ", %" for name in names)
    plot.axes(across, up, w.points_short, w.points_short)
    plot.line([(x[i], y[i]) for i in keep], "s1 d1")
    _numbers(plot, points, answers)
    name = "" if answers else str(found["of"])
    title = w.plain("thresholds.figure_title_answers" if answers else "thresholds.figure_title", name=name)
    said = w.plain("thresholds.figure_desc", average=w.points(curve["average"]))
    caption = w("thresholds.figure_answers" if answers else "thresholds.figure")
    return figure(plot.svg(f"thresholds-{at}", title, said), caption)


def _numbers(plot: Plot, points: list[dict[str, Any]], answers: bool) -> None:
    """A mark for each threshold, with its number; those that lie together share theirs."""
    groups: list[tuple[float, float, list[int]]] = []
    for number, point in enumerate(points, 1):
        if point["reached"]:
            across = point["share"] if answers else point["recall"]["value"]
            plot.mark(across, point["precision"]["value"], "circle", "s2")
            x, y = plot.at(across, point["precision"]["value"])
            near = next((group for group in groups if abs(group[0] - x) + abs(group[1] - y) < TOGETHER), None)
            if near:
                near[2].append(number)
            else:
                groups.append((x, y, [number]))
    for x, y, numbers in groups:
        plot.words(x + 6, y - 7, ", ".join(map(str, numbers)), "start", "tip")


def _spread(x: Sequence[float]) -> list[int]:
    """Points of a rising curve, evenly spaced."""
    if len(x) <= POINTS:
        return list(range(len(x)))
    keep: list[int] = []
    at = 0
    for step in range(POINTS):
        want = x[0] + (x[-1] - x[0]) * step / (POINTS - 1)
        while x[at] < want - 1e-12 and at < len(x) - 1:
            at += 1
        if not keep or keep[-1] != at:
            keep.append(at)
    return keep


def _table(of: str | None, points: list[dict[str, Any]], w: Words) -> Markup:
    answers = of is None
    keys = ("at_answers", "right", "found", "share") if answers else ("at", "precision", "recall", "share")
    head = ["", w("thresholds.wanted"), *(w(f"thresholds.{key}") for key in keys)]
    rows = [[str(number), _wanted(point, answers, w), *_reached(point, w)] for number, point in enumerate(points, 1)]
    if answers:
        caption = w("thresholds.caption_answers")
    else:
        caption = w("thresholds.caption", name=label(str(of)))
    return table(caption, head, rows, words=2, class_="figures")


def _wanted(point: dict[str, Any], answers: bool, w: Words) -> Markup:
    names = (
        {"precision": "right_at", "recall": "kept_at"}
        if answers
        else {"precision": "precision_at", "recall": "recall_at"}
    )
    said = w(f"thresholds.{names[point['wanted']]}", value=w.percent(point["value"], 0))
    if point["sure"] is None:
        return said
    return join([said, w("thresholds.sure", sure=w.percent(point["sure"], 0))], ", ")


def _reached(point: dict[str, Any], w: Words) -> list[Any]:
    if not point["reached"]:
        return [w("thresholds.not_reached"), "", "", ""]
    both = [interval(point[key], w) for key in ("precision", "recall")]
    return [w.probability(point["at"]), *both, w.points(point["share"])]


def sets_section(c: dict[str, Any], w: Words) -> Markup | None:
    rule, strange = c["sets"], c["familiarity"]
    if not rule and not strange:
        return None
    shown = _sets(rule, c["test_sets"], w) if rule else []
    return section("sets", w("sets.heading"), *shown, _refusals(strange, w) if strange else None)


def _sets(rule: dict[str, Any], test: dict[str, Any] | None, w: Words) -> list[Markup]:
    said = w("sets.intro", coverage=w.percent(rule["coverage"], 0))
    head = [w("sets.which"), w("sets.covered"), w("sets.size"), w("sets.single")]
    rows = [
        [name, interval(one["covered"], w), interval(one["size"], w, share=False, digits=2), w.points(one["single"])]
        for name, one in ((w("part.oof"), rule), (w("part.test_texts"), test))
        if one
    ]
    by_class = w("sets.by_class") if rule["by_class"] else None
    return [p(said, " " if by_class else None, by_class), table(w("sets.caption"), head, rows, class_="figures")]


def _refusals(rule: dict[str, Any], w: Words) -> Markup:
    signs = [w(f"sets.sign_{sign}") if f"sets.sign_{sign}" in w else sign for sign in rule["signs"]]
    refused = rule["refused"]
    return p(
        w(
            "sets.refuse", signs=w.listed(signs), refused=w.percent(refused["value"]), low=w.points(refused["low"]),
            high=w.percent(refused["high"]), wanted=w.percent(rule["false_alarms"]),
        )
    )  # fmt: skip
