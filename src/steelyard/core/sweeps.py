"""A quadratic model of the losses with a kink in every weight, minimised column by column.

The model, for a change u of the scores: (-s) . u + 1/2 sum_i h_i u_i^2, and the penalty. q = h u - s is its slope in u.
Columns that rest where they should are left out until those that move have settled.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit, leaf
from steelyard.core import penalties
from steelyard.core.columns import weighted_axpy, weighted_square
from steelyard.core.penalties import Penalty
from steelyard.core.rows import Array, Rows, dot

MOST_SWEEPS = 10  # the next model is a better use of time
SETTLED = 0.3  # of what the first sweep found


def sweeps(
    columns: Rows, penalty: Penalty, of: Array, h: Array, q: Array, w: Array, intercept: bool
) -> tuple[float, float, int]:
    """Move the weights w of the columns `of`.

    How far off the first sweep found them at most, the change of the intercept, and how many columns were visited.
    """
    H, total = np.empty(len(of)), float(h.sum())
    _squares(columns, of, h, H)
    now, first, lean, visited = np.arange(len(of)), 0.0, 0.0, 0
    for number in range(MOST_SWEEPS):
        off = np.empty(len(now))
        worst = _sweep(columns, penalty, of, now, h, H, w, q, off)
        visited += len(now)
        if intercept and total > 0.0:
            worst = max(worst, abs(float(q.sum())))
            step = -float(q.sum()) / total
            q += step * h
            lean += step
        first = worst if number == 0 else first
        if number > 0 and worst <= SETTLED * first:
            if len(now) == len(of):
                break
            now = np.arange(len(of))
        else:
            now = now[(off > 0.0) | (w[of[now]] != 0.0)]
    return first, lean, visited


@leaf
def _squares(columns: Rows, of: Array, h: Array, H: Array) -> None:
    for a in range(len(of)):
        H[a] = weighted_square(columns, of[a], h)


@leaf
def _sweep(
    columns: Rows, penalty: Penalty, of: Array, now: Array, h: Array, H: Array, w: Array, q: Array, off: Array
) -> float:
    worst = 0.0
    for at in range(len(now)):
        a = now[at]
        j = of[a]
        off[at] = 0.0
        if H[a] > 0.0:
            old = w[j]
            w[j] = penalties.prox(penalty, old - dot(columns, j, q) / H[a], 1.0 / H[a])
            if w[j] != old:
                weighted_axpy(w[j] - old, columns, j, h, q)
                off[at] = abs(w[j] - old) * H[a]
                worst = max(worst, off[at])
    return worst


@jit
def excess(penalty: Penalty, w: Array, v: Array) -> Array:
    """How far the slope in each w_j is from 0, given what pulls it; at the kink, what exceeds the kink"""
    out = np.empty(len(w))
    for j in range(len(w)):
        slope = abs(penalties.slope(penalty, w[j]) - v[j])
        out[j] = slope if w[j] != 0.0 else max(slope - penalties.kink(penalty), 0.0)
    return out


def working_columns(w: Array, off: Array, room: int) -> Array:
    """The columns in use, and at most `room` others or so, those that are off the most; in the order of the data"""
    used = w != 0.0
    wish = np.where(used, 0.0, off)
    if np.count_nonzero(wish) > room:
        wish[wish < np.partition(wish, len(wish) - room)[len(wish) - room]] = 0.0
    return np.flatnonzero(used | (wish > 0.0))
