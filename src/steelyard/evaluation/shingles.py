"""Texts as sets of shingles (runs of words or of characters), equal sets told apart from distinct ones."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core.bits import MULTIPLIER
from steelyard.core.rows import CSR, Array


class Sets(NamedTuple):
    """The distinct sets, the smallest first: set u is items[starts[u]:starts[u + 1]], its rarest shingles first."""

    starts: Array  # int64
    items: Array  # int32, shingles numbered from the rarest
    of: Array  # (n,): the set of each text; -1: it has no shingles


def distinct_sets(counts: CSR) -> Sets:
    """Each text's shingles; equal sets are one, and what is rare is counted over distinct sets."""
    n, size = len(counts.indptr) - 1, np.diff(counts.indptr)
    hashes = np.empty(n, np.uint64)
    _hash_rows(counts.indptr, counts.indices, hashes)
    _, first, same = np.unique(hashes, return_index=True, return_inverse=True)
    first = first[same]
    first = np.where(_equal_rows(counts.indptr, counts.indices, first), first, np.arange(n))
    distinct = np.flatnonzero((first == np.arange(n)) & (size > 0))
    distinct = distinct[np.argsort(size[distinct], kind="stable")]
    number = np.full(n, -1)
    number[distinct] = np.arange(len(distinct))
    starts = np.concatenate([[0], np.cumsum(size[distinct])])
    at = np.repeat(counts.indptr[distinct] - starts[:-1], size[distinct]) + np.arange(starts[-1])
    shingle = counts.indices[at]
    rank = np.empty(counts.n_columns, np.int32)
    rank[np.argsort(np.bincount(shingle, minlength=counts.n_columns), kind="stable")] = np.arange(counts.n_columns)
    items = rank[shingle]
    _sort_rows(starts, items)
    return Sets(starts, items, np.where(size > 0, number[first], -1))


@jit
def _hash_rows(indptr: Array, indices: Array, hashes: Array) -> None:
    for i in range(len(hashes)):
        h = MULTIPLIER
        for p in range(indptr[i], indptr[i + 1]):
            h = (h ^ np.uint64(indices[p])) * MULTIPLIER
            h ^= h >> np.uint64(32)
        hashes[i] = h


@jit
def _equal_rows(indptr: Array, indices: Array, first: Array) -> Array:
    """Whether each row is quite the same as the one that it is said to equal."""
    equal = np.ones(len(first), np.bool_)
    for i in range(len(first)):
        size, k = indptr[i + 1] - indptr[i], first[i]
        equal[i] = indptr[k + 1] - indptr[k] == size
        for p in range(size if equal[i] else 0):
            if indices[indptr[i] + p] != indices[indptr[k] + p]:
                equal[i] = False
    return equal


@jit
def _sort_rows(starts: Array, items: Array) -> None:
    for u in range(len(starts) - 1):
        items[starts[u] : starts[u + 1]] = np.sort(items[starts[u] : starts[u + 1]])
