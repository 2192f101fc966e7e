"""A few texts answered at once: by plain Python over the mapped file, with all that the card's rules say of them.

The same answers as `many.py`, which waits for NumPy and compiled code and is then quicker; a test compares them.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence

from steelyard.classifier.answers import Answer, reweighed, rules_of
from steelyard.errors import SettingError
from steelyard.store.container import Container, open_container
from steelyard.store.plain import PlainModel


def open_classifier(path: str | os.PathLike[str]) -> PlainClassifier:
    """The classifier in a model file."""
    return PlainClassifier(open_container(path))


class PlainClassifier(PlainModel):
    """A model and its card's rules."""

    def __init__(self, c: Container) -> None:
        super().__init__(c)
        self._rules = rules_of(self.facts.card, len(self.classes), c.path)
        self._priors: Sequence[float] | None = None
        words = [view for view in self._views if view.facts.analyzer == "word"]
        self._word_view = words[0] if words else self._views[0]

    def use_priors(self, priors: Sequence[float] | None) -> None:
        """The classes' shares where the texts come from, in the model's order."""
        if priors is not None and not all(self._rules.shares or [0.0]):
            raise SettingError("The model does not know its classes' shares.", "Leave priors out.")
        self._priors = priors

    def answer(self, text: str) -> Answer:
        """What the model says of a text."""
        counts = self.counts(text)
        z = self._scores(counts)
        p = self.probabilities_of(z)
        best = self.decide(z)
        if self._priors is not None:
            p = reweighed(p, self._rules.shares, self._priors)
            best = p.index(max(p))
        inside = tuple(self.classes[k] for k in self._rules.inside(p))
        unfamiliar = self._rules.unfamiliar(self._signs(text, counts, z)) if self._rules.signs else None
        return Answer(self.classes[best], p[best], tuple(p), inside, unfamiliar)

    def _signs(self, text: str, counts: dict[int, int], z: list[float]) -> dict[str, float]:
        """Larger is stranger: `evaluation.unfamiliar`."""
        top = sorted(z)[-2:]
        signs = {"score": -top[-1], "lead": top[0] - top[-1]} if len(z) > 1 else {"score": -abs(z[0])}
        if "unknown" in self._rules.signs:
            known, every = self._words(text)
            signs["unknown"] = 1.0 - known / every if every else 0.0
        if "length" in self._rules.signs:
            scale = self._scale
            signs["length"] = -math.sqrt(sum((self._value(n) * scale[j]) ** 2 for j, n in counts.items()))
        return signs

    def _words(self, text: str) -> tuple[int, int]:
        """`evaluation.word_counts`: how many words have a column of their own, and how many there are."""
        view, known, every = self._word_view, 0, 0
        shortest = view.facts.ngrams[0]
        for units, hits in view.found(text):
            known += sum(depth == shortest for _, _, depth in hits)
            n = len(units) - shortest + 1
            every += max(n, 1) if view.facts.analyzer == "char_wb" else max(n, 0)
        return known, every
