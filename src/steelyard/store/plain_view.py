"""One view of the texts, looked up by plain Python in the tables of the mapped file.

The same look-ups as the compiled path's (`text/tree.py`, `core/intern.py`): a token's hash leads to its number, checked
against the stored string; from there the n-grams are walked, parent to child. A look-up that leads nowhere or has no
end, in a file that its maker broke, is an error with a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from steelyard.errors import IndexRangeError
from steelyard.store.container import Container
from steelyard.store.facts import LONGEST_RUN, ViewFacts, name_of
from steelyard.store.header import AGAIN

MASK = (1 << 64) - 1
NUMBER = (1 << 32) - 1
FREE = MASK
MULTIPLIER = 0x9E3779B97F4A7C15  # as in core/bits.py
REMEMBERED = 50_000  # look-ups that a view keeps: most words of a new text were met before
_BLANKS = re.compile(r"\s\s+")
_CODES = {"F32": "f", "F64": "d", "I32": "i", "I64": "q", "U64": "Q", "U8": "B"}


Hit = tuple[int, int, int]  # a column, the place in the run of symbols where its term begins, how many symbols it has


class PlainView:
    """One view's look-up tables, read where they lie."""

    def __init__(self, c: Container, number: int, facts: ViewFacts, first_column: int) -> None:
        def table(part: str) -> Any:
            return array(c, name_of(number, part))

        self.facts, self.path, self._before = facts, c.path, first_column
        self._first, self._keys, self._nodes, self._column = map(table, ("first", "keys", "nodes", "column"))
        self._starts, self._blob = table("starts"), table("blob")
        self._children: dict[int, int] = {}
        self._numbers: dict[str, int] = {}
        self._pieces: dict[str, list[Hit]] = {}
        if facts.analyzer == "word":
            self._slots = table("slots")
            self._tokens: Callable[[str], list[str]] = re.compile(facts.pattern).findall
        else:
            self._numbers = self._alphabet()

    def found(self, text: str) -> Iterator[tuple[Sequence[str], list[Hit]]]:
        """The text in runs that no term crosses: their symbols, and the terms in them."""
        text = text.lower() if self.facts.lowercase else text
        try:
            if self.facts.analyzer == "word":
                tokens = self._tokens(text)
                yield tokens, self._walk([self._word(token) for token in tokens])
            elif self.facts.analyzer == "char":
                text = _BLANKS.sub(" ", text)
                yield text, self._walk(self._characters(text))
            else:
                for piece in text.split():
                    yield f" {piece} ", self._within(piece)
        except IndexError:
            raise self._broken() from None

    def _within(self, piece: str) -> list[Hit]:
        """The terms within a word; a word met before is not walked again."""
        hits = self._pieces.get(piece)
        if hits is None:
            hits = self._walk(self._characters(f" {piece} "))
            _remember(self._pieces, piece, hits)
        return hits

    def _characters(self, text: str) -> list[int]:
        get = self._numbers.get
        return [get(character, -1) for character in text]

    def _word(self, word: str) -> int:
        """The number of a word, -1 if it is not known."""
        number = self._numbers.get(word)
        if number is None:
            number = self._look_up(word)
            _remember(self._numbers, word, number)
        return number

    def _look_up(self, word: str) -> int:
        """`core/intern.py:find`, but for the comparison, which is of all bytes whatever the length."""
        text, slots, starts = word.encode(), self._slots, self._starts
        h = hash_bytes(text)
        place, last = h & (len(slots) - 1), len(slots) - 1
        for _ in range(LONGEST_RUN):
            slot = slots[place]
            if not slot:
                return -1
            if slot >> 32 == h >> 32:
                k: int = (slot & NUMBER) - 1
                if self._blob[starts[k] : starts[k + 1]] == text:
                    return k
            place = (place + 1) & last
        raise self._broken()

    def _walk(self, symbols: list[int]) -> list[Hit]:
        """The terms among these symbols; -1 is a gap. `text/tree.py:_count_terms`, place by place."""
        low, high = self.facts.ngrams
        n, within = len(symbols), self.facts.analyzer == "char_wb"
        hits: list[Hit] = []
        first, columns, children = self._first, self._column, self._children
        before, n_columns = self._before, self.facts.columns
        for at, symbol in enumerate(symbols):
            node, depth = (first[symbol] if symbol >= 0 else -1), 1
            while node >= 0:
                # a shorter one counts where it is all there is of a word
                if depth >= low or (within and depth == n):
                    column = columns[node]
                    if column >= n_columns:
                        raise IndexError
                    if column >= 0:
                        hits.append((before + column, at, depth))
                if depth == high or at + depth == n:
                    break
                symbol = symbols[at + depth]
                if symbol < 0:
                    break
                key = node << 32 | symbol
                following = children.get(key)
                node = self._child(key) if following is None else following
                depth += 1
        return hits

    def _child(self, key: int) -> int:
        """`text/tree.py:child`: the node of a parent (upper half) and a symbol (lower half), -1 if there is none."""
        keys = self._keys
        h = key * MULTIPLIER & MASK
        place, last = (h ^ h >> 32) & (len(keys) - 1), len(keys) - 1
        for _ in range(LONGEST_RUN):
            found = keys[place]
            if found in (key, FREE):
                node = int(self._nodes[place]) if found == key else -1
                _remember(self._children, key, node)
                return node
            place = (place + 1) & last
        raise self._broken()

    def _alphabet(self) -> dict[str, int]:
        """The number of each character."""
        starts = self._starts
        try:
            characters = bytes(self._blob[: starts[-1]]).decode()
        except UnicodeDecodeError:
            raise self._broken() from None
        if len(characters) != len(starts) - 1:
            raise self._broken()
        return {character: k for k, character in enumerate(characters)}

    def _broken(self) -> IndexRangeError:
        return IndexRangeError("a look-up leads to what is not there, or does not end.", AGAIN, self.path)


def array(c: Container, name: str) -> Any:
    """An array of the file as a flat view; nothing is copied."""
    place = c.places[name]
    whole: Any = memoryview(c.data)
    return whole[place.start : place.stop].cast(_CODES[place.dtype])


def hash_bytes(text: bytes) -> int:
    """`core/bits.py:hash_bytes`, with the wrapping of 64-bit words written out."""
    h = MULTIPLIER
    for at in range(0, len(text), 8):
        h = (h ^ int.from_bytes(text[at : at + 8], "little")) * MULTIPLIER & MASK
        h ^= h >> 32
    return h


def _remember(memory: dict[Any, Any], key: Any, value: Any) -> None:
    if len(memory) >= REMEMBERED:
        memory.clear()
    memory[key] = value
