"""What eight lanes ask of the rows: the verbs of `rows.py`, with the eight written out so that they stay in registers.

    dot_eight(X, i, W, z)         z[l] = x_i . W[:, l]
    axpy_eight(a, X, i, W)        W[:, l] += a[l] x_i
    axpy_scaled(a, X, i, A, W)    W[:, l] += a[l] A[:, l] x_i
    squares_eight(X, i, A, q)     q[l] = sum_j x[i,j]^2 A[j, l]
    dot_scaled(X, i, w, A, l)     sum_j x[i,j] w[j] A[j, l]

A loop over lanes inside the loop over columns keeps its sums in memory; these do not.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import verb
from steelyard.core.rows import CSR, Array, Rows

WIDTH = 8  # float64 lanes in a cache line


@verb(by="X")
def dot_eight(X: Rows, i: int, W: Array, z: Array) -> None:
    """z[l] = x_i . W[:, l]"""
    raise NotImplementedError


@verb(by="X")
def axpy_eight(a: Array, X: Rows, i: int, W: Array) -> None:
    """W[:, l] += a[l] x_i"""
    raise NotImplementedError


@verb(by="X")
def axpy_scaled(a: Array, X: Rows, i: int, A: Array, W: Array) -> None:
    """W[:, l] += a[l] A[:, l] x_i"""
    raise NotImplementedError


@verb(by="X")
def squares_eight(X: Rows, i: int, A: Array, q: Array) -> None:
    """q[l] = sum_j x[i,j]^2 A[j, l]"""
    raise NotImplementedError


@verb(by="X")
def dot_scaled(X: Rows, i: int, w: Array, A: Array, lane: int) -> float:
    """sum_j x[i,j] w[j] A[j, lane]"""
    raise NotImplementedError


@dot_eight.on(CSR)
def _dot_eight_sparse(X: CSR, i: int, W: Array, z: Array) -> None:
    z0 = z1 = z2 = z3 = z4 = z5 = z6 = z7 = 0.0
    for k in range(X.indptr[i], X.indptr[i + 1]):
        j, x = np.uint32(X.indices[k]), np.float64(X.data[k])
        z0 += x * W[j, 0]
        z1 += x * W[j, 1]
        z2 += x * W[j, 2]
        z3 += x * W[j, 3]
        z4 += x * W[j, 4]
        z5 += x * W[j, 5]
        z6 += x * W[j, 6]
        z7 += x * W[j, 7]
    z[0], z[1], z[2], z[3], z[4], z[5], z[6], z[7] = z0, z1, z2, z3, z4, z5, z6, z7


@dot_eight.on(np.ndarray)
def _dot_eight_dense(X: Array, i: int, W: Array, z: Array) -> None:
    z0 = z1 = z2 = z3 = z4 = z5 = z6 = z7 = 0.0
    for j in range(X.shape[1]):
        x = np.float64(X[i, j])
        z0 += x * W[j, 0]
        z1 += x * W[j, 1]
        z2 += x * W[j, 2]
        z3 += x * W[j, 3]
        z4 += x * W[j, 4]
        z5 += x * W[j, 5]
        z6 += x * W[j, 6]
        z7 += x * W[j, 7]
    z[0], z[1], z[2], z[3], z[4], z[5], z[6], z[7] = z0, z1, z2, z3, z4, z5, z6, z7


@axpy_eight.on(CSR)
def _axpy_eight_sparse(a: Array, X: CSR, i: int, W: Array) -> None:
    a0, a1, a2, a3, a4, a5, a6, a7 = a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]
    for k in range(X.indptr[i], X.indptr[i + 1]):
        j, x = np.uint32(X.indices[k]), np.float64(X.data[k])
        W[j, 0] += x * a0
        W[j, 1] += x * a1
        W[j, 2] += x * a2
        W[j, 3] += x * a3
        W[j, 4] += x * a4
        W[j, 5] += x * a5
        W[j, 6] += x * a6
        W[j, 7] += x * a7


@axpy_eight.on(np.ndarray)
def _axpy_eight_dense(a: Array, X: Array, i: int, W: Array) -> None:
    for j in range(X.shape[1]):
        for lane in range(WIDTH):
            W[j, lane] += np.float64(X[i, j]) * a[lane]


@axpy_scaled.on(CSR)
def _axpy_scaled_sparse(a: Array, X: CSR, i: int, A: Array, W: Array) -> None:
    a0, a1, a2, a3, a4, a5, a6, a7 = a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]
    for k in range(X.indptr[i], X.indptr[i + 1]):
        j, x = np.uint32(X.indices[k]), np.float64(X.data[k])
        W[j, 0] += x * a0 * A[j, 0]
        W[j, 1] += x * a1 * A[j, 1]
        W[j, 2] += x * a2 * A[j, 2]
        W[j, 3] += x * a3 * A[j, 3]
        W[j, 4] += x * a4 * A[j, 4]
        W[j, 5] += x * a5 * A[j, 5]
        W[j, 6] += x * a6 * A[j, 6]
        W[j, 7] += x * a7 * A[j, 7]


@axpy_scaled.on(np.ndarray)
def _axpy_scaled_dense(a: Array, X: Array, i: int, A: Array, W: Array) -> None:
    for j in range(X.shape[1]):
        for lane in range(WIDTH):
            W[j, lane] += np.float64(X[i, j]) * a[lane] * A[j, lane]


@squares_eight.on(CSR)
def _squares_eight_sparse(X: CSR, i: int, A: Array, q: Array) -> None:
    for lane in range(WIDTH):
        q[lane] = 0.0
        for k in range(X.indptr[i], X.indptr[i + 1]):
            x = np.float64(X.data[k])
            q[lane] += x * x * A[X.indices[k], lane]


@squares_eight.on(np.ndarray)
def _squares_eight_dense(X: Array, i: int, A: Array, q: Array) -> None:
    for lane in range(WIDTH):
        q[lane] = 0.0
        for j in range(X.shape[1]):
            x = np.float64(X[i, j])
            q[lane] += x * x * A[j, lane]


@dot_scaled.on(CSR)
def _dot_scaled_sparse(X: CSR, i: int, w: Array, A: Array, lane: int) -> float:
    total = 0.0
    for k in range(X.indptr[i], X.indptr[i + 1]):
        j = np.uint32(X.indices[k])
        total += np.float64(X.data[k]) * w[j] * A[j, lane]
    return total


@dot_scaled.on(np.ndarray)
def _dot_scaled_dense(X: Array, i: int, w: Array, A: Array, lane: int) -> float:
    total = 0.0
    for j in range(X.shape[1]):
        total += np.float64(X[i, j]) * w[j] * A[j, lane]
    return total
