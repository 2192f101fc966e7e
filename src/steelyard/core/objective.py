"""The objective of one problem, its gradient, and the proof of how good a point is.

    Objective     penalty(w) + sum_i c_i l(y_i, z_i),   z_i = w . x_i + b;  the intercept b pays no penalty
    Gradient      in w:  penalty'(w) + sum_i c_i l'(y_i, z_i) x_i;   in b:  sum_i c_i l'(y_i, z_i)
    Dual          for s with c-feasible s_i:  -penalty*(sum_i s_i x_i) - sum_i c_i l*(y_i, -s_i / c_i),
                  subject to sum_i s_i = 0 where there is an intercept

s_i is the *pull* of example i: how hard it pulls w along x_i. In the words of the margin losses s_i = y_i alpha_i with
0 <= alpha_i <= c_i (squared hinge: 0 <= alpha_i). At the optimum s_i = -c_i l'(y_i, z_i); with L2 w = sum_i s_i x_i.

Shapes: X rows (n, d); y, c, z, s (n,); w (d,). Every sum over rows is taken in block order and in float64: the bits do
not depend on the number of threads. A row of cost 0 is not there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core import losses, penalties
from steelyard.core.blocks import Block, blocks, for_each_block, sum_over_blocks
from steelyard.core.losses import Loss
from steelyard.core.penalties import Penalty
from steelyard.core.rows import Array, Rows, axpy, dot, n_columns, n_rows


class Problem(NamedTuple):
    """What is minimised; nothing in it moves."""

    X: Rows
    y: Array  # float64, -1 or +1 (any number with `Squared`)
    c: Array  # float64, >= 0
    loss: Loss
    penalty: Penalty
    intercept: bool  # is there one?


class Certificate(NamedTuple):
    """How far a point can be from the optimum: `dual <= optimum <= objective`."""

    objective: float
    dual: float
    gap: float  # (objective - dual) / objective; 0 where the objective is 0


# Sums over rows. Each has a compiled loop over one block, and a function that runs the blocks and adds.


def scores(X: Rows, w: Array, b: float, threads: int | None = None) -> Array:
    """z_i = w . x_i + b"""
    z = np.empty(n_rows(X))
    for_each_block(lambda block: _scores(X, w, b, block, z), blocks(len(z)), threads)
    return z


@jit
def _scores(X: Rows, w: Array, b: float, block: Block, z: Array) -> None:
    for i in range(block.start, block.stop):
        z[i] = dot(X, i, w) + b


def pulled(X: Rows, s: Array, threads: int | None = None) -> Array:
    """sum_i s_i x_i"""
    return np.asarray(pulled_sides(X, s, threads).sum(axis=0))


def pulled_sides(X: Rows, s: Array, threads: int | None = None) -> Array:
    """sum_i s_i x_i in two rows: over the pulls above 0, and over those below. Balancing needs them apart."""
    return sum_over_blocks(lambda block: _pulled_sides(X, s, block), blocks(len(s)), threads)


@jit
def _pulled_sides(X: Rows, s: Array, block: Block) -> Array:
    sides = np.zeros((2, n_columns(X)))
    for i in range(block.start, block.stop):
        if s[i] > 0.0:
            axpy(s[i], X, i, sides[0])
        elif s[i] < 0.0:
            axpy(s[i], X, i, sides[1])
    return sides


def total_loss(problem: Problem, z: Array) -> float:
    """sum_i c_i l(y_i, z_i)"""
    y, c, loss = problem.y, problem.c, problem.loss
    return sum(_total_loss(loss, y, c, z, block) for block in blocks(len(z)))


@jit
def _total_loss(loss: Loss, y: Array, c: Array, z: Array, block: Block) -> float:
    total = 0.0
    for i in range(block.start, block.stop):
        if c[i] != 0.0:
            total += c[i] * losses.value(loss, y[i], z[i])
    return total


@jit
def pulls(loss: Loss, y: Array, c: Array, z: Array) -> Array:
    """s_i = -c_i l'(y_i, z_i)"""
    s = np.zeros(len(z))
    for i in range(len(z)):
        if c[i] != 0.0:
            s[i] = -c[i] * losses.slope(loss, y[i], z[i])
    return s


@jit
def curvatures(loss: Loss, y: Array, c: Array, z: Array) -> Array:
    """h_i = c_i l''(y_i, z_i)"""
    h = np.zeros(len(z))
    for i in range(len(z)):
        if c[i] != 0.0:
            h[i] = c[i] * losses.curvature(loss, y[i], z[i])
    return h


@jit
def total_penalty(penalty: Penalty, w: Array) -> float:
    """penalty(w)"""
    total = 0.0
    for j in range(len(w)):
        total += penalties.value(penalty, w[j])
    return total


def objective(problem: Problem, w: Array, z: Array) -> float:
    """penalty(w) + sum_i c_i l(y_i, z_i), given the scores z of w"""
    return total_penalty(problem.penalty, w) + total_loss(problem, z)


def gradient(problem: Problem, w: Array, z: Array, threads: int | None = None) -> tuple[Array, float]:
    """The slopes of the objective in w and in b (0 without an intercept), given the scores z of w."""
    s = pulls(problem.loss, problem.y, problem.c, z)
    g = _penalty_slopes(problem.penalty, w) - pulled(problem.X, s, threads)
    return g, -block_sum(s) if problem.intercept else 0.0


def largest_slope(problem: Problem, w: Array, z: Array, threads: int | None = None) -> float:
    """The largest absolute slope: 0 at the optimum alone. At a kink only what exceeds the kink counts."""
    g, g_b = gradient(problem, w, z, threads)
    resting = np.where(w == 0.0, penalties.kink(problem.penalty), 0.0)
    return max(float(np.maximum(np.abs(g) - resting, 0.0).max(initial=0.0)), abs(g_b))


@jit
def _penalty_slopes(penalty: Penalty, w: Array) -> Array:
    g = np.empty(len(w))
    for j in range(len(w)):
        g[j] = penalties.slope(penalty, w[j])
    return g


def block_sum(values: Array) -> float:
    """The sum of a vector with one entry a row, in block order."""
    return sum(float(values[block.start : block.stop].sum()) for block in blocks(len(values)))


# The certificate


def certificate(
    problem: Problem, w: Array, z: Array, s: Array | None = None, threads: int | None = None
) -> Certificate:
    """A proven bound on the distance to the optimum, from the scores z of w and the pulls s (those of z if not given).

    Valid for any s: it is first made admissible (costs, balance of the intercept, the penalty's dual norm).
    """
    if s is None:
        s = pulls(problem.loss, problem.y, problem.c, z)
    sides = pulled_sides(problem.X, s, threads)
    return certify(objective(problem, w, z), dual_objective(problem, s, sides))


def certify(primal: float, dual: float) -> Certificate:
    """The certificate of a primal and a dual value."""
    return Certificate(primal, dual, (primal - dual) / primal if primal > 0.0 else 0.0)


def dual_objective(problem: Problem, s: Array, sides: Array) -> float:
    """The dual at the pulls s made admissible, with `sides = pulled_sides(X, s)`."""
    above, below = balance(s) if problem.intercept else (1.0, 1.0)
    v = above * sides[0] + below * sides[1]
    shrink = penalties.admissible(problem.penalty, float(np.abs(v).max(initial=0.0)))
    s = shrink * np.where(s > 0.0, above * s, below * s)
    y, c, loss = problem.y, problem.c, problem.loss
    rows = sum(_total_conjugate(loss, y, c, s, block) for block in blocks(len(s)))
    return -_total_penalty_conjugate(problem.penalty, shrink * v) - rows


def balance(s: Array) -> tuple[float, float]:
    """Factors for the pulls above 0 and below 0: the heavier side comes down until the pulls add up to 0.

    An intercept that pays no penalty demands that sum of a dual point.
    """
    above, below = block_sum(np.maximum(s, 0.0)), -block_sum(np.minimum(s, 0.0))
    if above == below:
        return 1.0, 1.0
    return (below / above, 1.0) if above > below else (1.0, above / below)


@jit
def _total_penalty_conjugate(penalty: Penalty, v: Array) -> float:
    total = 0.0
    for j in range(len(v)):
        total += penalties.conjugate(penalty, v[j])
    return total


@jit
def _total_conjugate(loss: Loss, y: Array, c: Array, s: Array, block: Block) -> float:
    total = 0.0
    for i in range(block.start, block.stop):
        if c[i] != 0.0:
            total += c[i] * losses.conjugate(loss, y[i], -s[i] / c[i])
    return total
