"""What answers are right. A kind of answer says whether one is, and recognises the wrong ones that many give.

    Number(0.832, within=5e-4, wrong={"order": 0.168})
    Values([-1.5, -1.0, -0.5], within=1e-9)                    an array, a list
    Word("online", also=("1 by 1",), wrong={...})              a word, or one of several
    Function(reference, cases, wrong={"sign": lambda ...})     a function, compared on cases
    Property(test)                                             anything: `test` gives None, or the name of what is wrong

The names in `wrong` are those of `::: wrong NAME` in the words of the exercise, where it is said what went wrong.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

RIGHT, WRONG, OPEN = "right", "wrong", "open"


class Answer(Protocol):
    """What a kind of answer offers."""

    def judge(self, answer: Any) -> str:
        """`RIGHT`, `WRONG`, `OPEN` where nothing was answered yet, or the name of a mistake that is known."""
        ...

    @property
    def mistakes(self) -> Sequence[str]:
        """The names of the mistakes that are known."""
        ...


@dataclass(frozen=True)
class Number:
    """One number."""

    right: float
    within: float = 1e-6
    wrong: Mapping[str, float] = field(default_factory=dict)

    @property
    def mistakes(self) -> Sequence[str]:
        return list(self.wrong)

    def judge(self, answer: Any) -> str:
        return judged(lambda right: close(answer, right, self.within), self.right, self.wrong)


@dataclass(frozen=True)
class Values:
    """Several numbers in their order."""

    right: Any
    within: float = 1e-6
    wrong: Mapping[str, Any] = field(default_factory=dict)

    @property
    def mistakes(self) -> Sequence[str]:
        return list(self.wrong)

    def judge(self, answer: Any) -> str:
        return judged(lambda right: close(answer, right, self.within), self.right, self.wrong)


@dataclass(frozen=True)
class Word:
    """A word; case, accents and outer white space do not count."""

    right: str
    also: Sequence[str] = ()
    wrong: Mapping[str, str] = field(default_factory=dict)

    @property
    def mistakes(self) -> Sequence[str]:
        return list(self.wrong)

    def judge(self, answer: Any) -> str:
        if plain(answer) in map(plain, (self.right, *self.also)):
            return RIGHT
        return next((name for name, word in self.wrong.items() if plain(answer) == plain(word)), WRONG)


@dataclass(frozen=True)
class Function:
    """A function that agrees with the reference on every case; a case is the tuple of its arguments."""

    right: Callable[..., Any]
    cases: Sequence[tuple[Any, ...]]
    within: float = 1e-9
    wrong: Mapping[str, Callable[..., Any]] = field(default_factory=dict)

    @property
    def mistakes(self) -> Sequence[str]:
        return [*self.wrong, *(["changed"] if any(isinstance(x, np.ndarray) for x in self.cases[0]) else [])]

    def judge(self, answer: Any) -> str:
        if not callable(answer):
            return WRONG
        given = [copies(case) for case in self.cases]
        found = [answer(*case) for case in given]
        if any(not unchanged(a, b) for a, b in zip(given, self.cases, strict=True)):
            return "changed"
        if any(value is ... for value in found):
            return OPEN

        def agrees(reference: Callable[..., Any]) -> bool:
            return all(
                close(value, reference(*copies(case)), self.within)
                for value, case in zip(found, self.cases, strict=True)
            )

        return judged(agrees, self.right, self.wrong)


@dataclass(frozen=True)
class Property:
    """Whatever the test says: None is right, a name is that of a mistake."""

    test: Callable[[Any], str | None]
    names: Sequence[str] = ()

    @property
    def mistakes(self) -> Sequence[str]:
        return [name for name in self.names if name != WRONG]

    def judge(self, answer: Any) -> str:
        return self.test(answer) or RIGHT


def judged(agrees: Callable[[Any], bool], right: Any, wrong: Mapping[str, Any]) -> str:
    if agrees(right):
        return RIGHT
    return next((name for name, value in wrong.items() if agrees(value)), WRONG)


def close(answer: Any, right: Any, within: float) -> bool:
    """Whether numbers, or arrays of one shape, agree; what is no number agrees with nothing."""
    if isinstance(right, str | bool) or right is None:
        return bool(answer == right)
    try:
        mine, theirs = np.asarray(answer, dtype=np.float64), np.asarray(right, dtype=np.float64)
    except (TypeError, ValueError):
        return False
    if mine.shape != theirs.shape and not mine.size == theirs.size == 1:
        return False
    same = mine.reshape(theirs.shape) == theirs  # infinities too
    with np.errstate(invalid="ignore"):
        return bool((same | (np.abs(mine.reshape(theirs.shape) - theirs) <= within)).all())


def plain(word: Any) -> str:
    parts = unicodedata.normalize("NFKD", str(word)).casefold().split()
    return "".join(c for c in " ".join(parts) if not unicodedata.combining(c))


def copies(case: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(x.copy() if isinstance(x, np.ndarray) else x for x in case)


def unchanged(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True) if isinstance(x, np.ndarray))
