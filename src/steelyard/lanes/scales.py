"""What each fold must learn from its own training rows and nothing else, as scales over counts that all folds share.

Fold f sees the count x[i,j] as  x[i,j] columns[j,f] rows[i,f].  Columns carry idf, the size of log-count ratios, the
balance of several views, and `min_df` (a 0); rows the length norm. The last f is that of the final fit, which learns
from every row. A column that only a fold's own rows have is 0 there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard._threads import run_parallel
from steelyard.core.blocks import blocks
from steelyard.core.lane_problem import Scales
from steelyard.core.lane_rows import WIDTH
from steelyard.core.rows import CSR, Array
from steelyard.lanes.ratios import ratio_sizes


class FoldScales(NamedTuple):
    """The scales of every fold, and in the last place those of the final fit."""

    columns: Array  # (d, F + 1)
    rows: Array  # (n, F + 1)

    def of(self, folds: Sequence[int]) -> Scales:
        """Those of up to eight lanes, by the fold that each holds out."""
        padded = [*folds, *[folds[-1]] * (WIDTH - len(folds))]
        return Scales(np.ascontiguousarray(self.columns[:, padded]), np.ascontiguousarray(self.rows[:, padded]))


def fold_scales(
    counts: CSR,
    folds: Array,
    *,
    idf: bool = True,
    min_df: int | Array = 1,
    ratios_of: Array | None = None,
    smoothing: float = 1.0,
    norm: bool = True,
    views: Sequence[int] = (),
    teach: Array | None = None,
    threads: int | None = None,
) -> FoldScales:
    """The scales that each fold learns from the rows outside it.

    `min_df`: one, or one a column. `ratios_of`: the class of each row, for log-count ratios. `views`: the first column
    of each view, for views that are to weigh alike: the mean square of a row's part is then the same in all. `teach`:
    which rows there is anything to be learnt from; all, if it is not given.

    idf is scikit-learn's smooth one, ln((1 + n) / (1 + df)) + 1; ratios: `ratios.py`; the norm is that of the row as
    scaled.
    """
    F, d = int(folds.max()) + 1, counts.n_columns
    teach = np.ones(len(folds), bool) if teach is None else teach
    df = document_frequencies(counts, folds, teach)
    known = df >= np.broadcast_to(np.maximum(min_df, 1), d)[:, None]
    columns = known.astype(np.float64)
    if idf:
        sizes = np.bincount(folds[teach], minlength=F)
        columns *= np.log((1.0 + _outside(sizes[None])) / (1.0 + df)) + 1.0
    if ratios_of is not None:
        k = np.where(teach, np.unique(ratios_of, return_inverse=True)[1], -1)
        columns *= ratio_sizes(counts, folds, k, df, known, smoothing, threads)
    if len(views) > 1:
        _balance(counts, np.where(teach, folds, -1), columns, np.append(views, d))
    rows = np.ones((len(folds), F + 1))
    if norm:
        squares = np.square(columns)
        run_parallel(lambda block: _norms(counts, squares, *block, rows), blocks(len(rows)), threads)
    return FoldScales(columns, rows)


def document_frequencies(counts: CSR, folds: Array, teach: Array) -> Array:
    """(d, F + 1): in how many rows outside each fold a column occurs; at last, in how many of all that teach."""
    return _outside(_tally(counts, np.where(teach, folds, -1), int(folds.max()) + 1))


def _outside(inside: Array) -> Array:
    """From the sums over each fold's own rows, those over all others; at last, over all.

    Added up, not taken off the total: not even the last bit tells of the fold's own rows.
    """
    others = [np.delete(inside, f, axis=1).sum(axis=1) for f in range(inside.shape[1])]
    return np.stack([*others, inside.sum(axis=1)], axis=1)


@jit
def _tally(X: CSR, folds: Array, F: int) -> Array:
    """In how many rows of each fold a column is; rows of fold -1 are not counted."""
    out = np.zeros((X.n_columns, F), np.int64)
    for i in range(len(folds)):
        if folds[i] >= 0:
            for at in range(X.indptr[i], X.indptr[i + 1]):
                out[X.indices[at], folds[i]] += X.data[at] != 0.0
    return out


def _balance(counts: CSR, folds: Array, columns: Array, starts: Array) -> None:
    """Scale the views so that a row's part in each has the same square on average, the sum of all as before."""
    squares = _outside(_squares(counts, folds, columns.shape[1] - 1)) * np.square(columns)
    parts = np.sqrt(np.add.reduceat(squares, starts[:-1], axis=0))
    alike = np.sqrt(np.square(parts).mean(axis=0))
    factors = np.divide(alike, parts, out=np.ones_like(parts), where=parts > 0.0)
    columns *= np.repeat(factors, np.diff(starts), axis=0)


@jit
def _squares(X: CSR, folds: Array, F: int) -> Array:
    out = np.zeros((X.n_columns, F))
    for i in range(len(folds)):
        if folds[i] >= 0:
            for at in range(X.indptr[i], X.indptr[i + 1]):
                out[X.indices[at], folds[i]] += np.float64(X.data[at]) ** 2
    return out


@jit
def _norms(X: CSR, squares: Array, first: int, last: int, rows: Array) -> None:
    F = rows.shape[1]
    total = np.empty(F)
    for i in range(first, last):
        total[:] = 0.0
        for at in range(X.indptr[i], X.indptr[i + 1]):
            x = np.float64(X.data[at])
            for f in range(F):
                total[f] += x * x * squares[X.indices[at], f]
        for f in range(F):
            rows[i, f] = 1.0 / np.sqrt(total[f]) if total[f] > 0.0 else 1.0
