"""Chapter 12: the answers to its exercises, and its pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.course.data import review_texts
from steelyard.course.exercises import Answer, Number, Property, Values, Word
from steelyard.lanes.folds import assign_folds


def held_out(out_of_fold: Any) -> str | None:
    """Whether a function scores each row by a fit on the rows of the other folds, and on all of those."""
    X, folds = np.arange(12.0)[:, None], np.array([0, 1, 2, 0, 1, 2, 2, 1, 0, 0, 1, 2])
    seen: list[set[float]] = []

    def fit(rows: Array, labels: Array) -> Callable[[Array], Array]:
        known = {float(x) for x in np.asarray(rows)[:, 0]}
        seen.append(known)
        if not np.array_equal(np.asarray(labels), np.asarray(rows)[:, 0] * 10.0):
            seen.append({-1.0})
        return lambda asked: np.array([10.0 * x + (x in known) + 100.0 * len(known) for x in np.asarray(asked)[:, 0]])

    z = np.asarray(out_of_fold(X.copy(), X[:, 0] * 10.0, folds.copy(), fit), float)
    if z.shape != (12,) or {-1.0} in seen:
        return "shape"
    kept = np.array([12.0 - (folds == fold).sum() for fold in folds])
    if (np.round(z - 10.0 * X[:, 0]) % 100 == 1).any():
        return "seen"
    return None if np.allclose(z, 10.0 * X[:, 0] + 100.0 * kept) else "less"


ANSWERS: dict[str, Answer] = {
    "12.1": Values([0.97, 0.0], within=1e-3, wrong={"turned": [0.97, 1.0], "percent": [97.0, 0.0]}),
    "12.2": Number(0.5958, within=6e-4, wrong={"simple": 0.7141, "high": 0.9821}),
    "12.3": Values(
        [269 / 452, 118 / 150],
        within=1e-3,
        wrong={"recall": [269 / 301, 118 / 301], "order": [118 / 150, 269 / 452]},
    ),
    "12.4": Property(held_out, ["seen", "less", "shape"]),
    "12.5": Number(0.0414, within=2e-4, wrong={"one-sided": 0.0207, "approximate": 0.02535}),
    "12.6": Word("no", also=("not honest", "it is not")),
}


def confusion() -> Any:
    """Of S1, from its two recalls: 118 of 301 and 269 of 301."""
    from steelyard.pictures import Confusion

    return Confusion.from_counts([[118, 183], [32, 269]], ["neg", "pos"])


@cache
def scored() -> tuple[Array, Array, Array]:
    """The reviews' classes, their scores out of fold at C = 1, and the folds."""
    from steelyard.features import TfidfVectorizer
    from steelyard.models import LogisticRegression

    told, y = review_texts()
    texts, folds, z = np.array(told, object), assign_folds(y, 5), np.empty(len(y))
    for fold in range(5):
        out, words = folds == fold, TfidfVectorizer()
        model = LogisticRegression(tol=1e-10).fit(words.fit_transform(texts[~out]), y[~out])
        z[out] = model.decision_function(words.transform(texts[out]))
    return (y > 0).astype(int), z, folds


def curve(P: Array) -> Any:
    from steelyard.evaluation import reliability
    from steelyard.pictures import ReliabilityCurve

    return ReliabilityCurve.from_record(reliability(scored()[0], P, 5, by="count", of=1))


def timid() -> Any:
    from scipy.special import expit

    z = scored()[1]
    return curve(np.column_stack([expit(-z), expit(z)]))


def calibrated() -> Any:
    from steelyard.evaluation import out_of_fold_probabilities

    return curve(out_of_fold_probabilities(*scored()))


PICTURES: dict[str, Callable[[], Any]] = {"confusion": confusion, "timid": timid, "calibrated": calibrated}
