"""A few short texts, as a service asks for them: Python takes them apart, compiled code looks the parts up.

The way of many texts (`_terms.look_up`) numbers all their tokens first, in threads: milliseconds before the first text
is begun. Here one call does a view of a text, in room that is kept for the next one. The counts are the same.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import hash_bytes, i64
from steelyard.core.intern import PADDING, Strings, find, from_blob
from steelyard.core.rows import Array
from steelyard.core.tally import Tally, empty_tally, take_out
from steelyard.features._symbols import Analysis
from steelyard.text.grams import END, GAP, Stream, Wanted
from steelyard.text.tree import BATCH, Children, Tree, count_document, document_end
from steelyard.text.unicode import N_CODE_POINTS

FEW, SHORT = 16, 8192  # texts, and characters in one; what is longer goes the other way
_BLANKS = re.compile(r"\s\s+")
_NEWLINE = 10  # between words, which hold no white space; between pieces that no term crosses


class Room(NamedTuple):
    """What one text needs while it is counted."""

    stream: Stream
    node: Array
    tally: Tally
    columns: Array
    counts: Array


class FewView:
    """One view of the texts."""

    def __init__(self, analysis: Analysis, tree: Tree, lookup: Children, lowercase: bool, pattern: str) -> None:
        self._analyzer, self._wanted, self._lowercase = analysis.analyzer, analysis.wanted, lowercase
        self._lookup, self._n_columns, self._n_symbols = lookup, tree.n_columns, tree.symbols.n
        self._rooms: list[Room] = []
        if self._analyzer == "word":
            self._pattern = re.compile(pattern)
            self._strings: Strings = from_blob(tree.symbols.blob, tree.symbols.starts)
        else:
            self._symbol = np.full(N_CODE_POINTS, GAP, np.int32)
            self._symbol[[ord(c) for c in tree.symbols.texts()]] = np.arange(tree.symbols.n)

    def count(self, text: str) -> tuple[Array, Array]:
        """The columns of a text's terms, ascending, and how often each occurs."""
        text = text.lower() if self._lowercase else text
        room = self._take_room()
        if self._analyzer == "word":
            data = np.frombuffer(bytearray("\n".join([*self._pattern.findall(text), ""]).encode()) + _PAD, np.uint8)
            n = _count_words(data, self._strings, self._lookup, self._wanted, room)
        else:
            within = self._analyzer == "char_wb"
            text = "".join([f" {piece} \n" for piece in text.split()]) if within else _BLANKS.sub(" ", text)
            points = np.frombuffer(bytearray(text.encode("utf-32-le")), np.uint32)
            n = _count_characters(points, self._symbol, within, self._lookup, self._wanted, room)
        found = room.columns[:n].copy(), room.counts[:n].copy()
        self._rooms.append(room)  # not reached by an error: what is left in that room is not known
        return found

    def _take_room(self) -> Room:
        """Room that nobody uses at the moment; threads may count side by side."""
        try:
            return self._rooms.pop()
        except IndexError:
            cells = np.full((4 * SHORT + 8, 2), END, np.int32)
            d = self._n_columns  # what is not touched takes no memory
            stream = Stream(cells, self._n_symbols)
            return Room(stream, np.empty(BATCH, np.int32), empty_tally(d), np.empty(d, np.int32), np.empty(d, np.int32))


_PAD = bytes(PADDING)


@leaf
def _count_words(data: Array, strings: Strings, c: Children, wanted: Wanted, room: Room) -> int:
    """Words, a newline behind each, and the padding."""
    p, start = i64(1), i64(0)
    for at in range(data.size - PADDING):
        if data[at] == _NEWLINE:
            h = hash_bytes(data, start, at)
            room.stream.cells[p, 0] = find(strings, data, start, at, h)  # -1 is a gap
            p += 1
            start = at + 1
    return _count(p, c, wanted, room)


@leaf
def _count_characters(points: Array, symbol: Array, within: bool, c: Children, wanted: Wanted, room: Room) -> int:
    """Characters; `within`: a newline ends a piece."""
    p = i64(1)
    for at in range(points.size):
        point = points[at]
        room.stream.cells[p, 0] = END if within and point == _NEWLINE else symbol[point]
        p += 1
    return _count(p, c, wanted, room)


@leaf
def _count(p: int, c: Children, wanted: Wanted, room: Room) -> int:
    """Count the terms at places 1..p-1 and take the counts out."""
    room.stream.cells[p, 0] = END
    begin = i64(1)
    while begin < p:
        end = document_end(room.stream, begin)
        count_document(room.stream, begin, end, c, wanted, room.node, room.tally)
        begin = end + 1
    return take_out(room.tally, room.columns, room.counts, i64(0))
