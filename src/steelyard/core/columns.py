"""Columns: the same data as the rows, held the other way round, for algorithms that go from column to column.

The columns of X are the rows of its transpose, so they are kept as `Rows` and answer the same verbs with the two words
exchanged: `dot(columns, j, q)` is x_j . q over all examples. Two verbs more, with a weight h_i for each example:

    weighted_square(columns, j, h)         sum_i h_i x_ij^2
    weighted_axpy(a, columns, j, h, q)     q_i += a h_i x_ij
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit, leaf, verb
from steelyard.core.blocks import Block, blocks, for_each_block
from steelyard.core.rows import CSR, SIMD, Array, Rows, axpy, dot, n_rows


def columns_of(X: Rows) -> Rows:
    """The columns of rows; their type is that of the rows."""
    if isinstance(X, CSR):
        n, nonzeros = len(X.indptr) - 1, len(X.data)
        indptr = np.zeros(X.n_columns + 1, np.int64)
        np.cumsum(np.bincount(X.indices, minlength=X.n_columns), out=indptr[1:])
        columns = CSR(indptr, np.empty(nonzeros, np.int32), np.empty(nonzeros, X.data.dtype), n)
        _fill(X, columns, indptr[:-1].copy())
        return columns
    return np.ascontiguousarray(X.T)


@jit
def _fill(X: CSR, columns: CSR, free: Array) -> None:
    for i in range(len(X.indptr) - 1):
        for at in range(X.indptr[i], X.indptr[i + 1]):
            to = free[X.indices[at]]
            columns.indices[to], columns.data[to] = i, X.data[at]
            free[X.indices[at]] = to + 1


@verb(by="columns")
def weighted_square(columns: Rows, j: int, h: Array) -> float:
    """sum_i h_i x_ij^2"""
    raise NotImplementedError


@weighted_square.on(CSR)
def _weighted_square_sparse(columns: CSR, j: int, h: Array) -> float:
    total = 0.0
    for at in range(columns.indptr[j], columns.indptr[j + 1]):
        x = np.float64(columns.data[at])
        total += h[columns.indices[at]] * x * x
    return total


@weighted_square.on(np.ndarray, fastmath=SIMD)
def _weighted_square_dense(columns: Array, j: int, h: Array) -> float:
    total = 0.0
    for i in range(columns.shape[1]):
        x = np.float64(columns[j, i])
        total += h[i] * x * x
    return total


@verb(by="columns")
def weighted_axpy(a: float, columns: Rows, j: int, h: Array, q: Array) -> None:
    """q_i += a h_i x_ij"""
    raise NotImplementedError


@weighted_axpy.on(CSR)
def _weighted_axpy_sparse(a: float, columns: CSR, j: int, h: Array, q: Array) -> None:
    for at in range(columns.indptr[j], columns.indptr[j + 1]):
        i = columns.indices[at]
        q[i] += a * h[i] * np.float64(columns.data[at])


@weighted_axpy.on(np.ndarray)
def _weighted_axpy_dense(a: float, columns: Array, j: int, h: Array, q: Array) -> None:
    for i in range(columns.shape[1]):
        q[i] += a * h[i] * np.float64(columns[j, i])


def dots(columns: Rows, q: Array, threads: int | None = None) -> Array:
    """x_j . q for every column"""
    v = np.empty(n_rows(columns))
    for_each_block(lambda block: _dots(columns, q, block, v), blocks(len(v)), threads)
    return v


@leaf
def _dots(columns: Rows, q: Array, block: Block, v: Array) -> None:
    for j in range(block.start, block.stop):
        v[j] = dot(columns, j, q)


def dots_of(columns: Rows, of: Array, q: Array) -> Array:
    """x_j . q for the columns j in `of`"""
    v = np.empty(len(of))
    _dots_of(columns, of, q, v)
    return v


@leaf
def _dots_of(columns: Rows, of: Array, q: Array, v: Array) -> None:
    for a in range(len(of)):
        v[a] = dot(columns, of[a], q)


def combined(columns: Rows, of: Array, a: Array, n: int) -> Array:
    """sum of a_j x_j, a_j being the j-th number for the j-th column in `of`: a change of n scores"""
    u = np.zeros(n)
    _combine(columns, of, a, u)
    return u


@leaf
def _combine(columns: Rows, of: Array, a: Array, u: Array) -> None:
    for at in range(len(of)):
        if a[at] != 0.0:
            axpy(a[at], columns, of[at], u)
