"""One small example of every picture, made once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from steelyard import SVC, LogisticRegression
from steelyard.core.rows import Array
from steelyard.pictures import Documents, LogisticCurve, LossCurves, Picture, Regions

CLASSES = np.array(["cat", "dog", "owl"])


def clouds(n: int = 12, apart: float = 4.0, classes: int = 2, seed: int = 0) -> tuple[Array, Array]:
    """Clouds of points, n of each class."""
    rng = np.random.default_rng(seed)
    centres = np.array([[0.0, 0.0], [apart, 0.6 * apart], [-0.4 * apart, 1.2 * apart]])
    return np.vstack([rng.normal(size=(n, 2)) + c for c in centres[:classes]]), np.repeat(CLASSES[:classes], n)


def _regions() -> Picture:
    X, y = clouds(apart=2.0)
    return Regions.from_estimator(SVC(kernel="linear").fit(X, y), X, y, grid=41)


def _kernel_regions() -> Picture:
    X, y = clouds(apart=2.0)
    return Regions.from_estimator(SVC(kernel="rbf", C=5.0).fit(X, y), X, y, ["height", "weight"], grid=41)


def _many_regions() -> Picture:
    X, y = clouds(apart=3.0, classes=3)
    return Regions.from_estimator(LogisticRegression().fit(X, y), X, y, grid=41)


MAKERS: dict[str, Callable[[], Picture]] = {
    "documents": lambda: Documents.from_rows(*clouds(), weights=([1.0, 0.6], -3.0)),
    "logistic": lambda: LogisticCurve.from_scores([0.805]),
    "examples": lambda: LogisticCurve.from_scores([-2.0, 0.3, 1.5], ["no", "no", "yes"]),
    "losses": LossCurves.from_losses,
    "regions": _regions,
    "kernel regions": _kernel_regions,
    "many regions": _many_regions,
}


@cache
def example(name: str) -> Picture:
    return MAKERS[name]()
