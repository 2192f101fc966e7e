"""Calibration: scores to probabilities that mean what they say, by Newton on a convex objective.

    Platt          sigma(a z + b)    minimises the log loss over (a, b), with the targets (n1 + 1) / (n1 + 2) for the
                                     second class and 1 / (n0 + 2) for the first in place of 1 and 0
    temperature    softmax(z / T)    minimises the log loss over 1 / T >= 0; two classes: scores (0, z)

Given        scores of rows that the classifier was not trained on, their classes, costs
Returns      (a, b), or T; inf if the scores say nothing, or the contrary of the truth

Platt (2000), its targets from his section 2.2; Newton with backtracking as Lin, Lin and Weng (2007). Guo et al. (2017)
for the temperature. On scores that separate the classes 1 / T has no greatest value: it grows until rounding sees no
more gain.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit, log_softmax, softmax

from steelyard.core.rows import Array

TOLERANCE = 1e-15  # of what a step can gain, beside the objective
MOST = 1e6
STEPS = 200


def platt(z: Array, second: Array, c: Array | None = None) -> tuple[float, float]:
    """(a, b), where `second` tells the rows of the second class."""
    c = np.ones(len(z)) if c is None else c
    n1, n0 = float(c[second].sum()), float(c[~second].sum())
    target = np.where(second, (n1 + 1.0) / (n1 + 2.0), 1.0 / (n0 + 2.0))
    scale = max(float(np.abs(z).max(initial=0.0)), 1e-300)
    rows = np.stack([z / scale, np.ones(len(z))], axis=1)
    theta = np.array([0.0, np.log((n1 + 1.0) / (n0 + 1.0))])
    lost = _log_loss(rows @ theta, target, c)
    for _ in range(STEPS):
        p = expit(rows @ theta)
        slope = rows.T @ (c * (p - target))
        bend = (rows * (c * p * (1.0 - p))[:, None]).T @ rows + 1e-12 * np.eye(2)
        step = np.linalg.solve(bend, slope)
        if step @ slope <= TOLERANCE * max(lost, 1e-300):
            break
        length = 1.0
        new = _log_loss(rows @ (theta - step), target, c)
        while new > lost - 1e-4 * length * (step @ slope) and length > 1e-8:  # backtrack (Armijo)
            length *= 0.5
            new = _log_loss(rows @ (theta - length * step), target, c)
        if new >= lost:  # what is left is rounding
            break
        theta, lost = theta - length * step, new
    return float(theta[0] / scale), float(theta[1])


def _log_loss(z: Array, target: Array, c: Array) -> float:
    """sum_i c_i (log(1 + exp(z_i)) - target_i z_i)"""
    return float(c @ (np.logaddexp(0.0, z) - target * z))


def temperature(Z: Array, k: Array, c: Array | None = None) -> float:
    """T for scores Z of one column a class, or a vector of the second class's; k tells each row's class."""
    Z = np.stack([np.zeros_like(Z), Z], axis=1) if Z.ndim == 1 else Z
    c = np.ones(len(Z)) if c is None else c
    Z = Z - Z.max(axis=1, keepdims=True)
    scale = max(float(-Z.min(initial=0.0)), 1e-300)
    Z = Z / scale
    true = Z[np.arange(len(Z)), k]
    low, high, beta = 0.0, np.inf, 0.0
    for _ in range(STEPS):  # Newton inside a bracket: the slope grows with beta
        p = softmax(beta * Z, axis=1)
        mean = (p * Z).sum(axis=1)
        slope = float(c @ (mean - true))
        bend = float(c @ ((p * Z**2).sum(axis=1) - mean**2))
        low, high = (beta, high) if slope < 0 else (low, beta)
        narrow = high < np.inf and high - low <= 1e-14 * high
        if narrow or abs(slope) <= TOLERANCE * c.sum() or beta >= MOST:
            break
        new = beta - slope / bend if bend > 0 else np.inf
        beta = new if low < new < high else 0.5 * (low + high) if high < np.inf else max(2.0 * low, 1.0)
        beta = min(beta, MOST)
    return scale / beta if beta > 0 else np.inf


def with_temperature(Z: Array, T: float) -> Array:
    """log softmax(z / T), row by row."""
    return np.asarray(log_softmax(Z / T, axis=1))


def couple(R: Array) -> Array:
    """P(k | x) from R[n, i, j], the probability of class i against class j: min p' Q p, sum p = 1.

    The second method of Wu, Lin and Weng (2004): Q_ii = sum_j r_ji^2, Q_ij = -r_ji r_ij; its optimum has no p below 0.
    """
    n, K, _ = R.shape
    Q = -R * R.transpose(0, 2, 1)
    diagonal = np.arange(K)
    off = R.transpose(0, 2, 1).copy()
    off[:, diagonal, diagonal] = 0.0
    Q[:, diagonal, diagonal] = (off**2).sum(axis=2)
    system = np.ones((n, K + 1, K + 1))
    system[:, :K, :K], system[:, K, K] = Q, 0.0
    right = np.zeros((n, K + 1, 1))
    right[:, K] = 1.0
    p = np.maximum(np.linalg.solve(system, right)[:, :K, 0], 0.0)
    return np.asarray(p / p.sum(axis=1, keepdims=True))
