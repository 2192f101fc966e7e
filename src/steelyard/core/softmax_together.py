"""Rows whose dual points only get on together: `together.py` for many classes.

Each row has a point of the simplex in place of an alpha, and K scores in place of a margin.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit
from steelyard.core.exponentials import exponentials
from steelyard.core.lane_weights import One, lane_gram
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.rows import SIMD, Array
from steelyard.core.simplex import solve
from steelyard.core.softmax_dual import pull, scores_of

MOST_SWEEPS = 100
SETTLED = 1e-2  # of what the first sweep moved


@jit
def solve_together(
    problem: MulticlassProblem, some: Array, spring: float, W: Array, b: Array, log_p: Array, left: Array
) -> None:
    """Make the points of some rows the best ones, all others at rest."""
    K, work = problem.classes, np.zeros(len(W))
    G, Z, c = np.empty((len(some), len(some))), np.empty((len(some), K)), problem.c[some]
    P, room = np.empty((len(some), K)), np.empty((6, K))
    bits = room[5].view(np.int64)
    lane_gram(One(work), problem.X, 0, some, work, G)
    G += spring
    for i in range(len(some)):
        scores_of(problem.X, some[i], W, b, Z[i])
        exponentials(log_p[some[i]], P[i], room[5], bits)
    before = P.copy()
    first = 0.0
    for sweep in range(MOST_SWEEPS):
        most = 0.0
        for i in range(len(some)):
            a = room[0]
            moved = _visit(c[i], c[i] * G[i, i], Z[i], P[i], log_p[some[i]], a, room)
            most = max(most, moved)
            if moved > 0.0:
                _pass_on(G[i], a, Z)
        first = most if sweep == 0 else first
        if most <= SETTLED * first:
            break
    for i in range(len(some)):
        a = c[i] * (before[i] - P[i])
        left += a
        b += spring * a
        pull(a, problem.X, some[i], W)


@jit(_nrt=False, fastmath=SIMD)
def _visit(c: float, qc: float, z: Array, p: Array, log_p: Array, a: Array, room: Array) -> float:
    """The best point of one row. Writes its pull into a; returns how much that is."""
    u, new, bits = room[1], room[2], room[5].view(np.int64)
    moved = 0.0
    for k in range(len(p)):
        u[k], new[k] = log_p[k], p[k]
    solve(z, p, qc, u, new, room[3], room[4], room[5], bits)
    for k in range(len(p)):
        a[k] = c * (p[k] - new[k])
        moved += abs(a[k])
        p[k], log_p[k] = new[k], u[k]
    return moved


@jit(_nrt=False, fastmath=SIMD)
def _pass_on(couplings: Array, a: Array, Z: Array) -> None:
    """What the pull a of one row does to the scores of all."""
    for j in range(len(Z)):
        for k in range(len(a)):
            Z[j, k] += couplings[j] * a[k]
