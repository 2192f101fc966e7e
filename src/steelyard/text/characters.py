"""Texts to a stream of characters, with gaps between documents."""

from __future__ import annotations

import numpy as np

from steelyard._jit import leaf
from steelyard._threads import run_parallel
from steelyard.core.bits import i64
from steelyard.core.utf8 import decode, width
from steelyard.text.grams import END, GAP, Stream
from steelyard.text.normalise import Texts, runs
from steelyard.text.symbols import Symbols, from_texts
from steelyard.text.unicode import N_CODE_POINTS, SPACE, Tables

_BLANK = 32


def character_stream(
    texts: Texts, lower: bool, padded: bool, alphabet: Symbols | None, threads: int
) -> tuple[Symbols, Stream, list[tuple[int, int]]]:
    """The characters of all documents, two or more white spaces together as one space, numbered in order.

    `padded`: each document gets a space before and after it. With an `alphabet`, what is not in it is a gap.
    """
    parts = runs(texts.offsets, threads)
    sizes = [int(texts.offsets[b] - texts.offsets[a]) + (1 + 2 * padded) * (b - a) for a, b in parts]
    starts = np.cumsum([1, *sizes])
    cells = np.empty((starts[-1], 2), np.int32)
    cells[0] = END

    def write(k: int) -> np.ndarray:
        seen = np.zeros(N_CODE_POINTS, np.bool_)
        _write(
            texts.data, texts.offsets, *parts[k], texts.tables, lower, padded, cells[starts[k] : starts[k + 1]], seen
        )
        return seen

    seen = np.logical_or.reduce([np.zeros(N_CODE_POINTS, np.bool_), *run_parallel(write, range(len(parts)), threads)])
    if alphabet is None:
        alphabet = from_texts([chr(c) for c in np.flatnonzero(seen).tolist()])
    symbol = np.full(N_CODE_POINTS, GAP, np.int32)
    symbol[[ord(c) for c in alphabet.texts()]] = np.arange(alphabet.n)
    run_parallel(lambda k: _number(cells[starts[k] : starts[k + 1]], symbol), range(len(parts)), threads)
    pieces = [(int(start), last - first) for start, (first, last) in zip(starts, parts)]
    return alphabet, Stream(cells, alphabet.n), pieces


@leaf
def _write(
    data: np.ndarray,
    offsets: np.ndarray,
    first: int,
    last: int,
    tables: Tables,
    lower: bool,
    padded: bool,
    cells: np.ndarray,
    seen: np.ndarray,
) -> None:
    """Code points as they stand; what white space leaves of the room is nothing but ends."""
    p = i64(0)
    for d in range(first, last):
        if padded:
            p = _put(cells, p, _BLANK, d, seen)
        blanks = 0
        at = offsets[d]
        while at < offsets[d + 1]:
            c = decode(data, at)
            at += width(data[at])
            blanks = blanks + 1 if tables.kind[c] & SPACE else 0
            if blanks > 1:
                c = _BLANK
                p -= 1
            elif lower:
                c = i64(tables.lower[c])
            p = _put(cells, p, c, d, seen)
        if padded:
            p = _put(cells, p, _BLANK, d, seen)
        p = _put(cells, p, END, d, seen)
    for q in range(p, cells.shape[0]):
        cells[q, 0] = END


@leaf
def _put(cells: np.ndarray, p: int, c: int, row: int, seen: np.ndarray) -> int:
    cells[p, 0] = c
    cells[p, 1] = row
    if c >= 0:
        seen[c] = True
    return p + 1


@leaf
def _number(cells: np.ndarray, symbol: np.ndarray) -> None:
    for p in range(cells.shape[0]):
        if cells[p, 0] >= 0:
            cells[p, 0] = symbol[cells[p, 0]]
