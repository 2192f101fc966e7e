"""Rows that can be drawn: two columns, classes by number, and the window of the plane that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError


class Points(NamedTuple):
    """Points of the plane and their classes."""

    X: Array  # (n, 2)
    codes: Array  # (n,): class numbers
    classes: tuple[str, ...]
    names: tuple[str, str] | None  # of the columns

    @property
    def y(self) -> Array:
        """-1 for the first of two classes, +1 for the second."""
        return np.where(self.codes == 1, 1.0, -1.0)


def points(X: Any, y: Any, names: Sequence[str] | None = None, two: bool = False) -> Points:
    """Checked rows: an array or a table of two columns of numbers, and a label for each row; `two`: of two classes."""
    if names is None and hasattr(X, "columns"):
        names = [str(name) for name in X.columns]
    X = np.asarray(X, dtype=np.float64)
    classes, codes = class_numbers(y)
    if X.ndim != 2 or X.shape[1] != 2:
        raise SettingError(f"The rows have the shape {X.shape}.", "A plane shows two columns: choose them.")
    if len(codes) != len(X):
        raise SettingError(f"There are {len(X)} rows and {len(codes)} labels.", "Give one label for each row.")
    if not len(X) or not np.isfinite(X).all():
        raise SettingError("There are no rows, or some have numbers that are none.", "Leave out what is missing.")
    if two and len(classes) != 2:
        raise SettingError(f"There are {len(classes)} classes.", "This picture shows two.")
    if names is not None and len(names) != 2:
        raise SettingError(f"There are {len(names)} names for two columns.", "Give two.")
    return Points(X, codes, classes, None if names is None else (names[0], names[1]))


def class_numbers(y: Any) -> tuple[tuple[str, ...], Array]:
    """The classes' names in order, and the number of each row's."""
    y = np.asarray(y)
    classes, codes = np.unique(y.astype(str) if y.dtype == object else y, return_inverse=True)
    return tuple(f"{c:g}" if isinstance(c, float) else str(c) for c in classes.tolist()), codes.astype(np.int64)


class Window(NamedTuple):
    """A rectangle of the plane."""

    left: float
    right: float
    low: float
    high: float

    def across(self, count: int) -> Array:
        return np.linspace(self.left, self.right, count)

    def up(self, count: int) -> Array:
        return np.linspace(self.low, self.high, count)

    def show(self, ax: Any) -> None:
        """Set the limits of axes."""
        ax.set_xlim(self.left, self.right)
        ax.set_ylim(self.low, self.high)


def window_of(X: Array, room: float = 0.08) -> Window:
    """The window of points with some room around them."""
    low, high = X.min(axis=0), X.max(axis=0)
    spread = np.where(high > low, high - low, 1.0)
    low, high = low - room * spread, high + room * spread
    return Window(float(low[0]), float(high[0]), float(low[1]), float(high[1]))


def far_around(window: Window) -> Window:
    """The window and twice as much on each side: for lines that no frame should end."""
    width, height = window.right - window.left, window.high - window.low
    return Window(window.left - 2 * width, window.right + 2 * width, window.low - 2 * height, window.high + 2 * height)


def mesh(window: Window, count: int) -> Array:
    """The points of a grid, row by row from the lowest up: (count * count, 2)."""
    across, up = np.meshgrid(window.across(count), window.up(count))
    return np.column_stack([across.ravel(), up.ravel()])


def line_in(window: Window, w: Array, b: float, level: float = 0.0) -> Array:
    """The ends of the line w . x + b = level inside the window: (2, 2), or (0, 2) if it passes by."""
    sides = [(window.left, window.right), (window.low, window.high)]
    ends = []
    for j in (0, 1):  # where it meets the two sides on which x_j is constant
        for at in sides[j] if w[1 - j] != 0.0 else ():
            other = (level - b - w[j] * at) / w[1 - j]
            if sides[1 - j][0] <= other <= sides[1 - j][1]:
                ends.append((at, other) if j == 0 else (other, at))
    if not ends:
        return np.empty((0, 2))
    found = np.array(ends)
    order = np.argsort(found @ np.array([-w[1], w[0]]), kind="stable")
    return found[order[[0, -1]]]
