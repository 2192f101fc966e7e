"""The symbols that a view sees in a text, each with the characters of the original text that it stands for.

The rules are the vectorizers', said once more in plain Python and with places: lower case by `str.lower`, words by the
view's pattern, two or more white spaces as one, a space before and after each word of char_wb. Places are code points
of the text as it was given, so what changes length (U+0130 becomes two characters, a run of white space becomes one) is
followed back. A padding space of char_wb has no character: its place is empty, at the edge of its word.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import i64
from steelyard.core.rows import Array
from steelyard.features.text_columns import TextColumns, View
from steelyard.text.symbols import Symbols
from steelyard.text.tree import Children, child

_BLANKS = re.compile(r"\s\s+")
_BLACK = re.compile(r"\S+")


class Run(NamedTuple):
    """Symbols that follow one another; no term crosses from one run to the next."""

    symbols: Sequence[str]
    begin: Sequence[int]  # symbol k stands for text[begin[k]:end[k]]
    end: Sequence[int]


class Hits(NamedTuple):
    """The terms of one view in a text: hit h is symbols at[h]:at[h] + depth[h], and column[h]."""

    view: View
    symbols: list[str]
    begin: Array
    end: Array
    column: Array
    at: Array
    depth: Array

    def names(self) -> list[str]:
        """The term of each hit."""
        between, symbols = " " if self.view.analyzer == "word" else "", self.symbols
        return [between.join(symbols[a : a + n]) for a, n in zip(self.at.tolist(), self.depth.tolist())]

    def places(self) -> tuple[Array, Array]:
        """From where to where each term reaches in the text."""
        return self.begin[self.at], self.end[self.at + self.depth - 1]


def runs(text: str, view: View) -> Iterator[Run]:
    """The text as a view sees it."""
    low, origin = _lowered(text) if view.lowercase else (text, range(len(text) + 1))
    if view.analyzer == "word":
        spans = [found.span() for found in re.finditer(view.pattern, low)]
        yield Run([low[a:b] for a, b in spans], [origin[a] for a, _ in spans], [origin[b - 1] + 1 for _, b in spans])
    elif view.analyzer == "char":
        yield _characters(low, origin)
    else:
        for found in _BLACK.finditer(low):
            a, b = found.span()
            first, last = origin[a], origin[b - 1] + 1
            ends = [origin[k] + 1 for k in range(a, b)]
            yield Run(f" {found[0]} ", [first, *origin[a:b], last], [first, *ends, last])


def _lowered(text: str) -> tuple[str, Sequence[int]]:
    """The lower case, and of which character each of its characters comes."""
    low = text.lower()
    if len(low) == len(text):
        return low, range(len(text) + 1)
    return low, [k for k, c in enumerate(text) for _ in c.lower()]


def _characters(low: str, origin: Sequence[int]) -> Run:
    symbols: list[str] = []
    begin: list[int] = []
    end: list[int] = []

    def copy(a: int, b: int) -> None:
        symbols.extend(low[a:b])
        begin.extend(origin[a:b])
        end.extend(origin[k] + 1 for k in range(a, b))

    since = 0
    for blank in _BLANKS.finditer(low):
        a, b = blank.span()
        copy(since, a)
        symbols.append(" ")
        begin.append(origin[a])
        end.append(origin[b - 1] + 1)
        since = b
    copy(since, len(low))
    return Run(symbols, begin, end)


def hits(text: str, columns: TextColumns) -> list[Hits]:
    """The terms of each view in the text, one for each time that they occur."""
    found = []
    for view, tree, lookup, start in zip(columns.views, columns.trees, columns.lookups, columns.starts.tolist()):
        parts = list(runs(text, view))
        symbols = [symbol for part in parts for symbol in part.symbols]
        starts = np.cumsum([0, *(len(part.symbols) for part in parts)])
        number = _numbers(symbols, tree.symbols)
        column, at, depth = _look_up(number, starts, lookup, view)
        begin = np.array([place for part in parts for place in part.begin], np.int64)
        end = np.array([place for part in parts for place in part.end], np.int64)
        found.append(Hits(view, symbols, begin, end, column + start, at, depth))
    return found


def _numbers(symbols: Sequence[str], known: Symbols) -> Array:
    """The number of each symbol, -1 where it is not known. They are numbered in the order of their bytes."""
    blob, starts = known.blob.data, known.starts.data  # memory as it lies, read without NumPy's objects

    def spelt(k: int) -> bytes:
        return bytes(blob[starts[k] : starts[k + 1]])

    number: dict[str, int] = {}
    for symbol in symbols:
        if symbol not in number:
            word = symbol.encode()
            k = bisect_left(range(known.n), word, key=spelt)
            number[symbol] = k if k < known.n and spelt(k) == word else -1
    return np.array([number[symbol] for symbol in symbols], np.int32)


def _look_up(number: Array, starts: Array, lookup: Children, view: View) -> tuple[Array, Array, Array]:
    low, high = view.ngrams
    longest = max((int(b - a) for a, b in pairwise(starts)), default=0)
    room = len(number) * min(high, longest)  # what is not used is never touched
    column, at, depth = (np.empty(room, np.int32) for _ in range(3))
    n = 0
    for a, b in pairwise(starts.tolist()):
        n = _walk(number, a, b, lookup, low, high, view.analyzer == "char_wb", column, at, depth, n)
    return column[:n].astype(np.int64), at[:n].astype(np.int64), depth[:n].astype(np.int64)


@leaf
def _walk(
    number: Array, start: int, stop: int, c: Children, low: int, high: int, whole: bool, column: Array, at: Array,
    depth: Array, n: int,
) -> int:  # fmt: skip
    """Note the terms of symbols start:stop, place by place; `text/tree.py` counts the same ones."""
    for p in range(start, stop):
        node = i64(c.first[number[p]]) if number[p] >= 0 else i64(-1)
        length = i64(1)
        while node >= 0:
            # a shorter one counts where it is all there is of a word
            if c.column[node] >= 0 and (length >= low or (whole and length == stop - start)):
                column[n], at[n], depth[n] = c.column[node], p, length
                n += 1
            symbol = i64(number[p + length]) if length < high and p + length < stop else i64(-1)
            node = child(c, node, symbol) if symbol >= 0 else i64(-1)
            length += 1
    return n
