"""Texts to token numbers: by run of documents, each token numbered by its first appearance in the run."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import jit, leaf
from steelyard.core.bits import hash_bytes, i64
from steelyard.core.intern import Strings, add, find, has_room, no_strings, with_room
from steelyard.text.scan import Rule, Scan, next_token, room_for, scan, token_end, too_short
from steelyard.text.unicode import Tables

BATCH = 2048


class Tokens(NamedTuple):
    """The tokens of consecutive documents: `ids`, one after the other; document d ends at ends[d]."""

    ids: np.ndarray
    ends: np.ndarray
    strings: Strings


@jit
def longer(a: np.ndarray, n: int) -> np.ndarray:
    """A copy of `a` with room for n elements and half as many again."""
    b = np.empty(n + n // 2, a.dtype)
    for i in range(a.size):
        b[i] = a[i]
    return b


class Batch(NamedTuple):
    """Tokens found and not yet looked up. All are found before any is looked up: the misses of one look-up then
    overlap with the next one's, where a mispredicted token end would have stopped both (three times as fast)."""

    starts: np.ndarray
    ends: np.ndarray
    hashes: np.ndarray


def number_tokens(data: np.ndarray, offsets: np.ndarray, first: int, last: int, tables: Tables, rule: Rule) -> Tokens:
    """Tokens of documents first..last-1, document d being data[offsets[d]:offsets[d + 1]]."""
    s = room_for(longest(offsets, first, last))
    batch = Batch(np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.empty(BATCH, np.uint64))
    ids = np.empty(int(offsets[last] - offsets[first]) // 5 + BATCH, np.int32)
    ends = np.empty(last - first, np.int64)
    ids, strings = _number(data, offsets[first : last + 1], tables, rule, s, batch, no_strings(1 << 14), ids, ends)
    return Tokens(ids, ends, strings)


def longest(offsets: np.ndarray, first: int, last: int) -> int:
    """The length in bytes of the longest of documents first..last-1."""
    return int(np.diff(offsets[first : last + 1]).max(initial=0))


@jit
def _number(
    data: np.ndarray,
    offsets: np.ndarray,
    tables: Tables,
    rule: Rule,
    s: Scan,
    batch: Batch,
    strings: Strings,
    ids: np.ndarray,
    ends: np.ndarray,
) -> tuple[np.ndarray, Strings]:
    n = i64(0)
    for d in range(ends.size):
        length = scan(data, offsets[d], offsets[d + 1], tables, rule, s)
        at = i64(0)
        while at < length:
            start = at
            found, at = _find_tokens(s, start, length, rule, batch)
            if n + found > ids.size:
                ids = longer(ids, n + found)
            if not has_room(strings, found, at - start):
                strings = with_room(strings, found + strings.n[0], at - start)
            _look_up(s, batch, found, strings, ids[n:])
            n += found
        ends[d] = n
    return ids[:n], strings


@leaf
def _find_tokens(s: Scan, at: int, length: int, rule: Rule, batch: Batch) -> tuple[int, int]:
    """Fill the batch with tokens from `at` on; return how many, and where to go on."""
    n = 0
    at = next_token(s, at, length)
    while at < length and n < BATCH:
        end = token_end(s, at)
        if not too_short(s, at, end, rule):
            batch.starts[n] = at
            batch.ends[n] = end
            batch.hashes[n] = hash_bytes(s.text, at, end)
            n += 1
        at = next_token(s, end, length)
    return n, at


@leaf
def _look_up(s: Scan, batch: Batch, n: int, strings: Strings, ids: np.ndarray) -> None:
    """The numbers of the batch's tokens, new ones added."""
    for i in range(n):
        start, end, h = batch.starts[i], batch.ends[i], batch.hashes[i]
        k = find(strings, s.text, start, end, h)
        ids[i] = k if k >= 0 else add(strings, s.text, start, end, h)
