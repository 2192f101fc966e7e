"""Words taken out of a text: the text that is left, and what that changes in the counts, computed where it happens.

A word is a piece of the text (`pieces.py`) each time that it stands there, in either case where the model reads lower
case. Taking out pieces changes the terms around them, and makes new ones of what comes to stand side by side. Two
pieces are *near* where some term could reach both gaps. Pieces that go and are near each other form an *island*, and

    counts(text without pieces) - counts(text) = sum over the islands of the same difference within a window around each

`tests/explain/test_erasing.py` states that law. Near, view by view, with n the longest n-gram:

    words            at most n - 2 tokens between the tokens that the two pieces touch
    characters       at most n - 2 characters, white space not counted, between the pieces
    within words     no white space between the pieces

and neighbours always are. A capital sigma's lower case depends on what its word ends in: where there is one, a piece
reaches as far as the white spaces around it. A window goes one piece further than what is near, on either side.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate

from steelyard.explain.pieces import Part, pieces_of, without, words_of
from steelyard.explain.places import runs
from steelyard.features.text_columns import View

Near = Callable[[int, int], bool]  # of two pieces, in their order
Island = tuple[int, ...]  # pieces


class Erasable:
    """A text whose words can be taken out. Words are numbered in the order of their first places."""

    def __init__(self, text: str, views: Sequence[View]) -> None:
        self.text, self.parts = text, pieces_of(text)
        members = words_of(text, self.parts, views)
        self.words = list(members)
        self.members = list(members.values())  # the pieces of each word
        self.word_of = {k: w for w, pieces in enumerate(self.members) for k in pieces}
        self.first, self.last = _reaches(text, self.parts, views)

    def without(self, gone: Collection[int]) -> str:
        """The text without some words."""
        return without(self.text, self.parts, {k for w in gone for k in self.members[w]})

    def places(self, gone: Collection[int]) -> tuple[tuple[int, int], ...]:
        """Where some words stand."""
        return tuple(self.parts[k][:2] for k in sorted(k for w in gone for k in self.members[w]))

    def near_words(self) -> list[set[int]]:
        """For each word, the others that are near it anywhere."""
        found: list[set[int]] = [set() for _ in self.words]
        for p in range(len(self.parts)):
            for q in range(p + 1, self.last[p] + 1):
                a, b = self.word_of[p], self.word_of[q]
                if a != b:
                    found[a].add(b)
                    found[b].add(a)
        return found

    def islands(self, pieces: Sequence[int]) -> Iterator[Island]:
        """Pieces, in their order, in groups that have nothing to do with each other."""
        since = 0
        for k in range(1, len(pieces) + 1):
            if k == len(pieces) or pieces[k] > self.last[pieces[k - 1]]:
                yield tuple(pieces[since:k])
                since = k

    def mixed(self, words: Sequence[int]) -> Iterator[tuple[int, Island]]:
        """What to add to and to take off from the sum of what each word changes, to have what they change together."""
        for island in self.islands(sorted(k for w in words for k in self.members[w])):
            inside = {self.word_of[k] for k in island}
            if len(inside) > 1:
                yield 1, island
                for w in inside:
                    for own in self.islands([k for k in island if self.word_of[k] == w]):
                        yield -1, own

    def window(self, island: Island) -> tuple[str, str]:
        """The stretch of text that taking an island out can change terms of: with the island, and without it."""
        low, high = max(self.first[island[0]] - 1, 0), min(self.last[island[-1]] + 1, len(self.parts) - 1)
        begin = self.parts[low].begin if low else 0
        end = self.parts[high].end if high + 1 < len(self.parts) else len(self.text)
        parts = [Part(p.begin - begin, p.end - begin, p.kind) for p in self.parts[low : high + 1]]
        text = self.text[begin:end]
        return text, without(text, parts, {k - low for k in island})


def _reaches(text: str, parts: Sequence[Part], views: Sequence[View]) -> tuple[list[int], list[int]]:
    """For each piece the first and the last that are near it."""
    tests = [_nearness(text, parts, view) for view in views]
    first, last = list(range(len(parts))), list(range(len(parts)))
    for p in range(len(parts)):
        q = p + 1
        while q < len(parts) and (q == p + 1 or any(test(p, q) for test in tests)):
            first[q] = min(first[q], p)
            last[p] = q
            q += 1
    return first, last


def _nearness(text: str, parts: Sequence[Part], view: View) -> Near:
    """Whether some n-gram of the view can reach two pieces."""
    chunks = _chunks(text, parts)
    reach = chunks if "\u03a3" in text and view.lowercase else [part[:2] for part in parts]
    longest = view.ngrams[1]
    if view.analyzer == "word":
        return _near_in_tokens(text, reach, view, longest)
    if view.analyzer == "char":
        before = [0, *accumulate(not c.isspace() for c in text)]  # characters that are no white space before each place
        return lambda p, q: before[reach[q][0]] - before[reach[p][1]] <= longest - 2
    return lambda p, q: chunks[p] == chunks[q]


def _near_in_tokens(text: str, reach: Sequence[tuple[int, int]], view: View, longest: int) -> Near:
    tokens = next(runs(text, view))
    first = [bisect_left(tokens.end, begin) for begin, _ in reach]  # touching: what grows together changes too
    last = [bisect_right(tokens.begin, end) for _, end in reach]
    return lambda p, q: first[q] - last[p] <= longest - 2


def _chunks(text: str, parts: Sequence[Part]) -> list[tuple[int, int]]:
    """The stretch between white spaces that each piece lies in."""
    bounds = [found.span() for found in re.finditer(r"\S+", text)]
    starts = [begin for begin, _ in bounds]
    return [bounds[bisect_right(starts, part.begin) - 1] for part in parts]
