"""The picture of the scores: for each measure a mark and a stroke for each way of measuring it."""

from __future__ import annotations

from typing import Any

from steelyard.report.markup import Markup
from steelyard.report.svg import Plot, Scale, mark, padded, swatch
from steelyard.report.widgets import figure
from steelyard.report.wording import Words

SHARES = ("accuracy", "macro_f1", "auc")
SERIES = {"oof": ("circle", "s1"), "nested": ("diamond", "s3"), "test": ("square", "s2")}
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
        plot.words(plot.left, y + 15, w.plain(f"scores.{key}").removesuffix(", %"), "start", "name")
        y += HEAD
        if key in always:
            _baseline(plot, always[key], y, y + STEP * len(strokes) - 6, w)
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


def _baseline(plot: Plot, value: float, top: float, bottom: float, w: Words) -> None:
    """An upright stroke, or, where it is out of the picture, an arrow with its number."""
    if value >= plot.x.low:
        at, _ = plot.at(value, 0.0)
        plot.stroke((at, top), (at, bottom), "baseline")
    else:
        plot.words(plot.left, (top + bottom) / 2 + 4, f"◂ {w.points(value)}", "start", "tip")


def _stroke(plot: Plot, found: dict[str, Any], y: float, shape: str, class_: str) -> None:
    (low, _), (high, _), (at, _) = (plot.at(found[end], 0.0) for end in ("low", "high", "value"))
    plot.stroke((low, y), (high, y), f"interval {class_}")
    plot.front.append(mark(at, y, shape, class_))


def _description(columns: list[Column], baseline: dict[str, Any], w: Words) -> str:
    said = [f"{heading}: {w.percent(found['accuracy']['value'])}" for _, heading, found in columns if found["accuracy"]]
    return w.plain("scores.figure_desc", values="; ".join(said), baseline=w.percent(baseline["accuracy"]["value"]))
