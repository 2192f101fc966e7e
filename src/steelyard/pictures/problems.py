"""From rows and labels to what the algorithms minimise, for pictures that run one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from steelyard.core.losses import Hinge, Logistic, PerceptronLoss, Squared, SquaredHinge
from steelyard.core.objective import Problem
from steelyard.core.penalties import L2, NoPenalty
from steelyard.core.rows import Array
from steelyard.core.squared_probability import SquaredProbability
from steelyard.errors import SettingError
from steelyard.pictures.rows import class_numbers

BY_NAME: dict[str, Any] = {
    "logistic": Logistic(),
    "hinge": Hinge(),
    "squared-hinge": SquaredHinge(),
    "perceptron": PerceptronLoss(),
    "squared": Squared(),
    "squared-probability": SquaredProbability(),
}


def problem_of(
    X: Any, y: Any, loss: str = "logistic", C: float | None = None, intercept: bool = True, mean: bool = False
) -> Problem:
    """The problem of dense rows of two classes: the second is +1.

    C is the cost of every row beside the penalty 1/2 |w|^2; None: no penalty, and costs of 1 (`mean`: of 1 / n).
    """
    X = np.ascontiguousarray(X, dtype=np.float64)
    classes, codes = class_numbers(y)
    if loss not in BY_NAME:
        raise SettingError(f"There is no loss {loss!r}.", f"There are: {', '.join(BY_NAME)}.")
    if X.ndim != 2 or len(X) != len(codes) or not np.isfinite(X).all():
        raise SettingError(f"Rows of shape {X.shape} and {len(codes)} labels.", "Give a row of numbers for each label.")
    if len(classes) != 2:
        raise SettingError(f"There are {len(classes)} classes.", "This picture is about two.")
    cost = (1.0 / len(X) if mean else 1.0) if C is None else float(C)
    y = np.where(codes == 1, 1.0, -1.0)
    return Problem(X, y, np.full(len(X), cost), BY_NAME[loss], NoPenalty() if C is None else L2(), intercept)


class Scale(NamedTuple):
    """Columns brought to mean 0 and deviation 1, and weights brought back."""

    mean: Array
    deviation: Array

    @classmethod
    def of(cls, X: Array) -> Scale:
        deviation = X.std(axis=0)
        return cls(X.mean(axis=0), np.where(deviation > 0.0, deviation, 1.0))

    def scaled(self, X: Array) -> Array:
        return np.ascontiguousarray((X - self.mean) / self.deviation)

    def weights_back(self, w: Array, b: Any) -> tuple[Array, Any]:
        """w, b for the columns as they were: the same scores."""
        w = w / self.deviation
        return w, b - w @ self.mean


def steepness(problem: Problem) -> float:
    """The greatest curvature that the logistic objective of dense rows can have."""
    A = np.column_stack([np.asarray(problem.X), np.ones(len(problem.y))])
    return float(0.25 * np.linalg.norm(np.sqrt(problem.c)[:, None] * A, 2) ** 2 + (type(problem.penalty) is L2))


def names_of(X: Any, names: Sequence[str] | None) -> tuple[str, ...] | None:
    """Names of columns, from a table if it has them."""
    if names is None and hasattr(X, "columns"):
        names = [str(name) for name in X.columns]
    return None if names is None else tuple(names)
