"""The dual of softmax regression at one row: a point p of the simplex, kept as log p.

    divergence(...)   how far p is from softmax(z): what the row adds to the gap
    solve(...)        the p with  log p_k + q c p_k = z_k + q c old_k - nu,  nu such that p sums to 1

With log p as the unknown the equation is u + qc exp(u) = const: increasing and convex, so Newton comes down to the root
from above in a few steps and never leaves the positive side. From far below it would jump far above the root and then
come down by 1 a step; it is cut at a bound instead: qc p = omega(y) <= max(1, y), with omega of Wright's function and
y = log p + qc p + log(qc).
"""

from __future__ import annotations

import math

from steelyard._jit import jit
from steelyard.core.exponentials import exponentials
from steelyard.core.rows import SIMD, Array

SETTLED = 0.3  # the share of p that a Newton step may move and be the last: the next epoch goes on from there
MOST_STEPS = 20


@jit(_nrt=False, fastmath=SIMD)
def divergence(log_p: Array, old: Array, z: Array, u: Array, p: Array) -> float:
    """KL(p || softmax(z)) to second order: half the variance of log p - z. Copies the old point into u and p."""
    mean, square = 0.0, 0.0
    for k in range(len(u)):
        u[k], p[k] = log_p[k], old[k]
        r = log_p[k] - z[k]
        mean += old[k] * r
        square += old[k] * r * r
    return 0.5 * max(square - mean * mean, 0.0)


@jit(_nrt=False, fastmath=SIMD)
def solve(
    z: Array, old: Array, qc: float, u: Array, p: Array, move: Array, damp: Array, power: Array, bits: Array
) -> None:
    """p with log p + qc p = z + qc old - nu and sum 1, from the guess p = exp(u)"""
    for _ in range(MOST_STEPS):
        total, weighted = 0.0, 0.0
        for k in range(len(u)):
            move[k] = z[k] - u[k] + qc * (old[k] - p[k])
            damp[k] = 1.0 / (1.0 + qc * p[k])
            total += p[k] * damp[k]
            weighted += p[k] * damp[k] * move[k]
        nu = weighted / total
        high, moved = 0, 0.0
        for k in range(len(u)):
            move[k] = (move[k] - nu) * damp[k]
            high += 1 if move[k] > 1.0 else 0
            moved += p[k] * abs(move[k])
        if high > 0:
            _cut(z, old, qc, nu, u, move)
        total = 0.0
        for k in range(len(u)):
            u[k] += move[k]
        exponentials(u, p, power, bits)
        for k in range(len(u)):
            total += p[k]
        log_total = math.log(total)
        for k in range(len(u)):
            u[k] -= log_total
            p[k] /= total
        if moved < SETTLED and high == 0:
            break


@jit(_nrt=False)
def _cut(z: Array, old: Array, qc: float, nu: float, u: Array, move: Array) -> None:
    """Steps up that are too long, cut at the bound."""
    for k in range(len(u)):
        if move[k] > 1.0:
            bound = 0.0  # p <= 1
            if qc > 0.0:
                y = z[k] + qc * old[k] - nu + math.log(qc)
                bound = min(math.log(max(y, 1.0) / qc), 0.0)
            move[k] = min(move[k], max(bound - u[k], 1.0))
