"""Character n-grams within words, made once for each distinct word.

With D the documents by words and W the words by n-grams, both counts, the matrix is D W. Neither D nor a
list of all n-grams in the texts is ever made: a document's words are counted, and each word's row of W is
added as often as the word occurs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard._threads import run_parallel
from steelyard.core.bits import i64
from steelyard.core.intern import Strings, merge
from steelyard.core.tally import Found, Tally, add_to, empty_tally, mark, take_marks, take_out
from steelyard.features._rows import Matrix, Weighting, weight
from steelyard.text.characters import character_stream
from steelyard.text.grams import Stream
from steelyard.text.normalise import Texts
from steelyard.text.scan import Rule
from steelyard.text.stream import all_tokens
from steelyard.text.symbols import Symbols
from steelyard.text.tokens import Tokens


class Pieces(NamedTuple):
    """The texts as numbers of distinct pieces between white space: `number[k]` maps part k's own numbers."""

    parts: list[Tokens]
    number: list[np.ndarray]
    strings: Strings | None


def pieces(texts: Texts, lower: bool, threads: int) -> Pieces:
    """All pieces between white space, in one numbering."""
    parts = all_tokens(texts, Rule(lower, True, False, 1), threads)
    if not parts:
        return Pieces([], [], None)
    strings = parts[0].strings
    number = [np.arange(strings.n[0], dtype=np.int32)]
    for part in parts[1:]:
        strings, theirs = merge(strings, part.strings)
        number.append(theirs)
    return Pieces(parts, number, strings)


def spelt(
    p: Pieces, texts: Texts, alphabet: Symbols | None, threads: int
) -> tuple[Symbols, Stream, list[tuple[int, int]]]:
    """The distinct pieces as a stream of characters, a space before and after each."""
    if p.strings is None:
        words = Texts(np.zeros(0, np.uint8), np.zeros(1, np.int64), texts.tables)
    else:
        n = int(p.strings.n[0])
        words = Texts(p.strings.blob, p.strings.starts[: n + 1], texts.tables)
    return character_stream(words, False, True, alphabet, threads)


class Words(NamedTuple):
    """W: the n-grams of word k are columns[starts[k]:starts[k + 1]], each with its count in the word."""

    starts: np.ndarray  # int64
    columns: np.ndarray  # int32
    counts: np.ndarray  # int32


def from_found(found: list[Found]) -> Words:
    """W as it was looked up, piece by piece."""
    sizes = [np.diff(f.ends, prepend=0) for f in found]
    none = np.zeros(0, np.int32)
    return Words(
        np.concatenate([[0], np.cumsum(np.concatenate([none, *sizes]))]).astype(np.int64),
        np.concatenate([none, *(f.columns for f in found)]),
        np.concatenate([none, *(f.counts for f in found)]),
    )


def document_counts(p: Pieces, words: Words, n_grams: int, threads: int) -> tuple[np.ndarray, np.ndarray]:
    """How many n-grams each document has, and in how many documents each n-gram occurs."""

    def one(k: int) -> tuple[np.ndarray, np.ndarray]:
        df = np.zeros(n_grams, np.int64)
        part, own = p.parts[k], _no_words(words.starts.size - 1)
        per_row = np.zeros(part.ends.size, np.int64)
        _count_part(part.ids, part.ends, p.number[k], words, own, empty_tally(n_grams), df, per_row)
        return per_row, df

    done = run_parallel(one, range(len(p.parts)), threads)
    per_row = np.concatenate([np.zeros(0, np.int64), *(rows for rows, _ in done)])
    return per_row, np.sum([np.zeros(n_grams, np.int64), *(df for _, df in done)], axis=0)


def occurrences(p: Pieces, words: Words, n_grams: int) -> np.ndarray:
    """How often each n-gram occurs in all."""
    n_words = words.starts.size - 1
    times = np.zeros(n_words, np.int64)
    for part, number in zip(p.parts, p.number):
        times += np.bincount(number[part.ids], minlength=n_words)
    each = np.repeat(times, np.diff(words.starts)) * words.counts
    # sums of whole numbers, exact in float64 up to 2^53
    return np.bincount(words.columns, weights=each, minlength=n_grams).astype(np.int64)


def fill(p: Pieces, words: Words, out: Matrix, w: Weighting, n_columns: int, threads: int) -> None:
    """Write D W, row by row, to where its row pointers say."""
    first = np.cumsum([0, *(part.ends.size for part in p.parts)])

    def one(k: int) -> None:
        part = p.parts[k]
        own, counts = _no_words(words.starts.size - 1), np.empty(n_columns, np.int32)
        _fill_part(part.ids, part.ends, p.number[k], words, int(first[k]), out, w, own, empty_tally(n_columns), counts)

    run_parallel(one, range(len(p.parts)), threads)


class Own(NamedTuple):
    """The distinct words of one document, and the tally that finds them."""

    tally: Tally
    words: np.ndarray
    times: np.ndarray


def _no_words(n_words: int) -> Own:
    return Own(empty_tally(n_words), np.empty(n_words, np.int32), np.empty(n_words, np.int32))


@leaf
def _own_words(ids: np.ndarray, begin: int, end: int, number: np.ndarray, own: Own) -> int:
    """Which distinct words the document has, and how often; returns how many."""
    for i in range(begin, end):
        add_to(own.tally, i64(number[ids[i]]), 1)
    return take_out(own.tally, own.words, own.times, i64(0))


@leaf
def _count_part(
    ids: np.ndarray,
    ends: np.ndarray,
    number: np.ndarray,
    words: Words,
    own: Own,
    tally: Tally,
    df: np.ndarray,
    per_row: np.ndarray,
) -> None:
    begin = i64(0)
    for d in range(ends.size):
        n = _own_words(ids, begin, ends[d], number, own)
        begin = ends[d]
        _mark_grams(own, n, words, tally)
        per_row[d] = take_marks(tally, df)


@leaf
def _mark_grams(own: Own, n: int, words: Words, tally: Tally) -> None:
    """Mark the n-grams of one document's words."""
    for i in range(n):
        for q in range(words.starts[own.words[i]], words.starts[own.words[i] + 1]):
            if words.columns[q] >= 0:
                mark(tally, i64(words.columns[q]))


@leaf
def _fill_part(
    ids: np.ndarray,
    ends: np.ndarray,
    number: np.ndarray,
    words: Words,
    row: int,
    out: Matrix,
    w: Weighting,
    own: Own,
    tally: Tally,
    counts: np.ndarray,
) -> None:
    begin = i64(0)
    for d in range(ends.size):
        n = _own_words(ids, begin, ends[d], number, own)
        begin = ends[d]
        _count_grams(own, n, words, tally)
        to = out.indptr[row + d]
        n = take_out(tally, out.indices[to:], counts, i64(0))
        for p in range(n):
            out.data[to + p] = weight(counts[p], out.indices[to + p], w)


@leaf
def _count_grams(own: Own, n: int, words: Words, tally: Tally) -> None:
    """Count the n-grams of one document's words, each as often as the word occurs."""
    for i in range(n):
        for q in range(words.starts[own.words[i]], words.starts[own.words[i] + 1]):
            if words.columns[q] >= 0:
                add_to(tally, i64(words.columns[q]), words.counts[q] * own.times[i])
