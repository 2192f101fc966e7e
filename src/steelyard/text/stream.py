"""Tokens to a stream of words, with gaps between documents."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from steelyard._jit import leaf
from steelyard._threads import run_parallel
from steelyard.core.intern import Strings, from_blob, merge, numbers
from steelyard.text.grams import END, GAP, Stream
from steelyard.text.normalise import Texts, runs
from steelyard.text.scan import Rule
from steelyard.text.symbols import Symbols, from_texts, in_order
from steelyard.text.tokens import Tokens, number_tokens

DROPPED = -2  # a stop word: not even a gap


def all_tokens(texts: Texts, rule: Rule, threads: int, known: Strings | None = None) -> list[Tokens]:
    """The tokens of each run of documents, numbered run by run, or by what is known."""

    def one(run: tuple[int, int]) -> Tokens:
        tokens: Tokens = number_tokens(texts.data, texts.offsets, run[0], run[1], texts.tables, rule, known)
        return tokens

    return run_parallel(one, runs(texts.offsets, threads), threads)


def learn_words(parts: list[Tokens], stop_words: Collection[str] | None) -> tuple[Symbols, list[np.ndarray]]:
    """All words of the parts as symbols, and for each part the symbol of each of its numbers."""
    if not parts:
        return from_texts([]), []
    strings = parts[0].strings
    number = [np.arange(strings.n[0])]
    for part in parts[1:]:
        strings, theirs = merge(strings, part.strings)
        number.append(theirs)
    symbols, rank = in_order(strings)
    if stop_words:
        rank[_known(strings, stop_words)] = DROPPED
    return symbols, [rank[n] for n in number]


def known_words(symbols: Symbols, stop_words: Collection[str] | None) -> tuple[Strings, np.ndarray]:
    """The symbols as a table, the stop words behind them, and the symbol of each of its numbers, a gap for -1."""
    table: Strings = from_blob(symbols.blob, symbols.starts)
    if not stop_words:
        return table, np.append(np.arange(symbols.n, dtype=np.int32), np.int32(GAP))
    table, stopped = merge(table, string_table(stop_words))
    symbol = np.arange(int(table.n[0]) + 1, dtype=np.int32)
    symbol[stopped], symbol[-1] = DROPPED, GAP
    return table, symbol


def _known(strings: Strings, words: Collection[str]) -> np.ndarray:
    """The numbers of those words that are in the table."""
    found: np.ndarray = numbers(strings, string_table(words))
    return found[found >= 0]


def string_table(words: Collection[str]) -> Strings:
    """A table of words; what UTF-8 cannot hold is in no text and so left out."""
    wanted = from_texts(sorted({word for word in words if word and not _has_surrogate(word)}))
    table: Strings = from_blob(wanted.blob, wanted.starts)
    return table


def _has_surrogate(word: str) -> bool:
    return any("\ud800" <= c <= "\udfff" for c in word)


def word_stream(
    parts: list[Tokens], symbol: list[np.ndarray], n_symbols: int, threads: int
) -> tuple[Stream, list[tuple[int, int]]]:
    """The tokens of all parts as one stream; by part, its first place and how many documents it has."""
    starts, cells = _gaps([part.ids.size + part.ends.size for part in parts])
    rows = np.cumsum([0, *(part.ends.size for part in parts)])

    def write(k: int) -> None:
        _write_words(parts[k].ids, parts[k].ends, symbol[k], cells[starts[k] : starts[k + 1]], rows[k])

    run_parallel(write, range(len(parts)), threads)
    pieces = [(int(start), part.ends.size) for start, part in zip(starts, parts)]
    return Stream(cells, n_symbols), pieces


def _gaps(sizes: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Room for parts of these sizes behind a first gap: where each begins, and the cells."""
    starts = np.cumsum([1, *sizes])
    cells = np.empty((starts[-1], 2), np.int32)
    cells[0] = END
    return starts, cells


@leaf
def _write_words(ids: np.ndarray, ends: np.ndarray, symbol: np.ndarray, cells: np.ndarray, first_row: int) -> None:
    """One part's tokens; what stop words leave of the room is nothing but ends."""
    at = 0
    begin = 0
    for d in range(ends.size):
        for i in range(begin, ends[d]):
            k = symbol[ids[i]]
            if k != DROPPED:
                cells[at, 0] = k
                cells[at, 1] = first_row + d
                at += 1
        begin = ends[d]
        cells[at, 0] = END
        cells[at, 1] = first_row + d
        at += 1
    for p in range(at, cells.shape[0]):
        cells[p, 0] = END
