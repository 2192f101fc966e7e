"""Newton's method for logistic regression as the textbooks have it (IRLS), with the whole Hessian and unit steps."""

from __future__ import annotations

import numpy as np

from steelyard.core.rows import Array


def logistic(X: Array, y: Array, c: Array, steps: int = 30) -> Array:
    """(w, b) that minimise 1/2 |w|^2 + sum_i c_i log(1 + exp(-y_i z_i)); for costs small enough to need no search."""
    with_one, wb = np.column_stack([X, np.ones(len(X))]), np.zeros(X.shape[1] + 1)
    penalty = np.diag([1.0] * X.shape[1] + [0.0])
    for _ in range(steps):
        p = 1 / (1 + np.exp(y * (with_one @ wb)))
        g = penalty @ wb - with_one.T @ (c * y * p)
        wb = wb - np.linalg.solve(penalty + with_one.T @ ((c * p * (1 - p))[:, None] * with_one), g)
    return wb
