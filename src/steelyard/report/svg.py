"""Pictures as SVG: a plot with two scales, and what can be drawn on it.

Colours and strokes are classes of the page's style sheet, so that a picture follows the page into the dark and onto
paper. A series has a colour, a dash and a shape of mark: one of them is enough to tell it. Labels are text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from steelyard.report.markup import Markup, tag

SHAPES = ("circle", "triangle", "square", "diamond", "cross", "ring")

Written = Callable[[float], str]


class Scale(NamedTuple):
    """From numbers to places between 0 and 1."""

    low: float
    high: float
    log: bool = False

    def place(self, value: float) -> float:
        low, high, at = (math.log(v) if self.log else v for v in (self.low, self.high, value))
        return (at - low) / (high - low) if high > low else 0.5

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers within the scale."""
        return _powers(self.low, self.high, most) if self.log else _steps(self.low, self.high, most)


def _steps(low: float, high: float, most: int) -> list[float]:
    if not high > low:
        return [low]
    rough = (high - low) / most
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * k for k in (1, 2, 2.5, 5, 10) if unit * k >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def _powers(low: float, high: float, most: int) -> list[float]:
    """Powers of ten; with few of them, what lies between too."""
    first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    for between in ((1, 2, 5), (1, 3), (1,)):
        found = [k * 10.0**e for e in range(first, last + 1) for k in between]
        found = [v for v in found if low * (1 - 1e-9) <= v <= high * (1 + 1e-9)]
        if len(found) <= most:
            return found
    every = -(-len(found) // most)
    return found[::every]


def padded(values: Iterable[float], part: float = 0.06, *, least: float = -math.inf, most: float = math.inf) -> Scale:
    """A scale that holds all values, with some room on both sides."""
    known = [v for v in values if v is not None and math.isfinite(v)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    room = part * (high - low) if high > low else abs(high) * 0.1 or 0.1
    return Scale(max(low - room, least), min(high + room, most))


class Plot:
    """A picture that is drawn on, then asked for its SVG: axes behind, lines and areas within them, marks in front."""

    def __init__(
        self, x: Scale, y: Scale, *, width: int = 440, height: int = 300, left: int = 52, bottom: int = 44,
        right: int = 16, top: int = 14,
    ) -> None:  # fmt: skip
        self.x, self.y, self.width, self.height = x, y, width, height
        self.left, self.right, self.top, self.bottom = left, width - right, top, height - bottom
        self.behind: list[Markup] = []
        self.within: list[Markup] = []
        self.front: list[Markup] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The place of a point in the picture."""
        across, up = self.x.place(x), self.y.place(y)
        return self.left + across * (self.right - self.left), self.bottom - up * (self.bottom - self.top)

    def axes(self, across: str, up: str, x_written: Written | None, y_written: Written | None) -> None:
        """Ticks with their numbers, faint lines across, and what the axes tell."""
        for value in self.y.ticks() if y_written else []:
            _, y = self.at(self.x.low, value)
            self.stroke((self.left, y), (self.right, y), "grid")
            self.behind.append(words(self.left - 7, y + 4, y_written(value) if y_written else "", "end"))
        for value in self.x.ticks() if x_written else []:
            x, _ = self.at(value, self.y.low)
            self.stroke((x, self.bottom), (x, self.bottom + 4), "axis")
            self.behind.append(words(x, self.bottom + 17, x_written(value) if x_written else "", "middle"))
        self.stroke((self.left, self.bottom), (self.right, self.bottom), "axis")
        self.behind.append(words((self.left + self.right) / 2, self.height - 6, across, "middle", "name"))
        if up:
            x, y = 13.0, (self.top + self.bottom) / 2
            turned = f"rotate(-90 {_n(x)} {_n(y)})"
            self.behind.append(words(x, y, up, "middle", "name", transform=turned))

    def stroke(self, start: tuple[float, float], end: tuple[float, float], class_: str) -> None:
        """A straight line between two places of the picture, behind all else."""
        (a, b), (c, d) = start, end
        self.behind.append(tag("line", x1=_n(a), y1=_n(b), x2=_n(c), y2=_n(d), class_=class_))

    def line(self, points: Iterable[tuple[float, float]], class_: str) -> None:
        """A line through points; it is cut off at the edges."""
        said = "L".join(f"{_n(a)} {_n(b)}" for a, b in (self.at(x, y) for x, y in points))
        if said:
            self.within.append(tag("path", d=f"M{said}", class_="line " + class_))

    def band(self, points: Sequence[tuple[float, float, float]], class_: str) -> None:
        """The area between a lower and an upper line: (x, low, high)."""
        outline = [self.at(x, high) for x, _, high in points] + [self.at(x, low) for x, low, _ in reversed(points)]
        d = "M" + "L".join(f"{_n(a)} {_n(b)}" for a, b in outline) + "Z"
        self.within.append(tag("path", d=d, class_="band " + class_))

    def bar(self, x0: float, x1: float, y0: float, y1: float, class_: str) -> None:
        """A rectangle between two corners."""
        (a, b), (c, d) = self.at(x0, y0), self.at(x1, y1)
        size = {"width": _n(abs(c - a)), "height": _n(abs(d - b))}
        self.within.append(tag("rect", x=_n(min(a, c)), y=_n(min(b, d)), **size, class_="bar " + class_))

    def interval(self, low: tuple[float, float], high: tuple[float, float], class_: str) -> None:
        """A stroke between two points."""
        (a, b), (c, d) = self.at(*low), self.at(*high)
        self.within.append(tag("line", x1=_n(a), y1=_n(b), x2=_n(c), y2=_n(d), class_="interval " + class_))

    def mark(self, x: float, y: float, shape: str, class_: str, size: float = 4.5) -> None:
        self.front.append(mark(*self.at(x, y), shape, class_, size))

    def words(self, x: float, y: float, said: str, anchor: str, class_: str | None = None) -> None:
        """Text at a place of the picture, in front."""
        self.front.append(words(x, y, said, anchor, class_))

    def svg(self, name: str, title: str, description: str) -> Markup:
        """The picture; `name` is for its ids, the two sentences for those who cannot see it."""
        box = {"x": self.left - 2, "y": self.top - 2, "width": self.right - self.left + 4}
        box["height"] = self.bottom - self.top + 4
        window = " ".join(str(value) for value in box.values())
        return tag(
            "svg",
            tag("title", title, id=f"{name}-t"),
            tag("desc", description, id=f"{name}-d"),
            *self.behind,
            tag("svg", *self.within, viewBox=window, **box) if self.within else None,
            *self.front,
            viewBox=f"0 0 {self.width} {self.height}",
            role="img",
            aria_labelledby=f"{name}-t {name}-d",
            class_="plot",
        )


def words(x: float, y: float, said: str, anchor: str, class_: str | None = None, **more: Any) -> Markup:
    """Text at a place of the picture."""
    return tag("text", said, x=_n(x), y=_n(y), text_anchor=anchor, class_=class_, **more)


def mark(x: float, y: float, shape: str, class_: str, size: float = 4.5) -> Markup:
    """A shape about a place."""
    r = size
    if shape in ("circle", "ring"):
        return tag("circle", cx=_n(x), cy=_n(y), r=_n(r), class_=f"mark {class_}" + " ring" * (shape == "ring"))
    corners = {
        "triangle": [(0, -1.15), (1.05, 0.8), (-1.05, 0.8)],
        "square": [(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
        "diamond": [(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)],
    }
    if shape == "cross":
        d = f"M{_n(x - r)} {_n(y - r)}L{_n(x + r)} {_n(y + r)}M{_n(x - r)} {_n(y + r)}L{_n(x + r)} {_n(y - r)}"
        return tag("path", d=d, class_=f"mark {class_} cross")
    d = "M" + "L".join(f"{_n(x + a * r)} {_n(y + b * r)}" for a, b in corners[shape]) + "Z"
    return tag("path", d=d, class_=f"mark {class_}")


def swatch(shape: str, class_: str, *, line: bool = True) -> Markup:
    """A sample of a series, for a legend."""
    parts = [tag("path", d="M1 7L27 7", class_=f"line {class_}")] if line else []
    return tag("svg", *parts, mark(14, 7, shape, class_), viewBox="0 0 28 14", class_="swatch", aria_hidden="true")


def _n(value: float) -> str:
    """One digit after the point is a tenth of a pixel."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.0", "0")
