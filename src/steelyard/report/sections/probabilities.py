"""Do the probabilities mean what they say? The reliability curve before and after calibration."""

from __future__ import annotations

from typing import Any

from steelyard.report.markup import Markup
from steelyard.report.numbers import NO_BREAK
from steelyard.report.svg import Plot, Scale, swatch
from steelyard.report.widgets import figure, folded, p, section, table
from steelyard.report.wording import Words

SERIES = {"before": ("triangle", "s2 d2"), "after": ("circle", "s1 d1"), "test": ("square", "s3 d3")}
STRIP = 0.12  # the height of the strip of counts, as a share of the plot's


def probabilities_section(c: dict[str, Any], w: Words) -> Markup | None:
    found = c["reliability"]
    if not found:
        return None
    series = {name: found[name] for name in SERIES if found.get(name)}
    return section(
        "probabilities", w("calibration.heading"), p(_intro(found, w)), _picture(series, w), _table(series, w)
    )


def _intro(found: dict[str, Any], w: Words) -> Markup:
    slope, shift = found["slope"], found["shift"]
    if slope is None:
        return w("calibration.intro_plain")
    if not shift:
        return _with_map(w("calibration.temperature", slope=w.decimal(slope)), w)
    sign = "−" if shift < 0 else "+"
    said = w("calibration.platt", slope=w.decimal(slope), sign=sign, shift=w.decimal(abs(shift)))
    return _with_map(said, w)


def _with_map(formula: Markup, w: Words) -> Markup:
    """The formula is not broken over two lines."""
    return w("calibration.intro", map=Markup(formula.replace(" ", NO_BREAK)))


def _picture(series: dict[str, Any], w: Words) -> Markup:
    every = [t for s in series.values() for t, right in _points(s) for t in (t, right["value"])]
    low = max(step for step in (0.0, 0.2, 0.4) if step <= max(min(every, default=0.0), 0.0))
    plot = Plot(Scale(low, 1.0), Scale(low - STRIP * (1 - low) * 1.25, 1.0), width=420, height=400, right=14)
    for value in Scale(low, 1.0).ticks(5):
        _, y = plot.at(low, value)
        plot.stroke((plot.left, y), (plot.right, y), "grid")
        plot.words(plot.left - 7, y + 4, w.points_short(value), "end")
    plot.line([(low, low), (1.0, 1.0)], "diagonal")
    _strip(plot, series.get("test") or series["after"], low)
    for name, one in series.items():
        _curve(plot, one, name, *SERIES[name])
    plot.axes(w.plain("calibration.told") + ", %", w.plain("calibration.right") + ", %", w.points_short, None)
    said = w.plain(
        "calibration.figure_desc", before=w.points(series["before"]["ece"]), after=w.points(series["after"]["ece"]),
        chance=w.points(series["after"]["by_chance"]),
    )  # fmt: skip
    legend = [(swatch(*SERIES[name]), w(f"calibration.{name}")) for name in series]
    drawn = plot.svg("reliability", w.plain("calibration.figure_title"), said)
    return figure(drawn, w("calibration.figure"), legend=legend, data=folded(w("page.data"), _numbers(series, w)))


def _curve(plot: Plot, one: dict[str, Any], name: str, shape: str, class_: str) -> None:
    points = _points(one)
    if name == "after":
        for told, right in points:
            plot.interval((told, max(right["low"], plot.x.low)), (told, right["high"]), class_)
    plot.line([(told, right["value"]) for told, right in points], class_)
    sizes, most = [n for n in one["counts"] if n], max(one["counts"])
    for (told, right), n in zip(points, sizes):
        plot.mark(told, right["value"], shape, class_, 2.2 + 3.0 * (n / most) ** 0.5)


def _points(one: dict[str, Any]) -> list[tuple[float, dict[str, Any]]]:
    """(probability told, share that was right), of the bins that hold any texts."""
    return [(told, right) for told, right, n in zip(one["told"], one["right"], one["counts"]) if n]


def _strip(plot: Plot, one: dict[str, Any], low: float) -> None:
    """How many texts are told with each probability."""
    most = max(one["counts"], default=0.0) or 1.0
    floor = plot.y.low
    for a, b, n in zip(one["edges"], one["edges"][1:], one["counts"]):
        if n and b > low:
            plot.bar(max(a, low) + 0.004, b - 0.004, floor, floor + STRIP * (1 - low) * n / most, "faint")


def _table(series: dict[str, Any], w: Words) -> Markup:
    head = [w("calibration.which"), *(w(f"calibration.{key}") for key in ("ece", "chance", "rms"))]
    rows = [
        [w(f"calibration.{name}"), *(w.points(one[key], 2) for key in ("ece", "by_chance", "rms"))]
        for name, one in series.items()
    ]
    return table(w("calibration.caption"), head, rows)


def _numbers(series: dict[str, Any], w: Words) -> Markup:
    head = [w("calibration.which"), w("calibration.told"), w("calibration.right"), w("calibration.texts")]
    rows = [
        [w(f"calibration.{name}"), w.percent(told), w.percent(right["value"]), w.integer(n)]
        for name, one in series.items()
        for told, right, n in zip(one["told"], one["right"], one["counts"])
        if n
    ]
    return table(w("calibration.figure_title"), head, rows)
