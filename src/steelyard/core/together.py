"""Rows whose alphas only get on together.

Two texts that are nearly the same share one pull. Visited one at a time they creep: each visit takes back most of what
the last one gave to the other, and what they do not agree on disturbs all others. They give themselves away: they are
the rows that move most. Those are solved together, all others at rest, on the Gram matrix of these rows: coordinate
descent again, where a visit costs one number a row, and Newton's method for what that leaves.
"""

from __future__ import annotations

import math

import numpy as np

from steelyard._jit import jit
from steelyard.core import losses
from steelyard.core.dual_steps import best, bound, dual_curvature, dual_slope, mismatch
from steelyard.core.lane_problem import Sides
from steelyard.core.lane_weights import LaneWeights, lane_gram, lane_pull, lane_scores
from steelyard.core.losses import Loss
from steelyard.core.rows import Array, Rows

MOST_TURNS = 5
SWEEPS = 10  # before a leap
SETTLED = 1e-3  # of what the largest sweep moved


def movers(moved: Array, count: int) -> Array:
    """The rows that moved most, at most so many, in the order of the data."""
    count = min(count, int(np.count_nonzero(moved)))
    return np.sort(np.argpartition(-moved, max(count - 1, 0))[:count])


@jit
def solve_together(
    X: Rows, W: LaneWeights, sides: Sides, loss: Loss, lane: int, some: Array, work: Array,
    alpha: Array, lean: Array, S: Array, mismatches: Array,
) -> None:  # fmt: skip
    """Make the alphas of some rows the best for one lane. `work` has a 0 for each column."""
    G, m = np.empty((len(some), len(some))), np.empty(len(some))
    z, a, spring = np.zeros(alpha.shape[1]), np.zeros(alpha.shape[1]), sides.spring[lane]
    y, c, old = sides.y[some, lane], sides.c[some, lane], alpha[some, lane]
    lane_gram(W, X, lane, some, work, G)
    for i in range(len(some)):
        lane_scores(W, X, some[i], z)
        m[i] = y[i] * (z[lane] + lean[lane])
        for j in range(len(some)):
            G[i, j] = y[i] * y[j] * (G[i, j] + spring)
    new = old.copy()
    _descend(loss, G, m, c, new)
    for i in range(len(some)):
        mismatches[some[i], lane] = mismatch(loss, m[i], c[i], new[i])
        alpha[some[i], lane] = new[i]
        a[lane] = y[i] * (new[i] - old[i])
        S[lane] += a[lane]
        lean[lane] += spring * a[lane]
        lane_pull(W, X, some[i], a)


@jit
def _descend(loss: Loss, G: Array, m: Array, c: Array, alpha: Array) -> None:
    """Move alphas whose margins are m until hardly one moves: sweeps tell which are at a bound, leaps do the rest."""
    first = 0.0
    for turn in range(MOST_TURNS):
        sweeps, most = 0, np.inf
        while sweeps < SWEEPS and (sweeps == 0 or most > SETTLED * first):
            most = _sweep(loss, G, m, c, alpha)
            first = max(first, most)
            sweeps += 1
        if turn > 0 and sweeps == 1:
            break
        _leap(loss, G, m, c, alpha)


@jit
def _sweep(loss: Loss, G: Array, m: Array, c: Array, alpha: Array) -> float:
    """Each alpha in turn; the largest change"""
    most = 0.0
    for i in range(len(alpha)):
        new = best(loss, m[i], G[i, i], c[i], alpha[i])
        change = new - alpha[i]
        if change != 0.0:
            alpha[i] = new
            for j in range(len(alpha)):
                m[j] += change * G[i, j]
            most = max(most, abs(change))
    return most


@jit
def _leap(loss: Loss, G: Array, m: Array, c: Array, alpha: Array) -> None:
    """Newton's step for the alphas within their bounds: each cut at its own; if that is uphill, all at the first."""
    H, d, t = np.zeros(G.shape), np.zeros(len(alpha)), 1.0
    for i in range(len(alpha)):
        if 0.0 < alpha[i] < bound(loss, c[i]):
            d[i] = -m[i] - dual_slope(loss, c[i], alpha[i])
            for j in range(i):
                if 0.0 < alpha[j] < bound(loss, c[j]):
                    H[i, j] = G[i, j]
            H[i, i] = G[i, i] + dual_curvature(loss, c[i], alpha[i])
    solve_positive(H, d)
    cut = np.empty(len(alpha))
    for i in range(len(alpha)):
        room = -alpha[i] if d[i] < 0.0 else bound(loss, c[i]) - alpha[i]
        cut[i] = d[i] if abs(d[i]) < abs(room) else 0.99 * room
        if d[i] != 0.0:
            t = min(t, 0.99 * room / d[i])
    if not _take(loss, G, m, c, alpha, cut):
        _take(loss, G, m, c, alpha, t * d)


@jit
def _take(loss: Loss, G: Array, m: Array, c: Array, alpha: Array, d: Array) -> bool:
    """Move by d if the dual gets better by it."""
    u = G @ d
    change = 0.0
    for i in range(len(d)):
        if d[i] != 0.0:
            before = losses.conjugate(loss, 1.0, -alpha[i] / c[i])
            after = losses.conjugate(loss, 1.0, -(alpha[i] + d[i]) / c[i])
            change += d[i] * (m[i] + 0.5 * u[i]) + c[i] * (after - before)
    better = change < 0.0
    if better:
        alpha += d
        m += u
    return better


@jit
def solve_positive(H: Array, d: Array) -> None:
    """d = H^-1 d, by Cholesky's factor, which overwrites H (read below its diagonal). Where a column is a mix of those
    before it, or 0, the answer is 0."""
    n = len(d)
    for i in range(n):
        enough = 1e-12 * H[i, i]
        for j in range(i + 1):
            for k in range(j):
                H[i, j] -= H[i, k] * H[j, k]
            if j < i:
                H[i, j] = H[i, j] / H[j, j] if H[j, j] > 0.0 else 0.0
        H[i, i] = math.sqrt(H[i, i]) if H[i, i] > enough else 0.0
    for i in range(n):
        for j in range(i):
            d[i] -= H[i, j] * d[j]
        d[i] = d[i] / H[i, i] if H[i, i] > 0.0 else 0.0
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            d[i] -= H[j, i] * d[j]
        d[i] = d[i] / H[i, i] if H[i, i] > 0.0 else 0.0
