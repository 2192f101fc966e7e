"""`steelyard.load`: a classifier again from a model file, with the rules that its card holds."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from steelyard import store
from steelyard.classifier.answering import Answering
from steelyard.classifier.answers import rules_of
from steelyard.classifier.labels import classes_of
from steelyard.classifier.working import SETTINGS
from steelyard.errors import HeaderError
from steelyard.evaluation.conformal import SetRule
from steelyard.evaluation.unfamiliar import Familiarity

if TYPE_CHECKING:
    from steelyard.classifier.text_classifier import TextClassifier

A = TypeVar("A", bound=Answering)
KEPT = [name for name in SETTINGS if name not in ("threads", "progress")]


def load(path: str | os.PathLike[str]) -> TextClassifier:
    """The classifier in a model file: it predicts, explains and evaluates; its `card_` tells what is known of it.

    >>> import steelyard
    >>> from steelyard.store.examples import new_folder
    >>> clf = steelyard.fit("demo:reviews-en", recipe="words", strengths=[1.0])
    >>> path = clf.save(new_folder() / "reviews.steelyard")
    >>> float(abs(steelyard.load(path).predict_proba(["a fine film"]) - clf.predict_proba(["a fine film"])).max())
    0.0
    """
    from steelyard.classifier.text_classifier import TextClassifier

    return filled(TextClassifier(), path)


def filled(clf: A, path: str | os.PathLike[str]) -> A:
    """Give a classifier what a file holds."""
    clf.model_, clf.file_ = store.load(path), os.fspath(path)
    rules_of(clf.model_.card, len(clf.model_.classes), os.fspath(path))
    try:
        _fill(clf, clf.model_.card)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise HeaderError(
            f"its card is not as Steelyard writes it: {error}.", "Fit the model again.", os.fspath(path)
        ) from error
    return clf


def _fill(clf: Answering, card: dict[str, Any]) -> None:
    names = clf.model_.classes
    clf.card_ = card
    clf.classes_ = classes_of(names, card.get("data", {}).get("labels", "str"))
    if len(clf.classes_) != len(names):
        raise ValueError("its classes are not those of the model")
    for name in KEPT:
        if name in card.get("settings", {}):
            setattr(clf, name, card["settings"][name])
    if "certificate" in card:
        clf.gap_, clf.objective_ = (np.array(card["certificate"][name], float) for name in ("gap", "objective"))
    if "sets" in card:
        clf.sets_ = SetRule.from_data(card["sets"])
    if "familiarity" in card:
        clf.familiarity_ = Familiarity.from_data(card["familiarity"])
