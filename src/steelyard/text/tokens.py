"""Texts to token numbers: by run of documents, each token numbered by its first appearance in the run."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import hash_bytes, i64
from steelyard.core.intern import Strings, add, find, has_room, more_strings, no_strings
from steelyard.core.room import with_room
from steelyard.text.scan import Rule, Scan, next_token, room_for, scan, token_end, too_short
from steelyard.text.unicode import Tables

BATCH = 2048


class Tokens(NamedTuple):
    """The tokens of consecutive documents: `ids`, one after the other; document d ends at ends[d]."""

    ids: np.ndarray
    ends: np.ndarray
    strings: Strings


class Batch(NamedTuple):
    """Tokens found and not yet looked up. All are found before any is looked up: the misses of one look-up then
    overlap with the next one's, where a mispredicted token end would have stopped both (three times as fast)."""

    starts: np.ndarray
    ends: np.ndarray
    hashes: np.ndarray


class Progress(NamedTuple):
    """How far the numbering has come, one element each: the document, its length once it is scanned, the place in
    it, and how many tokens there are."""

    document: np.ndarray
    length: np.ndarray
    at: np.ndarray
    tokens: np.ndarray


def number_tokens(data: np.ndarray, offsets: np.ndarray, first: int, last: int, tables: Tables, rule: Rule) -> Tokens:
    """Tokens of documents first..last-1, document d being data[offsets[d]:offsets[d + 1]]."""
    offsets = offsets[first : last + 1]
    s = room_for(longest(offsets))
    batch = Batch(np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.empty(BATCH, np.uint64))
    strings = no_strings(1 << 14)
    ids = np.empty(int(offsets[-1] - offsets[0]) // 5 + BATCH, np.int32)
    ends = np.empty(last - first, np.int64)
    done = Progress(*np.zeros((4, 1), np.int64))
    while not _number(data, offsets, tables, rule, s, batch, strings, ids, ends, done):
        n = int(done.tokens[0])
        if n + BATCH > ids.size:
            ids = with_room(ids, n, n + BATCH)
        if not has_room(strings, BATCH, done.length[0]):
            strings = more_strings(strings, BATCH, int(done.length[0]))
    return Tokens(ids[: done.tokens[0]], ends, strings)


def longest(offsets: np.ndarray) -> int:
    """The length in bytes of the longest document."""
    return int(np.diff(offsets).max(initial=0))


@leaf
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
    done: Progress,
) -> bool:
    """Number tokens until the documents end (True) or the room does (False)."""
    n = i64(done.tokens[0])
    for d in range(done.document[0], ends.size):
        done.document[0] = d
        if done.at[0] == 0:
            done.length[0] = scan(data, offsets[d], offsets[d + 1], tables, rule, s)
        length = i64(done.length[0])
        while done.at[0] < length:
            found, at = _find_tokens(s, i64(done.at[0]), length, rule, batch)
            if n + found > ids.size or not has_room(strings, found, at - done.at[0]):
                return False
            _look_up(s, batch, found, strings, ids[n:])
            n += found
            done.at[0] = at
            done.tokens[0] = n
        done.at[0] = 0
        ends[d] = n
    return True


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
