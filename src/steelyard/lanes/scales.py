"""What each fold must learn from its own training rows and nothing else, as scales over counts that all folds share.

Fold f sees the count x[i,j] as  x[i,j] columns[j,f] rows[i,f].  Columns carry idf, log-count ratios and `min_df` (a 0),
rows the length norm. The last f is that of the final fit, which learns from every row.

The sign of a log-count ratio is left out: the fit asks for its square alone, and w takes the sign over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core.lane_problem import Scales
from steelyard.core.lane_rows import WIDTH
from steelyard.core.rows import CSR, Array


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
    min_df: int = 1,
    ratios_of: Array | None = None,
    smoothing: float = 1.0,
    norm: bool = True,
) -> FoldScales:
    """The scales that each fold learns from the rows outside it. `ratios_of`: y of -1 and +1, for log-count ratios.

    idf is scikit-learn's smooth one, ln((1 + n) / (1 + df)) + 1; ratios are those of Wang and Manning (2012); the norm
    is that of the row as scaled.
    """
    F = int(folds.max()) + 1
    sizes = np.bincount(folds, minlength=F)
    df = _outside(_tally(counts, folds, F, np.ones(len(folds)), True))
    columns = np.where(df >= max(min_df, 1), 1.0, 0.0)
    if idf:
        columns *= np.log((1.0 + np.append(len(folds) - sizes, len(folds))) / (1.0 + df)) + 1.0
    if ratios_of is not None:
        columns *= np.abs(_ratios(counts, folds, F, ratios_of, smoothing, columns > 0.0))
    rows = np.ones((len(folds), F + 1))
    if norm:
        _norms(counts, np.square(columns), rows)
    return FoldScales(columns, rows)


def _outside(inside: Array) -> Array:
    """From the sums over each fold's own rows, those over all others; at last, over all."""
    total = inside.sum(axis=1, keepdims=True)
    return np.hstack([total - inside, total])


def _ratios(counts: CSR, folds: Array, F: int, y: Array, smoothing: float, known: Array) -> Array:
    p, q = (
        np.where(known, smoothing + _outside(_tally(counts, folds, F, side.astype(np.float64), False)), 0.0)
        for side in (y > 0.0, y < 0.0)
    )
    logs = [np.log(np.where(known, side, 1.0)) - np.log(side.sum(axis=0)) for side in (p, q)]
    return np.asarray(np.where(known, logs[0] - logs[1], 0.0))


@jit
def _tally(X: CSR, folds: Array, F: int, weight: Array, presence: bool) -> Array:
    """For each column and fold, the weighted sum of its counts, or of how often it is there."""
    out = np.zeros((X.n_columns, F))
    for i in range(len(folds)):
        for k in range(X.indptr[i], X.indptr[i + 1]):
            if X.data[k] != 0.0:
                out[X.indices[k], folds[i]] += weight[i] * (1.0 if presence else X.data[k])
    return out


@jit
def _norms(X: CSR, squares: Array, rows: Array) -> None:
    for i in range(len(rows)):
        for f in range(rows.shape[1]):
            total = 0.0
            for k in range(X.indptr[i], X.indptr[i + 1]):
                x = np.float64(X.data[k])
                total += x * x * squares[X.indices[k], f]
            rows[i, f] = 1.0 / np.sqrt(total) if total > 0.0 else 1.0
