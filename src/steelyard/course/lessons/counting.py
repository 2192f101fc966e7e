"""Chapter 9: the answers to its exercises, and its pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.course.data import review_texts
from steelyard.course.exercises import Answer, Function, Number


def smoothed(counts: Array, alpha: float) -> Array:
    return np.asarray((counts + alpha) / (counts + alpha).sum())


def joint(X: Array, log_shares: Array, log_priors: Array) -> Array:
    return np.asarray(X @ log_shares.T + log_priors)


def share(good: float, bad: float) -> float:
    return good / (good + bad)


COUNTS = np.array([3.0, 1.0, 0.0, 6.0])
SHARES = np.log([[0.5, 0.3, 0.2], [0.1, 0.1, 0.8]])
TEXTS = np.array([[3.0, 1.0, 0.0], [0.0, 0.0, 2.0], [900.0, 0.0, 700.0]])

ANSWERS: dict[str, Answer] = {
    "9.1": Number(
        share(3 / 5 / 36, 2 / 5 * 0.06),
        within=5e-4,
        wrong={"no-prior": share(1 / 36, 0.06), "unsmoothed": share(3 / 5 / 49, 2 / 5 * 2 / 25)},
    ),
    "9.2": Function(
        smoothed,
        [(COUNTS, 1.0), (COUNTS, 0.1)],
        wrong={
            "once": lambda counts, alpha: (counts + alpha) / (counts.sum() + alpha),
            "bare": lambda counts, alpha: counts / counts.sum(),
        },
    ),
    "9.3": Function(
        joint,
        [(TEXTS, SHARES, np.log([0.7, 0.3]))],
        wrong={
            "no-prior": lambda X, log_shares, log_priors: X @ log_shares.T,
            "once": lambda X, log_shares, log_priors: joint((X > 0).astype(float), log_shares, log_priors),
        },
    ),
    "9.4": Number(math.log(25 / 6), within=5e-4, wrong={"reversed": -math.log(25 / 6), "ratio": 25 / 6}),
    "9.5": Number(13 / 3, within=5e-3, wrong={"no-entry": 6.0, "reversed": 3 / 13}),
    "9.6": Number(81 / 82, within=5e-4, wrong={"same": 0.9, "squared": 0.81}),
}


def counted() -> tuple[Any, Array, Array]:
    """The counts of our reviews, their classes, the words."""
    from steelyard.features import CountVectorizer
    from steelyard.text import tokenizer

    texts, y = review_texts()
    counter = CountVectorizer(tokenizer=tokenizer("course-4-mended"), token_pattern=None)
    return counter.fit_transform(texts), y, counter.get_feature_names_out()


def words() -> Any:
    from steelyard.models import MultinomialNB
    from steelyard.pictures import StrongestWords

    X, y, names = counted()
    shares = MultinomialNB().fit(X, y).feature_log_prob_
    return StrongestWords.from_weights(names, shares[1] - shares[0], ["bad", "good"])


def reliability(model: Any) -> Any:
    """What is told about reviews that were held out, in bins, and how much of it is right."""
    from steelyard.core.random import order
    from steelyard.pictures import ReliabilityCurve

    X, y, _ = counted()
    told, right = np.empty(len(y)), np.empty(len(y))
    for held_out in np.split(order(0, 0, len(y)), 5):
        known = np.setdiff1d(np.arange(len(y)), held_out)
        p = model.fit(X[known], y[known]).predict_proba(X[held_out])
        told[held_out] = p.max(axis=1)
        right[held_out] = model.classes_[p.argmax(axis=1)] == y[held_out]
    bins = np.minimum((10 * told).astype(int), 9)
    counts = np.bincount(bins, minlength=10)
    some = np.maximum(counts, 1)
    return ReliabilityCurve.from_numbers(np.bincount(bins, told) / some, np.bincount(bins, right) / some, counts)


def told() -> Any:
    from steelyard.models import MultinomialNB

    return reliability(MultinomialNB())


def kept() -> Any:
    from steelyard.models import LogisticRegression

    return reliability(LogisticRegression())


PICTURES: dict[str, Callable[[], Any]] = {"words": words, "told": told, "kept": kept}
