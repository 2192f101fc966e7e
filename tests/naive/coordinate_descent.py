"""L1 and elastic net by proximal gradient steps with Nesterov's momentum (Beck and Teboulle 2009): slow and plain."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steelyard.core import losses, penalties
from steelyard.core.objective import Problem, objective

Array = NDArray[np.float64]


def proximal_gradient(problem: Problem, steps: int = 20000) -> tuple[Array, float, float]:
    """(w, b, objective)"""
    X, y, c = np.asarray(problem.X), problem.y, problem.c
    A = np.column_stack([X, np.ones(len(X)) if problem.intercept else np.zeros(len(X))])
    bend = max(losses.curvature(problem.loss, s, 0.0) for s in (-1.0, 1.0))
    step = 1.0 / (bend * np.linalg.norm(A.T @ (c[:, None] * A), 2))
    v = old = np.zeros(A.shape[1])
    momentum = 1.0
    best = (np.inf, v)
    for _ in range(steps):
        z = A @ v
        slopes = A.T @ (c * np.array([losses.slope(problem.loss, a, b) for a, b in zip(y, z)]))
        new = v - step * slopes
        new[:-1] = [penalties.prox(problem.penalty, u, step) for u in new[:-1]]
        value = objective(problem, new[:-1], A @ new)
        if value > best[0]:
            momentum = 1.0  # restart
        else:
            best = (value, new)
        following = (1.0 + np.sqrt(1.0 + 4.0 * momentum**2)) / 2.0
        v = new + (momentum - 1.0) / following * (new - old)
        if np.abs(new - old).max() < 1e-13:
            break
        old, momentum = new, following
    return best[1][:-1], float(best[1][-1]), best[0]
