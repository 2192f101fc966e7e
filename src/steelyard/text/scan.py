"""The first look at a text: a lower-case copy, and which of its bytes belong to tokens.

Eight ASCII bytes are done at once, in one machine word (every test is an addition that carries into a
byte's highest bit); other text goes one code point at a time through the tables of `unicode`.
The answer is two sets of bits, one bit a byte: the bytes of words, and the first bytes of marks.
`cutting` then finds the tokens a machine word of bits at a time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import i64, load64, store64
from steelyard.core.utf8 import decode, encode, width
from steelyard.text.unicode import SPACE, WORD, Tables

ONES = 0x0101010101010101
HIGH = np.uint64(0x8080808080808080)
GATHER = np.uint64(0x0102040810204080)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


def _range(low: int, high: int) -> tuple[np.uint64, np.uint64]:
    """What to add to eight bytes so that the high bit tells: it is at least low; it is above high."""
    return np.uint64(ONES * (128 - low)), np.uint64(ONES * (127 - high))


CAPITALS, SMALL, DIGITS, UNDERSCORE = _range(65, 90), _range(97, 122), _range(48, 57), _range(95, 95)
CONTROL_SPACES, SPACES = _range(9, 13), _range(28, 32)


class Rule(NamedTuple):
    """What a token is.

    `lower`: tokens are lower-cased. `pieces`: a token is a run of anything but white space, and not of
    word characters. `marks`: every other visible character is a token too. `shortest`: in code points.
    """

    lower: bool
    pieces: bool
    marks: bool
    shortest: int


class Scan(NamedTuple):
    """One text after the first look: `text` (its lower-case bytes), and the bits of `words` and `marks`."""

    text: np.ndarray
    words: np.ndarray
    marks: np.ndarray


def room_for(n_bytes: int) -> Scan:
    """Room to scan texts of up to n_bytes bytes (a lower case may take three bytes where two were)."""
    n = n_bytes + n_bytes // 2 + 72
    return Scan(np.zeros(n, np.uint8), np.zeros(n // 64 + 3, np.uint64), np.zeros(n // 64 + 3, np.uint64))


@leaf
def scan(data: np.ndarray, start: int, end: int, tables: Tables, rule: Rule, out: Scan) -> int:
    """Scan data[start:end] into `out`; return the length of its lower-case text in bytes."""
    out.words[: (end - start) * 3 // 128 + 3] = 0
    if rule.marks:
        out.marks[: (end - start) * 3 // 128 + 3] = 0
    to = i64(0)  # a literal 0 would have every callee compiled twice
    at = start
    while at < end:
        if end - at >= 8:
            word = load64(data, at)
            if word & HIGH == np.uint64(0):
                _scan_ascii(word, to, rule, out)
                at += 8
                to += 8
                continue
        c = decode(data, at)
        at += width(data[at])
        to += _scan_code_point(c, to, tables, rule, out)
    return to


@leaf
def _scan_ascii(word: np.uint64, to: int, rule: Rule, out: Scan) -> None:
    """Eight ASCII characters at once."""
    lower = word | _between(word, CAPITALS) >> np.uint64(2)
    if rule.lower:
        store64(out.text, to, lower)
    else:
        store64(out.text, to, word)
    if rule.pieces:
        _put(out.words, to, ~_spaces(word) & HIGH)
        return
    words = _between(lower, SMALL) | _between(word, DIGITS) | _between(word, UNDERSCORE)
    _put(out.words, to, words)
    if rule.marks:
        _put(out.marks, to, ~(words | _spaces(word)) & HIGH)


@leaf
def _scan_code_point(c: int, to: int, tables: Tables, rule: Rule, out: Scan) -> int:
    """One code point of any script; returns the bytes that it takes."""
    kind = tables.kind[c]
    n = encode(i64(tables.lower[c]) if rule.lower else c, out.text, to)
    if kind & WORD if not rule.pieces else not kind & SPACE:
        for k in range(to, to + n):
            out.words[k >> 6] |= np.uint64(1) << np.uint64(k & 63)
    elif rule.marks and not kind & SPACE:
        out.marks[to >> 6] |= np.uint64(1) << np.uint64(to & 63)
    return n


@leaf
def _between(word: np.uint64, bounds: tuple[np.uint64, np.uint64]) -> np.uint64:
    """The high bit of each byte, all below 128, that lies in a range."""
    return (word + bounds[0]) & ~(word + bounds[1]) & HIGH


@leaf
def _spaces(word: np.uint64) -> np.uint64:
    return _between(word, CONTROL_SPACES) | _between(word, SPACES)


@leaf
def _put(bits: np.ndarray, at: int, high_bits: np.uint64) -> None:
    """Gather the high bits of eight bytes and write them at place `at`, where all is clear so far."""
    eight = ((high_bits >> np.uint64(7)) * GATHER) >> np.uint64(56)
    k, shift = at >> 6, at & 63
    bits[k] |= eight << np.uint64(shift)
    if shift > 56:
        bits[k + 1] |= eight >> np.uint64(64 - shift)
