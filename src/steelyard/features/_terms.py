"""Learning a vocabulary from texts and counting by it: words, characters, characters within words.

One plan for the three: texts become a stream of symbols; to learn, all its n-grams are grown from it with
the documents they occur in; to look up, each place is walked down the vocabulary's tree. Characters within
words go the same way with the distinct words for documents, and are then added up by document.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from steelyard._threads import run_parallel
from steelyard.core.tally import Found
from steelyard.features import _within_words as within
from steelyard.features._rows import (
    AS_IT_IS,
    Matrix,
    Weighting,
    count_rows,
    from_found,
    normalised,
    room,
    scatter,
)
from steelyard.features._symbols import (
    ANY,
    Analysis,
    LearnedSymbols,
    every_symbol,
    find_all,
    most_frequent,
    numbered,
)
from steelyard.text.characters import character_stream
from steelyard.text.counting import count_terms, count_words
from steelyard.text.grams import Grams, Stream, first_keys, grow
from steelyard.text.normalise import Texts, runs
from steelyard.text.stream import all_tokens, known_words, learn_words, word_stream
from steelyard.text.symbols import Symbols
from steelyard.text.tokens import Tokens
from steelyard.text.tree import Children, Tree, children


class Learned(Protocol):
    """What texts hold, before it is decided what a count is worth."""

    tree: Tree

    def document_frequency(self) -> np.ndarray:
        """In how many documents each column occurs."""

    def matrix(self, w: Weighting, dtype: np.dtype, threads: int) -> Matrix:
        """The rows of the texts that were learnt from."""


def learn(texts: Texts, a: Analysis, threads: int) -> Learned:
    """All terms that are wanted, in alphabetical order."""
    if a.analyzer == "char_wb":
        return LearnedWithinWords(texts, a, threads)
    if a.analyzer == "word" and a.wanted.n_max == 1:
        parts = all_tokens(texts, a.rule, threads)
        symbols, numbers = learn_words(parts, a.stop_words)
        return LearnedSymbols(symbols, _counted(parts, numbers, symbols.n, threads), a, threads)
    symbols, stream, places = _stream(texts, a, threads)
    if a.wanted.n_max == 1:
        every = every_symbol(symbols, a)
        return LearnedSymbols(symbols, find_all(stream, places, every, children(every), a, threads), a, threads)
    return LearnedTerms(symbols, stream, a, len(texts), threads)


def look_up(texts: Texts, tree: Tree, c: Children, a: Analysis, w: Weighting, dtype: np.dtype, threads: int) -> Matrix:
    """The rows of texts by a known vocabulary."""
    if a.analyzer == "char_wb":
        p = within.pieces(texts, a.rule.lower, threads)
        _, stream, places = within.spelt(p, texts, tree.symbols, threads)
        words = within.from_found(find_all(stream, places, tree, c, a, threads))
        per_row, _ = within.document_counts(p, words, tree.n_columns, threads)
        return _added_up(p, words, per_row, tree.n_columns, w, dtype, threads)
    if a.analyzer == "word":
        known, symbol = known_words(tree.symbols, a.stop_words)
        parts = all_tokens(texts, a.rule, threads, known)
        if a.wanted.n_max == 1:
            own = np.append(np.where(c.first >= 0, c.column[c.first], -1), [-1, -1]).astype(np.int32)  # of no symbol
            found = _counted(parts, [own[symbol]] * len(parts), tree.n_columns, threads)
        else:
            found = run_parallel(lambda part: count_terms(part, symbol, c, a.wanted, tree.n_columns), parts, threads)
        return from_found(found, w, dtype, threads)
    _, stream, places = character_stream(texts, a.rule.lower, False, tree.symbols, threads)
    return from_found(find_all(stream, places, tree, c, a, threads), w, dtype, threads)


def _counted(parts: list[Tokens], columns: list[np.ndarray], n_columns: int, threads: int) -> list[Found]:
    """The rows of single words, part by part."""
    return run_parallel(lambda k: count_words(parts[k], columns[k], n_columns), range(len(parts)), threads)


def _stream(texts: Texts, a: Analysis, threads: int) -> tuple[Symbols, Stream, list[tuple[int, int]]]:
    """The symbols of the texts, the stream, and piece by piece its first place and number of documents."""
    if a.analyzer == "char":
        return character_stream(texts, a.rule.lower, False, None, threads)
    parts = all_tokens(texts, a.rule, threads)
    symbols, numbers = learn_words(parts, a.stop_words)
    return symbols, *word_stream(parts, numbers, symbols.n, threads)


class LearnedTerms:
    """The n-grams of a stream, range by range of their first symbols."""

    def __init__(self, symbols: Symbols, stream: Stream, a: Analysis, n_rows: int, threads: int) -> None:
        self._n_rows = n_rows
        self._grams = _grown(stream, a, threads)
        kept = np.concatenate([np.zeros(0, bool), *(g.size > 0 for g in self._grams)])
        if a.max_features is not None:
            frequency = [g.df if a.binary else g.size for g in self._grams]
            kept = most_frequent(kept, np.concatenate([np.zeros(0, np.int64), *frequency]), a.max_features)
        self._first = np.cumsum([0, *(g.size.size for g in self._grams)])
        self.tree = self._joined(symbols, kept, "" if a.analyzer != "word" else " ")
        self._columns = [self.tree.column[i:j] for i, j in zip(self._first, self._first[1:])]

    def document_frequency(self) -> np.ndarray:
        df = [g.df[c >= 0] for g, c in zip(self._grams, self._columns)]
        return np.concatenate([np.zeros(0, np.int64), *df]).astype(np.int64)

    def matrix(self, w: Weighting, dtype: np.dtype, threads: int) -> Matrix:
        sizes = run_parallel(self._per_row, range(len(self._grams)), threads)
        before = np.cumsum([np.zeros(self._n_rows, np.int64), *sizes], axis=0)
        out = room(before[-1], dtype)
        at = out.indptr[:-1] + before
        run_parallel(
            lambda k: scatter(self._grams[k], self._columns[k], at[k], w, out.indices, out.data),
            range(len(sizes)),
            threads,
        )
        return normalised(out, w, threads)

    def _per_row(self, k: int) -> np.ndarray:
        n = np.zeros(self._n_rows, np.int64)
        count_rows(self._grams[k], self._columns[k], n)
        return n

    def _joined(self, symbols: Symbols, kept: np.ndarray, between: str) -> Tree:
        """One tree of all ranges; the ranges' own copies of what it holds are given up."""
        parent, symbol = np.empty(kept.size, np.int32), np.empty(kept.size, np.int32)
        for k, (g, first) in enumerate(zip(self._grams, self._first)):
            part = slice(first, first + g.size.size)
            parent[part] = np.where(g.parent < 0, np.int32(-1), g.parent + np.int32(first))
            symbol[part] = g.symbol
            self._grams[k] = g._replace(parent=parent[part], symbol=symbol[part])
        return Tree(symbols, parent, symbol, numbered(kept), int(kept.sum()), between)


class LearnedWithinWords:
    """Character n-grams of the distinct words, and the words of each document."""

    def __init__(self, texts: Texts, a: Analysis, threads: int) -> None:
        self._pieces = within.pieces(texts, a.rule.lower, threads)
        symbols, stream, places = within.spelt(self._pieces, texts, None, threads)
        n_words = sum(n for _, n in places)
        all_grams = a._replace(wanted=a.wanted._replace(df_min=1, df_max=ANY), max_features=None)
        learned = LearnedTerms(symbols, stream, all_grams, n_words, threads)
        words = within.Words(*learned.matrix(AS_IT_IS, np.dtype(np.int32), threads))
        n = learned.tree.n_columns
        self._per_row, df = within.document_counts(self._pieces, words, n, threads)
        kept = (df >= a.wanted.df_min) & (df <= a.wanted.df_max)
        if a.max_features is not None:
            frequency = df if a.binary else within.occurrences(self._pieces, words, n)
            kept = most_frequent(kept, frequency, a.max_features)
        if not kept.all():
            column = numbered(kept)
            words = words._replace(columns=column[words.columns])
            learned.tree = learned.tree._replace(
                column=np.where(learned.tree.column >= 0, column[learned.tree.column], -1).astype(np.int32),
                n_columns=int(kept.sum()),
            )
            self._per_row, _ = within.document_counts(self._pieces, words, int(kept.sum()), threads)
        self.tree = learned.tree
        self._words = words
        self._df: np.ndarray = df[kept]

    def document_frequency(self) -> np.ndarray:
        return self._df

    def matrix(self, w: Weighting, dtype: np.dtype, threads: int) -> Matrix:
        return _added_up(self._pieces, self._words, self._per_row, self.tree.n_columns, w, dtype, threads)


def _added_up(
    p: within.Pieces, words: within.Words, per_row: np.ndarray, n: int, w: Weighting, dtype: np.dtype, threads: int
) -> Matrix:
    out = room(per_row, dtype)
    within.fill(p, words, out, w, n, threads)
    return normalised(out, w, threads)


def _grown(stream: Stream, a: Analysis, threads: int) -> list[Grams]:
    """All grams, by ranges of first symbols with about as many places each."""
    symbols = stream.cells[:, 0]
    counts = np.bincount(symbols[symbols >= 0], minlength=stream.n_symbols)
    starts = np.concatenate([[0], np.cumsum(counts)])
    keys = np.empty(starts[-1], np.uint64)
    run_parallel(lambda r: first_keys(stream, *r, starts, keys), runs(starts, threads), threads)
    return run_parallel(lambda r: grow(stream, keys, starts[r[0] : r[1] + 1], a.wanted), runs(starts, threads), threads)
