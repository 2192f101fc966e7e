"""What an explanation says: records of plain Python values. How they are computed and how they are shown is elsewhere.

Places are code points of the text as it was given, as Python counts them: text[begin:end].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple


class Shown:
    """What all records of this room can do: `as_data`, `as_text`, `as_html`, and show themselves in a notebook."""

    def as_data(self) -> dict[str, Any]:
        """Lists, dicts, strings and numbers, as JSON can hold them."""
        return {field.name: plain(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]

    def as_text(self, colour: bool = False, width: int = 80, language: str = "en") -> str:
        """For a terminal of so many columns. Without colour, signs say what colours would."""
        from steelyard.explain import terminal

        return terminal.page(self, colour, width, language)

    def as_html(self, language: str = "en", style: bool = True) -> str:
        """A fragment of HTML. `style=False` leaves out the style sheet, where a page has it already."""
        from steelyard.explain import page

        return page.fragment(self, language, style)

    def _repr_html_(self) -> str:
        return self.as_html()


def plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, Shown | Word | Term | Neighbour):
        return value.as_data()
    return [plain(part) for part in value] if isinstance(value, tuple | list) else value


class Piece(NamedTuple):
    """A word, a mark or an ideograph of the text, and what falls on it of all the terms that cover it."""

    begin: int
    end: int
    weight: float
    known: bool  # whether any term of the model covers it


class Word(NamedTuple):
    """The pieces of the text that are the same word (in either case, where the model reads lower case), together."""

    word: str
    weight: float
    count: int  # type: ignore[assignment]  # tuples count too

    def as_data(self) -> dict[str, Any]:
        return dict(self._asdict())


class Term(NamedTuple):
    """A column that occurs in the text, and what it puts on the scale there."""

    term: str
    kind: str  # "word", "char" or "char_wb"
    column: int
    count: int  # type: ignore[assignment]  # tuples count too
    weight: float
    df: int | None  # in how many training texts it occurs, where the model knows
    places: tuple[tuple[int, int], ...]  # each occurrence, from its first symbol to its last

    def as_data(self) -> dict[str, Any]:
        return {key: plain(value) for key, value in self._asdict().items()}


@dataclass(frozen=True)
class Explanation(Shown):
    """One score of one text, taken apart: term by term, and laid on the text.

    The terms' weights and the intercept add up to the score, and so do those of the pieces, the words, the characters:
    to 1e-12 of the sum of the absolute values.
    """

    text: str
    classes: tuple[str, ...]
    said: str  # what the model says
    target: str  # the class whose score it is
    against: str | None  # the class whose score is taken off; None: no class in particular
    score: float
    intercept: float
    length: float  # |x|, which the text's counts were divided by
    scores: tuple[float, ...]  # the model's own: one of two classes (above 0 the second), else one a class
    probabilities: tuple[float, ...]  # of each class
    calibration: tuple[float, float]  # slope and shift: what was made of the scores before they became probabilities
    terms: tuple[Term, ...]  # the strongest first
    words: tuple[Word, ...]  # the strongest first
    pieces: tuple[Piece, ...]  # in the order of the text
    characters: tuple[float, ...]  # what falls on each character
    flip: Flip | None = None
    neighbours: Neighbours | None = None

    @property
    def probability(self) -> float:
        """Of the target."""
        return self.probabilities[self.classes.index(self.target)]

    @property
    def log_odds(self) -> float | None:
        """ln of the probability of the target over that of the class it is compared with; None where there is none."""
        if self.against is None:
            return None
        slope, shift = self.calibration
        return slope * self.score + (shift if self.target == self.classes[-1] else -shift)

    def as_data(self) -> dict[str, Any]:
        """Plain data. The characters' weights are left out: the terms and their places say the same."""
        data = super().as_data()
        del data["characters"]
        return data


@dataclass(frozen=True)
class Flip(Shown):
    """The smallest set of words that was found without which the model says something else.

    A word is a piece of the text, each time that it stands there. With no words in it nothing was found, and
    `bool(flip)` is False.
    """

    said: str  # with all words
    says: str  # without them
    words: tuple[str, ...]
    places: tuple[tuple[int, int], ...]  # each time that one of them stands in the text
    text: str  # without them
    lead: float  # the score of `said` less that of `says` (of the best other class), with all words ...
    lead_left: float  # ... and without them: by the model itself, from the text without them
    probability: float  # of `says`, without them
    tried: int  # so many words were taken out together, at most
    exhausted: int  # every set of up to so many words was tried, or shown not to reach

    def __bool__(self) -> bool:
        return bool(self.words)

    @property
    def smallest(self) -> bool:
        """Whether it is proven that no smaller set does it."""
        return bool(self) and len(self.words) <= self.exhausted + 1


class Neighbour(NamedTuple):
    """A training text and what it adds to the score."""

    row: int
    label: str
    text: str | None
    weight: float  # pull times likeness
    pull: float  # of this text on the score's weights: the dual variable
    likeness: float  # k(x_i, x), the kernel of the two texts; 1 for the same text under norm and no other scales

    def as_data(self) -> dict[str, Any]:
        return dict(self._asdict())


@dataclass(frozen=True)
class Neighbours(Shown):
    """One score of one text as a sum over the training texts: `memory.py` says how, and how exact it is.

    intercept + sum of `by_class` + remainder = score; `nearest` are the greatest terms of that sum.
    """

    text: str
    target: str
    against: str | None
    score: float
    intercept: float
    nearest: tuple[Neighbour, ...]  # those that weigh most, either way
    classes: tuple[str, ...]
    by_class: tuple[float, ...]  # what all training texts of each class add
    used: int  # how many training texts add anything
    remainder: float  # what the training texts leave unexplained: the score's own, exact
    remainder_bound: float  # no remainder is larger, for this text
    error_bound: float | None  # how far score - intercept is from the exact optimum's at most; None: gap not known


class StrongTerm(NamedTuple):
    """A column and its weight for a class: what one unit of tf puts on the scale, before the length."""

    term: str
    weight: float
    df: int | None
    kind: str


class ClassTerms(NamedTuple):
    """A class's strongest terms, the strongest first."""

    name: str
    terms: Sequence[StrongTerm]
