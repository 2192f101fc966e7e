"""Rows: the examples as numbers, sparse or dense, behind the same verbs.

Dense rows are a plain C-ordered 2-D array. Sparse rows are a `CSR`. An algorithm says `dot(X, i, w)` and
never asks which of the two it was given: the body is chosen when the algorithm is compiled.

    n_rows(X)                     how many examples
    n_columns(X)                  how many features
    dot(X, i, w)                  x_i . w
    axpy(a, X, i, w)              w += a x_i
    axpy_squares(a, X, i, w)      w += a x_i^2, element by element
    squared_norm(X, i)            x_i . x_i
    dot_lanes(X, i, W, out)       out[l] = x_i . W[:, l]
    axpy_lanes(a, X, i, W)        W[:, l] += a[l] x_i

Sums are taken in float64, whatever the type of the data, as long as w is float64. A dense sum may be
taken in several partial sums (SIMD); how depends on the machine, never on threads or on the data.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from steelyard._jit import verb

Array: TypeAlias = NDArray[Any]

SIMD = {"reassoc", "contract"}  # lets the compiler keep several partial sums; NaN and infinity stay what they are


class CSR(NamedTuple):
    """Compressed sparse rows: row i is `data[indptr[i]:indptr[i+1]]` at columns `indices[...]`."""

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    data: Array  # float32 or float64
    n_columns: int


Rows: TypeAlias = CSR | Array


@verb(by="X")
def n_rows(X: Rows) -> int:
    """How many examples."""
    raise NotImplementedError


@n_rows.on(CSR)
def _n_rows_sparse(X: CSR) -> int:
    return len(X.indptr) - 1


@n_rows.on(np.ndarray)
def _n_rows_dense(X: Array) -> int:
    return len(X)


@verb(by="X")
def n_columns(X: Rows) -> int:
    """How many features."""
    raise NotImplementedError


@n_columns.on(CSR)
def _n_columns_sparse(X: CSR) -> int:
    return X.n_columns


@n_columns.on(np.ndarray)
def _n_columns_dense(X: Array) -> int:
    return int(X.shape[1])


@verb(by="X")
def dot(X: Rows, i: int, w: Array) -> float:
    """x_i . w"""
    raise NotImplementedError


@dot.on(CSR)
def _dot_sparse(X: CSR, i: int, w: Array) -> float:
    total = 0.0
    for k in range(X.indptr[i], X.indptr[i + 1]):
        total += X.data[k] * w[np.uint32(X.indices[k])]
    return total


@dot.on(np.ndarray, fastmath=SIMD)
def _dot_dense(X: Array, i: int, w: Array) -> float:
    total = 0.0
    for j in range(X.shape[1]):
        total += X[i, j] * w[j]
    return total


@verb(by="X")
def axpy(a: float, X: Rows, i: int, w: Array) -> None:
    """w += a x_i"""
    raise NotImplementedError


@axpy.on(CSR)
def _axpy_sparse(a: float, X: CSR, i: int, w: Array) -> None:
    for k in range(X.indptr[i], X.indptr[i + 1]):
        w[np.uint32(X.indices[k])] += a * np.float64(X.data[k])


@axpy.on(np.ndarray)
def _axpy_dense(a: float, X: Array, i: int, w: Array) -> None:
    for j in range(X.shape[1]):
        w[j] += a * np.float64(X[i, j])


@verb(by="X")
def axpy_squares(a: float, X: Rows, i: int, w: Array) -> None:
    """w += a x_i^2, element by element"""
    raise NotImplementedError


@axpy_squares.on(CSR)
def _axpy_squares_sparse(a: float, X: CSR, i: int, w: Array) -> None:
    for k in range(X.indptr[i], X.indptr[i + 1]):
        x = np.float64(X.data[k])
        w[X.indices[k]] += a * x * x


@axpy_squares.on(np.ndarray)
def _axpy_squares_dense(a: float, X: Array, i: int, w: Array) -> None:
    for j in range(X.shape[1]):
        x = np.float64(X[i, j])
        w[j] += a * x * x


@verb(by="X")
def squared_norm(X: Rows, i: int) -> float:
    """x_i . x_i"""
    raise NotImplementedError


@squared_norm.on(CSR)
def _squared_norm_sparse(X: CSR, i: int) -> float:
    total = 0.0
    for k in range(X.indptr[i], X.indptr[i + 1]):
        x = np.float64(X.data[k])
        total += x * x
    return total


@squared_norm.on(np.ndarray, fastmath=SIMD)
def _squared_norm_dense(X: Array, i: int) -> float:
    total = 0.0
    for j in range(X.shape[1]):
        x = np.float64(X[i, j])
        total += x * x
    return total


@verb(by="X")
def dot_lanes(X: Rows, i: int, W: Array, out: Array) -> None:
    """out[l] = x_i . W[:, l] for every lane l"""
    raise NotImplementedError


@dot_lanes.on(CSR)
def _dot_lanes_sparse(X: CSR, i: int, W: Array, out: Array) -> None:
    for lane in range(W.shape[1]):
        out[lane] = 0.0
    for k in range(X.indptr[i], X.indptr[i + 1]):
        j = X.indices[k]
        x = X.data[k]
        for lane in range(W.shape[1]):
            out[lane] += x * W[j, lane]


@dot_lanes.on(np.ndarray)
def _dot_lanes_dense(X: Array, i: int, W: Array, out: Array) -> None:
    for lane in range(W.shape[1]):
        out[lane] = 0.0
    for j in range(X.shape[1]):
        x = X[i, j]
        for lane in range(W.shape[1]):
            out[lane] += x * W[j, lane]


@verb(by="X")
def axpy_lanes(a: Array, X: Rows, i: int, W: Array) -> None:
    """W[:, l] += a[l] x_i for every lane l"""
    raise NotImplementedError


@axpy_lanes.on(CSR)
def _axpy_lanes_sparse(a: Array, X: CSR, i: int, W: Array) -> None:
    for k in range(X.indptr[i], X.indptr[i + 1]):
        j = X.indices[k]
        x = X.data[k]
        for lane in range(W.shape[1]):
            W[j, lane] += a[lane] * x


@axpy_lanes.on(np.ndarray)
def _axpy_lanes_dense(a: Array, X: Array, i: int, W: Array) -> None:
    for j in range(X.shape[1]):
        x = X[i, j]
        for lane in range(W.shape[1]):
            W[j, lane] += a[lane] * x
