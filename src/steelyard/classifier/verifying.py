"""Does a model file come from these texts? Fit again with the settings of its card, and compare.

Where versions and kind of machine agree, the new file must have the very bytes of the old. Elsewhere the last bits may
differ, and so the weights: but both fits are proven to lie near the one optimum,

    |w - w*| <= sqrt(2 x gap x objective)     for each of the two,

so their distance is at most the sum of the bounds (and what rounding the stored weights to float32 adds).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from steelyard.classifier import card as cards
from steelyard.classifier.fitting import both_parts, measured
from steelyard.classifier.labels import Labels, classes_of, known_codes
from steelyard.classifier.learning import Given, given, learn
from steelyard.classifier.saved import KEPT, filled
from steelyard.classifier.working import Plain
from steelyard.core.rows import Array
from steelyard.corpus import Corpus
from steelyard.errors import CorpusError, SettingError
from steelyard.evaluation.records import Record, plain
from steelyard.models.linear_text import LinearText
from steelyard.store import load_training

ROUNDING = 2.0**-23  # of a float32, twice: both files have rounded


@dataclass(frozen=True)
class Verification(Record):
    """What came of it. `holds` says whether the file is what its card says it is."""

    same_data: bool
    same_test: bool | None  # None: none was given, or the card knows of none
    versions: tuple[str, ...]  # what differs, in words
    same_bytes: bool
    same_choice: bool  # recipe, strength and columns
    distance: float | None  # of the weights
    allowed: float | None  # by the two gaps
    intercepts: float | None  # how far the intercepts are from each other

    @property
    def holds(self) -> bool:
        within = self.distance is not None and self.allowed is not None and self.distance <= self.allowed
        return self.same_data and self.same_test is not False and (self.same_bytes or (bool(self.versions) and within))

    @property
    def verdict(self) -> str:
        """The outcome in a sentence."""
        if not self.same_data:
            return "These are not the texts that the model was fitted on."
        if self.same_test is False:
            return "The held-out texts are not those that the model was measured on."
        if self.same_bytes:
            return "The same bytes: the model is what these texts and its settings give."
        if not self.same_choice:
            return "Another model came out: recipe, strength or columns differ."
        if self.distance is None or self.allowed is None:
            return "Another model came out."
        near = f"{self.distance:.2g}, and the two gaps allow {self.allowed:.2g}"
        if not self.versions:
            return f"The bytes differ, although versions and machine agree. The weights are apart by {near}."
        if self.holds:
            return f"The same model, but for the last bits: the weights are apart by {near}."
        return f"Not the same model: the weights are apart by {near}."


def verify(
    path: str | os.PathLike[str],
    source: Any,
    *,
    test: Any = None,
    skip_bad: bool = False,
    threads: int | None = None,
    progress: Callable[[Any], Any] | None = None,
    **reading: Any,
) -> Verification:
    """Fit again from the texts, with the settings of the file's card, and compare.

    Parameters
    ----------
    path : the model file
    source, test : the texts that it was fitted on, and those that it was measured on; without them, what the card says
        of the held-out texts is taken for granted
    skip_bad, reading : as the texts were read then
    threads, progress : as in `TextClassifier`

    >>> import steelyard
    >>> from steelyard.store.examples import new_folder
    >>> corpus = steelyard.demo("reviews-en")
    >>> path = steelyard.fit(corpus, recipe="words", strengths=[1.0]).save(new_folder() / "reviews.steelyard")
    >>> verify(path, corpus).verdict.split(":")[0]
    'The same bytes'
    """
    old = filled(Plain(threads=threads), path)
    if "settings" not in old.card_:
        raise SettingError("The model has no card to fit again by.", "Fit it with TextClassifier or steelyard fit.")
    corpus, part = both_parts(source, test, old.seed, {**reading, "skip_bad": skip_bad})
    known = known_of(corpus, old)
    differs = cards.differing(
        {**old.card_["versions"], "machine": old.card_["machine"]}, {**cards.versions(), "machine": cards.machine()}
    )
    if known is None or known_print(known) != old.card_["data"]["fingerprint"]:
        return Verification(False, None, tuple(differs), False, False, None, None, None)
    new = Plain(**{name: getattr(old, name) for name in KEPT}, threads=threads, progress=progress)
    learn(new, known)
    same_test = _measure(new, old, part, skip_bad)
    same_bytes = _bytes_agree(new, path)
    return Verification(True, same_test, tuple(differs), same_bytes, *_compared(old, new))


def known_of(corpus: Corpus, old: Plain) -> Given | None:
    """The texts with their labels numbered as the model numbers them; None where its classes are others."""
    if corpus.codes is None:
        raise CorpusError("The texts have no labels.", "Name their column: label=...")
    names = old.model_.classes
    if set(corpus.classes) != set(names):
        return None
    codes = known_codes(corpus.classes, names)[corpus.codes]
    kind = old.card_["data"]["labels"]
    return given(corpus.texts, Labels(classes_of(names, kind), names, codes), corpus.weights, corpus.groups)


def known_print(known: Given) -> str:
    return cards.fingerprint(known.texts, known.labels.names, known.labels.codes, known.weights, known.groups)


def _measure(new: Plain, old: Plain, part: Corpus | None, skip_bad: bool) -> bool | None:
    """Give the new model's card all that the old one's has; whether the held-out texts are the same."""
    if "learning_curve" in old.card_:
        new.learning_curve()
    near, test = old.card_["data"].get("near_least"), old.card_.get("test")
    if near is not None and (test is None or part is None or "near_leaked" not in test):
        new.near_duplicates(near)
    if test is None:
        return None
    if part is None:
        new.card_ = {**new.card_, "test": test}
        return None
    measured(new, part, skip_bad=skip_bad)
    if "near_leaked" in test:
        new.near_duplicates(near)
    return bool(new.card_["test"]["fingerprint"] == test["fingerprint"])


def _bytes_agree(new: Plain, path: str | os.PathLike[str]) -> bool:
    with tempfile.TemporaryDirectory(prefix="steelyard-") as folder:
        again = new.save(Path(folder) / "again.steelyard", texts=load_training(path) is not None)
        return again.read_bytes() == Path(path).read_bytes()


def _compared(old: Plain, new: Plain) -> tuple[bool, float | None, float | None, float | None]:
    """Whether the choice is the same; how far the weights are apart, how far they may be; and the intercepts."""
    one, other = old.model_, new.model_
    chosen = [clf.card_["selection"] for clf in (old, new)]
    same = chosen[0]["strength"] == chosen[1]["strength"] and one.recipe == plain(other.recipe)
    if not same or not _same_columns(one, other):
        return False, None, None, None
    scale = new.selection_.fit_scale.reshape(len(other.v), -1)
    scale = np.where(scale == 0.0, 1.0, scale)
    w = [np.asarray(model.v, np.float64) / scale for model in (one, other)]
    problems = [slice(k, k + 1) for k in range(w[0].shape[1])] if len(new.gap_) == w[0].shape[1] else [slice(None)]
    found = []
    for at, columns in enumerate(problems):
        distance = float(np.linalg.norm(w[0][:, columns] - w[1][:, columns]))
        reach = [np.sqrt(2.0 * max(clf.gap_[at] * clf.objective_[at], 0.0)) for clf in (old, new)]
        found.append((distance, float(sum(reach)) + ROUNDING * float(np.linalg.norm(w[1][:, columns]))))
    worst = max(found, key=lambda each: each[0] / each[1] if each[1] else np.inf)
    return True, *worst, float(np.abs(np.asarray(one.b) - np.asarray(other.b)).max())


def _same_columns(one: LinearText, other: LinearText) -> bool:
    pairs: list[tuple[Array, Array]] = []
    for a, b in zip(one.columns.trees, other.columns.trees, strict=False):
        starts = a.symbols.starts, b.symbols.starts
        pairs += [(a.parent, b.parent), (a.symbol, b.symbol), (a.column, b.column), starts]
        pairs.append((a.symbols.blob[: starts[0][-1]], b.symbols.blob[: starts[1][-1]]))
    return all(np.array_equal(a, b) for a, b in pairs)
