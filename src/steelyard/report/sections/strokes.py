"""The picture of the scores: for each measure a mark and a stroke for each way of measuring it."""

from __future__ import annotations

import re
from typing import Any

from steelyard.report.markup import Markup
from steelyard.report.svg import Plot, Scale, mark, padded, swatch
from steelyard.report.widgets import figure
from steelyard.report.wording import Words

SHARES = ("accuracy", "macro_f1", "auc")
SERIES = {"oof": ("circle", "s1"), "nested": ("diamond", "s3"), "test": ("square", "s2")}
NAME = re.compile(r",\s%$")  # the unit stands at the axis
STEP, HEAD = 20, 26  # from one stroke to the next, and what a measure's name takes

Column = tuple[str, Markup, dict[str, Any]]  # a key of SERIES, its heading, its figures


def scores_figure(columns: list[Column], baseline: dict[str, Any], w: Words) -> Markup:
    kinds = [key for key in SHARES if any(found.get(key) for _, _, found in columns)]
    always = {"accuracy": baseline["accuracy"]["value"], "macro_f1": baseline["macro_f1"]}
    x = _scale(columns, kinds, always)
    rows = {key: [(name, found[key]) for name, _, found in columns if found.get(key)] for key in kinds}
    height = sum(HEAD + STEP * len(strokes) + 6 for strokes in rows.values()) + 58
    plot = Plot(x, Scale(0.0, 1.0), height=height, left=12, right=16, top=8, bottom=44)
    for value in x.ticks():
        at, _ = plot.at(value, 0.0)
        plot.stroke((at, plot.top), (at, plot.bottom), "grid")
    y = float(plot.top)
    for key, strokes in rows.items():
        far = key in always and always[key] < x.low
        name = NAME.sub("", w.plain(f"scores.{key}")) + (f"\u2003◂ {w.points(always[key])}" if far else "")
        plot.words(plot.left, y + 15, name, "start", "name")
        y += HEAD
        if key in always and not far:
            at, _ = plot.at(always[key], 0.0)
            plot.stroke((at, y), (at, y + STEP * len(strokes) - 6), "baseline")
        for name, found in strokes:
            _stroke(plot, found, y + 7, *SERIES[name])
            y += STEP
        y += 6
    plot.axes(w.plain("scores.percent"), "", w.points_short, None)
    legend = [(swatch(*SERIES[name], line=False), heading) for name, heading, _ in columns]
    drawn = plot.svg("strokes", w.plain("scores.figure_title"), _description(columns, baseline, w))
    return figure(drawn, w("scores.figure"), legend=legend)


def _scale(columns: list[Column], kinds: list[str], always: dict[str, float]) -> Scale:
    """Around the strokes; the baseline is taken in if it is near."""
    ends = [found[key][end] for key in kinds for _, _, found in columns if found.get(key) for end in ("low", "high")]
    low, high = min(ends), max(ends)
    near = [value for value in always.values() if value > low - 1.5 * (high - low)]
    return padded([low, high, *near], 0.05, least=0.0, most=1.0)


def _stroke(plot: Plot, found: dict[str, Any], y: float, shape: str, class_: str) -> None:
    (low, _), (high, _), (at, _) = (plot.at(found[end], 0.0) for end in ("low", "high", "value"))
    plot.stroke((low, y), (high, y), f"interval {class_}")
    plot.front.append(mark(at, y, shape, class_))


def _description(columns: list[Column], baseline: dict[str, Any], w: Words) -> str:
    told = {name: w.percent(found["accuracy"]["value"]) for name, _, found in columns if found["accuracy"]}
    said = [w.plain("list.colon", first=w.plain(f"scores.{name}"), next=value) for name, value in told.items()]
    values = w.plain("list.between").join(said)
    return w.plain("scores.figure_desc", values=values, baseline=w.percent(baseline["accuracy"]["value"]))
