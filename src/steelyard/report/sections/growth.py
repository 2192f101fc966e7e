"""Would more texts help? The learning curve and its continuation."""

from __future__ import annotations

from typing import Any

from steelyard.report.markup import Markup
from steelyard.report.svg import Plot, Scale, padded
from steelyard.report.widgets import figure, folded, interval, p, section, table
from steelyard.report.wording import Words

STEPS = 40


def growth_section(c: dict[str, Any], w: Words) -> Markup | None:
    curve = c["curve"]
    if not curve or not curve["points"]:
        return None
    return section("growth", w("curve.heading"), p(w("curve.intro")), *_told(curve, w), _picture(curve, w))


def _told(curve: dict[str, Any], w: Words) -> list[Markup]:
    twice, gain = curve["twice"], curve["gain"]
    if not twice:
        return []
    said = w(
        "curve.twice", size=w.integer(2 * curve["points"][-1]["size"]), value=w.percent(twice["value"]),
        low=w.points(twice["low"]), high=w.percent(twice["high"]), gain=w.points(gain["value"]),
        gain_low=w.points(gain["low"]), gain_high=w.points(gain["high"]),
    )  # fmt: skip
    floor = curve["floor"]
    return [p(said, " " if floor > 0 else None, w("curve.floor", floor=w.percent(floor)) if floor > 0 else None)]


def _picture(curve: dict[str, Any], w: Words) -> Markup:
    points, twice = curve["points"], curve["twice"]
    first, last = points[0], points[-1]
    far = 2.0 * last["size"]
    ends = [end for point in points for end in (point["error"]["low"], point["error"]["high"])]
    ends += [twice["low"], twice["high"]] if twice else []
    plot = Plot(Scale(first["size"] / 1.2, far * 1.2, True), padded(ends, least=0.0), height=290)
    plot.axes(w.plain("curve.size"), w.plain("curve.error_points"), w.short, w.points_short)
    if twice:
        _line(plot, curve, first["size"], last["size"], "s1 d1")
        _line(plot, curve, last["size"], far, "s1 d2")
        plot.interval((far, twice["low"]), (far, twice["high"]), "s1")
        plot.mark(far, twice["value"], "ring", "s1")
    for point in points:
        error = point["error"]
        plot.interval((point["size"], error["low"]), (point["size"], error["high"]), "s1")
        plot.mark(point["size"], error["value"], "circle", "s1")
    said = w.plain(
        "curve.figure_desc", first=w.percent(first["error"]["value"]), few=w.plain("count.texts", first["size"]),
        last=w.percent(last["error"]["value"]), many=w.integer(last["size"]),
    )  # fmt: skip
    drawn = plot.svg("growth", w.plain("curve.figure_title"), said)
    return figure(drawn, w("curve.figure"), data=folded(w("page.data"), _numbers(curve, w)))


def _line(plot: Plot, curve: dict[str, Any], low: float, high: float, class_: str) -> None:
    sizes = [low * (high / low) ** (step / STEPS) for step in range(STEPS + 1)]
    plot.line([(n, curve["floor"] + curve["scale"] * n ** -curve["power"]) for n in sizes], class_)


def _numbers(curve: dict[str, Any], w: Words) -> Markup:
    rows = [[w.integer(point["size"]), interval(point["error"], w)] for point in curve["points"]]
    if curve["twice"]:
        size = w("curve.expected", size=2 * curve["points"][-1]["size"])
        rows.append([size, interval(curve["twice"], w)])
    return table(w("curve.figure_title"), [w("curve.size"), w("curve.error_points")], rows)
