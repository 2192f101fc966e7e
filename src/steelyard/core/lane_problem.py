"""One problem, or eight side by side, in the form that the dual asks for: arrays (n, L) with the lane last."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core.lane_weights import Eight, LaneWeights, One, ScaledEight, lane_squared_norms
from steelyard.core.objective import Certificate, Problem
from steelyard.core.rows import Array, Rows

STIFFNESS = 1000.0  # against how far all alphas together give way; 80 is too soft for classes of unequal size


class Scales(NamedTuple):
    """Lane l sees x[i,j] columns[j,l] rows[i,l]; 0 for a column that the lane may not know."""

    columns: Array  # (d, 8), >= 0
    rows: Array  # (n, 8), >= 0


class Sides(NamedTuple):
    """What each lane asks of each row, (n, L), and the spring that pulls sum_i alpha_i y_i to 0, (L,)."""

    y: Array
    c: Array
    q: Array  # |x_i|^2 as the lane sees it
    spring: Array


def lane_weights(w: Array, scales: Scales | None = None) -> LaneWeights:
    """w as the verbs of lanes want it. With scales it is a w: what a lane puts on the shared columns."""
    if w.ndim == 1:
        return One(w)
    return Eight(w) if scales is None else ScaledEight(w, np.square(scales.columns), scales.rows)


def sides_of(problem: Problem, W: LaneWeights) -> Sides:
    """The costs and labels of the problem as (n, L), with what follows from them."""
    y, c = (side.reshape(len(side), -1) for side in (problem.y, problem.c))
    q = np.empty(c.shape)
    _squared_norms(problem.X, W, q)
    yielding = c / (1.0 + q * c)  # about how far an alpha gives way when its margin moves by 1
    total = yielding.sum(axis=0) + (c == 0.0).all(axis=0)
    return Sides(y, c, q, (STIFFNESS if problem.intercept else 0.0) / total)


@jit
def _squared_norms(X: Rows, W: LaneWeights, q: Array) -> None:
    for i in range(len(q)):
        lane_squared_norms(W, X, i, q[i])


def certificate_of(objective: Array, dual: Array, one: bool) -> Certificate:
    """The certificate of all lanes: arrays, or numbers if there is but one."""
    gap = relative_gap(objective, dual)
    if one:
        return Certificate(float(objective[0]), float(dual[0]), float(gap[0]))
    return Certificate(objective, dual, gap)  # type: ignore[arg-type]  # arrays where others have a number


def relative_gap(objective: Array, dual: Array) -> Array:
    """(objective - dual) / objective; 1 where nothing is known, 0 where the objective is 0"""
    known = np.isfinite(objective) & (objective > 0.0)
    gap = np.divide(objective - dual, objective, out=np.ones_like(objective), where=known)
    return np.where(objective == 0.0, 0.0, gap)
