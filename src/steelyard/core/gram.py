"""The weighted Gram matrix of rows, sum_i h_i (x_i, 1)(x_i, 1)^T: a whole Hessian, where the columns are few.

Dense rows go to BLAS by the symmetric product (syrk), half the work of a general one, block by block: the threads are
ours and BLAS has one, because its own change the last bits (measured with OpenBLAS, with 385 columns).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from steelyard._jit import jit, verb
from steelyard._threads import one_blas_thread
from steelyard.core.blocks import Block, blocks, sum_over_blocks
from steelyard.core.rows import CSR, Array, Rows, n_columns, n_rows

ROWS_AT_ONCE = 1024  # a block that stays in the cache between its scaling and its product


@verb(by="X")
def gram(X: Rows, h: Array, rows: Array, threads: int | None = None) -> Array:
    """sum over i in rows of h_i (x_i, 1)(x_i, 1)^T; the last row and column belong to the intercept. h >= 0"""
    raise NotImplementedError


@gram.on(np.ndarray)
def _gram_dense(X: Array, h: Array, rows: Array, threads: int | None = None) -> Array:
    def of_block(block: Block) -> Array:
        taken = rows[block.start : block.stop]
        scaled = np.empty((len(taken), X.shape[1] + 1))
        scaled[:, -1] = np.sqrt(h[taken])
        np.multiply(X[taken], scaled[:, -1:], out=scaled[:, :-1])
        return np.asarray(scaled.T @ scaled)  # NumPy sees the two are one, and calls syrk

    with one_blas_thread():
        return sum_over_blocks(of_block, blocks(len(rows), ROWS_AT_ONCE), threads)


@gram.on(CSR)
def _gram_sparse(X: CSR, h: Array, rows: Array, threads: int | None = None) -> Array:
    total = np.zeros((X.n_columns + 1, X.n_columns + 1))
    _add_outer_products(X, h, rows, total)
    diagonal = total.diagonal().copy()
    total += total.T  # each pair was met once
    np.fill_diagonal(total, diagonal)
    return total


@jit
def _add_outer_products(X: CSR, h: Array, rows: Array, total: Array) -> None:
    d = X.n_columns
    for i in rows:
        total[d, d] += h[i]
        for a in range(X.indptr[i], X.indptr[i + 1]):
            j, hx = X.indices[a], h[i] * np.float64(X.data[a])
            total[d, j] += hx
            for k in range(X.indptr[i], a + 1):
                total[j, X.indices[k]] += hx * X.data[k]


def sampled_gram(
    X: Rows, h: Array, rows_per_column: int, uniform: Callable[[int], Array], threads: int | None = None
) -> Array:
    """The Gram matrix of all rows, or, where rows abound, its likeness from a sample drawn in proportion to h.

    `uniform(m)` gives m random numbers in [0, 1). A row drawn stands for sum(h) / m, which makes the mean exact.
    """
    n, m = n_rows(X), rows_per_column * (n_columns(X) + 1)
    sums = np.cumsum(h)
    if n <= 2 * m or sums[-1] == 0.0:
        return gram(X, h, np.arange(n), threads)
    rows = np.searchsorted(sums, np.sort(uniform(m)) * sums[-1], side="right").clip(max=n - 1)
    return gram(X, np.full(n, sums[-1] / m), rows, threads)


def penalised(H: Array, r: float, intercept: bool) -> Array:
    """The Hessian from its Gram matrix, in place: r more for each column; without an intercept, a 1 in its place."""
    d = len(H) - 1
    H[np.diag_indices(d)] += r
    if not intercept:
        H[d], H[:, d], H[d, d] = 0.0, 0.0, 1.0
    return H
