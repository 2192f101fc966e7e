"""From what was counted to the matrix: rows in order, weights and lengths in the same passes.

A count becomes `count`, 1 (binary) or 1 + ln count (sublinear), times the scale of its column. Sums over a
row are taken in the order of its columns, so the bits do not depend on the number of threads.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard._threads import run_parallel
from steelyard.core.bits import i64
from steelyard.core.tally import Found
from steelyard.text.grams import Grams
from steelyard.text.normalise import runs


class Weighting(NamedTuple):
    """What a count is worth: `scale` by column, empty for 1 everywhere; `norm` 0 (none), 1 or 2."""

    binary: bool
    sublinear: bool
    scale: np.ndarray  # float64
    norm: int


AS_IT_IS = Weighting(False, False, np.zeros(0), 0)


class Matrix(NamedTuple):
    """The arrays of a CSR matrix."""

    indptr: np.ndarray  # int64
    indices: np.ndarray  # int32
    data: np.ndarray


@leaf
def weight(count: int, column: int, w: Weighting) -> float:
    value = 1.0 if w.binary else np.float64(count)
    if w.sublinear:
        value = 1.0 + np.log(value)
    return value * w.scale[column] if w.scale.size else value


@leaf
def count_rows(grams: Grams, column: np.ndarray, per_row: np.ndarray) -> None:
    """Add to per_row how many of the kept nodes each document has."""
    p = i64(0)
    for k in range(grams.size.size):
        end = p + grams.size[k]
        last = np.int32(-1)
        while p < end:
            per_row[grams.rows[p]] += column[k] >= 0 and grams.rows[p] != last
            last = grams.rows[p]
            p += 1


@leaf
def scatter(
    grams: Grams, column: np.ndarray, at: np.ndarray, w: Weighting, indices: np.ndarray, data: np.ndarray
) -> None:
    """Hand each kept node's counts out to the rows; `at` is where each row goes on."""
    begin = i64(0)
    for k in range(grams.size.size):
        end = begin + grams.size[k]
        if column[k] >= 0:
            _scatter_node(grams.rows, begin, end, i64(column[k]), at, w, indices, data)
        begin = end


@leaf
def _scatter_node(
    rows: np.ndarray,
    begin: int,
    end: int,
    column: int,
    at: np.ndarray,
    w: Weighting,
    indices: np.ndarray,
    data: np.ndarray,
) -> None:
    p = begin
    while p < end:
        row = rows[p]
        count = 1
        while p + count < end and rows[p + count] == row:
            count += 1
        to = at[row]
        at[row] = to + 1
        indices[to] = column
        data[to] = weight(count, column, w)
        p += count


@leaf
def hand_out(columns: np.ndarray, counts: np.ndarray, w: Weighting, indices: np.ndarray, data: np.ndarray) -> None:
    """The same for rows that are already in order."""
    for p in range(columns.size):
        indices[p] = columns[p]
        data[p] = weight(counts[p], columns[p], w)


@leaf
def normalise(indptr: np.ndarray, data: np.ndarray, first: int, last: int, norm: int) -> None:
    """Divide rows first..last-1 by their length: the sum of sizes (1) or the root of the sum of squares (2)."""
    for i in range(first, last):
        total = 0.0
        for p in range(indptr[i], indptr[i + 1]):
            value = np.float64(data[p])
            total += value * value if norm == 2 else abs(value)
        if norm == 2:
            total = np.sqrt(total)
        if total != 0.0:
            for p in range(indptr[i], indptr[i + 1]):
                data[p] /= total


def room(per_row: np.ndarray, dtype: np.dtype) -> Matrix:
    """A matrix to be filled, whose rows have so many entries."""
    indptr = np.concatenate([[0], np.cumsum(per_row)]).astype(np.int64)
    return Matrix(indptr, np.empty(indptr[-1], np.int32), np.empty(indptr[-1], dtype))


def normalised(m: Matrix, w: Weighting, threads: int) -> Matrix:
    """The same matrix, its rows divided by their lengths if that is wanted."""
    if w.norm:
        run_parallel(lambda r: normalise(m.indptr, m.data, *r, w.norm), runs(m.indptr, threads), threads)
    return m


def from_found(found: list[Found], w: Weighting, dtype: np.dtype, threads: int) -> Matrix:
    """One matrix of all pieces' rows."""
    sizes = [np.diff(f.ends, prepend=0) for f in found]
    out = room(np.concatenate([np.zeros(0, np.int64), *sizes]), dtype)
    ends = np.cumsum([0, *(f.columns.size for f in found)])

    def write(k: int) -> None:
        part = slice(ends[k], ends[k + 1])
        hand_out(found[k].columns, found[k].counts, w, out.indices[part], out.data[part])

    run_parallel(write, range(len(found)), threads)
    return normalised(out, w, threads)
