"""Sorting keys by their upper half: a symbol above, a place below.

The keys of a segment arrive in the order of their places, so a stable sort by symbol sorts the whole.
Short segments are sorted by insertion; longer ones by counting, once over all symbols where these are
few beside the keys, else in two rounds over half of a symbol's bits each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import i64

SHORT = 40
_UPPER = np.uint64(32)


class Sorter(NamedTuple):
    """Room for sorting: `other` as long as the longest segment, `counts` one longer than the number of symbols."""

    other: np.ndarray  # uint64
    counts: np.ndarray  # int64


def sorter(longest: int, n_symbols: int) -> Sorter:
    """Room to sort segments of up to `longest` keys with symbols below n_symbols."""
    return Sorter(np.empty(longest, np.uint64), np.zeros(n_symbols + 1, np.int64))


@leaf
def sort_by_symbol(keys: np.ndarray, n: int, s: Sorter) -> None:
    """Sort keys[:n] in place, stably, by symbol."""
    if n <= SHORT:
        _insertion(keys, n)
        return
    n_symbols = s.counts.size - 1
    bits = i64(1)
    while n_symbols >> bits:
        bits += 1
    if n_symbols <= 4 * n:
        _by_digit(keys, s.other, n, s.counts, i64(0), bits)
        for i in range(n):
            keys[i] = s.other[i]
    else:
        half = (bits + 1) // 2
        _by_digit(keys, s.other, n, s.counts, i64(0), half)
        _by_digit(s.other, keys, n, s.counts, half, bits - half)


@leaf
def _insertion(keys: np.ndarray, n: int) -> None:
    for i in range(1, n):
        key = keys[i]
        j = i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key


@leaf
def _by_digit(keys: np.ndarray, to: np.ndarray, n: int, counts: np.ndarray, shift: int, bits: int) -> None:
    """Write keys[:n] to `to`, ordered by `bits` bits of their symbols from bit `shift` on."""
    down = np.uint64(shift) + _UPPER
    mask = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    top = min(i64(mask) + 1, i64(counts.size) - 1)
    for d in range(top + 1):
        counts[d] = 0
    for i in range(n):
        counts[i64(keys[i] >> down & mask) + 1] += 1
    for d in range(top):
        counts[d + 1] += counts[d]
    for i in range(n):
        digit = i64(keys[i] >> down & mask)
        to[counts[digit]] = keys[i]
        counts[digit] += 1
