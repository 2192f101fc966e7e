"""Chapter 13: the answers to its exercises, and its pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.course.exercises import Answer, Function, Number, Values


def log_count_ratio(above: Array, below: Array, alpha: float) -> Array:
    p, q = above + alpha, below + alpha
    return np.asarray(np.log(p / p.sum()) - np.log(q / q.sum()))


def counts_alone(above: Array, below: Array, alpha: float) -> Array:
    return np.asarray(np.log((above + alpha) / (below + alpha)))


X = np.array([1.0 + math.log(2.0), 1.0])
PARTS = X * np.array([0.8, -1.1]) / np.linalg.norm(X)
RAW = np.array([2.0, 1.0]) * np.array([0.8, -1.1])
CASES = [
    (np.array([3.0, 1.0, 0.0]), np.array([1.0, 6.0, 2.0]), 1.0),
    (np.array([10.0, 0.0]), np.array([2.0, 5.0]), 0.5),
]
ANSWERS: dict[str, Answer] = {
    "13.1": Number(400.0, within=1e-3, wrong={"single": 200.0, "sparse": 400.0 * 0.006}),
    "13.2": Number(math.log(10.0) + 1.0, within=5e-4, wrong={"no-one": math.log(10.0), "plain": math.log(11.0)}),
    "13.3": Function(
        log_count_ratio,
        CASES,
        wrong={
            "counts": counts_alone,
            "turned": lambda above, below, alpha: log_count_ratio(below, above, alpha),
        },
    ),
    "13.4": Number(164, wrong={"no-final": 160, "one-final": 161, "sum": 17}),
    "13.5": Number(0.002, within=1e-6, wrong={"difference": 0.1, "percent": 0.2}),
    "13.6": Values(
        [*PARTS, PARTS.sum() + 0.1],
        within=2e-3,
        wrong={
            "counts": [*RAW, RAW.sum() + 0.1],
            "length": [*(X * np.array([0.8, -1.1])), float(X @ np.array([0.8, -1.1])) + 0.1],
            "intercept": [*PARTS, PARTS.sum()],
        },
    ),
}


@cache
def classifier() -> Any:
    import steelyard

    return steelyard.fit(steelyard.demo("reviews-en"), test=0.2, recipe="words", strengths=[1.0, 10.0, 100.0])


def words() -> Any:
    from steelyard.explain import strongest
    from steelyard.pictures import StrongestWords

    sides = strongest(classifier().model_, most=12, kind="word")
    signed = zip(sides, (-1.0, 1.0), strict=True)
    return StrongestWords(
        tuple(side.name for side in sides),
        tuple(tuple(term.term for term in side.terms) for side in sides),
        tuple(np.array([sign * abs(term.weight) for term in side.terms]) for side, sign in signed),
    )


def confusion() -> Any:
    from steelyard.pictures import Confusion

    return Confusion.from_measures(classifier().measures_)


PICTURES: dict[str, Callable[[], Any]] = {"words": words, "confusion": confusion}
