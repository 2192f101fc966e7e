"""The Hessian of the objective, in (w, b):  penalty'' + sum_i h_i (x_i, 1)(x_i, 1)^T,  h_i = c_i l''(y_i, z_i).

It is never formed here (`gram` forms it where columns are few): its product with a vector and its diagonal are one pass
over the rows each.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit
from steelyard.core import penalties
from steelyard.core.blocks import Block, blocks, sum_over_blocks
from steelyard.core.objective import Problem
from steelyard.core.rows import Array, Rows, axpy, axpy_squares, dot, n_columns


def hessian_product(
    problem: Problem, h: Array, v: Array, v_b: float, threads: int | None = None
) -> tuple[Array, float]:
    """The Hessian times (v, v_b), given the curvatures h: one pass. Without an intercept v_b counts as 0."""
    X, d = problem.X, len(v)
    v_b = v_b if problem.intercept else 0.0
    total = sum_over_blocks(lambda block: _hessian_product(X, h, v, v_b, block), blocks(len(h)), threads)
    return total[:d] + penalties.curvature(problem.penalty, 0.0) * v, float(total[d]) if problem.intercept else 0.0


@jit
def _hessian_product(X: Rows, h: Array, v: Array, v_b: float, block: Block) -> Array:
    out = np.zeros(len(v) + 1)
    for i in range(block.start, block.stop):
        if h[i] != 0.0:
            a = h[i] * (dot(X, i, v) + v_b)
            axpy(a, X, i, out)
            out[len(v)] += a
    return out


def hessian_diagonal(problem: Problem, h: Array, threads: int | None = None) -> Array:
    """The Hessian's diagonal, the intercept's last (1 without one)."""
    d = n_columns(problem.X)
    total = sum_over_blocks(lambda block: _squares(problem.X, h, d, block), blocks(len(h)), threads)
    total[:d] += penalties.curvature(problem.penalty, 0.0)
    total[d] = total[d] if problem.intercept else 1.0
    return total


@jit
def _squares(X: Rows, h: Array, d: int, block: Block) -> Array:
    out = np.zeros(d + 1)
    for i in range(block.start, block.stop):
        axpy_squares(h[i], X, i, out)
        out[d] += h[i]
    return out
