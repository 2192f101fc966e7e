"""All pairs of sets that are alike: none is missed, by the prefix filter of Bayardo, Ma and Srikant (2007).

Two sets are alike as far as their Jaccard similarity goes: common / all. Write each set with the rarest items first. If
sets of sizes m <= n are alike by t or more, they share at least t n items; so among the first n - t n + 1 items of the
larger and the first m - t m + 1 of the smaller there is a common one. Rare items are in few sets, so few pairs are left
to compare.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit
from steelyard._threads import run_parallel
from steelyard.core.bits import i64
from steelyard.core.blocks import Block, blocks
from steelyard.core.rows import Array
from steelyard.evaluation.shingles import Sets

BLOCK = 512


def all_pairs(sets: Sets, side: Array, least: float, threads: int | None) -> tuple[Array, Array, Array]:
    """Pairs u > v of distinct sets that are alike, with their similarity."""
    size = np.diff(sets.starts)
    prefix = size - np.ceil(least * size - 1e-9).astype(np.int64) + 1
    begins = np.concatenate([[0], np.cumsum(prefix)])
    at = np.repeat(sets.starts[:-1] - begins[:-1], prefix) + np.arange(begins[-1])
    order = np.argsort(sets.items[at], kind="stable")  # postings: the sets with a shingle in front, by shingle
    holders = np.repeat(np.arange(len(size)), prefix)[order]
    number = int(sets.items.max(initial=-1)) + 1
    first = np.concatenate([[0], np.cumsum(np.bincount(sets.items[at], minlength=number))])

    def search(block: Block) -> tuple[Array, Array, Array]:
        room = 1024
        while True:
            a, b, s = np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room)
            found = _search(sets.starts, sets.items, prefix, first, holders, side, least, *block, a, b, s)
            if found <= room:
                return a[:found], b[:found], s[:found]
            room = found

    parts = run_parallel(search, blocks(len(size), BLOCK), threads)
    if not parts:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)
    a, b, s = (np.concatenate(each) for each in zip(*parts))
    return a, b, s


@jit
def _search(
    starts: Array,
    items: Array,
    prefix: Array,
    first: Array,
    holders: Array,
    side: Array,
    least: float,
    begin: int,
    end: int,
    a: Array,
    b: Array,
    similar: Array,
) -> int:
    """Pairs (u, v < u) for u in begin..end-1, as many as there is room for; returns how many there are."""
    seen = np.full(len(prefix), -1, np.int64)
    found = 0
    for u in range(begin, end):
        size = starts[u + 1] - starts[u]
        smallest = least * size - 1e-9
        for p in range(starts[u], starts[u] + prefix[u]):
            for q in range(first[items[p]], first[items[p] + 1]):
                v = holders[q]
                if v >= u:
                    break
                other = starts[v + 1] - starts[v]
                if seen[v] == u or other < smallest or side[u] | side[v] != 3:
                    continue
                seen[v] = u
                need = i64(np.ceil(least / (1.0 + least) * (size + other) - 1e-9))
                common = _common(items, starts[u], starts[u + 1], starts[v], starts[v + 1], need)
                if common >= need:
                    if found < len(a):
                        a[found], b[found], similar[found] = u, v, common / (size + other - common)
                    found += 1
    return found


@jit
def _common(items: Array, i: int, i_end: int, j: int, j_end: int, need: int) -> int:
    """How many items two sorted runs share; may stop and say less once `need` is out of reach."""
    common = 0
    while i < i_end and j < j_end and common + min(i_end - i, j_end - j) >= need:
        if items[i] == items[j]:
            common += 1
            i += 1
            j += 1
        elif items[i] < items[j]:
            i += 1
        else:
            j += 1
    return common
