"""Rows as the lanes like them: columns ordered by how many rows have them, the most frequent first.

The weights that are used most then lie side by side and stay in the cache.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard._threads import run_parallel, thread_count
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


def by_frequency(X: Rows, threads: int | None = None) -> Ordered:
    """The rows, their columns the most frequent first; as they are where there are few columns or no zeros."""
    if not isinstance(X, CSR) or X.n_columns <= FEW:
        return Ordered(X, None)
    parts = np.array_split(X.indices, thread_count(threads))
    count = np.sum(run_parallel(lambda part: _counted(part, X.n_columns), parts, threads), axis=0)
    columns, rank = _most_frequent_first(count)
    indices = np.empty_like(X.indices)
    renumbered = np.array_split(indices, len(parts))
    run_parallel(lambda k: _renumber(parts[k], rank, renumbered[k]), range(len(parts)), threads)
    return Ordered(CSR(X.indptr, indices, X.data, X.n_columns), columns)


@jit
def _counted(indices: Array, d: int) -> Array:
    count = np.zeros(d, np.int64)
    for k in range(len(indices)):
        count[indices[k]] += 1
    return count


@jit
def _most_frequent_first(count: Array) -> tuple[Array, Array]:
    """The columns in that order (equals in their own), and the place of each: a counting sort."""
    start = np.zeros(count.max() + 2, np.int64)
    for j in range(len(count)):
        start[count[j]] += 1
    place = np.int64(0)
    for c in range(len(start) - 1, -1, -1):
        start[c], place = place, place + start[c]
    columns, rank = np.empty(len(count), np.int64), np.empty(len(count), np.int32)
    for j in range(len(count)):
        rank[j] = start[count[j]]
        columns[rank[j]] = j
        start[count[j]] += 1
    return columns, rank


@jit
def _renumber(indices: Array, rank: Array, out: Array) -> None:
    for k in range(len(indices)):
        out[k] = rank[np.uint32(indices[k])]
