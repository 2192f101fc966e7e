"""Decision regions of a fitted model: which class it says where, the boundary, the margins, the support vectors."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self

import numpy as np

from steelyard.core.rows import Array
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Picture
from steelyard.pictures.rows import Window, mesh, points, window_of
from steelyard.pictures.words import Words

GRID = 161  # points a side
AT_THE_MARGIN = 1e-3  # y z up to 1 + this: a support vector


@dataclass(frozen=True, eq=False)
class Regions(Picture):
    """What a model says at every point of a window, above the points that it was fitted on (or others).

    `lead` is by how much a class's score is ahead of the best other one (behind where below 0), class by class on the
    grid: the boundary is where it is 0. With two classes it is the score itself, for the second class.

    >>> from steelyard import SVC
    >>> from steelyard.pictures import Regions
    >>> X, y = [[-2.0, 0.0], [-1.0, 1.0], [1.0, 0.0], [2.0, 1.0]], ["no", "no", "yes", "yes"]
    >>> regions = Regions.from_estimator(SVC(kernel="linear", C=10.0).fit(X, y), X, y)
    >>> regions.supports.tolist(), round(regions.distance, 3)
    ([1, 2], 1.118)
    """

    X: Array  # (n, 2)
    codes: Ints
    classes: tuple[str, ...]
    names: tuple[str, ...] | None
    across: Array  # (g,)
    up: Array  # (g,)
    lead: Array  # (1, g, g) with two classes, (classes, g, g) with more
    boundary: tuple[Array, ...]  # lines of points
    margins: tuple[Array, ...] | None  # where the score is -1, and where it is 1; None: the model has none
    supports: Ints  # numbers of the points at their margin or within
    right: int  # how many points lie in their own class's region
    distance: float | None  # 1 / |w|, if the score is linear

    @classmethod
    def from_estimator(
        cls,
        model: Any,
        X: Any,
        y: Any,
        names: Sequence[str] | None = None,
        *,
        margins: bool | None = None,
        window: Sequence[float] | None = None,
        grid: int = GRID,
    ) -> Self:
        """A fitted classifier of two columns.

        Parameters
        ----------
        model : anything with `predict`; scores come from `decision_function` or `predict_log_proba` if it has one
        X, y : the points to draw, and their labels, of the classes that the model knows
        margins : draw the lines of score -1 and +1 and ring the support vectors; None: if the model is an SVM
        window : (left, right, low, high), to draw training and test points alike; None: around the points
        """
        known = np.asarray(model.classes_)
        p = points(X, y, names)
        codes = np.searchsorted(known, np.asarray(y))
        at = window_of(p.X) if window is None else Window(*window)
        lead = leads(model, mesh(at, grid)).reshape(-1, grid, grid)
        here = leads(model, p.X)
        two = len(known) == 2
        margins = two and (_has_margin(model) if margins is None else margins)
        lines = [drawing.level_lines(at.across(grid), at.up(grid), lead[0], level) for level in (-1.0, 1.0)]
        said = (here[0] > 0.0).astype(int) if two else here.argmax(axis=0)
        return cls(
            p.X, codes, tuple(str(c) for c in known), p.names, at.across(grid), at.up(grid), lead,
            _boundary(at, grid, lead), tuple(lines[0] + lines[1]) if margins else None,
            _supports(model, here, codes, margins), int((said == codes).sum()), _distance(here, p.X) if two else None,
        )  # fmt: skip

    def _draw(self, ax: Any, say: Words) -> None:
        two = len(self.classes) == 2
        self.fill(ax)
        drawing.scatter(ax, self.X, self.codes, self.classes)
        drawing.draw_lines(ax, self.boundary, linewidth=1.8, label=say("boundary" if two else "boundary.many"))
        if self.margins is not None:
            drawing.draw_lines(ax, self.margins, linewidth=1.1, linestyle="--", label=say("margins"))
        drawing.ring(ax, self.X[self.supports], say("supports"))
        Window(*self.across[[0, -1]], *self.up[[0, -1]]).show(ax)
        drawing.name_columns(ax, self.names, say)
        ax.set_title(say("regions.title"), loc="left")
        style.legend(ax, outside=True)

    def fill(self, ax: Any) -> None:
        """The regions alone."""
        leads = [-self.lead[0], self.lead[0]] if len(self.lead) == 1 else list(self.lead)
        for k, lead in enumerate(leads):
            if lead.max() > 0.0:
                ax.contourf(self.across, self.up, lead, levels=[0.0, lead.max()], colors=[style.tint(k)], zorder=0)

    def _alt(self, say: Words) -> str:
        parts = [say("alt.regions", classes=say.several(self.classes), right=self.right, n=len(self.X))]
        if self.distance is not None:
            parts.append(say("alt.straight"))
        if self.margins is not None:
            parts.append(say("alt.supports", n=len(self.supports)))
            if self.distance is not None:
                parts.append(say("alt.distance", distance=self.distance))
        return " ".join(parts)


def leads(model: Any, X: Array) -> Array:
    """How far each class is ahead at each row: (1, n) with two classes, else (classes, n); as `predict` has it."""
    codes = np.searchsorted(model.classes_, model.predict(X))
    K = len(model.classes_)
    Z = _scores(model, X, K)
    if Z is not None and K == 2 and ((Z[:, 0] > 0.0) == (codes == 1)).mean() > 0.999:
        return np.asarray(Z.T)
    if K > 2 and hasattr(_last(model), "decision_function_shape"):
        return _pair_leads(model, X, codes, K)
    if Z is not None and K > 2 and Z.shape[1] == K and (Z.argmax(axis=1) == codes).mean() > 0.999:
        best = np.sort(Z, axis=1)
        others = np.where(np.arange(K) == Z.argmax(axis=1)[:, None], best[:, [-2]], best[:, [-1]])
        return np.asarray((Z - others).T)
    if K == 2:  # scores that predict does not follow, or none: the answers alone
        return np.where(codes == 1, 1.0, -1.0)[None, :]
    return np.where(np.arange(K)[:, None] == codes, 1.0, -1.0)


def _pair_leads(model: Any, X: Array, codes: Array, K: int) -> Array:
    """One against one: a class leads by the least of its scores against the others; where none beats all, by vote."""
    last = copy.copy(_last(model))
    last.decision_function_shape = "ovo"
    X = model[:-1].transform(X) if hasattr(model, "named_steps") and len(model) > 1 else X
    Z = np.asarray(last.decision_function(X))
    least = np.full((K, len(X)), np.inf)
    for p, (i, j) in enumerate(combinations(range(K), 2)):
        least[i], least[j] = np.minimum(least[i], Z[:, p]), np.minimum(least[j], -Z[:, p])
    undecided = least.max(axis=0) <= 0.0
    least[codes[undecided], np.flatnonzero(undecided)] = 1e-6
    return least


def _scores(model: Any, X: Array, K: int) -> Array | None:
    if hasattr(model, "decision_function"):
        Z = np.asarray(model.decision_function(X))
        return Z.reshape(len(X), -1)
    if hasattr(model, "predict_log_proba"):
        P = np.maximum(np.asarray(model.predict_log_proba(X)), -700.0)
        return np.asarray(P[:, [1]] - P[:, [0]]) if K == 2 else P
    return None


def _boundary(at: Window, grid: int, lead: Array) -> tuple[Array, ...]:
    lines = [line for each in lead for line in drawing.level_lines(at.across(grid), at.up(grid), each, 0.0)]
    return tuple(lines)


def _last(model: Any) -> Any:
    return model[-1] if hasattr(model, "named_steps") else model


def _has_margin(model: Any) -> bool:
    last = _last(model)
    return hasattr(last, "support_") or getattr(last, "loss", None) in ("hinge", "squared_hinge")


def _supports(model: Any, here: Array, codes: Array, margins: bool) -> Array:
    """With two classes the points whose margin y z is at most 1; with more, those the model names (fitted on them)."""
    if margins:
        return np.flatnonzero(np.where(codes == 1, 1.0, -1.0) * here[0] <= 1.0 + AT_THE_MARGIN)
    named = getattr(_last(model), "support_", None) if len(here) > 1 else None
    fitted_on = named is not None and getattr(_last(model), "shape_fit_", (0,))[0] == len(codes)
    return np.sort(np.asarray(named)) if fitted_on else np.empty(0, np.int64)


def _distance(here: Array, X: Array) -> float | None:
    """1 / |w| if the scores of the points are w . x + b."""
    A = np.column_stack([X, np.ones(len(X))])
    found, _, rank, _ = np.linalg.lstsq(A, here[0], rcond=None)
    exact = rank == 3 and np.abs(A @ found - here[0]).max() <= 1e-6 * max(1.0, np.abs(here[0]).max())
    return float(1.0 / np.linalg.norm(found[:2])) if exact and found[:2].any() else None
