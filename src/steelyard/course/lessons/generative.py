"""Chapter 10: the answers to its exercises, and its pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from steelyard.algorithms.gaussian import shared_weights
from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.course.data import reviews as polarities
from steelyard.course.exercises import Answer, Function, Number, Values


def implied(mean_0: Array, mean_1: Array, S: Array, prior: float) -> Array:
    found = shared_weights(np.stack([mean_0, mean_1]), S, np.array([1.0 - prior, prior]))
    return np.append(found.w[1] - found.w[0], found.b[1] - found.b[0])


def without_prior(mean_0: Array, mean_1: Array, S: Array, prior: float) -> Array:
    return implied(mean_0, mean_1, S, 0.5)


def without_inverse(mean_0: Array, mean_1: Array, S: Array, prior: float) -> Array:
    w = S @ (mean_1 - mean_0)
    return np.append(w, -0.5 * (mean_0 + mean_1) @ w + math.log(prior / (1.0 - prior)))


S = np.array([[1.5, 0.4], [0.4, 0.8]])
LAW = (np.array([1.0, 0.5]), np.array([2.0, -1.0]), S, 0.3)
RADIUS = math.sqrt(8.0 * math.log(4.0) / 3.0)

ANSWERS: dict[str, Answer] = {
    "10.1": Values([2.0, -2.0], wrong={"variance": [4.0, -4.0], "half": [2.0, -4.0]}),
    "10.2": Number(
        -2.0 + math.log(0.25), within=5e-4, wrong={"sign": -2.0 - math.log(0.25), "share": -2.0 + math.log(0.2)}
    ),
    "10.3": Function(
        implied,
        [LAW, (LAW[1], LAW[0], np.diag([0.5, 2.0]), 0.9)],
        wrong={"no-prior": without_prior, "no-inverse": without_inverse},
    ),
    "10.4": Values(
        [math.log(3.0), -4.0], within=5e-4, wrong={"no-logarithm": [4.0, -4.0], "sign": [math.log(3.0), 4.0]}
    ),
    "10.5": Number(
        RADIUS, within=5e-4, wrong={"one-dimension": math.sqrt(8.0 * math.log(2.0) / 3.0), "squared": RADIUS**2}
    ),
    "10.6": Number(0.25, within=5e-4, wrong={"length": 0.75, "share": 1 / 3}),
}


def drawn(T: Array) -> tuple[Array, Array]:
    """60 points of either class; the second has the covariance T."""
    rng = generator(0, "generative")
    X = np.vstack([rng.multivariate_normal([0.0, 0.0], S, 60), rng.multivariate_normal([2.0, 1.0], T, 60)])
    return X, np.repeat(["first", "second"], 60)


def planes() -> Any:
    from steelyard.course.together import Together
    from steelyard.models import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
    from steelyard.pictures import Regions

    same, other = drawn(S), drawn(np.diag([0.5, 2.0]))
    return Together(
        [
            {
                "one covariance": Regions.from_estimator(LinearDiscriminantAnalysis().fit(*same), *same),
                "a covariance each": Regions.from_estimator(QuadraticDiscriminantAnalysis().fit(*other), *other),
            }
        ]
    )


def hills() -> Any:
    from steelyard.course.together import Together
    from steelyard.models import LinearDiscriminantAnalysis, LogisticRegression
    from steelyard.pictures import Regions

    rng = generator(0, "known")
    second = rng.random(400) < 0.5
    centre = np.where(second, rng.choice([4.0, 16.0], 400), 0.0)
    X = rng.normal(size=(400, 2)) + np.column_stack([centre, np.zeros(400)])
    labels = np.where(second, "hills", "plain")
    models = {"discriminant": LinearDiscriminantAnalysis(), "logistic": LogisticRegression(C=np.inf)}
    drawings = {name: Regions.from_estimator(m.fit(X, labels), X, labels) for name, m in models.items()}
    return Together([dict(drawings)])


def reviews() -> Any:
    from steelyard.course.together import Together
    from steelyard.models import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
    from steelyard.pictures import Regions

    table = polarities()
    models = {"one covariance": LinearDiscriminantAnalysis(), "a covariance each": QuadraticDiscriminantAnalysis()}
    drawings = {
        name: Regions.from_estimator(model.fit(table.X, table.labels), table.X, table.labels, table.columns)
        for name, model in models.items()
    }
    return Together([dict(drawings)])


PICTURES: dict[str, Callable[[], Any]] = {"planes": planes, "hills": hills, "reviews": reviews}
