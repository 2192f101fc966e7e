"""One small example of every picture, made once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from steelyard import SVC, LogisticRegression
from steelyard.core.rows import Array
from steelyard.pictures import (
    Confusion,
    ConvexHulls,
    Documents,
    Landscape,
    Learning,
    LogisticCurve,
    LossCurves,
    MarginScaling,
    Picture,
    Progress,
    Projection,
    Regions,
    RegularisationPath,
    ReliabilityCurve,
    ScoreMap,
    Separators,
    StrongestWords,
    TuningMap,
    Valleys,
)
from steelyard.pictures.problems import problem_of

TEXTS = ["a fine film", "a dull film", "fine acting", "dull and long"]
CLASSES = np.array(["cat", "dog", "owl"])


def clouds(n: int = 12, apart: float = 4.0, classes: int = 2, seed: int = 0) -> tuple[Array, Array]:
    """Clouds of points, n of each class."""
    rng = np.random.default_rng(seed)
    centres = np.array([[0.0, 0.0], [apart, 0.6 * apart], [-0.4 * apart, 1.2 * apart]])
    return np.vstack([rng.normal(size=(n, 2)) + c for c in centres[:classes]]), np.repeat(CLASSES[:classes], n)


def _regions() -> Picture:
    X, y = clouds(apart=2.0)
    return Regions.from_estimator(SVC(kernel="linear").fit(X, y), X, y, grid=41)


def _scores() -> Picture:
    X, y = clouds(apart=2.0)
    return ScoreMap.from_estimator(SVC().fit(X, y), X, y, ["height", "weight"], grid=21)


def _kernel_regions() -> Picture:
    X, y = clouds(apart=2.0)
    return Regions.from_estimator(SVC(kernel="rbf", C=5.0).fit(X, y), X, y, ["height", "weight"], grid=41)


def _many_regions() -> Picture:
    X, y = clouds(apart=3.0, classes=3)
    return Regions.from_estimator(LogisticRegression().fit(X, y), X, y, grid=41)


def _path() -> Picture:
    X, y = clouds(apart=1.5)
    names = [f"quite a long name {k}" for k in range(9)]
    X = np.column_stack([X, np.random.default_rng(1).normal(size=(len(X), 7))])
    return RegularisationPath.from_rows(X, y, names, strengths=[0.01, 0.1, 1.0], most=6)


MAKERS: dict[str, Callable[[], Picture]] = {
    "documents": lambda: Documents.from_rows(*clouds(), weights=([1.0, 0.6], -3.0)),
    "logistic": lambda: LogisticCurve.from_scores([0.805]),
    "examples": lambda: LogisticCurve.from_scores([-2.0, 0.3, 1.5], ["no", "no", "yes"]),
    "losses": LossCurves.from_losses,
    "regions": _regions,
    "hulls": lambda: ConvexHulls.from_rows(*clouds()),
    "meeting hulls": lambda: ConvexHulls.from_rows(*clouds(apart=1.0)),
    "landscape": lambda: Landscape.from_rows(*clouds(apart=2.0), ["height", "weight"], steps=8, grid=13),
    "no way": lambda: Landscape.from_problem(problem_of(*clouds(apart=2.0), C=1.0, intercept=False), grid=13),
    "mistakes": lambda: Landscape.of_mistakes(*clouds(), grid=21),
    "perceptron": lambda: Learning.of("perceptron", *clouds(), epochs=3),
    "descent": lambda: Learning.of("descent", *clouds(apart=2.0), epochs=5),
    "svm": lambda: Learning.of("svm", *clouds(apart=2.0), epochs=1),
    "kernel svm": lambda: Learning.of("svm", *clouds(apart=2.0), epochs=1, kernel="rbf", frames=3),
    "scaling": lambda: MarginScaling.from_rows(*clouds()),
    "batch modes": lambda: Progress.of_batch_modes(*clouds(), epochs=3, batch_size=5),
    "batch modes beside": lambda: Progress.of_batch_modes(*clouds(), "descent", C=1.0, epochs=3, batch_size=5).beside(),
    "projection": lambda: Projection.from_rows(*clouds()),
    "scores": lambda: ScoreMap.from_weights([0.6, -0.4], -0.01),
    "scores of a model": _scores,
    "separators": lambda: Separators.from_rows(*clouds(), count=4),
    "confusion": lambda: Confusion.from_counts([[5, 1], [2, 8]], ["no", "yes"]),
    "large confusion": lambda: Confusion.from_counts(np.eye(8) * 9, [f"class number {k}" for k in range(8)]),
    "path": _path,
    "reliability": lambda: ReliabilityCurve.from_numbers([0.6, 0.9], [0.5, 1.0], [9, 30], [0.3, 0.8], [0.7, 1.0]),
    "words": lambda: StrongestWords.from_texts(TEXTS, ["good", "bad", "good", "bad"]),
    "words of many": lambda: StrongestWords.from_weights(["a", "b", "c"], np.eye(3) + 0.5, ["x", "y", "z"]),
    "tuning": lambda: TuningMap.from_rows(*clouds(apart=1.5), rates=[0.1, 99.0], lambdas=[0.0, 0.5], epochs=5),
    "valleys": lambda: Valleys.from_starts(steps=100),
    "kernel regions": _kernel_regions,
    "many regions": _many_regions,
}


@cache
def example(name: str) -> Picture:
    return MAKERS[name]()
