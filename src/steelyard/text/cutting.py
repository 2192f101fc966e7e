"""Where the tokens of a scanned text begin and end: 64 bytes at a time, from the bits that `scan` set.

A word begins at a set bit after a clear one and ends at a clear bit after a set one: two shifts find all beginnings and
all ends among 64 bytes. Beginnings and ends are then written down each for itself, and as the n-th end belongs to the
n-th beginning, no loop has to guess how long a token is: it is such guesses, wrong for every other token, that cost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import i64, trailing_zeros
from steelyard.core.utf8 import width
from steelyard.text.scan import ALL, Rule, Scan

SIZE = 2048  # tokens that are cut before any is looked at
_NONE, _ONE, _LAST = np.uint64(0), np.uint64(1), np.uint64(63)


class Cuts(NamedTuple):
    """Token n of a batch is text[starts[n]:ends[n]] of a scan."""

    starts: np.ndarray  # int64
    ends: np.ndarray


def room_for_cuts() -> Cuts:
    """Room for a batch of tokens."""
    return Cuts(np.empty(SIZE, np.int64), np.empty(SIZE, np.int64))


@leaf
def cut(s: Scan, at: int, length: int, rule: Rule, cuts: Cuts) -> tuple[int, int]:
    """Cut tokens from `at` on, until the text or the batch is at its end; return how many, and where to go on.

    To go on is to call again with that place; when it is `length`, there is no more.
    """
    n, m = i64(0), i64(0)  # beginnings, ends
    k, last = at >> 6, length >> 6
    clear = ALL << np.uint64(at & 63)
    words, marks = s.words[k] & clear, s.marks[k] & clear
    word_before, mark_before, single_before = _NONE, _NONE, _NONE  # the last bit of the 64 before
    while n <= SIZE - 64:
        next_words = s.words[k + 1]
        shifted = words << _ONE | word_before
        begins, ends = words & ~shifted, ~words & shifted
        if rule.shortest > 1:  # words of one byte are too short; those of one wider character are left out below
            single = begins & ~(words >> _ONE | next_words << _LAST)
            begins ^= single
            ends &= ~(single << _ONE | single_before)
            single_before = single >> _LAST
        ends |= marks << _ONE | mark_before
        n = _write(begins | marks, k << 6, cuts.starts, n)
        m = _write(ends, k << 6, cuts.ends, m)
        word_before, mark_before = words >> _LAST, marks >> _LAST
        words, k = next_words, k + 1
        if k > last:
            return _mended(s, m, rule, cuts), length
        marks = s.marks[k]
    at = cuts.ends[m - 1]
    return _mended(s, m, rule, cuts), at


@leaf
def _write(bits: np.uint64, first: int, to: np.ndarray, n: int) -> int:
    """The places of the set bits, the lowest first, written from to[n] on; returns the new n."""
    while bits != _NONE:
        to[n] = first + trailing_zeros(bits)
        bits &= bits - _ONE
        n += 1
    return n


@leaf
def _mended(s: Scan, n: int, rule: Rule, cuts: Cuts) -> int:
    """What bits alone do not tell of characters beyond ASCII: how wide a mark is, and that one character is short."""
    kept = i64(0)
    for i in range(n):
        start, end = cuts.starts[i], cuts.ends[i]
        if s.text[start] >= 0x80:
            wide = width(s.text[start])
            if s.words[start >> 6] >> np.uint64(start & 63) & _ONE == _NONE:
                end = start + wide
            elif rule.shortest > 1 and end - start == wide:
                continue
        cuts.starts[kept], cuts.ends[kept] = start, end
        kept += 1
    return kept
