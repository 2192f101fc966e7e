"""The score at every point of the plane: a slope, level lines, and the line where it is 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.core.rows import Array
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Picture
from steelyard.pictures.regions import leads
from steelyard.pictures.rows import Window, mesh, points, window_of
from steelyard.pictures.words import Words

GRID = 101


@dataclass(frozen=True, eq=False)
class ScoreMap(Picture):
    """A heat map of the score of two classes.

    >>> from steelyard.pictures import ScoreMap
    >>> scores = ScoreMap.from_weights([0.6, -0.4], -0.01).scores
    >>> round(float(scores[0, -1]), 2), round(float(scores[-1, 0]), 2)  # at (1, 0) and at (0, 1)
    (0.59, -0.41)
    """

    across: Array  # (g,)
    up: Array
    scores: Array  # (g, g)
    names: tuple[str, ...] | None
    X: Array | None  # points to draw above it
    codes: Ints | None
    classes: tuple[str, ...]

    @classmethod
    def from_weights(
        cls, w: Sequence[float], b: float, window: Sequence[float] = (0.0, 1.0, 0.0, 1.0), names: Any = None
    ) -> Self:
        """w . x + b in a window (left, right, low, high)."""
        at = Window(*window)
        Z = (mesh(at, GRID) @ np.asarray(w, dtype=np.float64) + b).reshape(GRID, GRID)
        return cls(at.across(GRID), at.up(GRID), Z, None if names is None else tuple(names), None, None, ())

    @classmethod
    def from_estimator(cls, model: Any, X: Any, y: Any, names: Sequence[str] | None = None, grid: int = GRID) -> Self:
        """The scores of a fitted classifier of two columns and two classes, with points above them."""
        p = points(X, y, names, two=True)
        at = window_of(p.X)
        Z = leads(model, mesh(at, grid))[0].reshape(grid, grid)
        return cls(at.across(grid), at.up(grid), Z, p.names, p.X, p.codes, p.classes)

    def _draw(self, ax: Any, say: Words) -> None:
        from matplotlib.ticker import MaxNLocator

        reach = float(np.abs(self.scores).max()) or 1.0
        look = {"cmap": style.SHADES, "vmin": -reach, "vmax": reach, "shading": "gouraud", "rasterized": True}
        heat = ax.pcolormesh(self.across, self.up, self.scores, zorder=0, **look)
        levels: Any = MaxNLocator(9, symmetric=True).tick_values(-reach, reach)
        for side, ink in ((levels[levels < 0.0], "white"), (levels[levels > 0.0], style.INK)):
            lines = ax.contour(self.across, self.up, self.scores, levels=side, colors=ink, linewidths=0.8)
            ax.clabel(lines, fmt=lambda z: say.number(float(z)), fontsize=style.SMALL)
        for ink, width in (("white", 4.5), (style.INK, 2.2)):
            ax.contour(self.across, self.up, self.scores, levels=[0.0], colors=ink, linewidths=width)
        ax.plot([], [], color=style.INK, linewidth=2.2, label=say("boundary"))
        if self.X is not None:
            drawing.scatter(ax, self.X, np.asarray(self.codes), self.classes, edgecolors="white", linewidths=0.8)
        drawing.colour_bar(ax, heat, say("score.axis"), say)
        drawing.name_columns(ax, self.names, say)
        ax.set_title(say("scores.title"), loc="left")
        style.legend(ax, below=True)

    def _alt(self, say: Words) -> str:
        least, most = float(self.scores.min()), float(self.scores.max())
        places = {}
        for name, place in (("low", self.scores.argmin()), ("high", self.scores.argmax())):
            row, column = np.unravel_index(place, self.scores.shape)
            places[name] = say.point_at([self.across[column], self.up[row]])
        share = say.percent(float((self.scores > 0.0).mean()))
        return say("alt.scores", least=least, most=most, share=share, **places)
