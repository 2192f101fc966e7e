"""Mini-batch gradient descent for the logistic loss with the L2 penalty, in NumPy, without care for speed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.core.rows import Array


def epoch(
    X: Array, y: Array, c: Array, w: Array, b: float, batches: Sequence[Array], etas: Sequence[float]
) -> tuple[Array, float]:
    for batch, eta in zip(batches, etas, strict=True):
        error = c[batch] * -y[batch] / (1 + np.exp(y[batch] * (X[batch] @ w + b)))
        w, b = w - eta * (X[batch].T @ error + len(batch) / len(y) * w), b - eta * error.sum()
    return w, b
