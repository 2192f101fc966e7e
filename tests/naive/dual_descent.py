"""Dual coordinate descent as the papers have it: no intercept, no lanes, no shrinking, every example in turn.

Hsieh, Chang, Lin, Keerthi and Sundararajan (2008), Algorithm 1, for the hinge and the squared hinge;
Yu, Huang and Lin (2011), section 3, for the logistic loss, with bisection where they have Newton.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from steelyard.core.rows import Array


def fit(X: Array, y: Array, c: Array, loss: str, epochs: int) -> Array:
    """The weights after so many passes over the examples."""
    alpha, w = np.zeros(len(y)), np.zeros(X.shape[1])
    for _ in range(epochs):
        for i in np.flatnonzero(c):
            q, m = X[i] @ X[i], y[i] * (X[i] @ w)
            new = {"hinge": hinge, "squared hinge": squared_hinge, "logistic": logistic}[loss](alpha[i], m, q, c[i])
            w += (new - alpha[i]) * y[i] * X[i]
            alpha[i] = new
    return w


def hinge(alpha: float, m: float, q: float, c: float) -> float:
    if q == 0.0:
        return c
    return min(max(alpha - (m - 1.0) / q, 0.0), c)


def squared_hinge(alpha: float, m: float, q: float, c: float) -> float:
    D = 1.0 / (2.0 * c)
    return max(alpha - (m - 1.0 + D * alpha) / (q + D), 0.0)


def logistic(alpha: float, m: float, q: float, c: float) -> float:
    def slope(a: float) -> float:
        return m + q * (a - alpha) + np.log(a) - np.log(c - a)

    return float(brentq(slope, c * 1e-14, c * (1.0 - 1e-14), xtol=1e-15 * c, rtol=1e-14))
