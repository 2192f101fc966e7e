"""Rows as the lanes like them: columns ordered by how many rows have them, the most frequent first.

The weights that are used most then lie side by side and stay in the cache.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core.rows import CSR, Array, Rows

FEW = 4096  # columns whose weights are in the cache anyway


class Ordered(NamedTuple):
    """Rows with their columns in another order: column j of these is `columns[j]` of the caller's."""

    X: Rows
    columns: Array | None  # None: the caller's own order

    def restored(self, w: Array) -> Array:
        """Weights (d,) or (d, K) in the caller's order."""
        if self.columns is None:
            return w
        out = np.empty_like(w)
        out[self.columns] = w
        return out


def by_frequency(X: Rows) -> Ordered:
    """The rows, their columns the most frequent first; as they are where there are few columns or no zeros."""
    if not isinstance(X, CSR) or X.n_columns <= FEW:
        return Ordered(X, None)
    columns = np.argsort(-np.bincount(X.indices, minlength=X.n_columns), kind="stable")
    rank = np.empty(X.n_columns, np.int32)
    rank[columns] = np.arange(X.n_columns, dtype=np.int32)
    return Ordered(CSR(X.indptr, _renumbered(X.indices, rank), X.data, X.n_columns), columns)


@jit
def _renumbered(indices: Array, rank: Array) -> Array:
    out = np.empty_like(indices)
    for k in range(len(indices)):
        out[k] = rank[indices[k]]
    return out
