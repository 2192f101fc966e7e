"""The dual of the support vector machine by projected gradients, in plain NumPy: slow, and sure to arrive."""

from __future__ import annotations

from typing import Any

import numpy as np


def dual_by_projected_gradients(K: Any, y: Any, c: Any, steps: int = 3000) -> Any:
    """Pulls s that maximise y.s - 1/2 s'Ks over 0 <= y_i s_i <= c_i, sum s = 0."""
    low, high = np.minimum(c * y, 0.0), np.maximum(c * y, 0.0)
    length = 1.0 / np.linalg.eigvalsh(K)[-1]
    s = ahead = np.zeros(len(y))
    t = 1.0
    for _ in range(steps):  # with Nesterov's momentum
        new = project(ahead + length * (y - K @ ahead), low, high)
        t_new = 0.5 + np.sqrt(0.25 + t * t)
        ahead, s, t = new + (t - 1.0) / t_new * (new - s), new, t_new
    return s


def project(v: Any, low: Any, high: Any) -> Any:
    """The nearest point of the box whose numbers add up to 0: bisection on the multiplier of the sum."""
    a, b = (v - high).min() - 1.0, (v - low).max() + 1.0
    for _ in range(60):
        middle = 0.5 * (a + b)
        a, b = (middle, b) if np.clip(v - middle, low, high).sum() > 0 else (a, middle)
    return np.clip(v - 0.5 * (a + b), low, high)
