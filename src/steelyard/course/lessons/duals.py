"""Chapter 11: the answers to its exercises, and its pictures."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
from scipy.special import expit

from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.course.data import ring as ring_of
from steelyard.course.exercises import Answer, Function, Number, Property, Word


def primal(X: Array, y: Array, lam: float, factor: float = 1.0) -> Array:
    n, d = X.shape
    return np.asarray(np.linalg.lstsq(X.T @ X + factor * n * lam * np.eye(d), X.T @ y, rcond=None)[0])


def dual(X: Array, y: Array, lam: float, factor: float = 1.0) -> Array:
    n = len(y)
    return np.asarray(np.linalg.solve(X @ X.T + factor * n * lam * np.eye(n), y))


def of_a_sum(formula: Callable[..., Array]) -> Callable[[Array, Array, float], Array]:
    return lambda X, y, lam: formula(X, y, lam, 1.0 / len(y))


def spelled_out(phi: Any) -> str | None:
    """Whether phi(x) . phi(u) is (1 + x . u)^2, at some points."""
    points = [np.array(point) for point in product((-1.5, 0.0, 2.0), (-1.0, 0.5, 3.0))]
    for x, u in product(points, points):
        if abs(float(np.dot(phi(x), phi(u))) - (1.0 + float(x @ u)) ** 2) > 1e-9:
            return "not-equal"
    return None


_rng = generator(0, "chapter 11")
CASES = [(_rng.normal(size=(n, d)), _rng.normal(size=n), 0.3) for n, d in ((7, 3), (3, 6))]
ANSWERS: dict[str, Answer] = {
    "11.1": Function(
        primal,
        CASES,
        within=1e-8,
        wrong={"lambda-alone": of_a_sum(primal), "no-penalty": lambda X, y, lam: primal(X, y, 0.0)},
    ),
    "11.2": Function(dual, CASES, within=1e-8, wrong={"weights": primal, "lambda-alone": of_a_sum(dual)}),
    "11.3": Word("dual", wrong={"primal": "primal"}),
    "11.4": Number(float(expit(1.5)), within=5e-4, wrong={"other": float(expit(-1.5)), "sign": -float(expit(1.5))}),
    "11.5": Number(121.0, wrong={"linear": 11.0, "squares": 73.0}),
    "11.6": Property(spelled_out, ["not-equal"]),
}


def ring() -> Any:
    from steelyard.models import SVC
    from steelyard.pictures import Regions

    table = ring_of()
    return Regions.from_estimator(SVC(kernel="rbf", C=10.0).fit(table.X, table.labels), table.X, table.labels)


PICTURES: dict[str, Callable[[], Any]] = {"ring": ring}
