"""n-grams straight to columns by a hash of their names (MurmurHash3, 32 bits, as scikit-learn's).

A document is laid out as one line of bytes, so that every n-gram is a stretch of it: its words with one
space between them, or its characters. Its units are where each word, or character, begins and ends there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import hash_bytes, i64, load64, low_bytes, store64
from steelyard.core.intern import Strings, find
from steelyard.core.tally import Found, Tally, count, empty_tally, more_rows, no_rows, take_out
from steelyard.core.utf8 import decode, width
from steelyard.text.cutting import Cuts, cut, room_for_cuts
from steelyard.text.grams import Wanted
from steelyard.text.normalise import Texts
from steelyard.text.scan import Rule, Scan, room_for, scan
from steelyard.text.tokens import longest
from steelyard.text.unicode import SPACE, Tables

_32 = np.uint64(0xFFFFFFFF)
_BLANK = np.uint8(32)
BATCH = 4096


class Hashing(NamedTuple):
    """How many columns, whether the hash also gives a sign, and what the units are."""

    n_features: int
    signed: bool
    characters: bool
    within_words: bool


class Line(NamedTuple):
    """A document laid out: `text`, by unit where it begins and ends, and room for hashes."""

    text: np.ndarray
    begin: np.ndarray
    end: np.ndarray
    hashes: np.ndarray


def hash_terms(
    texts: Texts, first: int, last: int, rule: Rule, wanted: Wanted, stop_words: Strings, h: Hashing
) -> Found:
    """Count the n-grams of documents first..last-1 by their hashes."""
    offsets = texts.offsets[first : last + 1]
    most = longest(offsets)
    # a lower case may take three bytes where two were, and a character within a word may stand for a byte
    n = most + most // 2 + 80
    line = Line(np.empty(n, np.uint8), np.empty(n, np.int32), np.empty(n, np.int32), np.empty(BATCH, np.int32))
    s, cuts, tally = room_for(most), room_for_cuts(), empty_tally(h.n_features)
    out = no_rows(last - first, 256 * (last - first))
    done = np.zeros(2, np.int64)
    while not _hash_documents(
        texts.data, offsets, texts.tables, rule, wanted, stop_words, h, s, cuts, line, tally, out, done
    ):
        out = more_rows(out, int(done[1]), int(done[1] + tally.size[0]))
    return Found(out.columns[: done[1]], out.counts[: done[1]], out.ends)


@leaf
def _hash_documents(
    data: np.ndarray,
    offsets: np.ndarray,
    tables: Tables,
    rule: Rule,
    wanted: Wanted,
    stop_words: Strings,
    h: Hashing,
    s: Scan,
    cuts: Cuts,
    line: Line,
    tally: Tally,
    out: Found,
    done: np.ndarray,
) -> bool:
    """Count documents until they end (True) or the room does (False); `done`: how many documents, and counts."""
    n = i64(done[1])
    for d in range(done[0], out.ends.size):
        if tally.size[0] == 0:  # else the document was counted, and there was no room to take it out
            length = scan(data, offsets[d], offsets[d + 1], tables, rule, s)
            if not h.characters:
                _count_stretches(line, _lay_words(s, cuts, length, rule, stop_words, line), wanted, h, tally)
            elif h.within_words:
                _count_within_words(s, cuts, length, rule, line, wanted, h, tally)
            else:
                _count_stretches(line, _lay_characters(s, length, tables, line), wanted, h, tally)
        done[0], done[1] = d, n
        if n + tally.size[0] > out.columns.size:
            return False
        n = take_out(tally, out.columns, out.counts, n)
        out.ends[d] = n
    done[1] = n
    return True


@leaf
def _lay_words(s: Scan, cuts: Cuts, length: int, rule: Rule, stop_words: Strings, line: Line) -> int:
    """Words with one space between; returns how many."""
    units, to = i64(0), i64(0)
    at = i64(0)
    while at < length:
        n, at = cut(s, at, length, rule, cuts)
        for i in range(n):
            start, end = cuts.starts[i], cuts.ends[i]
            if stop_words.n[0] > 0 and find(stop_words, s.text, start, end, hash_bytes(s.text, start, end)) >= 0:
                continue
            line.begin[units] = to
            to = _copy(s.text, start, end, line.text, to)
            line.end[units] = to
            line.text[to] = _BLANK
            to += 1
            units += 1
    return units


@leaf
def _lay_characters(s: Scan, length: int, tables: Tables, line: Line) -> int:
    """Characters, two or more white spaces together as one space; returns how many."""
    units = 0
    to = 0
    at = 0
    blanks = 0
    while at < length:
        n = width(s.text[at])
        blanks = blanks + 1 if tables.kind[decode(s.text, at)] & SPACE else 0
        if blanks > 1:
            units -= 1
            to = line.begin[units]
        line.begin[units] = to
        if blanks > 1:
            line.text[to] = _BLANK
            to += 1
        else:
            to = _copy(s.text, at, at + n, line.text, to)
        line.end[units] = to
        units += 1
        at += n
    return units


@leaf
def _count_within_words(
    s: Scan, cuts: Cuts, length: int, rule: Rule, line: Line, wanted: Wanted, h: Hashing, tally: Tally
) -> None:
    """Each piece between white space, a space before and after it."""
    at = i64(0)
    while at < length:
        n, at = cut(s, at, length, rule, cuts)
        for i in range(n):
            _count_stretches(line, _lay_piece(s, cuts.starts[i], cuts.ends[i], line), wanted, h, tally)


@leaf
def _lay_piece(s: Scan, at: int, end: int, line: Line) -> int:
    """The characters of a piece and the spaces beside it; returns how many."""
    line.text[0] = _BLANK
    line.begin[0], line.end[0] = 0, 1
    units, to = i64(1), i64(1)
    while at < end:
        n = width(s.text[at])
        line.begin[units] = to
        to = _copy(s.text, at, at + n, line.text, to)
        line.end[units] = to
        units += 1
        at += n
    line.text[to] = _BLANK
    line.begin[units], line.end[units] = to, to + 1
    return units + 1


@leaf
def _count_stretches(line: Line, units: int, wanted: Wanted, h: Hashing, tally: Tally) -> None:
    """All stretches of n_min..n_max units; where `whole`, fewer than n_min units as one stretch.

    They are hashed by the batch and then counted: counting waits for memory, and hashing, whose loops end
    where no one can predict, would have it wait again and again.
    """
    waiting = 0
    if wanted.whole and units < wanted.n_min:
        line.hashes[0] = murmur3(line.text, line.begin[0], line.end[units - 1])
        waiting = 1
    for i in range(units):
        for n in range(wanted.n_min, min(wanted.n_max, units - i) + 1):
            if waiting == BATCH:
                _count_batch(line.hashes, waiting, h, tally)
                waiting = 0
            line.hashes[waiting] = murmur3(line.text, line.begin[i], line.end[i + n - 1])
            waiting += 1
    _count_batch(line.hashes, waiting, h, tally)


@leaf
def _count_batch(hashes: np.ndarray, n: int, h: Hashing, tally: Tally) -> None:
    for i in range(n):
        hashed = i64(hashes[i])
        if hashed == -2147483648:  # its absolute value is no int32; scikit-learn's column for it
            column = (2147483647 - (h.n_features - 1)) % h.n_features
        elif h.n_features & (h.n_features - 1) == 0:
            column = abs(hashed) & (h.n_features - 1)
        else:
            column = abs(hashed) % h.n_features
        count(tally, column, -1 if h.signed and hashed < 0 else 1)


@leaf
def _copy(source: np.ndarray, begin: int, end: int, to: np.ndarray, at: int) -> int:
    """Copy eight bytes at a time; what is copied too much is overwritten by what comes next."""
    for i in range(begin, end, 8):
        store64(to, at + i - begin, load64(source, i))
    return at + end - begin


@leaf
def murmur3(buffer: np.ndarray, begin: int, end: int) -> int:
    """MurmurHash3_x86_32 of buffer[begin:end], seed 0, as a signed number (Appleby, public domain).

    Up to 7 bytes beyond may be read, not used.
    """
    h = np.uint64(0)
    at = begin
    while end - at >= 4:
        h = (_turn(h ^ _mixed(load64(buffer, at) & _32), 13) * np.uint64(5) + np.uint64(0xE6546B64)) & _32
        at += 4
    if at < end:
        h ^= _mixed(low_bytes(load64(buffer, at), end - at))
    h ^= np.uint64(end - begin)
    h = ((h ^ h >> np.uint64(16)) * np.uint64(0x85EBCA6B)) & _32
    h = ((h ^ h >> np.uint64(13)) * np.uint64(0xC2B2AE35)) & _32
    h ^= h >> np.uint64(16)
    return i64(h) - (i64(h >> np.uint64(31)) << 32)


@leaf
def _mixed(k: np.uint64) -> np.uint64:
    return _turn((k * np.uint64(0xCC9E2D51)) & _32, 15) * np.uint64(0x1B873593) & _32


@leaf
def _turn(x: np.uint64, n: int) -> np.uint64:
    return (x << np.uint64(n) | x >> np.uint64(32 - n)) & _32
