"""All n-grams of a stream of symbols, in alphabetical order, each with the documents it occurs in.

Given      a stream of symbols (words or characters, numbered in alphabetical order; negative: a gap that
           no n-gram crosses) and the document of each place;
returns    the n-grams of n_min..n_max symbols that occur in df_min..df_max documents, as a tree in which
           a gram's parent is the gram without its last symbol, and for each its documents and counts.

The grams of one symbol are the places where it stands. Those of two that begin with it are these places,
sorted by the symbol that follows; and so on: every gram is a run of places in its parent's sorted segment,
found with no hash and no comparison of texts, exact and in order. Since a gram's documents are among its
parent's, a branch ends where fewer than df_min documents are left.

   1. The places of a first symbol make the first segment.
   2. Take the next run of equal symbols in the deepest segment; where there is none, step back up.
   3. Note the documents of its places. Fewer than df_min: on to the next run.
   4. Give the gram its node; if its length and its number of documents are right, keep these.
   5. If it may grow, its places, sorted by the symbol that follows, make the next deeper segment.

Alphabetical: a tree walked parent first, children in order of their symbols, visits the grams in the order
of their names, because the space between two words sorts before every character of a word.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import i64
from steelyard.core.room import with_room
from steelyard.core.sort import Sorter, sort_by_symbol, sorter

_UPPER = np.uint64(32)
_LOWER = np.uint64(0xFFFFFFFF)
GAP, END = -1, -3


class Stream(NamedTuple):
    """`cells[p]` is place p's symbol and its document, side by side because they are used together.

    A negative symbol is a gap, which no n-gram crosses: GAP for what is not in the alphabet, END before the
    first document and after each.
    """

    cells: np.ndarray  # int32 (place, 2)
    n_symbols: int


class Wanted(NamedTuple):
    """Which grams count. `whole`: one shorter than n_min counts where it is all there is in its document."""

    n_min: int
    n_max: int
    df_min: int
    df_max: int
    whole: bool


class Grams(NamedTuple):
    """Nodes in alphabetical order. The first node's `size[0]` documents come first in `rows`, and so on.

    A document stands there as often as the gram occurs in it; a node that does not count has size 0.
    """

    parent: np.ndarray  # int32; -1: no parent
    symbol: np.ndarray  # int32
    size: np.ndarray  # int32, how often the gram occurs
    df: np.ndarray  # int32, in how many documents
    rows: np.ndarray  # int32


class Segments(NamedTuple):
    """The segments on the way from the first symbol to the deepest, and by depth what is left of each."""

    keys: np.ndarray  # uint64 (depth, key): symbol above, place below; the first segment lies elsewhere
    begin: np.ndarray
    end: np.ndarray
    node: np.ndarray


def first_keys(stream: Stream, low: int, high: int, starts: np.ndarray, keys: np.ndarray) -> None:
    """Write the keys of the places of symbols low..high-1; those of symbol k begin at starts[k]."""
    _fill(stream, low, high, starts.copy(), keys)


def grow(stream: Stream, keys: np.ndarray, starts: np.ndarray, wanted: Wanted) -> Grams:
    """The grams that begin with one of a run of symbols; the first one's keys are keys[starts[0]:starts[1]]."""
    longest = int(np.diff(starts).max(initial=0))
    depths = wanted.n_max + 1
    segments = Segments(
        np.empty((depths, longest), np.uint64),
        np.zeros(depths, np.int64),
        np.zeros(depths, np.int64),
        np.full(depths, -1, np.int32),
    )
    room = int(starts[-1] - starts[0]) * min(wanted.n_max, 3)  # what is not used is never touched: no memory
    nothing = np.empty(0, np.int32)
    none = Grams(nothing, nothing, nothing, nothing, nothing)
    out, done, sort = _with_room(none, 0, 0, room), np.zeros(3, np.int64), sorter(longest, stream.n_symbols)
    while not _grow(stream, keys, starts, wanted, segments, sort, out, done):
        out = _with_room(out, int(done[1]), int(done[2]), longest * wanted.n_max)
    _, nodes, postings = done.tolist()
    return Grams(out.parent[:nodes], out.symbol[:nodes], out.size[:nodes], out.df[:nodes], out.rows[:postings])


def _with_room(g: Grams, nodes: int, postings: int, more: int) -> Grams:
    """The first nodes and postings, with room for `more` of each."""
    parent, symbol, size, df = (with_room(part, nodes, nodes + more) for part in (g.parent, g.symbol, g.size, g.df))
    return Grams(parent, symbol, size, df, with_room(g.rows, postings, postings + more))


@leaf
def _grow(
    stream: Stream,
    keys: np.ndarray,
    starts: np.ndarray,
    wanted: Wanted,
    segments: Segments,
    sorter: Sorter,
    out: Grams,
    done: np.ndarray,
) -> bool:
    """Grow from one first symbol after the other until they end (True) or the room does (False).

    `done` is how many first symbols, nodes and postings there are so far.
    """
    nodes, postings = i64(done[1]), i64(done[2])
    for k in range(done[0], starts.size - 1):
        most = (starts[k + 1] - starts[k]) * wanted.n_max
        if most + nodes > out.symbol.size or most + postings > out.rows.size:
            return False
        first = keys[starts[k] : starts[k + 1]]
        nodes, postings = _grow_from(stream, first, wanted, segments, sorter, out, nodes, postings)
        done[0], done[1], done[2] = k + 1, nodes, postings
    return True


@leaf
def _fill(stream: Stream, low: int, high: int, next_place: np.ndarray, keys: np.ndarray) -> None:
    for p in range(stream.cells.shape[0]):
        k = stream.cells[p, 0]
        if low <= k < high:
            keys[next_place[k]] = np.uint64(k) << _UPPER | np.uint64(p)
            next_place[k] += 1


@leaf
def _grow_from(
    stream: Stream,
    first: np.ndarray,
    wanted: Wanted,
    seg: Segments,
    sorter: Sorter,
    out: Grams,
    nodes: int,
    postings: int,
) -> tuple[int, int]:
    """Add the grams that begin with one symbol; return how many nodes and postings there are then."""
    # 1. the places of the first symbol
    seg.begin[1], seg.end[1] = 0, first.size
    depth = i64(1)
    while depth > 0:
        # 2. the next run
        begin = seg.begin[depth]
        if begin == seg.end[depth]:
            depth -= 1
            continue
        keys = seg.keys[depth] if depth > 1 else first
        # 3. its documents
        end, size, df = _note_documents(stream, keys, begin, seg.end[depth], depth, wanted, out, postings)
        seg.begin[depth] = end
        if (df < wanted.df_min and depth >= wanted.n_min) or end - begin < wanted.df_min:
            continue
        # 4. its node
        counts = wanted.df_min <= df <= wanted.df_max
        out.parent[nodes] = seg.node[depth - 1]
        out.symbol[nodes] = np.int32(keys[begin] >> _UPPER)
        out.size[nodes] = size if counts else 0
        out.df[nodes] = df
        postings += out.size[nodes]
        seg.node[depth] = nodes
        nodes += 1
        # 5. the segment below it
        if depth < wanted.n_max:
            n = _next_segment(stream, keys, begin, end, depth, seg.keys[depth + 1])
            if n >= wanted.df_min:
                sort_by_symbol(seg.keys[depth + 1], n, sorter)
                seg.begin[depth + 1], seg.end[depth + 1] = 0, n
                depth += 1
    return nodes, postings


@leaf
def _note_documents(
    stream: Stream, keys: np.ndarray, begin: int, stop: int, depth: int, wanted: Wanted, out: Grams, postings: int
) -> tuple[int, int, int]:
    """The end of the run that begins at `begin`, how often its gram counts, and in how many documents; notes these."""
    symbol = keys[begin] >> _UPPER
    last = np.int32(-1)
    at = postings
    df = 0
    i = begin
    while i < stop and keys[i] >> _UPPER == symbol:
        p = i64(keys[i] & _LOWER)
        i += 1
        if depth < wanted.n_min and not (
            wanted.whole and stream.cells[p - 1, 0] == END and stream.cells[p + depth, 0] == END
        ):
            continue
        row = stream.cells[p, 1]
        out.rows[at] = row
        at += 1
        df += row != last
        last = row
    return i, at - postings, df


@leaf
def _next_segment(stream: Stream, keys: np.ndarray, begin: int, end: int, depth: int, to: np.ndarray) -> int:
    """The places begin..end-1 again, keyed by the symbol that follows their gram, those with none left out."""
    n = 0
    for i in range(begin, end):
        p = keys[i] & _LOWER
        symbol = stream.cells[i64(p) + depth, 0]
        if symbol >= 0:
            to[n] = np.uint64(symbol) << _UPPER | p
            n += 1
    return n
