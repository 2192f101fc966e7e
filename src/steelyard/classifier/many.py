"""Many texts answered by compiled code, some thousands at a time: the answers of `plain.py`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from steelyard.classifier.answers import Answer
from steelyard.classifier.saved import filled
from steelyard.classifier.signs import see
from steelyard.classifier.working import Plain
from steelyard.evaluation.conformal import sets


class ManyAnswers:
    """A classifier in a model file, for many texts."""

    def __init__(
        self, path: str | os.PathLike[str], priors: Sequence[float] | None = None, threads: int | None = None
    ) -> None:
        self._clf = filled(Plain(threads=threads), path)
        self._priors = priors
        self.classes = self._clf.model_.classes

    def answers(self, texts: Any) -> Iterator[Answer]:
        """An answer to each text, in order."""
        model, names = self._clf.model_, self.classes
        seen = see(model, texts, self._clf.threads)
        P = self._clf.reweighed(seen.probabilities, self._priors)
        best = model.decide(seen.scores) if self._priors is None else P.argmax(axis=1)
        strange = self._clf.strange(texts, seen)
        rule = getattr(self._clf, "sets_", None)
        inside = np.zeros(P.shape, bool) if rule is None else sets(P, rule)
        several = [tuple(names[k] for k in np.argsort(-p, kind="stable") if s[k]) for p, s in zip(P, inside)]
        refused = [None] * len(P) if strange is None else strange.tolist()
        for k, p, chosen, none in zip(best.tolist(), P.tolist(), several, refused):
            yield Answer(names[k], p[k], tuple(p), chosen, none)
