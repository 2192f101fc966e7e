"""Chapter 2: the answers to its exercises, and its pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.course.data import reviews
from steelyard.course.exercises import Answer, Function, Number

W, B = np.array([0.6, -0.4]), -0.01


def score(x: Array, w: Array, b: float) -> float:
    return float(w @ x + b)


def recalls(z: Array, y: Array) -> tuple[float, float]:
    return float((z[y > 0] > 0).mean()), float((z[y < 0] <= 0).mean())


def ties_to_the_second(z: Array, y: Array) -> tuple[float, float]:
    return float((z[y > 0] >= 0).mean()), float((z[y < 0] < 0).mean())


def precisions(z: Array, y: Array) -> tuple[float, float]:
    return float((y[z > 0] > 0).mean()), float((y[z <= 0] < 0).mean())


ROWS = [
    (np.array([2.0, 0.0, 2.0, 1.0]), np.array([-0.2, 999.1, 0.5, 2.0]), 1.0),
    (np.array([1.0, -1.0]), np.array([0.5, 0.25]), -3.0),
]
ANSWERS: dict[str, Answer] = {
    "2.1": Function(score, ROWS, wrong={"no-intercept": lambda x, w, b: float(w @ x)}),
    "2.2": Number(0.77, within=1e-3, wrong={"slide": 0.805, "exact": 0.8112}),
    "2.3": Number(0.425, within=1e-6, wrong={"sign": 0.475}),
    "2.4": Number(2.0, wrong={"score": 10.0, "square": 0.4}),
    "2.5": Function(
        recalls,
        [(np.array([1.0, 0.0, -1.0, 2.0, 0.0]), np.array([1.0, 1.0, 1.0, -1.0, -1.0]))],
        wrong={"ties": ties_to_the_second, "precision": precisions},
    ),
}


def heat() -> Any:
    from steelyard.pictures import ScoreMap

    return ScoreMap.from_weights(W.tolist(), B, names=reviews().columns)


def regions() -> Any:
    from steelyard.pictures import Documents

    table = reviews()
    return Documents.from_rows(table.X, table.labels, table.columns, weights=(W.tolist(), B))


PICTURES: dict[str, Callable[[], Any]] = {"heat": heat, "regions": regions}
