"""Gradient descent: full batch, mini-batch, online.

Minimises    penalty(w) + sum_i c_i l(y_i, w . x_i + b)
Given        a problem, a batch size (all rows, some, or one), and how long the steps are
Returns      w, b; stopped when no slope of the objective is greater than `tol` in absolute value

An epoch cuts the rows, in a new order each time, into batches. One change of the weights, for a batch B that pays the
share |B| / n of the penalty (so that the batches of an epoch add up to the objective):

 1. pull       s_i = -c_i l'(y_i, w . x_i + b) for i in B
 2. length     eta, by the rule of the steps
 3. penalty    w -= eta share (the slope of the penalty's smooth part)
 4. loss       w += eta sum_i s_i x_i;  b += eta sum_i s_i
 5. kink       L1 and elastic net: every weight goes eta share kink towards 0, and not past it (a proximal step)
 6. backtrack  if asked for: until the batch's objective has come down by 1/2 |moved|^2 / eta (Armijo, 1966),
               undo, halve eta, and go back to 3

Weights are kept as scale times v: step 3 is one multiplication, an online change costs what its row's nonzeros cost.
Step 5 visits every column: with L1 over many columns, take batches.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core import losses, penalties, random
from steelyard.core.objective import Certificate, Problem, certificate, largest_slope, scores, total_penalty
from steelyard.core.rows import Array, axpy, dot, n_columns, n_rows
from steelyard.core.trace import Entry, linear_entry


class Steps(NamedTuple):
    """Step t = 0, 1, ... has the length eta / (1 + decay t)^power; or, backtracking, twice the last one, cut to fit."""

    eta: float
    decay: float = 0.0
    power: float = 1.0
    backtracking: bool = False


class State(NamedTuple):
    v: Array
    scale: float  # w = scale v
    b: float
    eta: float  # the length of the last step
    iteration: int
    epoch: float
    done: bool

    @property
    def w(self) -> Array:
        return self.scale * self.v


@jit
def changes(
    problem: Problem, steps: Steps, order: Array, size: int, first: int, t: int, count: int, state: State
) -> tuple[float, float, float]:
    """`count` changes of the weights from batch `first` of this epoch on, the first of them the t-th of all."""
    v, scale, b, eta = state.v, state.scale, state.b, state.eta
    s = np.empty(min(size, len(order)))
    for k in range(count):
        batch = order[(first + k) * size : (first + k + 1) * size]
        share = len(batch) / len(order)
        for m in range(len(batch)):  # 1
            i = batch[m]
            s[m] = -problem.c[i] * losses.slope(problem.loss, problem.y[i], scale * dot(problem.X, i, v) + b)
        if steps.backtracking:
            eta = 2.0 * eta if t + k > 0 else steps.eta  # 2
            scale, b, eta = _backtrack(problem, batch, share, eta, s, v, scale, b)
        else:
            eta = steps.eta / (1.0 + steps.decay * (t + k)) ** steps.power  # 2
            scale, b = _move(problem, batch, share, eta, s, v, scale, b)
    return scale, b, eta


@jit
def _move(
    problem: Problem, batch: Array, share: float, eta: float, s: Array, v: Array, scale: float, b: float
) -> tuple[float, float]:
    scale *= 1.0 - eta * share * penalties.curvature(problem.penalty, 0.0)  # 3
    if abs(scale) < 1e-9:
        v *= scale
        scale = 1.0
    for k in range(len(batch)):
        if s[k] != 0.0:
            axpy(eta * s[k] / scale, problem.X, batch[k], v)  # 4
            if problem.intercept:
                b += eta * s[k]
    kink = eta * share * penalties.kink(problem.penalty)
    if kink > 0.0:
        v[:] = np.copysign(np.maximum(np.abs(scale * v) - kink, 0.0), scale * v)  # 5
        scale = 1.0
    return scale, b


@jit
def _backtrack(
    problem: Problem, batch: Array, share: float, eta: float, s: Array, v: Array, scale: float, b: float
) -> tuple[float, float, float]:
    """Steps 3 to 6."""
    before = _batch_objective(problem, batch, share, scale * v, b)
    old = v.copy()
    while True:
        new_scale, new_b = _move(problem, batch, share, eta, s, v, scale, b)
        moved = np.sum((new_scale * v - scale * old) ** 2) + (new_b - b) ** 2
        after = _batch_objective(problem, batch, share, new_scale * v, new_b)
        if after <= before - 0.5 * moved / eta + 1e-15 * before:  # 6; near the optimum all differences are rounding
            return new_scale, new_b, eta
        v[:] = old
        eta *= 0.5


@jit
def _batch_objective(problem: Problem, batch: Array, share: float, w: Array, b: float) -> float:
    rows = 0.0
    for i in batch:
        rows += problem.c[i] * losses.value(problem.loss, problem.y[i], dot(problem.X, i, w) + b)
    return share * total_penalty(problem.penalty, w) + rows


@dataclass(frozen=True)
class GradientDescent:
    """The settings."""

    problem: Problem
    steps: Steps
    batch_size: int | None = None  # None: all rows
    tol: float = 1e-4  # 0: never look, never stop
    shuffle: bool = True
    seed: int = 0
    changes_per_step: int | None = None  # 1: each step is one change of the weights; None: one epoch

    def start(self) -> State:
        return State(np.zeros(n_columns(self.problem.X)), 1.0, 0.0, self.steps.eta, 0, 0.0, False)

    def step(self, state: State) -> State:
        n = n_rows(self.problem.X)
        size = min(self.batch_size or n, n)
        batches = -(-n // size)
        epoch, first = divmod(state.iteration, batches)
        count = min(self.changes_per_step or batches, batches - first)
        order = random.order(self.seed, epoch, n) if self.shuffle and size < n else np.arange(n)
        scale, b, eta = changes(self.problem, self.steps, order, size, first, state.iteration, count, state)
        t = state.iteration + count
        state = State(state.v, scale, b, eta, t, t / batches, False)
        if self.tol > 0.0 and first + count == batches:
            steepest = largest_slope(self.problem, state.w, scores(self.problem.X, state.w, state.b))
            state = state._replace(done=steepest <= self.tol)
        return state

    def certificate(self, state: State) -> Certificate:
        return certificate(self.problem, state.w, scores(self.problem.X, state.w, state.b))

    def entry(self, state: State, gap: bool) -> Entry:
        return linear_entry(self.problem, state.w, state.b, state.iteration, state.epoch, gap)
