"""How much each column tells of the classes, fold by fold: the size of its log-count ratios.

For class k and column j, from the training rows alone, with p the number of rows of the class that have the column, q
of those of all other classes, and P, Q their sums over the columns (Wang and Manning 2012, equation 1, binary counts),

    r_jk = ln( (smoothing + p_jk) / P_k ) - ln( (smoothing + q_jk) / Q_k ),     a_j = sqrt( sum_k share_k r_jk^2 )

With two classes r_j0 = -r_j1 and a_j = |r_j1|: the weight of NBSVM but for its sign, which w takes over. With many it
is the ratio to be expected of a text: one weight for all classes, so that all of them see the same rows.

The table of (column, class, fold) would be large and is mostly empty: what a class without the column adds is known
from df alone, and the classes that have it are counted column by column.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard._threads import run_parallel
from steelyard.core.blocks import blocks
from steelyard.core.rows import CSR, Array

COLUMNS = 1 << 16  # a block


class _Cells(NamedTuple):
    """Where each column occurs: the cell class * F + fold of each of its rows."""

    starts: Array  # int64 (d + 1,)
    cells: Array  # int32
    K: int
    F: int


class _Sums(NamedTuple):
    """By class and fold left out; the last fold leaves out none."""

    B: Array  # ln(Q / P), (K, F + 1)
    share: Array  # of the class among the rows, (K, F + 1)


def ratio_sizes(
    counts: CSR, folds: Array, k: Array, df: Array, known: Array, smoothing: float, threads: int | None = None
) -> Array:
    """a[j, f] for each column and fold, (d, F + 1); 0 where the column is not known.

    `df` (d, F + 1) int64 is in how many rows outside each fold the column is; rows whose k is below 0 teach nothing.
    """
    K, F = int(k.max()) + 1, int(folds.max()) + 1
    cells = _cells(counts, np.where(k >= 0, k * F + folds, -1), K, F)
    pieces = blocks(counts.n_columns, COLUMNS)
    inside = sum(
        run_parallel(lambda block: _sums(cells, known, *block), pieces, threads), np.zeros((K, F + 1), np.int64)
    )
    columns, seen = known.sum(axis=0), np.where(known, df, 0).sum(axis=0)
    rows = np.bincount((k * F + folds)[k >= 0], minlength=K * F).reshape(K, F)
    rows = np.hstack([rows.sum(axis=1, keepdims=True) - rows, rows.sum(axis=1, keepdims=True)])
    B = np.log(smoothing * columns + seen - inside + 1e-300) - np.log(smoothing * columns + inside + 1e-300)
    sums = _Sums(B, rows / np.maximum(rows.sum(axis=0), 1))
    logs = np.log(smoothing + np.arange(len(k) + 1.0))
    out = np.zeros(df.shape)
    run_parallel(lambda block: _sizes(cells, df, known, sums, logs, *block, out), pieces, threads)
    return out


def _cells(X: CSR, cell: Array, K: int, F: int) -> _Cells:
    starts = np.zeros(X.n_columns + 2, np.int64)
    _count(X, cell, starts)
    np.cumsum(starts, out=starts)
    cells = np.empty(starts[-1], np.int32)
    _place(X, cell, starts[1:], cells)
    return _Cells(starts[:-1], cells, K, F)


@jit
def _count(X: CSR, cell: Array, starts: Array) -> None:
    for i in range(len(cell)):
        if cell[i] >= 0:
            for at in range(X.indptr[i], X.indptr[i + 1]):
                starts[X.indices[at] + 2] += X.data[at] != 0.0


@jit
def _place(X: CSR, cell: Array, free: Array, cells: Array) -> None:
    """Afterwards free[j] is where column j ends, which is where the next begins."""
    for i in range(len(cell)):
        if cell[i] >= 0:
            for at in range(X.indptr[i], X.indptr[i + 1]):
                if X.data[at] != 0.0:
                    cells[free[X.indices[at]]] = cell[i]
                    free[X.indices[at]] += 1


@jit
def _tally(c: _Cells, j: int, table: Array, met: Array) -> int:
    """Count column j into table (K, F); `met` lists the classes that have it, ascending; returns how many they are."""
    n = 0
    for at in range(c.starts[j], c.starts[j + 1]):
        k = c.cells[at] // c.F
        new = True
        for f in range(c.F):
            new = new and table[k, f] == 0
        if new:
            to = n
            while to > 0 and met[to - 1] > k:
                met[to] = met[to - 1]
                to -= 1
            met[to] = k
            n += 1
        table[k, c.cells[at] - k * c.F] += 1
    return n


@jit
def _sums(c: _Cells, known: Array, first: int, last: int) -> Array:
    """(K, F + 1): how often the known columns occur in each class, outside each fold."""
    out, table, met = np.zeros((c.K, c.F + 1), np.int64), np.zeros((c.K, c.F), np.int64), np.empty(c.K, np.int64)
    for j in range(first, last):
        for at in range(_tally(c, j, table, met)):
            k = met[at]
            total = table[k].sum()
            for f in range(c.F + 1):
                if known[j, f]:
                    out[k, f] += total - (table[k, f] if f < c.F else 0)
            table[k] = 0
    return out


@jit
def _sizes(c: _Cells, df: Array, known: Array, sums: _Sums, logs: Array, first: int, last: int, out: Array) -> None:
    table, met = np.zeros((c.K, c.F), np.int64), np.empty(c.K, np.int64)
    middle, square = np.zeros(c.F + 1), np.zeros(c.F + 1)
    for f in range(c.F + 1):
        for k in range(c.K):
            middle[f] += sums.share[k, f] * sums.B[k, f]
            square[f] += sums.share[k, f] * sums.B[k, f] ** 2
    for j in range(first, last):
        n = _tally(c, j, table, met)
        for f in range(c.F + 1):
            if known[j, f]:
                none = logs[0] - logs[df[j, f]]  # the ratio of a class without the column is none + B
                total = none * none + 2.0 * none * middle[f] + square[f]
                for at in range(n):
                    k = met[at]
                    p = table[k].sum() - (table[k, f] if f < c.F else 0)
                    r = logs[p] - logs[df[j, f] - p]
                    total += sums.share[k, f] * (r - none) * (r + none + 2.0 * sums.B[k, f])
                out[j, f] = np.sqrt(max(total, 0.0))
        for at in range(n):
            table[met[at]] = 0
