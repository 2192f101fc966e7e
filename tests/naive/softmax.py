"""Softmax regression with an unpenalised intercept, in its plainest form: Newton on all weights at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def softmax_regression(
    X: Array, k: NDArray[np.int64], c: Array, classes: int, intercept: bool = True
) -> tuple[Array, Array, float]:
    """(W, b, objective) at the minimum of 1/2 |W|^2 + sum_i c_i (log sum_k exp(z_ik) - z_ik_i)."""
    n, d = X.shape
    ones = np.ones((n, 1)) if intercept else np.zeros((n, 0))
    A = np.hstack([X, ones])
    penalty = np.diag(np.r_[np.ones(d), np.zeros(ones.shape[1])])
    T = np.eye(classes)[k]
    V = np.zeros((A.shape[1], classes))

    def objective(V: Array) -> float:
        Z = A @ V
        top = Z.max(axis=1)
        losses = top + np.log(np.exp(Z - top[:, None]).sum(axis=1)) - Z[np.arange(n), k]
        return float(0.5 * (penalty @ V**2).sum() + c @ losses)

    for _ in range(200):
        Z = A @ V
        P = np.exp(Z - Z.max(axis=1, keepdims=True))
        P /= P.sum(axis=1, keepdims=True)
        g = penalty @ V + A.T @ (c[:, None] * (P - T))
        H = np.kron(np.eye(classes), penalty)
        for r in range(classes):
            for s in range(classes):
                h = c * P[:, r] * ((r == s) - P[:, s])
                H[r * len(V) : (r + 1) * len(V), s * len(V) : (s + 1) * len(V)] += A.T @ (h[:, None] * A)
        step = np.linalg.lstsq(H, g.T.ravel(), rcond=1e-13)[0].reshape(classes, len(V)).T
        t = 1.0
        while objective(V - t * step) > objective(V) and t > 1e-10:
            t *= 0.5
        V = V - t * step
        if np.abs(step).max() < 1e-13:
            break
    b = V[d] - V[d].mean() if intercept else np.zeros(classes)
    return V[:d], b, objective(V)
