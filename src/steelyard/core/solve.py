"""Systems of equations and lines: what Newton's methods solve in each step.

Inner products are not taken by BLAS, and factors are made on one BLAS thread: no bit depends on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy.linalg

from steelyard._jit import jit
from steelyard._threads import one_blas_thread
from steelyard.core.rows import SIMD, Array


def inner(a: Array, b: Array) -> float:
    """a . b"""
    return float((a * b).sum())


def by_diagonal(diagonal: Array) -> Callable[[Array], Array]:
    """Solves diag(diagonal) x = r; a 0 counts as 1."""
    divisor = np.where(diagonal == 0.0, 1.0, diagonal)
    return lambda r: r / divisor


def line_minimum(slope: Callable[[float], tuple[float, float]]) -> float:
    """The t > 0 where a convex function's slope has come to 0 within a tenth; 0 if it does not go down.

    `slope(t)` gives first and second derivative. Newton's steps within a bracket, the first at t = 1.
    """
    start, _ = slope(0.0)
    low, high, t = 0.0, np.inf, 1.0
    for _ in range(60 if start < 0.0 else 0):
        first, second = slope(t)
        if abs(first) <= 0.1 * -start:
            return t
        low, high = (t, high) if first < 0.0 else (low, t)
        t = t - first / second if second > 0.0 else np.inf
        if not low < t < high:
            t = 0.5 * (low + high) if high < np.inf else 4.0 * low
    return low


def conjugate_gradient(
    product: Callable[[Array], Array], condition: Callable[[Array], Array], target: Array, exactness: float
) -> Array:
    """The x with H x = target, until the residual, measured under the conditioner, is `exactness` of what it was."""
    x, residual = np.zeros(len(target)), target.copy()
    direction = condition(residual).copy()
    size = first = _dot(residual, direction)
    for _ in range(500):
        if not size > exactness**2 * first:
            break
        image = product(direction)
        _walk(size / _dot(direction, image), direction, image, x, residual)
        conditioned = condition(residual)
        size, last = _dot(residual, conditioned), size
        _turn(size / last, conditioned, direction)
    return x


# Where weights are many these are half the work: no array is made on the way, and each is read as seldom as can be


@jit(fastmath=SIMD)
def _dot(a: Array, b: Array) -> float:
    total = 0.0
    for j in range(len(a)):
        total += a[j] * b[j]
    return total


@jit
def _walk(a: float, direction: Array, image: Array, x: Array, residual: Array) -> None:
    """x += a direction;  residual -= a image"""
    for j in range(len(x)):
        x[j] += a * direction[j]
        residual[j] -= a * image[j]


@jit
def _turn(share: float, towards: Array, direction: Array) -> None:
    """direction = towards + share direction"""
    for j in range(len(direction)):
        direction[j] = towards[j] + share * direction[j]


def damped_cholesky(H: Array) -> Callable[[Array], Array]:
    """Solves H x = r; H is made positive definite by as little of the identity as it takes."""
    damping, scale = 0.0, float(H.diagonal().max())
    while True:
        try:
            with one_blas_thread():
                factor = scipy.linalg.cho_factor(H, lower=True, check_finite=False)
            break
        except scipy.linalg.LinAlgError:
            more = max(100.0 * damping, 1e-14 * scale)
            H[np.diag_indices(len(H))] += more - damping
            damping = more

    def solve(r: Array) -> Array:
        with one_blas_thread():
            return np.asarray(scipy.linalg.cho_solve(factor, r, check_finite=False))

    return solve
