"""Learning a vocabulary and counting by it: words, characters, characters within words.

Three analyzers, one plan: texts become a stream of symbols; to learn, all its n-grams are grown from it
with the documents they occur in; to look up, each place is walked down the vocabulary's tree.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from steelyard._threads import run_parallel
from steelyard.core.tally import Found
from steelyard.features._rows import Weighting, count_rows, hand_out, normalise, scatter, totals
from steelyard.text.characters import character_stream
from steelyard.text.grams import Grams, Stream, Wanted, grow
from steelyard.text.normalise import Texts, runs
from steelyard.text.scan import Rule
from steelyard.text.stream import all_tokens, know_words, learn_words, word_stream
from steelyard.text.symbols import Symbols
from steelyard.text.tree import Children, Tree, children, find_terms


class Analysis(NamedTuple):
    """How a text is taken apart: the rule of its tokens (words only), stop words, and the n-grams wanted."""

    characters: bool
    rule: Rule
    stop_words: Collection[str] | None
    wanted: Wanted


class Matrix(NamedTuple):
    """The arrays of a CSR matrix."""

    indptr: np.ndarray
    indices: np.ndarray
    data: np.ndarray


class Learned(NamedTuple):
    """What the texts hold, before it is decided what a count is worth: the tree, and each range's grams."""

    tree: Tree
    grams: list[Grams]
    columns: list[np.ndarray]
    n_rows: int


def symbols_and_stream(
    texts: Texts, a: Analysis, symbols: Symbols | None, threads: int
) -> tuple[Symbols, Stream, list[tuple[int, int]]]:
    """The stream, its symbols (learnt, or those given) and, run by run, where the first place is and how many rows."""
    if a.characters:
        return character_stream(texts, a.rule.lower, False, symbols, threads)
    parts = all_tokens(texts, a.rule, threads)
    if symbols is None:
        symbols, numbers = learn_words(parts, a.stop_words)
    else:
        numbers = know_words(parts, symbols, a.stop_words)
    stream, pieces = word_stream(parts, numbers, symbols.count, threads)
    return symbols, stream, pieces


def learn(texts: Texts, a: Analysis, max_features: int | None, dtype: type, threads: int) -> Learned:
    """All terms that are wanted, in alphabetical order."""
    symbols, stream, _ = symbols_and_stream(texts, a, None, threads)
    ranges = _ranges(stream, 2 * threads)
    grams = run_parallel(lambda r: grow(stream, r[0], r[1], a.wanted), ranges, threads)
    kept = [np.diff(g.ends, prepend=0) > 0 for g in grams]
    if max_features is not None:
        kept = _most_frequent(grams, kept, max_features)
    return Learned(*_join(symbols, grams, kept, "" if a.characters else " "), len(texts))


def _ranges(stream: Stream, n: int) -> list[tuple[int, int]]:
    """Ranges of first symbols with about as many places each."""
    symbols = stream.cells[:, 0]
    counts = np.bincount(symbols[symbols >= 0], minlength=stream.n_symbols)
    return runs(np.concatenate([[0], np.cumsum(counts)]), n)


def _most_frequent(grams: list[Grams], kept: list[np.ndarray], limit: int) -> list[np.ndarray]:
    """Keep the `limit` most frequent. Ties fall as scikit-learn's do: the same sort of the same numbers."""
    total = []
    for g in grams:
        total.append(np.zeros(g.ends.size, np.int64))
        totals(g, total[-1])
    everything = np.concatenate(kept)
    if everything.sum() > limit:
        chosen = (-np.concatenate(total)[everything]).argsort()[:limit]
        mask = np.zeros(everything.size, bool)
        mask[np.flatnonzero(everything)[chosen]] = True
        kept = np.split(mask, np.cumsum([k.size for k in kept])[:-1])
    return kept


def _join(
    symbols: Symbols, grams: list[Grams], kept: list[np.ndarray], between: str
) -> tuple[Tree, list[Grams], list[np.ndarray]]:
    """One tree of all ranges' grams, and the columns of each range's nodes."""
    first = np.cumsum([0, *(g.parent.size for g in grams)])
    mask = np.concatenate([*kept, np.zeros(0, bool)])
    column = np.where(mask, np.cumsum(mask) - 1, -1).astype(np.int32)
    parent = [np.where(g.parent < 0, -1, g.parent + f).astype(np.int32) for g, f in zip(grams, first)]
    empty = np.zeros(0, np.int32)
    tree = Tree(
        symbols,
        np.concatenate([*parent, empty]),
        np.concatenate([*(g.symbol for g in grams), empty]),
        column,
        int(mask.sum()),
        between,
    )
    return tree, grams, np.split(column, first[1:-1]) if grams else []


def document_frequency(learned: Learned) -> np.ndarray:
    """In how many documents each column occurs."""
    df = [np.diff(g.ends, prepend=0)[c >= 0] for g, c in zip(learned.grams, learned.columns)]
    return np.concatenate([*df, np.zeros(0, np.int64)])


def rows(learned: Learned, w: Weighting, dtype: np.dtype, threads: int) -> Matrix:
    """The matrix of the texts that were learnt from."""

    def per_row(k: int) -> np.ndarray:
        n = np.zeros(learned.n_rows, np.int64)
        count_rows(learned.grams[k].rows, learned.grams[k].ends, learned.columns[k], n)
        return n

    ranges = range(len(learned.grams))
    sizes = run_parallel(per_row, ranges, threads)
    out = _room(np.sum([np.zeros(learned.n_rows, np.int64), *sizes], axis=0), dtype)
    at = out.indptr[:-1] + np.cumsum([np.zeros(learned.n_rows, np.int64), *sizes], axis=0)
    run_parallel(lambda k: scatter(learned.grams[k], learned.columns[k], at[k], w, out.indices, out.data), ranges, threads)
    return _normalised(out, w, threads)


def _room(per_row: np.ndarray, dtype: np.dtype) -> Matrix:
    indptr = np.concatenate([[0], np.cumsum(per_row)])
    return Matrix(indptr, np.empty(indptr[-1], np.int32), np.empty(indptr[-1], dtype))


def _normalised(m: Matrix, w: Weighting, threads: int) -> Matrix:
    if w.norm:
        run_parallel(lambda r: normalise(m.indptr, m.data, *r, w.norm), runs(m.indptr, threads), threads)
    return m


def look_up(texts: Texts, tree: Tree, c: Children, a: Analysis, w: Weighting, dtype: np.dtype, threads: int) -> Matrix:
    """The matrix of texts by a known vocabulary."""
    _, stream, pieces = symbols_and_stream(texts, a, tree.symbols, threads)
    found = run_parallel(lambda p: find_terms(stream, *p, c, a.wanted, tree.n_columns), pieces, threads)
    return from_found(found, w, dtype, threads)


def from_found(found: list[Found], w: Weighting, dtype: np.dtype, threads: int) -> Matrix:
    """One matrix of all pieces' rows."""
    sizes = [np.diff(f.ends, prepend=0) for f in found]
    out = _room(np.concatenate([np.zeros(0, np.int64), *sizes]), dtype)
    ends = np.cumsum([0, *(f.columns.size for f in found)])

    def write(k: int) -> None:
        part = slice(ends[k], ends[k + 1])
        hand_out(found[k].columns, found[k].counts, w, out.indices[part], out.data[part])

    run_parallel(write, range(len(found)), threads)
    return _normalised(out, w, threads)


def lookup_table(tree: Tree) -> Children:
    """What `look_up` needs of a tree."""
    table: Children = children(tree.parent, tree.symbol, tree.column, tree.symbols.count)
    return table
