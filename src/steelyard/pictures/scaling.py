"""What another unit does to the margin: ten times the rows have ten times the margin, and a tenth of w."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.core.rows import Array
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Panels
from steelyard.pictures.rows import line_in, points, window_of
from steelyard.pictures.separators import widest
from steelyard.pictures.words import Words


@dataclass(frozen=True, eq=False)
class MarginScaling(Panels):
    """The same points in two units, each with its line of greatest margin.

    >>> from steelyard.pictures import MarginScaling
    >>> picture = MarginScaling.from_rows([[0.0, 0.0], [2.0, 0.0]], ["a", "b"])
    >>> picture.margins.round(6).tolist(), np.linalg.norm(picture.w, axis=1).round(6).tolist()
    ([1.0, 10.0], [1.0, 0.1])
    """

    SIZE: ClassVar[tuple[float, float]] = (8.6, 4.2)

    X: Array
    codes: Ints
    classes: tuple[str, ...]
    names: tuple[str, ...] | None
    factors: Array  # (2,): 1 and another
    w: Array  # (2, 2): a row for each unit
    b: Array
    margins: Array  # (2,): 1 / |w|

    @classmethod
    def from_rows(cls, X: Any, y: Any, names: Sequence[str] | None = None, factor: float = 10.0) -> Self:
        """Two classes that a line separates, as they are and `factor` times as large."""
        p = points(X, y, names, two=True)
        factors = np.array([1.0, factor])
        found = [widest(p._replace(X=f * p.X)) for f in factors]
        w, b = np.array([state.w for state in found]), np.array([state.b for state in found])
        return cls(p.X, p.codes, p.classes, p.names, factors, w, b, 1.0 / np.linalg.norm(w, axis=1))

    def _fill(self, figure: Any, say: Words) -> None:
        panels = figure.subplots(1, 2)
        for k, ax in enumerate(panels):
            X = self.factors[k] * self.X
            window = window_of(X)
            window.show(ax)
            drawing.scatter(ax, X, self.codes, self.classes)
            drawing.draw_lines(ax, [line_in(window, self.w[k], self.b[k])], linewidth=1.8, label=say("boundary"))
            sides = [line_in(window, self.w[k], self.b[k], level) for level in (-1.0, 1.0)]
            drawing.draw_lines(ax, sides, linewidth=1.0, linestyle="--", label=say("margins"))
            drawing.name_columns(ax, self.names, say)
            w = float(np.linalg.norm(self.w[k]))
            ax.set_title(say("scaling.title", factor=float(self.factors[k]), margin=float(self.margins[k]), w=w))
        style.legend_below(figure, panels[0])

    def _alt(self, say: Words) -> str:
        margins = [float(m) for m in self.margins]
        return say("alt.scaling", factor=float(self.factors[1]), first=margins[0], second=margins[1])
