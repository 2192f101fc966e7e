"""Newton's method (IRLS) for two classes: a few steps, each of them worth many of the gradient's.

Minimises    penalty(w) + sum_i c_i l(y_i, w . x_i + b), penalty smooth (L2 or none), loss with a curvature
Given        a problem; tol, the relative gap to reach
Returns      w, b; stopped when gap <= tol, or when rounding leaves nothing to gain

Each step minimises the quadratic model of the objective about (w, b), then searches the line to its minimum:

 1. prove      s_i = -c_i l'(y_i, z_i); the dual at s, balanced, against the objective: gap <= tol ends it
 2. curve      h_i = c_i l''(y_i, z_i): the Hessian H is penalty'' + sum_i h_i (x_i, 1)(x_i, 1)^T
 3. condition  few columns: M, the Cholesky factor of H. Where rows abound M sees a sample of them, drawn in proportion
               to h: a good likeness for a fraction of the work. Where rounding makes it indefinite it is damped
               (Levenberg 1944). Many columns: M is the diagonal of H
 4. direct     H d = -gradient, by conjugate gradient under M (Hestenes and Stiefel 1952), only as exact as pays
               (Dembo, Eisenstat and Steihaug 1982); under an M of all rows its first iteration is the answer
 5. search     t > 0 that makes the objective least along d, over scores alone: z + t dz asks nothing of the rows
 6. move       w += t d;  z += t dz

The search makes it safe from any start: every step goes downhill, on separable data and at any cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy.linalg

from steelyard._jit import jit
from steelyard.core import losses
from steelyard.core import objective as core
from steelyard.core.gram import gram
from steelyard.core.losses import Loss
from steelyard.core.objective import Certificate, Problem
from steelyard.core.penalties import curvature
from steelyard.core.random import generator
from steelyard.core.rows import Array, n_columns, n_rows
from steelyard.core.trace import Entry, linear_entry

FEW_COLUMNS = 1024  # up to here a factor costs less than the products it saves
ROWS_PER_COLUMN = 16  # in a sample: then M is like H to a factor of about 3, and an iteration of 4 gives a digit


class State(NamedTuple):
    w: Array
    b: float
    z: Array  # the scores of w and b
    iteration: int
    epoch: float
    done: bool


@jit
def slope_along(loss: Loss, y: Array, c: Array, z: Array, dz: Array, t: float) -> tuple[float, float]:
    """First and second derivative, at t, of sum_i c_i l(y_i, z_i + t dz_i)"""
    first, second = 0.0, 0.0
    for i in range(len(z)):
        if c[i] != 0.0:
            at = z[i] + t * dz[i]
            first += c[i] * losses.slope(loss, y[i], at) * dz[i]
            second += c[i] * losses.curvature(loss, y[i], at) * dz[i] * dz[i]
    return first, second


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
    direction = condition(residual)
    size = first = float(residual @ direction)
    for _ in range(500):
        if not size > exactness**2 * first:
            break
        image = product(direction)
        a = size / float(direction @ image)
        x += a * direction
        residual -= a * image
        conditioned = condition(residual)
        size, last = float(residual @ conditioned), size
        direction = conditioned + (size / last) * direction
    return x


def damped_cholesky(H: Array) -> Callable[[Array], Array]:
    """Solves H x = r; H is made positive definite by as little of the identity as it takes."""
    damping, scale = 0.0, float(H.diagonal().max())
    while True:
        try:
            factor = scipy.linalg.cho_factor(H, lower=True, check_finite=False)
            return lambda r: np.asarray(scipy.linalg.cho_solve(factor, r, check_finite=False))
        except scipy.linalg.LinAlgError:
            more = max(100.0 * damping, 1e-14 * scale)
            H[np.diag_indices(len(H))] += more - damping
            damping = more


@dataclass(frozen=True)
class Newton:
    """The settings."""

    problem: Problem
    tol: float = 1e-8
    few_columns: int = FEW_COLUMNS
    rows_per_column: int = ROWS_PER_COLUMN
    seed: int = 0
    threads: int | None = None

    def start(self) -> State:
        return State(np.zeros(n_columns(self.problem.X)), 0.0, np.zeros(n_rows(self.problem.X)), 0, 0.0, False)

    def step(self, state: State) -> State:
        problem, w, b, z = self.problem, state.w, state.b, state.z
        s = core.pulls(problem.loss, problem.y, problem.c, z)
        sides = core.pulled_sides(problem.X, s, self.threads)
        gap = core.certify(core.objective(problem, w, z), core.dual_objective(problem, s, sides)).gap  # 1
        if gap <= self.tol:
            return state._replace(done=True)
        h = core.curvatures(problem.loss, problem.y, problem.c, z)  # 2
        r = curvature(problem.penalty, 0.0)
        downhill = np.append(sides.sum(axis=0) - r * w, core.block_sum(s) if problem.intercept else 0.0)
        condition = self._conditioner(h, r, state.iteration)  # 3
        d = conjugate_gradient(lambda v: self._product(h, v), condition, downhill, min(0.1, gap**0.5))  # 4
        dw, db = d[:-1], float(d[-1])
        dz = core.scores(problem.X, dw, db, self.threads)
        across, along = r * float(w @ dw), r * float(dw @ dw)

        def slope(t: float) -> tuple[float, float]:
            first, second = slope_along(problem.loss, problem.y, problem.c, z, dz, t)
            return first + across + t * along, second + along

        t = line_minimum(slope)  # 5
        moved = State(w + t * dw, b + t * db, z + t * dz, state.iteration + 1, state.epoch + 1, False)  # 6
        return moved if t * float(d @ downhill) > 0.0 else state._replace(done=True)

    def _product(self, h: Array, v: Array) -> Array:
        return np.append(*core.hessian_product(self.problem, h, v[:-1], v[-1], self.threads))

    def _conditioner(self, h: Array, r: float, iteration: int) -> Callable[[Array], Array]:
        n, d = n_rows(self.problem.X), n_columns(self.problem.X)
        if d > self.few_columns:
            diagonal = core.hessian_diagonal(self.problem, h, self.threads)
            diagonal[diagonal == 0.0] = 1.0
            return lambda residual: residual / diagonal
        rows, total, sample = np.arange(n), core.block_sum(h), self.rows_per_column * (d + 1)
        if n > 2 * sample and total > 0.0:
            drawn = generator(self.seed, "newton", iteration).random(sample) * total
            rows = np.searchsorted(np.cumsum(h), np.sort(drawn)).clip(max=n - 1)
            h = np.full(n, total / sample)
        H = gram(self.problem.X, h, rows)
        H[np.diag_indices(d)] += r
        if not self.problem.intercept:
            H[d], H[:, d], H[d, d] = 0.0, 0.0, 1.0
        return damped_cholesky(H)

    def certificate(self, state: State) -> Certificate:
        z = core.scores(self.problem.X, state.w, state.b, self.threads)
        return core.certificate(self.problem, state.w, z, threads=self.threads)

    def entry(self, state: State, gap: bool) -> Entry:
        return linear_entry(self.problem, state.w, state.b, state.iteration, state.epoch, gap)
