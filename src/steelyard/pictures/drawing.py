"""What several pictures draw alike: points of classes, level lines, surfaces, the mark of what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.pictures import style
from steelyard.pictures.rows import Window
from steelyard.pictures.words import Words


def scatter(ax: Any, X: Array, codes: Array, classes: Sequence[str], size: float = 26.0, **settings: Any) -> None:
    """Points of all classes, each with its colour, its marker and its place in the legend."""
    size = size * min(1.0, max(0.35, (150.0 / max(len(X), 1)) ** 0.5))
    for k, name in enumerate(classes):
        inside = codes == k
        look = {**style.points(k, size), "label": name, **settings}
        ax.scatter(X[inside, 0], X[inside, 1], zorder=3, **look)


def ring(ax: Any, X: Array, label: str, size: float = 95.0, **settings: Any) -> None:
    """Rings around points."""
    drawn = {"s": size, "facecolors": "none", "edgecolors": style.INK, "linewidths": 1.0, "zorder": 4, **settings}
    if len(X):
        ax.scatter(X[:, 0], X[:, 1], label=label, **drawn)


def emptiest_corner(X: Array) -> str:
    """Where a legend hides fewest points."""
    place = (X - X.min(axis=0)) / np.maximum(np.ptp(X, axis=0), 1e-300)
    corners = {"upper left": (0.0, 1.0), "lower right": (1.0, 0.0), "upper right": (1.0, 1.0), "lower left": (0.0, 0.0)}
    covered = {name: int((np.abs(place - at) < (0.34, 0.3)).all(axis=1).sum()) for name, at in corners.items()}
    return min(covered, key=lambda name: covered[name])


def name_columns(ax: Any, names: Sequence[str] | None, say: Words) -> None:
    """The two columns beside their axes."""
    ax.set_xlabel(say.column(names, 0))
    ax.set_ylabel(say.column(names, 1))


def level_lines(across: Array, up: Array, Z: Array, level: float) -> tuple[Array, ...]:
    """Where a surface over a grid has that height: lines of points, (k, 2) each. Exact if the surface is a plane."""
    from contourpy import contour_generator

    found = contour_generator(x=across, y=up, z=Z).lines(level)
    return tuple(np.asarray(line) for line in found)


def draw_lines(ax: Any, lines: Sequence[Array], **settings: Any) -> None:
    """Lines of points; the first of them carries the label."""
    label = settings.pop("label", None)
    for k, line in enumerate(lines):
        ax.plot(
            line[:, 0], line[:, 1], label=label if k == 0 else None, **{"color": style.INK, "zorder": 2, **settings}
        )


def endless(ax: Any, lines: Sequence[Array], **settings: Any) -> None:
    """Lines that the axes' limits take no notice of."""
    from matplotlib.collections import LineCollection

    look = {"colors": style.INK, "zorder": 2, **settings}
    ax.add_collection(LineCollection([line for line in lines if len(line)], **look), autolim=False)


def right_angles(ax: Any, window: Window) -> None:
    """One unit as long across as up, so that right angles are seen; not if the columns differ too much in size."""
    ax.margins(0.12)
    if 1.0 / 6.0 < (window.right - window.left) / (window.high - window.low) < 6.0:
        ax.set_aspect("equal", adjustable="datalim")


def spread(places: Array, room: float, low: float, high: float) -> Array:
    """Increasing places moved until neighbours are `room` apart, between two ends: halfway between pushing all up and
    pushing all down."""
    steps = room * np.arange(len(places))
    up = np.maximum.accumulate(np.maximum(places, low) - steps) + steps
    down = np.minimum.accumulate((np.minimum(places, high) - steps)[::-1])[::-1] + steps
    up = np.minimum(up, high - steps[::-1])
    down = np.maximum(down, low + steps)
    return np.asarray((up + down) / 2.0)


def label_ends(ax: Any, ends: Sequence[float], names: Sequence[str], colours: Sequence[str]) -> None:
    """Each line's name to the right of its end, moved up or down until no two names meet."""
    low, high = ax.get_ylim()
    room = 0.052 * (high - low)
    order = np.argsort(ends, kind="stable")
    places = spread(np.array(ends, dtype=np.float64)[order], room, low, high)
    across = ax.get_yaxis_transform()  # x as a share of the axes, y as data
    for k, place in zip(order, places):
        ax.plot([1.0, 1.025], [ends[k], place], color=colours[k], linewidth=0.8, transform=across, clip_on=False)
        ax.text(1.032, place, names[k], color=style.INK, fontsize=style.SMALL, va="center", transform=across)
    ax.set_ylim(low, high)


def colour_bar(ax: Any, drawn: Any, label: str, say: Words) -> None:
    """The scale of a heat map."""
    bar = ax.figure.colorbar(drawn, ax=ax, pad=0.02)
    bar.set_label(label, fontsize=style.TEXT, color=style.INK)
    bar.outline.set_visible(False)
    style.dress(bar.ax, say)
