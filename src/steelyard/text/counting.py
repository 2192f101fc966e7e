"""Words counted document by document, straight from the tokens: no stream of symbols is made of all the texts.

To learn single words, and to look up words and their n-grams, one document at a time is enough.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import i64
from steelyard.core.tally import Found, Tally, add_to, empty_tally, take_out
from steelyard.text.grams import END, Stream, Wanted
from steelyard.text.stream import DROPPED
from steelyard.text.tokens import Tokens
from steelyard.text.tree import BATCH, Children, count_document


def count_words(part: Tokens, column: np.ndarray, n_columns: int) -> Found:
    """The rows of a part's documents; column[k] is that of the part's string k, negative: it does not count."""
    room = part.ids.size  # what is not used is never touched: no memory
    out = Found(np.empty(room, np.int32), np.empty(room, np.int32), np.empty(part.ends.size, np.int64))
    n = _count(part.ids, part.ends, column, empty_tally(n_columns), out)
    return Found(out.columns[:n], out.counts[:n], out.ends)


@leaf
def _count(ids: np.ndarray, ends: np.ndarray, column: np.ndarray, tally: Tally, out: Found) -> int:
    n, begin = i64(0), i64(0)
    for d in range(ends.size):
        for i in range(begin, ends[d]):
            if column[ids[i]] >= 0:
                add_to(tally, i64(column[ids[i]]), 1)
        begin = ends[d]
        n = take_out(tally, out.columns, out.counts, n)
        out.ends[d] = n
    return n


def count_terms(part: Tokens, symbol: np.ndarray, c: Children, wanted: Wanted, n_columns: int) -> Found:
    """The same of the words and n-grams of words that a tree holds; symbol[k] is that of the part's string k."""
    room = part.ids.size * wanted.n_max
    out = Found(np.empty(room, np.int32), np.empty(room, np.int32), np.empty(part.ends.size, np.int64))
    longest = int(np.diff(part.ends, prepend=0).max(initial=0))
    document = Stream(np.full((longest + 2, 2), END, np.int32), 0)
    n = _count_terms(part, symbol, document, c, wanted, np.empty(BATCH, np.int32), empty_tally(n_columns), out)
    return Found(out.columns[:n], out.counts[:n], out.ends)


@leaf
def _count_terms(
    part: Tokens,
    symbol: np.ndarray,
    document: Stream,
    c: Children,
    wanted: Wanted,
    node: np.ndarray,
    tally: Tally,
    out: Found,
) -> int:
    n, begin = i64(0), i64(0)
    for d in range(part.ends.size):
        p = i64(1)  # behind the END that every document begins with
        for i in range(begin, part.ends[d]):
            k = symbol[part.ids[i]]
            document.cells[p, 0] = k
            p += k != DROPPED
        document.cells[p, 0] = END
        begin = part.ends[d]
        count_document(document, i64(1), p, c, wanted, node, tally)
        n = take_out(tally, out.columns, out.counts, n)
        out.ends[d] = n
    return n


def document_frequency(found: Found, n_columns: int) -> np.ndarray:
    """In how many of the documents each column occurs."""
    df = np.zeros(n_columns, np.int64)
    _add_ones(found.columns, df)
    return df


@leaf
def _add_ones(columns: np.ndarray, df: np.ndarray) -> None:
    for p in range(columns.size):
        df[columns[p]] += 1


def renumbered(found: Found, number: np.ndarray) -> Found:
    """The same rows, in the same arrays, column j now number[j]; those of a negative number are left out."""
    n = _renumber(found, number)
    return Found(found.columns[:n], found.counts[:n], found.ends)


@leaf
def _renumber(found: Found, number: np.ndarray) -> int:
    n, begin = i64(0), i64(0)
    for d in range(found.ends.size):
        end = found.ends[d]
        for p in range(begin, end):
            k = number[found.columns[p]]
            found.columns[n], found.counts[n] = k, found.counts[p]
            n += k >= 0  # the next one takes the place of one that is left out: no guess that may go wrong
        found.ends[d] = n
        begin = end
    return n
