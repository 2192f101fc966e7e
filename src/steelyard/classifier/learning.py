"""How a `TextClassifier` learns: choose, fit, measure, and note it all down in the card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from steelyard.classifier import card, data_facts
from steelyard.classifier.answering import Answering
from steelyard.classifier.honest import honest_numbers
from steelyard.classifier.labels import Labels
from steelyard.classifier.progress import tell, within
from steelyard.classifier.texts import same_length
from steelyard.core.rows import Array
from steelyard.errors import CorpusError, SettingError
from steelyard.evaluation.records import plain
from steelyard.selection import select
from steelyard.selection.recipes import Recipe

FROM_BEFORE = ("part_", "test_", "file_", "learning_curve_", "near_duplicates_")  # what a new fit makes untrue
CHOOSING = 0.95  # the share of the work that is done once the model is fitted


class Given(NamedTuple):
    """What there is to learn from."""

    texts: Any  # Arrow strings
    labels: Labels
    weights: Array | None = None
    groups: Array | None = None
    notes: tuple[str, ...] = ()  # how they were read
    unusable: Mapping[str, int] = {}  # rows that were left out, by reason


def given(texts: Any, labels: Labels, weights: Any = None, groups: Any = None) -> Given:
    """What came, checked."""
    n = len(texts)
    same_length(n, labels=labels.codes, weights=weights, groups=groups)
    if weights is None:
        return Given(texts, labels, None, None if groups is None else np.asarray(groups))
    w = np.asarray(weights, np.float64)
    if w.shape != (n,) or not np.isfinite(w).all() or (w < 0).any():
        raise SettingError("A weight is below 0 or no number.", "Give each text a weight of 0 or more.")
    if (silent := np.bincount(labels.codes, w, len(labels.names)) == 0).any():
        raise CorpusError(
            f"All texts of the class {labels.names[int(silent.argmax())]!r} have a weight of 0.",
            "Leave the class out, or give some of its texts a weight.",
        )
    return Given(texts, labels, w, None if groups is None else np.asarray(groups))


def learn(clf: Answering, known: Given) -> None:
    """Fit the classifier."""
    settings = checked(clf)
    for name in FROM_BEFORE:
        clf.__dict__.pop(name, None)
    texts, labels, weights, groups = known[:4]
    found = select(
        texts, labels.codes, labels.names, recipe=clf.recipe, folds=clf.folds, strengths=clf.strengths, weights=weights,
        groups=groups, seed=clf.seed, tol=clf.tol, threads=clf.threads, progress=within(clf.progress, CHOOSING),
    )  # fmt: skip
    tell(clf.progress, "measuring", CHOOSING)
    honest = honest_numbers(
        found, labels.codes, labels.names, weights=weights, groups=groups, seed=clf.seed, calibrating=clf.calibrate,
        coverage=clf.coverage, false_alarms=clf.false_alarms,
    )  # fmt: skip
    clf.classes_ = labels.classes
    clf.selection_ = found
    clf.gap_, clf.objective_ = found.gap, found.objective
    clf.measures_, clf.nested_ = honest.measures, honest.nested
    clf.reliability_ = (honest.before, honest.after)
    clf.sets_, clf.familiarity_, clf.doubtful_ = honest.sets, honest.familiarity, honest.doubtful
    clf.honest_ = honest
    clf.known_ = known
    clf.card_ = {
        "data": data_facts.facts(texts, labels, weights, groups),
        "settings": settings,
        "selection": card.selection_data(found),
        "certificate": plain({"gap": found.gap, "objective": found.objective}),
        **card.honest_data(honest),
        "unknown": data_facts.unknown_shares(found.unknown),
        "versions": card.versions(),
        "machine": card.machine(),
    }
    clf.model_ = replace(honest.applied(found.model), card=clf.card_)
    tell(clf.progress, "done", 1.0)


def checked(clf: Answering) -> dict[str, Any]:
    """The settings as plain data, once they are sound. (Recipe and strengths are checked where they are used.)"""
    for name, least in (("folds", 2), ("seed", 0)):
        value = getattr(clf, name)
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
            raise SettingError(f"{name} is {value!r}.", f"Give a whole number, {least} or more.")
    for name in ("tol", "coverage", "false_alarms"):
        value = getattr(clf, name)
        if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not 0 < value < 1:
            raise SettingError(f"{name} is {value!r}.", "Give a number between 0 and 1.")
    recipe = clf.recipe.as_data() if isinstance(clf.recipe, Recipe) else clf.recipe
    names = ("folds", "strengths", "seed", "tol", "calibrate", "coverage", "false_alarms")
    return dict(plain({"recipe": recipe, **{name: getattr(clf, name) for name in names}}))
