"""The loss landscape: the objective over two weights, as a surface and as level lines, with the way of an algorithm.

A picture of two weights cannot show a third number: the intercept, and every other weight, stays where it is (`b`,
`held`), and the picture says so. The way is drawn on that surface, at the two weights that the algorithm had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.core.objective import Problem, objective
from steelyard.core.objective import scores as scores_of
from steelyard.core.rows import Array, n_columns
from steelyard.core.trace import Trace
from steelyard.pictures import style
from steelyard.pictures.picture import Panels
from steelyard.pictures.problems import names_of, problem_of, steepness
from steelyard.pictures.rows import Window, mesh, points, window_of
from steelyard.pictures.words import Words

GRID = 49


@dataclass(frozen=True, eq=False)
class Landscape(Panels):
    """The objective on a grid of two weights. `plot(ax)` with 3-D axes draws the surface, with plain ones the level
    lines, with a figure or nothing both.

    >>> from steelyard.pictures import Landscape
    >>> land = Landscape.from_rows([[-1.0, 0.0], [1.0, 0.5], [0.5, -1.0]], ["a", "b", "a"], steps=20, grid=9)
    >>> land.heights.shape, bool(land.way_heights[-1] < land.way_heights[0])
    ((9, 9), True)
    """

    SIZE: ClassVar[tuple[float, float]] = (9.6, 4.4)

    across: Array  # (g,): the first weight
    up: Array  # (g,): the second
    heights: Array  # (g, g): the objective
    names: tuple[str, ...] | None  # of the two columns
    b: float | None  # where the intercept stays; None: there is none
    held: int  # how many other weights stay where they are
    way: Array  # (steps, 2): weights; empty if no way was given
    way_heights: Array  # (steps,): the objective there, with everything else held
    lowest: Array  # (2,): the lowest point of the grid
    measure: str = "objective"  # or "mistakes"

    @classmethod
    def from_problem(
        cls,
        problem: Problem,
        w: Any = None,
        b: float = 0.0,
        *,
        columns: tuple[int, int] = (0, 1),
        way: Any = None,
        window: Sequence[float] | None = None,
        names: Sequence[str] | None = None,
        grid: int = GRID,
    ) -> Self:
        """The objective of a problem around the weights `w` (zeros if none are given), over two of its columns.

        Parameters
        ----------
        w, b : where all else is held
        way : (steps, 2), weights of the two columns to draw a line through
        window : (left, right, low, high); None: the way and as much again around it
        """
        at = np.zeros(n_columns(problem.X)) if w is None else np.array(w, dtype=np.float64)
        pair = list(columns)
        steps = np.empty((0, 2)) if way is None else np.asarray(way, dtype=np.float64)
        shown = Window(*window) if window is not None else _around(np.vstack([steps, at[pair], [0.0, 0.0]]))
        heights = _heights(problem, at, b, pair, mesh(shown, grid)).reshape(grid, grid)
        across, up = shown.across(grid), shown.up(grid)
        row, column = np.unravel_index(heights.argmin(), heights.shape)
        return cls(
            across, up, heights, None if names is None else tuple(names), b if problem.intercept else None,
            len(at) - 2, steps, _heights(problem, at, b, pair, steps), np.array([across[column], up[row]]),
        )  # fmt: skip

    @classmethod
    def from_trace(cls, problem: Problem, trace: Trace, **settings: Any) -> Self:
        """The way of a trace that kept its weights (`Trace(keep_every=1)`), the rest held where it ended."""
        pair = list(settings.get("columns", (0, 1)))
        way = np.array([w[pair] for _, w, _ in trace.weights])
        _, w, b = trace.weights[-1]
        return cls.from_problem(problem, w, float(b), way=way, **settings)

    @classmethod
    def from_rows(
        cls,
        X: Any,
        y: Any,
        names: Sequence[str] | None = None,
        *,
        loss: str = "logistic",
        C: float | None = 1.0,
        intercept: bool = True,
        steps: int = 60,
        rate: float | None = None,
        **settings: Any,
    ) -> Self:
        """Rows of two classes, and so many steps of gradient descent on them from w = 0."""
        problem = problem_of(X, y, loss, C, intercept)
        trace = Trace(keep_every=1)
        length = 1.0 / steepness(problem) if rate is None else rate
        run(GradientDescent(problem, Steps(length), tol=0.0), max_steps=steps, trace=trace)
        return cls.from_trace(problem, trace, names=names_of(X, names), **settings)

    @classmethod
    def of_mistakes(
        cls,
        X: Any,
        y: Any,
        names: Sequence[str] | None = None,
        *,
        b: float = 0.0,
        window: Sequence[float] = (-3.0, 3.0, -3.0, 3.0),
        grid: int = 2 * GRID,
    ) -> Self:
        """The 0-1 loss: how many of two classes' rows are on the wrong side. Flat all over, but for its steps.

        >>> from steelyard.pictures import Landscape
        >>> land = Landscape.of_mistakes([[1.0, 0.0], [-1.0, 0.5]], ["yes", "no"], grid=5)
        >>> sorted(set(land.heights.ravel().tolist()))
        [0.0, 1.0, 2.0]
        """
        p = points(X, y, names, two=True)
        at = Window(*window)
        z = mesh(at, grid) @ p.X.T + b
        heights = ((z > 0.0) != (p.codes == 1)).sum(axis=1).astype(np.float64).reshape(grid, grid)
        across, up = at.across(grid), at.up(grid)
        row, column = np.unravel_index(heights.argmin(), heights.shape)
        way, lowest = np.empty((0, 2)), np.array([across[column], up[row]])
        return cls(across, up, heights, p.names, b, 0, way, np.empty(0), lowest, "mistakes")

    def until(self, step: int) -> Self:
        """The same with no more of the way than its first places."""
        return replace(self, way=self.way[:step], way_heights=self.way_heights[:step])

    def caption(self, say: Words) -> str:
        """What stays where it is."""
        parts = [say("landscape.none") if self.b is None else say("landscape.fixed", b=self.b)]
        if self.held:
            parts.append(say("landscape.held", n=self.held))
        return say("between").join(parts)

    def plot(self, ax: Any = None, language: str = "en") -> Any:
        """Into 3-D axes the surface, into plain axes the level lines, into a figure (or a new one) both."""
        if not hasattr(ax, "set_xlabel"):
            return super().plot(ax, language)
        say = Words(language)
        draw = self._surface if ax.name == "3d" else self.levels
        draw(ax, say)
        if ax.name != "3d":
            style.legend(ax, loc="upper right")
        style.dress(ax, say)
        return ax

    def _fill(self, figure: Any, say: Words) -> None:
        self._surface(figure.add_subplot(1, 2, 1, projection="3d"), say)
        right = figure.add_subplot(1, 2, 2)
        self.levels(right, say)
        style.legend(right, loc="upper right")
        title = f"{say(f'landscape.{self.measure}')} ({self.caption(say)})"
        figure.suptitle(title, fontsize=style.TITLE, x=0.01, ha="left")

    def _dot(self) -> str:
        """Steps are marked while they can be told apart."""
        return "." if len(self.way) <= 45 else ""

    def _surface(self, ax: Any, say: Words) -> None:
        W1, W2 = np.meshgrid(self.across, self.up)
        style.surface(ax, W1, W2, self.heights)
        if len(self.way):
            look = {"color": style.COLOURS[4], "linewidth": 1.8, "zorder": 10, "path_effects": style.halo(4.0)}
            ax.plot(*self.way.T, self.way_heights, marker=self._dot(), markersize=3.5, **look)
        ax.set_zlabel(say(self.measure))
        self._name(ax, say)

    def levels(self, ax: Any, say: Words) -> None:
        """The level lines, and the way."""
        if self.measure == "mistakes":  # steps have no level lines
            ax.pcolormesh(self.across, self.up, self.heights, cmap=style.SHADES, shading="nearest", rasterized=True)
        else:
            low, high = float(self.heights.min()), float(self.heights.max())
            levels = low + (high - low) * np.linspace(0.0, 1.0, 16) ** 2
            style.level_bands(ax, self.across, self.up, self.heights, levels)
        if len(self.way):
            line = {"color": style.COLOURS[4], "linewidth": 1.8, "zorder": 3, "path_effects": style.halo(4.0)}
            ax.plot(*self.way.T, marker=self._dot(), markersize=4, label=say("landscape.way"), **line)
            ends = {"linestyle": "none", "markeredgecolor": style.INK, "zorder": 4}
            ax.plot(*self.way[0], marker="o", color="white", label=say("landscape.start"), **ends)
            ax.plot(*self.way[-1], marker="*", markersize=13, color=style.YELLOW, label=say("landscape.end"), **ends)
        else:
            star = {"markersize": 13, "color": style.YELLOW, "markeredgecolor": style.INK}
            ax.plot(*self.lowest, "*", label=say("landscape.lowest"), **star)
        self._name(ax, say)

    def _name(self, ax: Any, say: Words) -> None:
        first, second = ("w₁", "w₂") if self.names is None else (f"w₁ ({self.names[0]})", f"w₂ ({self.names[1]})")
        ax.set_xlabel(first)
        ax.set_ylabel(second)

    def _alt(self, say: Words) -> str:
        least, most = float(self.heights.min()), float(self.heights.max())
        parts = [say(f"alt.landscape.{self.measure}", least=least, most=most, at=say.point_at(self.lowest))]
        parts.append(say("alt.none") if self.b is None else say("alt.fixed", b=self.b))
        if len(self.way):
            ends = {"start": say.point_at(self.way[0]), "end": say.point_at(self.way[-1])}
            heights = {"first": float(self.way_heights[0]), "last": float(self.way_heights[-1])}
            parts.append(say("alt.way", n=len(self.way) - 1, **ends, **heights))
        return " ".join(parts)


def _heights(problem: Problem, w: Array, b: float, pair: list[int], places: Array) -> Array:
    """The objective with the two weights at each of these places and all else held."""
    moved, found = w.copy(), []
    for place in places:
        moved[pair] = place
        found.append(objective(problem, moved, scores_of(problem.X, moved, b)))
    return np.array(found)


def _around(places: Array) -> Window:
    """A window with the places in its middle half, and never flat."""
    spread = np.maximum(places.max(axis=0) - places.min(axis=0), 0.2 * (float(np.ptp(places)) or 10.0))
    middle = (places.max(axis=0) + places.min(axis=0)) / 2.0
    return window_of(np.array([middle - spread / 2.0, middle + spread / 2.0]), room=0.45)
