"""Starting a fit from the alphas of another: of another strength, or the mean of the folds'.

Costs that grow let the alphas grow, but not in proportion: an example that the other fit got right needs little more
pull. So the alphas are scaled by the one factor that is best for the dual, found by searching the line. What the rows
say to it is taken from a sample: nearly the best factor does as well.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit
from steelyard.algorithms.dual_descent import DualDescent, State
from steelyard.core.dual_proof import conjugates, penalties_of
from steelyard.core.lane_problem import lane_weights
from steelyard.core.lane_weights import LaneWeights, lane_pull
from steelyard.core.rows import Array, Rows

SAMPLE = 2000  # rows
FACTORS = np.geomspace(0.01, 1.0, 25)  # of the largest one that keeps every alpha within its cost


def warm_start(algorithm: DualDescent, alpha: Array, b: Array | float) -> State:
    """The state with the given alphas (n, L), scaled as is best for each lane. Costs half a pass."""
    y, c, _, _ = algorithm.sides
    alpha = np.where(c > 0.0, alpha, 0.0)
    blank = algorithm.start(b=b)
    W = lane_weights(blank.w, algorithm.scales)
    pull_all(algorithm.problem.X, W, y * alpha)
    factor = best_factors(algorithm, alpha, penalties_of(W, alpha.shape[1]))
    alpha *= factor
    blank.w[...] *= factor if blank.w.ndim > 1 else factor[0]
    return algorithm.start(blank.w, b, np.minimum(alpha, c))


def best_factors(algorithm: DualDescent, alpha: Array, half_norms: Array) -> Array:
    """For each lane the factor f that makes 1/2 |f w|^2 + sum_i c_i l*(-f alpha_i / c_i) least."""
    c, loss = algorithm.sides.c, algorithm.problem.loss
    share = np.divide(alpha, c, out=np.zeros_like(c), where=c > 0.0).max(axis=0)
    largest = 1.0 / np.where(share > 0.0, share, 1.0)
    every = max(1, len(c) // SAMPLE)
    some_c, some_alpha = np.ascontiguousarray(c[::every]), np.ascontiguousarray(alpha[::every])
    values = [
        np.square(f * largest) * half_norms + len(c) / len(some_c) * conjugates(some_c, f * largest * some_alpha, loss)
        for f in FACTORS
    ]
    return np.asarray(largest * FACTORS[np.argmin(values, axis=0)])


@jit(lanes=True)
def pull_all(X: Rows, W: LaneWeights, s: Array) -> None:
    """w_l = sum_i s[i,l] x_i, from weights of 0"""
    a = np.empty(s.shape[1])
    for i in range(len(s)):
        for lane in range(len(a)):
            a[lane] = s[i, lane]
        lane_pull(W, X, i, a)
