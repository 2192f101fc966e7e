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

from steelyard._jit import jit
from steelyard.core import losses
from steelyard.core import objective as core
from steelyard.core.gram import penalised, sampled_gram
from steelyard.core.hessian import hessian_diagonal, hessian_product
from steelyard.core.losses import Loss
from steelyard.core.objective import Certificate, Problem
from steelyard.core.penalties import curvature
from steelyard.core.random import generator
from steelyard.core.rows import Array, n_columns, n_rows
from steelyard.core.solve import by_diagonal, conjugate_gradient, damped_cholesky, inner, line_minimum
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
        across, along = r * inner(w, dw), r * inner(dw, dw)

        def slope(t: float) -> tuple[float, float]:
            first, second = slope_along(problem.loss, problem.y, problem.c, z, dz, t)
            return first + across + t * along, second + along

        t = line_minimum(slope)  # 5
        moved = State(w + t * dw, b + t * db, z + t * dz, state.iteration + 1, state.epoch + 1, False)  # 6
        return moved if t * inner(d, downhill) > 0.0 else state._replace(done=True)

    def _product(self, h: Array, v: Array) -> Array:
        return np.append(*hessian_product(self.problem, h, v[:-1], v[-1], self.threads))

    def _conditioner(self, h: Array, r: float, iteration: int) -> Callable[[Array], Array]:
        if n_columns(self.problem.X) > self.few_columns:
            return by_diagonal(hessian_diagonal(self.problem, h, self.threads))
        uniform = generator(self.seed, "newton", iteration).random
        H = sampled_gram(self.problem.X, h, self.rows_per_column, uniform, self.threads)
        return damped_cholesky(penalised(H, r, self.problem.intercept))

    def certificate(self, state: State) -> Certificate:
        z = core.scores(self.problem.X, state.w, state.b, self.threads)
        return core.certificate(self.problem, state.w, z, threads=self.threads)

    def entry(self, state: State, gap: bool) -> Entry:
        return linear_entry(self.problem, state.w, state.b, state.iteration, state.epoch, gap)
