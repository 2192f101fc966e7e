"""A few texts answered by plain Python over the mapped file: no NumPy, no compiler, no waiting for either.

The same look-ups in the same tables as the compiled path's, read in place (`plain_view.py`): the counts are
exactly the compiled path's, the scores agree to the last digits of a logarithm.
"""

from __future__ import annotations

import math
import os
from itertools import accumulate
from typing import Any, NamedTuple

from steelyard.errors import ArrayError, NotPlainTextError, NotTextError
from steelyard.store.container import Container, open_container
from steelyard.store.facts import Facts, check_arrays, facts_of
from steelyard.store.header import AGAIN
from steelyard.store.plain_view import PlainView, array


class Contribution(NamedTuple):
    """What a term puts on the scale: one weight for each score, the length of the text taken into account."""

    term: str
    column: int
    count: int  # type: ignore[assignment]  # tuples count too
    weights: tuple[float, ...]


def open_plain(path: str | os.PathLike[str], verify: bool = True) -> PlainModel:
    """A model file, opened with the standard library alone: ready in milliseconds.

    `verify=False` leaves out the checksum of the arrays, which reads the whole file once.

    >>> from steelyard.store import open_plain, save
    >>> from steelyard.store.examples import new_folder, weather
    >>> model = open_plain(save(weather(), new_folder() / "weather.steelyard"))
    >>> model.predict("sun and more sun"), round(model.probabilities("sun and more sun")[1], 3)
    ('dry', 0.837)
    """
    return PlainModel(open_container(path, verify))


class PlainModel:
    """A linear model of texts over its mapped file. `models/linear_text.py` says what is computed."""

    def __init__(self, c: Container) -> None:
        self.facts: Facts = facts_of(c)
        self.n_columns = check_arrays(c, self.facts)
        self.path = c.path
        self._scale, self._v, self._b = array(c, "scale"), array(c, "v"), array(c, "b").tolist()
        starts = [0, *accumulate(view.columns for view in self.facts.views)]
        self._views = [PlainView(c, k, view, starts[k]) for k, view in enumerate(self.facts.views)]

    @property
    def classes(self) -> tuple[str, ...]:
        return self.facts.classes

    def counts(self, text: str) -> dict[int, int]:
        """How often each column's term occurs in the text, the columns in ascending order."""
        _check_text(text)
        counts: dict[int, int] = {}
        for view in self._views:
            for _, hits in view.found(text):
                for column, _, _ in hits:
                    counts[column] = counts.get(column, 0) + 1
        return {column: counts[column] for column in sorted(counts)}

    def scores(self, text: str) -> list[float]:
        """One score with two classes (above 0: the second), else one a class."""
        return self._scores(self.counts(text))

    def probabilities(self, text: str) -> list[float]:
        """One for each class."""
        return self.probabilities_of(self.scores(text))

    def predict(self, text: str) -> str:
        """The class of the text."""
        return self.classes[self.decide(self.scores(text))]

    def decide(self, z: list[float]) -> int:
        """The class number for these scores; the first on a tie."""
        return int(z[0] > 0.0) if len(self.classes) == 2 else z.index(max(z))

    def probabilities_of(self, z: list[float]) -> list[float]:
        """Calibrated probabilities of scores."""
        slope, shift = self.facts.calibration
        logits = [slope * score + shift for score in z]
        if len(self.classes) == 2:
            return [_logistic(-logits[0]), _logistic(logits[0])]
        most = max(logits)
        odds = [math.exp(logit - most) for logit in logits]
        total = math.fsum(odds)
        return [each / total for each in odds]

    def contributions(self, text: str) -> list[Contribution]:
        """What each term puts on the scale, by column; with the intercepts they add up to the scores."""
        counts, terms = self.counts(text), self._terms(text)
        length, k = self._length(counts), len(self._b)
        return [
            Contribution(terms[j], j, n, tuple(self._value(n) * self._v[j * k + i] / length for i in range(k)))
            for j, n in counts.items()
        ]

    @property
    def intercepts(self) -> list[float]:
        return list(self._b)

    def _scores(self, counts: dict[int, int]) -> list[float]:
        v, k = self._v, len(self._b)
        z = [0.0] * k
        for column, count in counts.items():
            value = self._value(count)
            for i, weight in enumerate(v[column * k : column * k + k]):
                z[i] += value * weight
        length = self._length(counts)
        z = [score / length + b for score, b in zip(z, self._b)]
        if not all(map(math.isfinite, z)):
            raise ArrayError("its weights for this text are no numbers.", AGAIN, self.path)
        return z

    def _value(self, count: int) -> float:
        """A count as tf counts it."""
        if self.facts.tf == "binary":
            return 1.0
        return 1.0 + math.log(count) if self.facts.tf == "log" else float(count)

    def _length(self, counts: dict[int, int]) -> float:
        if not self.facts.norm:
            return 1.0
        scale, square = self._scale, 0.0
        for column, count in counts.items():
            part = self._value(count) * scale[column]
            square += part * part
        return math.sqrt(square) if square > 0.0 else 1.0

    def _terms(self, text: str) -> dict[int, str]:
        """The term of each column that occurs in the text."""
        return {
            column: view.facts.between.join(units[at : at + depth])
            for view in self._views
            for units, hits in view.found(text)
            for column, at, depth in hits
        }


def _check_text(text: Any) -> None:
    if not isinstance(text, str):
        raise NotTextError(f"a text is asked for, not {type(text).__name__}.", "Give one string.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotPlainTextError(str(error)) from None


def _logistic(x: float) -> float:
    if x >= 0.0:
        return 1.0 / (1.0 + math.exp(-x))
    odds = math.exp(x)
    return odds / (1.0 + odds)
