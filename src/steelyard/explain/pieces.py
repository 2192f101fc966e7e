"""A text cut into the pieces that a reader sees: words, marks, and characters of scripts without spaces between words.

What belongs to the character before it stays with it: combining marks, joiners, variation selectors, the second half
of a flag, the skin colour of an emoji. So a piece can be marked, or taken out, and the rest of the text stays whole.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from steelyard.features.text_columns import View

MARK, WORD, ALONE = "mark", "word", "alone"
# scripts that put no space between words: Thai, Lao, Tibetan, Myanmar, Khmer, Tai; kana, ideographs
_ALONE = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003ffff]"
)
_JOINERS, _ZWJ = "\u200c\u200d", "\u200d"


class Part(NamedTuple):
    """text[begin:end], and whether it is a word, a mark, or a character that is a word by itself."""

    begin: int
    end: int
    kind: str


def pieces_of(text: str) -> list[Part]:
    """The pieces in order; white space lies between them.

    >>> text = "Très bon, 不错!"
    >>> [text[a:b] for a, b, _ in pieces_of(text)]
    ['Très', 'bon', ',', '不', '错', '!']
    """
    found: list[Part] = []
    kind, flags = "", 0  # of the piece that is open; how many halves of flags it ends in
    for at, c in enumerate(text):
        if c.isspace():
            kind = ""
            continue
        half, part_of = "\U0001f1e6" <= c <= "\U0001f1ff", _is_part_of_a_character(c)
        new = kind_of(c)
        goes_on = part_of or text[at - 1] == _ZWJ or (half and flags % 2 == 1) or kind == new == WORD
        if kind and goes_on:
            found[-1] = found[-1]._replace(end=at + 1)
            flags += half
        else:
            kind, flags = new, int(half)
            found.append(Part(at, at + 1, kind))
    return found


def words_of(text: str, parts: Sequence[Any], views: Sequence[View]) -> dict[str, list[int]]:
    """The distinct words of a text, and which pieces each is: in either case, where all views read lower case."""
    lower = all(view.lowercase for view in views)
    members: dict[str, list[int]] = {}
    for k, part in enumerate(parts):
        word = text[part.begin : part.end]
        members.setdefault(word.lower() if lower else word, []).append(k)
    return members


def kind_of(c: str) -> str:
    """Part of a word, a word by itself, or a mark."""
    if not (c.isalnum() or c == "_"):
        return MARK
    return ALONE if c > "\u0dff" and _ALONE.match(c) else WORD


def _is_part_of_a_character(c: str) -> bool:
    """Is it nothing by itself, but part of the character before it?"""
    if c < "\u0300":
        return False
    return c in _JOINERS or "\U0001f3fb" <= c <= "\U0001f3ff" or unicodedata.category(c)[0] == "M"


def without(text: str, parts: Sequence[Part], gone: Collection[int]) -> str:
    """The text without some of its pieces.

    Of the white spaces around what is gone the first is left, at either end of the text its own; where two words would
    grow together, a space is put between them. Nothing else changes.

    >>> text = "not good, it's"
    >>> [without(text, pieces_of(text), gone) for gone in ([0], [1], [4], [2, 3, 4, 5])]
    ["good, it's", "not , it's", 'not good, it s', 'not good']
    """
    out: list[str] = []
    at = 0
    for first, last in _stretches(sorted(gone)):
        out.append(text[at : parts[first - 1].end if first else parts[0].begin])
        if first and last + 1 < len(parts):
            out.append(_between(text, parts, first - 1, last + 1))
        at = parts[last + 1].begin if last + 1 < len(parts) else parts[-1].end
    return "".join(out) + text[at:]


def _stretches(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each stretch of numbers that follow one another."""
    for _, stretch in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        members = [k for _, k in stretch]
        yield members[0], members[-1]


def _between(text: str, parts: Sequence[Part], before: int, after: int) -> str:
    """What stands between two pieces when those between them are gone."""
    for k in range(before, after):
        if parts[k].end < parts[k + 1].begin:
            return text[parts[k].end : parts[k + 1].begin]
    both = {parts[before].kind, parts[after].kind}
    return " " if MARK not in both and WORD in both else ""
