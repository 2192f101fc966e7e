"""Character n-grams within words, made once for each distinct word.

With D the documents by words and W the words by n-grams, both counts, the matrix is D W. Neither D nor a
list of all n-grams in the texts is ever made: a document's words are counted, and each word's row of W is
added as often as the word occurs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import jit, leaf
from steelyard._threads import run_parallel
from steelyard.core.intern import Strings, merge
from steelyard.core.tally import Found, Tally, count, empty_tally, take_out
from steelyard.features._rows import Weighting, weight
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
    number = [np.arange(strings.count[0], dtype=np.int32)]
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
        n = int(p.strings.count[0])
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
        return _count_part(p.parts[k].ids, p.parts[k].ends, p.number[k], words, df), df

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


def fill(p: Pieces, words: Words, indptr: np.ndarray, indices: np.ndarray, data: np.ndarray, w: Weighting, n_columns: int, threads: int) -> None:  # fmt: skip
    """Write D W, row by row, to where indptr says."""
    first = np.cumsum([0, *(part.ends.size for part in p.parts)])

    def one(k: int) -> None:
        part = p.parts[k]
        _fill_part(part.ids, part.ends, p.number[k], words, indptr[first[k] :], indices, data, w, n_columns)

    run_parallel(one, range(len(p.parts)), threads)


@leaf
def _add_document(ids: np.ndarray, begin: int, end: int, number: np.ndarray, words: Words, seen: Tally, own: np.ndarray, times: np.ndarray, out: Tally) -> None:  # fmt: skip
    """Count the n-grams of one document: each distinct word's, as often as the word occurs."""
    for i in range(begin, end):
        count(seen, np.int64(number[ids[i]]), 1)
    n = take_out(seen, own, times, 0)
    for i in range(n):
        for q in range(words.starts[own[i]], words.starts[own[i] + 1]):
            if words.columns[q] >= 0:
                count(out, np.int64(words.columns[q]), words.counts[q] * times[i])


@jit
def _count_part(ids: np.ndarray, ends: np.ndarray, number: np.ndarray, words: Words, df: np.ndarray) -> np.ndarray:
    n_words = words.starts.size - 1
    seen, tally = empty_tally(n_words), empty_tally(df.size)
    own, times = np.empty(n_words, np.int32), np.empty(n_words, np.int32)
    columns, counts = np.empty(df.size, np.int32), np.empty(df.size, np.int32)
    per_row = np.zeros(ends.size, np.int64)
    begin = np.int64(0)
    for d in range(ends.size):
        _add_document(ids, begin, ends[d], number, words, seen, own, times, tally)
        begin = ends[d]
        per_row[d] = take_out(tally, columns, counts, np.int64(0))
        for p in range(per_row[d]):
            df[columns[p]] += 1
    return per_row


@jit
def _fill_part(ids: np.ndarray, ends: np.ndarray, number: np.ndarray, words: Words, indptr: np.ndarray, indices: np.ndarray, data: np.ndarray, w: Weighting, n_columns: int) -> None:  # fmt: skip
    n_words = words.starts.size - 1
    seen, tally = empty_tally(n_words), empty_tally(n_columns)
    own, times = np.empty(n_words, np.int32), np.empty(n_words, np.int32)
    counts = np.empty(n_columns, np.int32)
    begin = np.int64(0)
    for d in range(ends.size):
        _add_document(ids, begin, ends[d], number, words, seen, own, times, tally)
        begin = ends[d]
        to = indptr[d]
        n = take_out(tally, indices[to:], counts, np.int64(0))
        for p in range(n):
            data[to + p] = weight(counts[p], indices[to + p], w)
