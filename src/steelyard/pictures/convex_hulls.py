"""The two convex hulls, the shortest segment between them, and the plane across its middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.algorithms import hulls
from steelyard.algorithms.loop import run
from steelyard.core.rows import Array
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Picture
from steelyard.pictures.rows import far_around, line_in, points, window_of
from steelyard.pictures.words import Words


@dataclass(frozen=True, eq=False)
class ConvexHulls(Picture):
    """The hulls of two classes. If they meet there is no plane between them: `w` is None, `ends` a point of both.

    >>> from steelyard.pictures import ConvexHulls
    >>> picture = ConvexHulls.from_rows([[0.0, 0.0], [0.0, 2.0], [3.0, 1.0], [4.0, 5.0]], ["a", "a", "b", "b"])
    >>> picture.ends.round(6).tolist(), round(picture.distance, 6)
    ([[0.0, 1.0], [3.0, 1.0]], 3.0)
    """

    SIZE: ClassVar[tuple[float, float]] = (7.2, 4.4)

    X: Array
    codes: Ints
    classes: tuple[str, ...]
    names: tuple[str, ...] | None
    corners: tuple[Array, ...]  # (k, 2) of each class's hull, against the clock
    ends: Array  # (2, 2): of the shortest segment, in the first hull and in the second
    distance: float  # its length: 2 / |w|
    w: Array | None
    b: float

    @classmethod
    def from_rows(cls, X: Any, y: Any, names: Sequence[str] | None = None) -> Self:
        """Two classes of points."""
        p = points(X, y, names, two=True)
        algorithm = hulls.Hulls(np.ascontiguousarray(p.X), p.y, tol=1e-9, exchanges=10)
        state = run(algorithm, max_steps=20_000).state
        corners = tuple(p.X[p.codes == k][hulls.polygon(p.X[p.codes == k])] for k in (0, 1))
        meet = algorithm.meet(state)
        return cls(
            p.X, p.codes, p.classes, p.names, corners, state.ends, 0.0 if meet else state.distance,
            None if meet else state.w, 0.0 if meet else state.b,
        )  # fmt: skip

    def _draw(self, ax: Any, say: Words) -> None:
        window = window_of(self.X)
        drawing.right_angles(ax, window)
        for k, corners in enumerate(self.corners):
            ax.fill(*corners.T, facecolor=style.tint(k), edgecolor=style.colour(k), linewidth=1.4, zorder=1)
        drawing.scatter(ax, self.X, self.codes, self.classes)
        if self.w is None:
            ax.plot(*self.ends[0], "X", color=style.INK, markersize=9, zorder=5, label=say("hulls.common"))
        else:
            look = {"color": style.colour(4), "linewidth": 2.4, "marker": "D", "markersize": 5, "zorder": 4}
            ax.plot(*self.ends.T, label=say("hulls.segment", distance=self.distance), **look)
            drawing.endless(ax, [line_in(far_around(window), self.w, self.b)], linewidth=1.8, label=say("hulls.plane"))
        drawing.name_columns(ax, self.names, say)
        ax.set_title(say("hulls.title.meet" if self.w is None else "hulls.title"), loc="left")
        style.legend(ax, outside=True)

    def _alt(self, say: Words) -> str:
        corners = say.several([say("alt.corners", name=c, n=len(k)) for c, k in zip(self.classes, self.corners)])
        if self.w is None:
            return say("alt.hulls.meet", corners=corners, at=say.point_at(self.ends[0]))
        start, end = (say.point_at(point) for point in self.ends)
        return say("alt.hulls", corners=corners, start=start, end=end, distance=self.distance)
