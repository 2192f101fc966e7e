"""Texts to token numbers: by run of documents, each token numbered by its first appearance in the run, or by what is
known already."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import hash_bytes, i64
from steelyard.core.intern import Strings, add, find, has_room, more_strings, no_strings
from steelyard.core.room import with_room
from steelyard.text.cutting import SIZE, Cuts, cut, room_for_cuts
from steelyard.text.scan import Rule, Scan, room_for, scan
from steelyard.text.unicode import Tables


class Tokens(NamedTuple):
    """The tokens of consecutive documents: `ids`, one after the other; document d ends at ends[d]."""

    ids: np.ndarray
    ends: np.ndarray
    strings: Strings


class Progress(NamedTuple):
    """How far the numbering has come, one element each: the document, its length once it is scanned, the place in
    it, and how many tokens there are."""

    document: np.ndarray
    length: np.ndarray
    at: np.ndarray
    tokens: np.ndarray


def number_tokens(
    data: np.ndarray, offsets: np.ndarray, first: int, last: int, tables: Tables, rule: Rule, known: Strings | None
) -> Tokens:
    """Tokens of documents first..last-1, document d being data[offsets[d]:offsets[d + 1]].

    `known`: the only strings that have numbers, and -1 is all others'; None: all of them are numbered.
    """
    offsets = offsets[first : last + 1]
    s = room_for(longest(offsets))
    cuts, hashes = room_for_cuts(), np.empty(SIZE, np.uint64)
    strings, learns = no_strings(1 << 14) if known is None else known, known is None
    ids = np.empty(int(offsets[-1] - offsets[0]) // 5 + SIZE, np.int32)
    ends = np.empty(last - first, np.int64)
    done = Progress(*np.zeros((4, 1), np.int64))
    while not _number(data, offsets, tables, rule, s, cuts, hashes, strings, learns, ids, ends, done):
        n = int(done.tokens[0])
        if n + SIZE > ids.size:
            ids = with_room(ids, n, n + SIZE)
        if learns and not has_room(strings, SIZE, done.length[0]):
            strings = more_strings(strings, SIZE, int(done.length[0]))
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
    cuts: Cuts,
    hashes: np.ndarray,
    strings: Strings,
    learns: bool,
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
            found, at = cut(s, i64(done.at[0]), length, rule, cuts)
            if n + found > ids.size or (learns and not has_room(strings, found, at - done.at[0])):
                return False
            _look_up(s, cuts, hashes, found, strings, learns, ids[n:])
            n += found
            done.at[0] = at
            done.tokens[0] = n
        done.at[0] = 0
        ends[d] = n
    return True


@leaf
def _look_up(s: Scan, cuts: Cuts, hashes: np.ndarray, n: int, strings: Strings, learns: bool, ids: np.ndarray) -> None:
    """The numbers of a batch of tokens, new ones added if it learns.

    All are hashed before any is looked up: the misses of one look-up then overlap with the next one's, where a hash
    that ends where no one can predict would have stopped both.
    """
    for i in range(n):
        hashes[i] = hash_bytes(s.text, cuts.starts[i], cuts.ends[i])
    for i in range(n):
        start, end, h = cuts.starts[i], cuts.ends[i], hashes[i]
        k = find(strings, s.text, start, end, h)
        ids[i] = add(strings, s.text, start, end, h) if k < 0 and learns else k
