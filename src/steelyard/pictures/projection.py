"""Where the margin comes from: the nearest point, its projection on the line, and the distance 1 / |w| between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Picture
from steelyard.pictures.rows import far_around, line_in, points, window_of
from steelyard.pictures.separators import widest
from steelyard.pictures.words import Words


@dataclass(frozen=True, eq=False)
class Projection(Picture):
    """x = x' + r w / |w|, for the nearest point x of the second class: r = (w . x + b) / |w|.

    >>> from steelyard.pictures import Projection
    >>> p = Projection.from_rows([[0.0, 0.0], [0.0, 2.0], [4.0, 1.0]], ["a", "a", "b"])
    >>> p.foot.round(6).tolist(), round(p.distance, 6)
    ([2.0, 1.0], 2.0)
    """

    SIZE: ClassVar[tuple[float, float]] = (7.2, 4.4)

    X: Array
    codes: Ints
    classes: tuple[str, ...]
    names: tuple[str, ...] | None
    w: Array
    b: float
    nearest: Array  # (2,): the point x
    foot: Array  # (2,): its projection x'
    distance: float  # r

    @classmethod
    def from_rows(
        cls,
        X: Any,
        y: Any,
        names: Sequence[str] | None = None,
        weights: tuple[Sequence[float], float] | None = None,
    ) -> Self:
        """Two classes, and the line of `weights` (w, b); without, the one of greatest margin."""
        p = points(X, y, names, two=True)
        if weights is None:
            best = widest(p)
            weights = (best.w.tolist(), best.b)
        w, b = np.asarray(weights[0], dtype=np.float64), float(weights[1])
        z = p.X @ w + b
        ahead = np.flatnonzero((p.codes == 1) & (z > 0.0))
        if not len(ahead):
            raise SettingError("No point of the second class has a score above 0.", "Give other weights.")
        x = p.X[ahead[z[ahead].argmin()]]
        foot = x - (x @ w + b) / (w @ w) * w
        return cls(p.X, p.codes, p.classes, p.names, w, b, x, foot, float(np.linalg.norm(x - foot)))

    def _draw(self, ax: Any, say: Words) -> None:
        window = window_of(self.X, 0.14)
        drawing.right_angles(ax, window)
        drawing.scatter(ax, self.X, self.codes, self.classes)
        drawing.endless(ax, [line_in(far_around(window), self.w, self.b)], linewidth=2.0, label=say("boundary"))
        score = float(self.nearest @ self.w + self.b)
        side = [line_in(far_around(window), self.w, self.b, level) for level in (-score, score)]
        drawing.endless(ax, side, linewidth=1.0, linestyle="--", label=say("projection.side", score=score))
        red = {"color": style.colour(4), "markeredgecolor": style.INK, "markeredgewidth": 0.5, "zorder": 3}
        label = say("projection.r", r=self.distance)
        ends = list(zip(self.foot, self.nearest))
        ax.plot(*ends, linewidth=2.6, marker="D", markersize=6, markevery=[0], label=label, **red)
        along = self.w / np.linalg.norm(self.w)
        start = self.foot + 1.2 * self.distance * np.array([-along[1], along[0]])
        tip = start + 0.8 * self.distance * along
        arrow = {"arrowstyle": "-|>", "color": style.INK, "linewidth": 1.4}
        ax.annotate("", tip, start, arrowprops=arrow)
        near = {"textcoords": "offset points", "fontsize": style.TEXT, "color": style.INK}
        drawing.ring(ax, self.nearest[None, :], "", 70.0)
        for name, at, shift in (("x", self.nearest, (6, -15)), ("x′", self.foot, (-16, -12)), ("w", tip, (2, 5))):
            ax.annotate(name, at, shift, **near).set_path_effects(style.halo())
        drawing.name_columns(ax, self.names, say)
        ax.set_title(say("projection.title"), loc="left")
        style.legend(ax, outside=True)

    def _alt(self, say: Words) -> str:
        return say("alt.projection", x=say.point_at(self.nearest), foot=say.point_at(self.foot), r=self.distance)
