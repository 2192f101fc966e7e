"""Prediction sets: all the classes that a text may well have, so that the true one is among them as often as stated.

A class is in the set if its probability is at least what the true class has in all but (1 - coverage) of the texts that
the model was not fitted on: split conformal prediction with the score 1 - P[true] (Sadinle, Lei and Wasserman, 2019;
"LAC"), which gives the smallest sets on the average. By class, each class has a bound of its own and is covered as
stated.

The texts are those out of fold. Were they scored by the model that will be used, coverage would be certain (for texts
that come from where these came from); each was scored by a model fitted on the other folds, so it is as close to what
is stated as those models are to the one that is used. docs/decisions/prediction-sets.md tells what was measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.intervals import LEVEL, Interval, mean, weighted_shares
from steelyard.evaluation.records import Record, class_numbers, same_length, weights_of

PARTS = 10


@dataclass(frozen=True, eq=False)
class SetRule(Record):
    """From which probability on a class is in the set; and what sets made so cover and hold (cross-validated)."""

    coverage: float  # as stated
    by_class: bool
    least: Array  # (classes,): the least probability that lets a class in
    at_least_one: bool  # the likeliest class is always in
    n: int  # texts that the bounds come from
    covered: Interval
    size: Interval  # mean number of classes
    single: float  # the share of the texts with exactly one

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> SetRule:
        """The rule again from `as_data()`."""
        intervals = {name: Interval(**data[name]) for name in ("covered", "size")}
        return cls(**{**data, **intervals, "least": np.array(data["least"], np.float64)})


def prediction_sets(
    codes: Any,
    P: Array,
    coverage: float = 0.95,
    *,
    by_class: bool = False,
    at_least_one: bool = True,
    weights: Any = None,
    seed: int = 0,
    level: float = LEVEL,
) -> SetRule:
    """The rule by which sets of classes hold the true one with that probability.

    Parameters
    ----------
    codes, P : the true class numbers, and probabilities (n, classes), out of fold
    coverage : how often the true class is to be in the set
    by_class : for each class, and not only on the average over all texts; the sets are larger
    at_least_one : the likeliest class is in the set whatever its probability. Without it, a model that is right more
        often than is asked of the sets leaves some of them empty

    >>> P = np.array([[0.9, 0.1]] * 9 + [[0.4, 0.6]] * 10)
    >>> rule = prediction_sets([0] * 10 + [1] * 9, P, coverage=0.95)
    >>> sets(np.array([[0.5, 0.5], [0.95, 0.05]]), rule).tolist()
    [[True, True], [True, False]]
    """
    if not 0 < coverage < 1:
        raise SettingError(f"coverage is {coverage}.", "Give a share between 0 and 1, such as 0.95.")
    k = class_numbers(codes, P.shape[1])
    same_length(len(k), P=P, weights=weights)
    w = weights_of(weights, len(k))
    part = generator(seed, "evaluation", "prediction sets").permutation(len(k)) % min(PARTS, len(k))
    inside = np.zeros(P.shape, bool)
    for each in np.unique(part) if len(k) > 1 else []:
        out = part == each
        inside[out] = _inside(P[out], _least(k[~out], P[~out], w[~out], coverage, by_class), at_least_one)
    size = inside.sum(axis=1).astype(float)
    return SetRule(
        coverage=coverage,
        by_class=by_class,
        least=_least(k, P, w, coverage, by_class),
        at_least_one=at_least_one,
        n=len(k),
        covered=weighted_shares(inside[np.arange(len(k)), k], w, level),
        size=mean(size, w, None, level),
        single=float((size == 1) @ w / w.sum()),
    )


def sets(P: Array, rule: SetRule) -> Array:
    """(n, classes): whether each class is in the text's set."""
    if P.shape[1] != len(rule.least):
        raise SettingError(f"P has {P.shape[1]} classes and the rule {len(rule.least)}.", "Give the model's own rule.")
    return _inside(P, rule.least, rule.at_least_one)


def _inside(P: Array, least: Array, at_least_one: bool) -> Array:
    inside = least <= P
    if at_least_one:
        inside[np.arange(len(P)), P.argmax(axis=1)] = True
    return inside


def _least(k: Array, P: Array, w: Array, coverage: float, by_class: bool) -> Array:
    own = P[np.arange(len(k)), k]
    if not by_class:
        return np.full(P.shape[1], _bound(own, w, coverage))
    return np.array([_bound(own[k == c], w[k == c], coverage) for c in range(P.shape[1])])


def _bound(own: Array, w: Array, coverage: float) -> float:
    """The lowest bound that leaves out no more than the share 1 - coverage, the text to come counted as one more.

    With weights of 1: the ceil((n + 1) coverage)-th largest of the true classes' probabilities; 0 if there is none.
    """
    order = np.argsort(-own, kind="stable")
    reached = np.cumsum(w[order])
    needed = coverage * (reached[-1] + w.max()) if len(own) else np.inf
    at = int(np.searchsorted(reached, needed * (1.0 - 1e-12)))
    return float(own[order[at]]) if at < len(own) else 0.0
