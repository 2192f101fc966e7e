"""Many classes by softmax: the objective, its slopes and its certificate.

    Objective     1/2 |W|^2 + sum_i c_i (log sum_k exp(z_ik) - z_i,k_i),   z_i = x_i W + b;  b pays no penalty
    Pulls         S_ik = c_i ([k = k_i] - p_ik),  p_i the softmax of z_i;  at the optimum W = sum_i x_i^T S_i
    Dual          for rows q_i of the simplex and S_ik = c_i ([k = k_i] - q_ik):
                  -1/2 |sum_i x_i^T S_i|^2 + sum_i c_i entropy(q_i),  subject to sum_i S_i = 0 with an intercept

Shapes: X rows (n, d); k, c (n,); W (d, K); b (K,); Z, P, S (n, K). Sums over rows in block order, in float64.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard._jit import jit
from steelyard.core import softmax
from steelyard.core.blocks import Block, blocks, for_each_block, sum_over_blocks, wide_blocks
from steelyard.core.objective import Certificate, block_sum, certify
from steelyard.core.rows import Array, Rows, axpy_lanes, dot_lanes, n_columns, n_rows


class MulticlassProblem(NamedTuple):
    """What is minimised; nothing in it moves."""

    X: Rows
    k: NDArray[np.int64]  # the true class of each row
    c: Array  # float64, >= 0
    classes: int
    intercept: bool


def scores(X: Rows, W: Array, b: Array, threads: int | None = None) -> Array:
    """z_i = x_i W + b"""
    Z = np.empty((n_rows(X), len(b)))
    for_each_block(lambda block: _scores(X, W, b, block, Z), blocks(len(Z)), threads)
    return Z


@jit
def _scores(X: Rows, W: Array, b: Array, block: Block, Z: Array) -> None:
    for i in range(block.start, block.stop):
        dot_lanes(X, i, W, Z[i])
        for k in range(len(b)):
            Z[i, k] += b[k]


@jit
def probabilities(Z: Array) -> Array:
    """p_i, the softmax of z_i"""
    P = np.empty(Z.shape)
    for i in range(len(Z)):
        softmax.probabilities(Z[i], P[i])
    return P


@jit
def pulls(k: Array, c: Array, P: Array) -> Array:
    """S_ik = c_i ([k = k_i] - p_ik); the true class's is minus the sum of the others, which keeps its digits"""
    S = np.empty(P.shape)
    for i in range(len(P)):
        others = 0.0
        for j in range(P.shape[1]):
            S[i, j] = -c[i] * P[i, j]
            others += S[i, j] if j != k[i] else 0.0
        S[i, k[i]] = -others
    return S


def pulled(X: Rows, S: Array, threads: int | None = None) -> Array:
    """sum_i x_i^T S_i"""
    cuts = wide_blocks(len(S), n_columns(X) * S.shape[1])
    return sum_over_blocks(lambda block: _pulled(X, S, block), cuts, threads)


@jit
def _pulled(X: Rows, S: Array, block: Block) -> Array:
    V = np.zeros((n_columns(X), S.shape[1]))
    for i in range(block.start, block.stop):
        axpy_lanes(S[i], X, i, V)
    return V


def column_sums(S: Array) -> Array:
    """The sum of each column of an array with one row a row of X, in block order."""
    return np.array([block_sum(np.ascontiguousarray(column)) for column in S.T])


def objective(problem: MulticlassProblem, W: Array, Z: Array) -> float:
    """1/2 |W|^2 + sum_i c_i loss, given the scores Z of W"""
    rows = sum(_total_loss(problem.k, problem.c, Z, block) for block in blocks(len(Z)))
    return 0.5 * float((W * W).sum()) + rows


@jit
def _total_loss(k: Array, c: Array, Z: Array, block: Block) -> float:
    total = 0.0
    for i in range(block.start, block.stop):
        total += c[i] * softmax.value(k[i], Z[i])
    return total


def certificate(
    problem: MulticlassProblem, W: Array, Z: Array, Q: Array | None = None, threads: int | None = None
) -> Certificate:
    """A proven bound on the distance to the optimum, from the scores Z of W and rows Q of the simplex (those of Z)."""
    Q = probabilities(Z) if Q is None else Q
    S = pulls(problem.k, problem.c, Q)
    if problem.intercept:
        Q = balanced(problem, Q, S)
        S = pulls(problem.k, problem.c, Q)
    V = pulled(problem.X, S, threads)
    rows = sum(_total_conjugate(problem.k, problem.c, Q, block) for block in blocks(len(Q)))
    return certify(objective(problem, W, Z), -rows - 0.5 * float((V * V).sum()))


@jit
def _total_conjugate(k: Array, c: Array, Q: Array, block: Block) -> float:
    total = 0.0
    for i in range(block.start, block.stop):
        total += c[i] * softmax.conjugate(k[i], Q[i])
    return total


def balanced(problem: MulticlassProblem, Q: Array, S: Array) -> Array:
    """Q, whose pulls are S, with the pulls on each class brought to the sum 0 that an intercept demands.

    Classes with too much mass, sum_i c_i q_ik, are scaled down; what a row sets free goes to the others in proportion
    to what they lack. Computed from the pulls, which are small near the optimum, so that no digits cancel.
    """
    lack = column_sums(S)
    mass = np.bincount(problem.k, weights=problem.c, minlength=problem.classes) - lack
    given = np.maximum(lack, 0.0)
    taken = np.divide(np.maximum(-lack, 0.0), mass, out=np.zeros_like(mass), where=mass > 0.0)
    if given.sum() == 0.0:
        return Q
    freed = Q * taken
    return np.asarray(Q - freed + freed.sum(axis=1)[:, None] * (given / given.sum()))
