"""A vocabulary as a tree: a term's parent is the term without its last symbol.

It is what `grams.grow` finds, in alphabetical order, or what a list of terms spells out. A text is looked
up by walking: from each place, from parent to child, as long as there is a child.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import MULTIPLIER, i64
from steelyard.core.prefetch import near
from steelyard.core.tally import Found, Tally, add_to, empty_tally, more_rows, no_rows, take_out
from steelyard.text.grams import END, Stream, Wanted
from steelyard.text.symbols import Symbols, from_texts

_UPPER = np.uint64(32)
_FREE = np.uint64(0xFFFFFFFFFFFFFFFF)
BATCH = 4096
AHEAD = 24  # places


class Tree(NamedTuple):
    """Node k is node parent[k] (-1: nothing) and then symbol[k]; column[k] is its place in the rows, -1: none."""

    symbols: Symbols
    parent: np.ndarray  # int32
    symbol: np.ndarray  # int32
    column: np.ndarray  # int32
    n_columns: int
    between: str  # what stands between two symbols in a name

    def names(self) -> list[str]:
        """The terms, by column."""
        texts = self.symbols.texts()
        so_far: list[str] = []
        names = [""] * self.n_columns
        between = self.between
        for parent, symbol, column in zip(self.parent.tolist(), self.symbol.tolist(), self.column.tolist()):
            name = texts[symbol] if parent < 0 else so_far[parent] + between + texts[symbol]
            so_far.append(name)
            if column >= 0:
                names[column] = name
        return names


def from_terms(columns: dict[str, int], between: str) -> Tree:
    """The tree of given terms; their parents get nodes, and no columns."""
    spelt = {term: term.split(between) if between else list(term) for term in columns}
    alphabet = sorted({symbol for symbols in spelt.values() for symbol in symbols})
    number = {text: k for k, text in enumerate(alphabet)}
    nodes: dict[tuple[int, int], int] = {}
    column: list[int] = []
    for term, symbols in spelt.items():
        node = -1
        for text in symbols:
            key = (node, number[text])
            node = nodes.setdefault(key, len(nodes))
            if node == len(column):
                column.append(-1)
        if node >= 0:
            column[node] = columns[term]
    pairs = np.array(list(nodes), np.int32).reshape(-1, 2)
    n_columns = max(columns.values(), default=-1) + 1
    return Tree(
        from_texts(alphabet), pairs[:, 0].copy(), pairs[:, 1].copy(), np.array(column, np.int32), n_columns, between
    )


class Children(NamedTuple):
    """From (parent, symbol) to the child: `first[symbol]` for those with no parent, a table of slots for the rest."""

    first: np.ndarray  # int32, -1: none
    keys: np.ndarray  # uint64
    nodes: np.ndarray  # int32
    column: np.ndarray  # int32


def children(t: Tree) -> Children:
    """The look-up table of a tree."""
    size = 1 << (2 * t.parent.size + 63).bit_length()
    out = Children(np.full(t.symbols.n, -1, np.int32), np.full(size, _FREE), np.empty(size, np.int32), t.column)
    _enter(t.parent, t.symbol, out)
    return out


@leaf
def _enter(parent: np.ndarray, symbol: np.ndarray, out: Children) -> None:
    mask = np.uint64(out.keys.size - 1)
    for k in range(parent.size):
        if parent[k] < 0:
            out.first[symbol[k]] = k
            continue
        key = np.uint64(parent[k]) << _UPPER | np.uint64(symbol[k])
        slot = _slot(key) & mask
        while out.keys[slot] != _FREE:
            slot = (slot + np.uint64(1)) & mask
        out.keys[slot] = key
        out.nodes[slot] = k


@leaf
def _slot(key: np.uint64) -> np.uint64:
    h = key * MULTIPLIER
    return h ^ h >> _UPPER


@leaf
def child(c: Children, parent: int, symbol: int) -> int:
    """The child of a node by a symbol, -1 if there is none."""
    key = np.uint64(parent) << _UPPER | np.uint64(symbol)
    mask = np.uint64(c.keys.size - 1)
    slot = _slot(key) & mask
    while c.keys[slot] != key:
        if c.keys[slot] == _FREE:
            return -1
        slot = (slot + np.uint64(1)) & mask
    return i64(c.nodes[slot])


@leaf
def ask_for_child(c: Children, parent: int, symbol: int) -> None:
    """The child is wanted soon: where it may be is fetched meanwhile."""
    key = np.uint64(parent) << _UPPER | np.uint64(symbol)
    near(c.keys, i64(_slot(key) & np.uint64(c.keys.size - 1)))


def find_terms(stream: Stream, first: int, n_rows: int, c: Children, wanted: Wanted, n_columns: int) -> Found:
    """Look up n_rows documents, the first of which begins at place `first`."""
    tally, node = empty_tally(n_columns), np.empty(BATCH, np.int32)
    out = no_rows(n_rows, 256 * n_rows)
    done = np.array([0, first, 0, 0])
    while not _find(stream, c, wanted, node, tally, out, done):
        out = more_rows(out, int(done[2]), int(done[2] + done[3]))
    return Found(out.columns[: done[2]], out.counts[: done[2]], out.ends)


@leaf
def _find(
    stream: Stream, c: Children, wanted: Wanted, node: np.ndarray, tally: Tally, out: Found, done: np.ndarray
) -> bool:
    """Look up documents until they end (True) or the room does (False).

    `done` is how many documents are looked up, where the next begins, how many counts there are so far, and how many
    the next document may have.
    """
    begin, n = i64(done[1]), i64(done[2])
    for d in range(done[0], out.ends.size):
        end = document_end(stream, begin)
        most = (end - begin) * wanted.n_max
        if n + most > out.columns.size:
            done[0], done[1], done[2], done[3] = d, begin, n, most
            return False
        count_document(stream, begin, end, c, wanted, node, tally)
        n = take_out(tally, out.columns, out.counts, n)
        out.ends[d] = n
        begin = end + 1
    done[2] = n
    return True


@leaf
def document_end(stream: Stream, begin: int) -> int:
    """The gap behind the document that begins at a place."""
    end = begin
    while stream.cells[end, 0] != END:
        end += 1
    return end


@leaf
def count_document(
    stream: Stream, begin: int, end: int, c: Children, wanted: Wanted, node: np.ndarray, tally: Tally
) -> None:
    """Count the terms of one document, a batch of places at a time."""
    for at in range(begin, end, BATCH):
        _count_terms(stream, at, min(at + BATCH, end), c, wanted, node, tally)


@leaf
def _count_terms(
    stream: Stream, begin: int, end: int, c: Children, wanted: Wanted, node: np.ndarray, tally: Tally
) -> None:
    """Count the terms that begin at places begin..end-1: all of one symbol, then all of two, and so on.

    Symbol by symbol and not place by place, so that the look-ups of a round wait for memory together.
    """
    for i in range(end - begin):
        symbol = stream.cells[begin + i, 0]
        node[i] = c.first[symbol] if symbol >= 0 else -1
    left = end - begin
    depth = i64(1)
    while left > 0:
        if depth >= wanted.n_min or wanted.whole:
            for i in range(end - begin):
                if node[i] >= 0 and c.column[node[i]] >= 0 and _counts(stream, begin + i, depth, wanted):
                    add_to(tally, i64(c.column[node[i]]), 1)
        if depth == wanted.n_max:
            return
        left = 0
        for i in range(end - begin):
            if i + AHEAD < end - begin and node[i + AHEAD] >= 0:
                ask_for_child(c, node[i + AHEAD], stream.cells[begin + i + AHEAD + depth, 0])
            if node[i] >= 0:
                symbol = stream.cells[begin + i + depth, 0]
                node[i] = child(c, node[i], symbol) if symbol >= 0 else -1
                left += node[i] >= 0
        depth += 1


@leaf
def _counts(stream: Stream, p: int, depth: int, wanted: Wanted) -> bool:
    """Is a term of this length wanted here? A shorter one only where it is all there is in the document."""
    return depth >= wanted.n_min or (stream.cells[p - 1, 0] == END and stream.cells[p + depth, 0] == END)
