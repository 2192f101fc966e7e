"""Single words or characters, and what all ways of learning terms share."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from steelyard._threads import run_parallel
from steelyard.core.tally import Found
from steelyard.features._rows import Matrix, Weighting, from_found
from steelyard.text.counting import document_frequency, renumbered
from steelyard.text.grams import Stream, Wanted
from steelyard.text.scan import Rule
from steelyard.text.symbols import Symbols
from steelyard.text.tree import Children, Tree, find_terms

ANY = np.iinfo(np.int64).max


class Analysis(NamedTuple):
    """How a text is taken apart."""

    analyzer: str  # "word", "char" or "char_wb"
    rule: Rule
    stop_words: Collection[str] | None
    wanted: Wanted
    max_features: int | None = None
    binary: bool = False


def find_all(
    stream: Stream, places: list[tuple[int, int]], tree: Tree, c: Children, a: Analysis, threads: int
) -> list[Found]:
    """Look up all documents, piece by piece."""
    return run_parallel(lambda p: find_terms(stream, *p, c, a.wanted, tree.n_columns), places, threads)


def most_frequent(kept: np.ndarray, occurrences: np.ndarray, limit: int) -> np.ndarray:
    """Keep the `limit` most frequent. Ties fall as scikit-learn's do: the same sort of the same numbers."""
    if kept.sum() <= limit:
        return kept
    chosen = (-occurrences[kept]).argsort()[:limit]
    mask = np.zeros(kept.size, bool)
    mask[np.flatnonzero(kept)[chosen]] = True
    return mask


def numbered(kept: np.ndarray) -> np.ndarray:
    """The kept ones' numbers in order; -1 for the others."""
    number = np.cumsum(kept, dtype=np.int32)
    number -= 1
    number[~kept] = -1
    return number


def every_symbol(symbols: Symbols, a: Analysis) -> Tree:
    """The tree in which each symbol is a term, and nothing else is."""
    n = symbols.n
    each = np.arange(n, dtype=np.int32)
    return Tree(symbols, np.full(n, -1, np.int32), each, each, n, "" if a.analyzer == "char" else " ")


class LearnedSymbols:
    """Single words or characters: every symbol is a term, so the texts are looked up at once."""

    def __init__(self, symbols: Symbols, found: list[Found], a: Analysis, threads: int) -> None:
        """`found`: the rows of the texts, part by part, a column for each symbol."""
        n = symbols.n
        self._found = found
        frequencies = run_parallel(lambda f: document_frequency(f, n), found, threads)
        df = np.sum([np.zeros(n, np.int64), *frequencies], axis=0)
        kept = (df >= max(1, a.wanted.df_min)) & (df <= a.wanted.df_max)
        if a.max_features is not None:
            kept = most_frequent(kept, df if a.binary else self._occurrences(n), a.max_features)
        number = numbered(kept)
        if not kept.all():
            self._found = run_parallel(lambda f: renumbered(f, number), self._found, threads)
        self._df: np.ndarray = df[kept]
        self.tree = every_symbol(symbols, a)._replace(column=number, n_columns=int(kept.sum()))

    def document_frequency(self) -> np.ndarray:
        return self._df

    def matrix(self, w: Weighting, dtype: np.dtype, threads: int) -> Matrix:
        return from_found(self._found, w, dtype, threads)

    def _occurrences(self, n: int) -> np.ndarray:
        # sums of whole numbers, exact in float64 up to 2^53
        sums = [np.bincount(f.columns, weights=f.counts, minlength=n) for f in self._found]
        occurrences: np.ndarray = np.sum([np.zeros(n), *sums], axis=0).astype(np.int64)
        return occurrences
