"""Chapter 4: the answers to its exercises, and its pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.course.data import problem, reviews
from steelyard.course.exercises import Answer, Function, Number, Word


def loss(p: float, t: int) -> float:
    return -math.log(p if t == 1 else 1.0 - p)


def total(X: Array, y: Array, w: Array, b: float) -> float:
    return float(np.logaddexp(0.0, -y * (X @ w + b)).sum())


ROWS = np.array([[1.0, 2.0], [-1.0, 0.5], [0.0, 1000.0]])
CASES = [(ROWS, np.array([1.0, -1.0, -1.0]), np.array([0.3, 1.0]), 0.5), (ROWS[:2], np.ones(2), np.zeros(2), 0.1)]
ANSWERS: dict[str, Answer] = {
    "4.1": Number(1.0 / (1.0 + math.exp(1.5)), within=5e-4, wrong={"other": 1.0 / (1.0 + math.exp(-1.5))}),
    "4.2": Function(
        loss,
        [(0.69, 1), (0.69, 0), (0.5, 0), (1e-9, 1)],
        wrong={"swapped": lambda p, t: loss(p, 1 - t), "gain": lambda p, t: -loss(p, t)},
    ),
    "4.3": Number(602 * math.log(2), within=5e-4, wrong={"mean": math.log(2), "base": 602.0}),
    "4.4": Function(
        total,
        CASES,
        within=1e-8,
        wrong={
            "mean": lambda X, y, w, b: total(X, y, w, b) / len(y),
            "sign": lambda X, y, w, b: total(X, -y, w, b),
        },
    ),
    "4.5": Number(math.log(9), within=5e-4, wrong={"base": math.log10(9)}),
    "4.6": Word("no", also=("never",)),
}


def curve() -> Any:
    from steelyard.pictures import LogisticCurve

    return LogisticCurve.from_scores([0.8112])


def losses() -> Any:
    from steelyard.pictures import LossCurves

    return LossCurves.from_losses(["zero-one", "perceptron", "logistic"])


def convex() -> Any:
    from steelyard.pictures import LossCurves

    return LossCurves.from_losses(["logistic", "squared-probability"], np.linspace(-6.0, 6.0, 241))


def landscape() -> Any:
    from steelyard.algorithms.loop import run
    from steelyard.algorithms.unpenalised import Unpenalised
    from steelyard.pictures import Landscape

    table = reviews()
    best = run(Unpenalised(problem(table))).state
    return Landscape.from_problem(problem(table), best.w, float(best.b), window=(-50, 50, -50, 50), names=table.columns)


PICTURES: dict[str, Callable[[], Any]] = {"curve": curve, "losses": losses, "landscape": landscape, "convex": convex}
