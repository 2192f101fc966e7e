"""Chapter 3: the answers to its exercises, and its pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.course.data import centred, clouds, iris, thirds
from steelyard.course.exercises import OPEN, Answer, Function, Number, Property, Values


def mistaken(X: Array, y: Array, w: Array, b: float) -> Array:
    return np.asarray(y * (X @ w + b) <= 0.0)


def gradient(X: Array, y: Array, w: Array) -> Array:
    wrong = mistaken(X, y, w, 0.0)
    return np.asarray(-(y[wrong] @ X[wrong]))


def separates(learn: Any) -> str | None:
    """Whether a function that learns does so: flowers, their columns centred, and drawn clouds. Zeros: not begun."""
    for table in (centred(iris()), clouds(), clouds(6.0, 20, seed=3)):
        w, b = learn(table.X.copy(), table.y.copy())
        if not np.any(w) and not b:
            return OPEN
        if mistaken(table.X, table.y, np.asarray(w), float(b)).any():
            return "not-separating"
    return None


X = np.array([[1.0, 2.0], [-1.0, 0.5], [0.0, 0.0], [3.0, -1.0], [2.0, 2.0]])
Y = np.array([1.0, -1.0, 1.0, -1.0, -1.0])
W = np.array([0.5, -1.0])

ANSWERS: dict[str, Answer] = {
    "3.1": Number(40, wrong={"rounded-down": 30, "share": 100 / 3}),
    "3.2": Values([1.0, -2.0, 0.0], wrong={"strict": [0.0, 0.0, 0.0], "always": [1.0, -3.0, -1.0]}),
    "3.3": Function(
        mistaken, [(X, Y, W, 0.25), (X, Y, W, 0.0)], wrong={"strict": lambda X, y, w, b: y * (X @ w + b) < 0.0}
    ),
    "3.4": Function(
        gradient,
        [(X[[0, 1, 3, 4]], Y[[0, 1, 3, 4]], W), (X, Y, np.array([1.0, 1.0]))],
        wrong={"sign": lambda X, y, w: -gradient(X, y, w), "half": lambda X, y, w: 2 * gradient(X, y, w)},
    ),
    "3.5": Property(separates, ["not-separating"]),
}


BATCHES = {"online": 1, "mini-batch": 10, "full": None}


def learning() -> Any:
    from steelyard.course.together import Moving
    from steelyard.pictures import Learning

    train, _ = thirds(iris())
    return Moving(Learning.of("perceptron", train.X, train.labels, train.columns))


def history() -> Any:
    from steelyard.pictures import Progress

    train, _ = thirds(iris())
    return Progress.of_batch_modes(centred(train).X, train.labels, epochs=10)


def endless() -> Any:
    from steelyard.pictures import Progress

    hard = iris(without="setosa")
    return Progress.of_batch_modes(centred(hard).X, hard.labels, epochs=40)


def regions() -> Any:
    from steelyard.course.together import Together
    from steelyard.models import Perceptron
    from steelyard.pictures import Picture, Regions

    train, test = thirds(iris())
    window = (4.0, 7.2, 1.8, 4.6)
    rows: list[dict[str, Picture]] = [{}, {}]
    for name, size in BATCHES.items():
        model = Perceptron(tol=None, max_iter=2000, batch_size=size).fit(train.X, train.labels)
        for row, part, said in zip(rows, (train, test), ("learnt from", "held out")):
            row[f"{name}: {said}"] = Regions.from_estimator(model, part.X, part.labels, part.columns, window=window)
    return Together(rows)


def losses() -> Any:
    from steelyard.pictures import LossCurves

    return LossCurves.from_losses(["zero-one", "perceptron", "hinge", "logistic"])


PICTURES: dict[str, Callable[[], Any]] = {
    "learning": learning,
    "history": history,
    "regions": regions,
    "endless": endless,
    "losses": losses,
}
