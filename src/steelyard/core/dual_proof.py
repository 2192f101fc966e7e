"""The certificate of a dual point with its weights, L2, lane by lane, in one pass over the rows.

The primal is exact: it is the objective at these weights. The dual asks for sum_i alpha_i y_i = 0 if there is an
intercept, so the alphas of the heavier side are scaled by f < 1, v being what they pull:

    w' = w - (1 - f) v,   |w'|^2 = |w|^2 - 2 (1 - f) w.v + (1 - f)^2 |v|^2,   |v| <= sum of alpha_i |x_i| over that side

w.v comes from the scores. The last term is replaced by its bound, so that no second pass is needed: the proof stays a
proof, and what it gives away is of the order of S^2 / 2.
"""

from __future__ import annotations

import math

import numpy as np

from steelyard._jit import jit
from steelyard.core import losses
from steelyard.core.blocks import Block, blocks, sum_over_blocks
from steelyard.core.lane_problem import Sides
from steelyard.core.lane_weights import LaneWeights, lane_penalties, lane_scores
from steelyard.core.losses import Loss
from steelyard.core.objective import Problem
from steelyard.core.rows import Array, Rows, n_rows

LOSS, CONJUGATE, CROSS, LENGTH = 0, 1, 2, 3


def prove(
    problem: Problem, W: LaneWeights, sides: Sides, b: Array, alpha: Array, threads: int | None = None
) -> tuple[Array, Array]:
    """(objective, dual) of each lane; `dual <= optimum <= objective`."""
    X, loss = problem.X, problem.loss
    factors = balancing(sides.y, alpha) if problem.intercept else np.ones((2, len(b)))
    sums = sum_over_blocks(lambda block: _sums(X, W, sides, loss, b, alpha, factors, block), blocks(n_rows(X)), threads)
    half_norm = penalties_of(W, len(b))
    shrunk = (1.0 - factors.min(axis=0)) * sums[LENGTH]
    return half_norm + sums[LOSS], -(half_norm + sums[CROSS] + 0.5 * shrunk * shrunk) - sums[CONJUGATE]


def balancing(y: Array, alpha: Array) -> Array:
    """Factors for the alphas of y > 0 and of y < 0 that make sum_i alpha_i y_i = 0: the heavier side comes down."""
    above, below = (np.where(y > 0.0, alpha, 0.0).sum(axis=0), np.where(y < 0.0, alpha, 0.0).sum(axis=0))
    lighter = np.minimum(above, below)
    return np.stack([np.divide(lighter, side, out=np.ones_like(side), where=side > 0.0) for side in (above, below)])


@jit(lanes=True)
def _sums(
    X: Rows, W: LaneWeights, sides: Sides, loss: Loss, b: Array, alpha: Array, factors: Array, block: Block
) -> Array:
    out, z = np.zeros((4, len(b))), np.empty(len(b))
    y, c, q = sides.y, sides.c, sides.q
    for i in range(block.start, block.stop):
        lane_scores(W, X, i, z)
        for lane in range(len(b)):
            if c[i, lane] > 0.0:
                m, a = y[i, lane] * z[lane], alpha[i, lane]
                f = factors[0 if y[i, lane] > 0.0 else 1, lane]
                out[LOSS, lane] += c[i, lane] * losses.value(loss, 1.0, m + y[i, lane] * b[lane])
                out[CONJUGATE, lane] += c[i, lane] * losses.conjugate(loss, 1.0, -f * a / c[i, lane])
                out[CROSS, lane] -= (1.0 - f) * a * m
                if f < 1.0:
                    out[LENGTH, lane] += a * math.sqrt(q[i, lane])
    return out


@jit(lanes=True)
def penalties_of(W: LaneWeights, count: int) -> Array:
    total = np.empty(count)
    lane_penalties(W, total)
    return total


def lower_value(W: LaneWeights, sides: Sides, loss: Loss, alpha: Array) -> Array:
    """The dual of each lane, its alphas taken as they are: no proof where there is an intercept, but a good guess."""
    return np.asarray(-penalties_of(W, alpha.shape[1]) - conjugates(sides.c, alpha, loss))


@jit
def conjugates(c: Array, alpha: Array, loss: Loss) -> Array:
    total = np.zeros(c.shape[1])
    for i in range(len(c)):
        for lane in range(c.shape[1]):
            if c[i, lane] > 0.0:
                total[lane] += c[i, lane] * losses.conjugate(loss, 1.0, -alpha[i, lane] / c[i, lane])
    return total
