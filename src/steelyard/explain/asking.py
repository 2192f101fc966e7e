"""Asking the model about a text without some of its words, within bounds of what a text is worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.core.rows import CSR, Array
from steelyard.explain.data import Flip
from steelyard.explain.erasing import Erasable
from steelyard.models.linear_text import LinearText

MOST_TEXT = 20_000_000  # characters that the model is asked about at most

Words = tuple[int, ...]


class TooMuchError(Exception):
    """More work than a text is worth: whoever asks goes on in a simpler way, or stops."""


class Asked:
    """A text, and what the model says of it without some of its words."""

    def __init__(self, model: LinearText, text: str) -> None:
        self.model, self.erasable = model, Erasable(text, model.columns.views)
        self.base = model.counts([text])
        self.z = model.scores_of(self.base)
        self.said = int(model.decide(self.z)[0])
        self.spent = 0

    def counts_without(self, sets: Sequence[Words]) -> CSR:
        """The counts of the text without each set of words."""
        self._spend(len(sets) * len(self.erasable.text))
        return self.model.counts([self.erasable.without(gone) for gone in sets])

    def counts(self, texts: Sequence[str]) -> CSR:
        self._spend(sum(map(len, texts)))
        return self.model.counts(texts)

    def _spend(self, characters: int) -> None:
        self.spent += characters
        if self.spent > MOST_TEXT:
            raise TooMuchError

    def best(self, sets: Sequence[Words], Z: Array | None = None) -> Words | None:
        """Of the sets without which the model says something else, the one that leaves least of the lead."""
        if not sets:
            return None
        Z = self.model.scores_of(self.counts_without(sets)) if Z is None else Z
        flipped = np.flatnonzero(self.model.decide(Z) != self.said)
        return sets[flipped[int(np.argmin(self.leads(Z)[flipped]))]] if len(flipped) else None

    def leads(self, Z: Array) -> Array:
        """By how much the class that was said leads the best other one."""
        if Z.shape[1] == 1:
            return Z[:, 0] if self.said == 1 else -Z[:, 0]
        return np.asarray(Z[:, self.said] - np.delete(Z, self.said, axis=1).max(axis=1))

    def result(self, gone: Words | None, exhausted: int, tried: int) -> Flip:
        classes, erasable = self.model.classes, self.erasable
        left = erasable.without(gone) if gone else erasable.text
        z = self.model.scores([left])
        k = int(self.model.decide(z)[0])
        return Flip(
            said=classes[self.said],
            says=classes[k],
            words=tuple(erasable.words[w] for w in sorted(gone or ())),
            places=erasable.places(gone or ()),
            text=left,
            lead=float(self.leads(self.z)[0]),
            lead_left=float(self.leads(z)[0]),
            probability=float(self.model.probabilities(z)[0, k]),
            tried=min(tried, len(erasable.words)),
            exhausted=exhausted,
        )
