"""Where each token stands in the text as it was written, so that an explanation can mark it there.

The tokens are those that the vectorizers count, one for one and in order. Places are code points of the
original text, as Python counts them: text[begin:end] is the token before lower case and stripped accents.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import i64
from steelyard.core.utf8 import decode, width
from steelyard.text.documents import each_text
from steelyard.text.normalise import as_texts
from steelyard.text.patterns import WORDS, rule_of
from steelyard.text.scan import Rule
from steelyard.text.unicode import DOTTED_I, SPACE, WORD, Tables

_DOTTED_I = ord(DOTTED_I)
_STRIPPED: dict[str, Callable[[str], str]] = {
    "unicode": lambda c: "".join(d for d in unicodedata.normalize("NFKD", c) if not unicodedata.combining(d)),
    "ascii": lambda c: unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode(),
}


class Spans(NamedTuple):
    """Token k is text[begin[k]:end[k]] of its document; document d's tokens are ends[d - 1]:ends[d]."""

    begin: np.ndarray
    end: np.ndarray
    ends: np.ndarray

    def of(self, d: int) -> list[tuple[int, int]]:
        """The spans of document d."""
        part = slice(int(self.ends[d - 1]) if d else 0, int(self.ends[d]))
        return list(zip(self.begin[part].tolist(), self.end[part].tolist()))


def tokens_with_offsets(
    texts: Sequence[str], pattern: str = WORDS, lowercase: bool = True, strip_accents: str | None = None
) -> Spans:
    """The places of the tokens of each text, for one of the `PATTERNS`.

    >>> text = "L'été, déjà!"
    >>> [text[a:b] for a, b in tokens_with_offsets([text]).of(0)]
    ['été', 'déjà']
    """
    texts = list(each_text(texts))
    rule = rule_of(pattern, lowercase)
    if strip_accents is None:
        return _spans(texts, rule)
    stripped, origins = zip(*(_stripped(text, lowercase, strip_accents) for text in texts)) if texts else ((), ())
    spans = _spans(stripped, rule._replace(lower=False))
    begin, end = spans.begin.copy(), spans.end.copy()
    first = 0
    for origin, last in zip(origins, spans.ends.tolist()):
        part = slice(first, last)
        begin[part], end[part] = origin[begin[part]], origin[end[part] - 1] + 1
        first = last
    return Spans(begin, end, spans.ends)


def _stripped(text: str, lowercase: bool, how: str) -> tuple[str, np.ndarray]:
    """The text in lower case and without accents, and from which character each of its characters comes."""
    strip = _STRIPPED[how]
    parts = [strip(c.lower() if lowercase else c) for c in text]
    return "".join(parts), np.repeat(np.arange(len(parts)), [len(part) for part in parts])


def _spans(texts: Sequence[str], rule: Rule) -> Spans:
    t = as_texts(list(texts), lower=False)
    most = t.data.size + 1  # a token takes a byte at least, and what is not used is never touched
    begin, end, ends = np.empty(most, np.int32), np.empty(most, np.int32), np.empty(len(t), np.int64)
    n = _find(t.data, t.offsets, t.tables, rule, begin, end, ends)
    return Spans(begin[:n].copy(), end[:n].copy(), ends)


@leaf
def _find(
    data: np.ndarray,
    offsets: np.ndarray,
    tables: Tables,
    rule: Rule,
    begin: np.ndarray,
    end: np.ndarray,
    ends: np.ndarray,
) -> int:
    n = i64(0)
    for d in range(ends.size):
        n = _find_in_text(data, offsets[d], offsets[d + 1], tables, rule, begin, end, n)
        ends[d] = n
    return n


@leaf
def _find_in_text(
    data: np.ndarray,
    start: int,
    stop: int,
    tables: Tables,
    rule: Rule,
    begin: np.ndarray,
    end: np.ndarray,
    n: int,
) -> int:
    """Note the tokens of data[start:stop] from place n on; return how many there are then."""
    at = start
    place = 0
    word = -1  # where the word began that we are in
    while at < stop:
        c = decode(data, at)
        kind = tables.kind[c]
        if kind & WORD:
            word = place if word < 0 else word
        # the lower case of a dotted capital I ends in a dot that belongs to no word
        if word >= 0 and (not kind & WORD or (rule.lower and c == _DOTTED_I)):
            n = _note(begin, end, n, word, place + (1 if kind & WORD else 0), rule.shortest)
            word = -1
        if rule.marks and ((not kind & WORD and not kind & SPACE) or (rule.lower and c == _DOTTED_I)):
            n = _note(begin, end, n, place, place + 1, 1)
        at += width(data[at])
        place += 1
    return _note(begin, end, n, word, place, rule.shortest) if word >= 0 else n


@leaf
def _note(begin: np.ndarray, end: np.ndarray, n: int, a: int, b: int, shortest: int) -> int:
    if b - a < shortest:
        return n
    begin[n], end[n] = a, b
    return n + 1
