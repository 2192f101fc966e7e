"""Counting into few of many columns, and taking the counts out in the order of the columns.

A set of bits says which columns were counted; a second one, a bit for 64 of the first, where to look. So
a row of a few hundred counts is taken out of a million columns with no sort and no search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import i64, trailing_zeros
from steelyard.core.room import with_room

_ONE = np.uint64(1)
_63 = np.uint64(63)


class Tally(NamedTuple):
    """`counts` by column, all 0 when nothing is in; `low` and `high` bits; `size`: how many columns are in."""

    counts: np.ndarray  # int32
    low: np.ndarray  # uint64
    high: np.ndarray  # uint64
    size: np.ndarray  # int64, one element


def empty_tally(n_columns: int) -> Tally:
    """A tally with nothing in it."""
    return Tally(
        np.zeros(n_columns, np.int32),
        np.zeros((n_columns >> 6) + 1, np.uint64),
        np.zeros((n_columns >> 12) + 1, np.uint64),
        np.zeros(1, np.int64),
    )


@leaf
def count(t: Tally, column: int, n: int) -> None:
    """Add n to a column. A column is in from its first count on, even if its counts sum to zero."""
    t.counts[column] += n
    k = column >> 6
    bit = _ONE << (np.uint64(column) & _63)
    if t.low[k] & bit == np.uint64(0):
        t.low[k] |= bit
        t.high[k >> 6] |= _ONE << (np.uint64(k) & _63)
        t.size[0] += 1


@leaf
def add_to(t: Tally, column: int, n: int) -> None:
    """The same, asking nothing: whether a column is new is a guess that goes wrong for every third. `size` is not kept
    up, which `take_out` does not need."""
    t.counts[column] += n
    mark(t, column)


@leaf
def mark(t: Tally, column: int) -> None:
    """Put a column in without a count."""
    k = column >> 6
    t.low[k] |= _ONE << (np.uint64(column) & _63)
    t.high[k >> 6] |= _ONE << (np.uint64(k) & _63)


@leaf
def take_marks(t: Tally, df: np.ndarray) -> int:
    """Take all marked columns out and add 1 to `df` at each; returns how many they were."""
    n = i64(0)
    for h in range(t.high.size):
        groups = t.high[h]
        t.high[h] = np.uint64(0)
        while groups != np.uint64(0):
            k = (h << 6) + trailing_zeros(groups)
            groups &= groups - _ONE
            bits = t.low[k]
            t.low[k] = np.uint64(0)
            while bits != np.uint64(0):
                df[(k << 6) + trailing_zeros(bits)] += 1
                bits &= bits - _ONE
                n += 1
    t.size[0] = 0
    return n


@leaf
def take_out(t: Tally, columns: np.ndarray, counts: np.ndarray, n: int) -> int:
    """Write columns, ascending, and counts from place n on; the tally is empty again. Returns the new n."""
    for h in range(t.high.size):
        groups = t.high[h]
        t.high[h] = np.uint64(0)
        while groups != np.uint64(0):
            k = (h << 6) + trailing_zeros(groups)
            groups &= groups - _ONE
            bits = t.low[k]
            t.low[k] = np.uint64(0)
            while bits != np.uint64(0):
                column = (k << 6) + trailing_zeros(bits)
                bits &= bits - _ONE
                columns[n] = column
                counts[n] = t.counts[column]
                t.counts[column] = 0
                n += 1
    t.size[0] = 0
    return n


class Found(NamedTuple):
    """Rows as they were found: columns, ascending in each, and counts; row i ends at ends[i]."""

    columns: np.ndarray  # int32
    counts: np.ndarray  # int32
    ends: np.ndarray  # int64


def no_rows(n_rows: int, room: int) -> Found:
    """Room for rows to come."""
    return Found(np.empty(room, np.int32), np.empty(room, np.int32), np.empty(n_rows, np.int64))


def more_rows(old: Found, n: int, wanted: int) -> Found:
    """The first n counts with room for `wanted` and half as many again."""
    return Found(with_room(old.columns, n, wanted), with_room(old.counts, n, wanted), old.ends)
