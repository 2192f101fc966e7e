"""Chapter 5: the answers to its exercises, and its pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import expit

from steelyard.core.rows import Array
from steelyard.course.data import iris, problem, review_texts, reviews
from steelyard.course.exercises import Answer, Function, Number, Values


def penalised_gradient(X: Array, t: Array, w: Array, lam: float) -> Array:
    return np.asarray(X.T @ (expit(X @ w) - t) / len(t) + 2.0 * lam * w)


def epoch(theta: Array, X: Array, t: Array, rate: float, way: float = -1.0) -> Array:
    theta = theta.copy()
    for x, label in zip(X, t, strict=True):
        theta += way * rate * (expit(theta[:-1] @ x + theta[-1]) - label) * np.append(x, 1.0)
    return theta


def full_step(theta: Array, X: Array, t: Array, rate: float) -> Array:
    ones = np.column_stack([X, np.ones(len(X))])
    return np.asarray(theta - rate * ones.T @ (expit(ones @ theta) - t))


P = float(expit(-1.01))
X = np.array([[1.0, 2.0], [-1.0, 0.5], [0.0, -1.0]])
T = np.array([1.0, 0.0, 1.0])
CASES = [(X, T, np.array([0.3, -0.2]), 0.1), (X[:2], T[:2], np.zeros(2), 1.0)]
ANSWERS: dict[str, Answer] = {
    "5.1": Values(
        [5 * P, 10 * P, P],
        within=5e-4,
        wrong={"other": [5 * (P - 1), 10 * (P - 1), P - 1], "sign": [-5 * P, -10 * P, -P]},
    ),
    "5.2": Function(
        penalised_gradient,
        [(X, T, np.array([0.3, -0.2]), 0.1), (X[:2], T[:2], np.array([1.0, 1.0]), 1.0)],
        wrong={
            "sum": lambda X, t, w, lam: X.T @ (expit(X @ w) - t) + 2.0 * lam * w,
            "half": lambda X, t, w, lam: penalised_gradient(X, t, w, lam / 2.0),
            "no-penalty": lambda X, t, w, lam: penalised_gradient(X, t, w, 0.0),
        },
    ),
    "5.3": Function(
        epoch,
        [(np.array([0.3, -0.2, 0.1]), X, T, 0.5), (np.zeros(3), X, T, 0.1)],
        wrong={"full": full_step, "up": lambda theta, X, t, rate: epoch(theta, X, t, rate, 1.0)},
    ),
    "5.4": Function(
        lambda slopes, tol: bool(np.abs(slopes).max() <= tol),
        [
            (np.array([-5.0, -1.0]), 1e-5),
            (np.array([1e-6, -1e-7]), 1e-5),
            (np.array([0.3, -0.1]), 1e-5),
            (np.array([1e-7, -0.2]), 1e-5),
        ],
        wrong={"signed": lambda slopes, tol: bool(slopes.max() <= tol)},
    ),
    "5.5": Number(1 / 6, within=1e-3, wrong={"half": 1 / 3, "sum": 50.0}),
    "5.6": Number(120, wrong={"rounded-down": 100}),
}


def rates() -> Any:
    from steelyard.algorithms.gradient_descent import GradientDescent, Steps
    from steelyard.algorithms.loop import run
    from steelyard.core.trace import Trace
    from steelyard.pictures import Progress

    traces = {}
    for rate in (0.001, 0.01, 0.02, 0.1):
        traces[f"{rate}"] = trace = Trace()
        run(GradientDescent(problem(reviews()), Steps(rate), tol=0.0), max_steps=40, trace=trace)
    return Progress.from_traces(traces)


def batches() -> Any:
    """Each mode with a rate that suits it."""
    from steelyard.algorithms.gradient_descent import GradientDescent, Steps
    from steelyard.algorithms.loop import run
    from steelyard.core.trace import Trace
    from steelyard.pictures import Progress

    traces, n = {}, 300
    for name, size, steps in (
        ("full", None, Steps(0.02)),
        ("mini-batch", 10, Steps(0.2, decay=0.02)),
        ("online", 1, Steps(1.0, decay=1 / n)),
    ):
        traces[name] = trace = Trace()
        algorithm = GradientDescent(problem(reviews()), steps, size, tol=0.0)
        run(algorithm, max_steps=20, trace=trace)
    return Progress.from_traces(traces)


def learning() -> Any:
    from steelyard.course.together import Moving
    from steelyard.pictures import Learning, clouds

    return Moving(Learning.of("descent", *clouds(30, 2.6), frames=40))


def valleys() -> Any:
    from steelyard.pictures import Valleys

    return Valleys.from_starts()


def tuning() -> Any:
    from steelyard.course.data import centred
    from steelyard.pictures import TuningMap

    hard = centred(iris(without="setosa"))
    return TuningMap.from_rows(hard.X, hard.labels)


def path() -> Any:
    from steelyard.features import TfidfVectorizer
    from steelyard.pictures import RegularisationPath

    texts, y = review_texts()
    vectorizer = TfidfVectorizer(min_df=3)
    X = vectorizer.fit_transform(texts)
    return RegularisationPath.from_rows(X, y, vectorizer.get_feature_names_out(), strengths=np.logspace(-2, 3, 11))


PICTURES: dict[str, Callable[[], Any]] = {
    "rates": rates,
    "valleys": valleys,
    "learning": learning,
    "batches": batches,
    "path": path,
    "tuning": tuning,
}
