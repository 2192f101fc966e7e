"""Rows whose alphas only get on together.

Two texts that are nearly the same share one pull. Visited one at a time they creep: each visit takes back most of what
the last one gave to the other, and what they do not agree on disturbs all others. They give themselves away: they are
the rows that move most. Those are solved together, all others at rest: coordinate descent again, but on the Gram matrix
of these rows, where a visit costs one number a row and a thousand sweeps are soon made.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit
from steelyard.core.dual_steps import best, mismatch
from steelyard.core.lane_problem import Sides
from steelyard.core.lane_weights import LaneWeights, lane_gram, lane_pull, lane_scores
from steelyard.core.losses import Loss
from steelyard.core.rows import Array, Rows

MOST_SWEEPS = 1000
SHARE = 2  # nor more solves than so many passes over all rows would make
SETTLED = 1e-3  # of what the first sweep moved


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
    _descend(loss, G, m, c, new, min(MOST_SWEEPS, SHARE * len(alpha) // len(some) + 1))
    for i in range(len(some)):
        mismatches[some[i], lane] = mismatch(loss, m[i], c[i], new[i])
        alpha[some[i], lane] = new[i]
        a[lane] = y[i] * (new[i] - old[i])
        S[lane] += a[lane]
        lean[lane] += spring * a[lane]
        lane_pull(W, X, some[i], a)


@jit
def _descend(loss: Loss, G: Array, m: Array, c: Array, alpha: Array, most_sweeps: int) -> None:
    """Move alphas whose margins are m until hardly one moves."""
    first = 0.0
    for sweep in range(most_sweeps):
        most = 0.0
        for i in range(len(alpha)):
            new = best(loss, m[i], G[i, i], c[i], alpha[i])
            change = new - alpha[i]
            if change != 0.0:
                alpha[i] = new
                for j in range(len(alpha)):
                    m[j] += change * G[i, j]
                most = max(most, abs(change))
        first = most if sweep == 0 else first
        if most <= SETTLED * first:
            break
