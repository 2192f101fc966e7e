"""The weighted Gram matrix of rows, sum_i h_i (x_i, 1)(x_i, 1)^T: a whole Hessian, where the columns are few.

Dense rows go to BLAS by the symmetric product (syrk), half the work of a general one. Measured with OpenBLAS: syrk
gives the same bits on one thread and on two, the general product does not. Blocks follow one another; BLAS has the
threads.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit, verb
from steelyard.core.blocks import blocks
from steelyard.core.rows import CSR, Array, Rows

ROWS_AT_ONCE = 1024  # a block that stays in the cache between its scaling and its product


@verb(by="X")
def gram(X: Rows, h: Array, rows: Array) -> Array:
    """sum over i in rows of h_i (x_i, 1)(x_i, 1)^T; the last row and column belong to the intercept. h >= 0"""
    raise NotImplementedError


@gram.on(np.ndarray)
def _gram_dense(X: Array, h: Array, rows: Array) -> Array:
    d = X.shape[1]
    total = np.zeros((d + 1, d + 1))
    room = np.empty((min(ROWS_AT_ONCE, len(rows)), d + 1))
    for start, stop in blocks(len(rows), ROWS_AT_ONCE):
        taken, scaled = rows[start:stop], room[: stop - start]
        scaled[:, d] = np.sqrt(h[taken])
        np.multiply(X[taken], scaled[:, d:], out=scaled[:, :d])
        total += scaled.T @ scaled  # NumPy sees the two are one, and calls syrk
    return total


@gram.on(CSR)
def _gram_sparse(X: CSR, h: Array, rows: Array) -> Array:
    total = np.zeros((X.n_columns + 1, X.n_columns + 1))
    _add_outer_products(X, h, rows, total)
    return total


@jit
def _add_outer_products(X: CSR, h: Array, rows: Array, total: Array) -> None:
    d = X.n_columns
    for i in rows:
        total[d, d] += h[i]
        for a in range(X.indptr[i], X.indptr[i + 1]):
            j, hx = X.indices[a], h[i] * np.float64(X.data[a])
            total[j, d] += hx
            total[d, j] += hx
            for k in range(X.indptr[i], X.indptr[i + 1]):
                total[j, X.indices[k]] += hx * X.data[k]
