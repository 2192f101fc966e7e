"""Chapter 1: the answers to its exercises, and its pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from steelyard.course.data import reviews
from steelyard.course.exercises import Answer, Function, Number, Values, Word
from steelyard.features.polarity import mean_polarities

LEXICON = {"great": 3.0, "good": 2.0, "dull": -2.0, "awful": -3.0}
CASES = [
    (["a", "great", "cast", "a", "dull", "plot"], LEXICON),
    (["good", "good", "awful"], LEXICON),
    (["nothing", "known"], LEXICON),
    ([], LEXICON),
]


def sums(words: list[str], polarity: dict[str, float]) -> tuple[float, float]:
    positive, negative = mean_polarities(words, polarity)
    return positive * len(words), negative * len(words)


def over_the_known(words: list[str], polarity: dict[str, float]) -> tuple[float, float]:
    return mean_polarities([word for word in words if word in polarity], polarity)


def signed(words: list[str], polarity: dict[str, float]) -> tuple[float, float]:
    positive, negative = mean_polarities(words, polarity)
    return positive, -negative


ANSWERS: dict[str, Answer] = {
    "1.1": Number(6, wrong={"words": 4}),
    "1.2": Function(mean_polarities, CASES, wrong={"sum": sums, "found": over_the_known, "signed": signed}),
    "1.3": Values([1, 1, 1, 2], wrong={"binary": [1, 1, 1, 1]}),
    "1.4": Number(7, wrong={"pairs": 4}),
    "1.5": Word("no"),
}


def documents() -> Any:
    from steelyard.pictures import Documents

    table = reviews()
    return Documents.from_rows(table.X, table.labels, table.columns)


PICTURES: dict[str, Callable[[], Any]] = {"documents": documents}
