"""Ridge regression from its normal equations, the intercept as a column of ones that pays nothing."""

from __future__ import annotations

from typing import Any

import numpy as np


def ridge_by_normal_equations(X: Any, y: Any, c: Any, alpha: float, intercept: bool) -> tuple[Any, float]:
    n, d = X.shape
    rows = np.hstack([X, np.ones((n, 1))]) if intercept else X
    penalty = alpha * np.diag([1.0] * d + [0.0] * intercept)
    solution = np.linalg.solve(rows.T @ np.diag(c) @ rows + penalty, rows.T @ (c * y))
    return solution[:d], solution[d] if intercept else 0.0
