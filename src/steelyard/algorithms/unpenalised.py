"""The logistic loss without a penalty: Newton's method, and proofs that need none.

Minimises    sum_i c_i l(y_i, w . x_i + b), l logistic
Given        a problem without a penalty, logistic; tol, the relative gap to reach
Returns      w, b; stopped when gap <= tol, when rounding leaves nothing to gain, or when `separates`

There is no minimum if some w, b put every row on its own side: twice these weights are better, and so on (Albert and
Anderson 1984). Newton finds such weights in a few steps; they are their own proof.

Otherwise a dual point needs pulls that cancel in every column: sum_i s_i (x_i, 1) = 0. Near the optimum they nearly do:

 1. step       one of Newton's (`newton.py`)
 2. separate   y_i z_i > 0 for all rows: done
 3. prove      u solves (sum_i h_i (x_i, 1)(x_i, 1)^T) u = sum_i s_i (x_i, 1);  s_i - h_i (x_i, 1) . u cancel. Scaled
               down until s_i y_i <= c_i, they are a dual point, unless some s_i y_i < 0: then nothing is proven
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from steelyard.algorithms import newton, newton_softmax
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.newton_softmax import NewtonSoftmax
from steelyard.core import losses, multiclass
from steelyard.core import objective as core
from steelyard.core.gram import gram
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Certificate, Problem, certify
from steelyard.core.rows import Array, n_columns
from steelyard.core.solve import damped_cholesky
from steelyard.core.trace import Entry, linear_entry, multiclass_entry

MOST_COLUMNS = 4096  # for the proof
ALMOST_NOTHING = 1e-10  # the penalty beside the losses, where many classes need one


class State(NamedTuple):
    w: Array
    b: Array | float
    z: Array
    separates: bool
    iteration: int
    epoch: float
    done: bool


@dataclass(frozen=True)
class Unpenalised:
    """The settings."""

    problem: Problem
    tol: float = 1e-8
    seed: int = 0
    threads: int | None = None

    @cached_property
    def newton(self) -> Newton:
        return Newton(self.problem, 0.0, seed=self.seed, threads=self.threads)

    def start(self) -> State:
        at = self.newton.start()
        return State(at.w, at.b, at.z, False, 0, 0.0, False)

    def step(self, state: State) -> State:
        was = newton.State(state.w, float(state.b), state.z, state.iteration, state.epoch, False)
        at = self.newton.step(was)  # 1
        there = self.problem.c > 0.0
        separates = bool((self.problem.y * at.z)[there].min(initial=np.inf) > 0.0)  # 2
        moved = State(at.w, at.b, at.z, separates, at.iteration, at.epoch, separates or at.done)
        return moved if moved.done else moved._replace(done=self.certificate(moved).gap <= self.tol)

    def certificate(self, state: State) -> Certificate:
        problem, z = self.problem, state.z
        lost = core.total_loss(problem, z)
        if state.separates or n_columns(problem.X) > MOST_COLUMNS:
            return certify(lost, 0.0)
        s = self._cancelling(z)  # 3
        if s is None:
            return certify(lost, 0.0)
        with_cost = problem.c > 0.0
        y, c, s = problem.y[with_cost], problem.c[with_cost], s[with_cost]
        dual = -float(sum(ci * losses.conjugate(problem.loss, yi, -si / ci) for yi, ci, si in zip(y, c, s)))
        return certify(lost, dual)

    def _cancelling(self, z: Array) -> Array | None:
        problem = self.problem
        s = core.pulls(problem.loss, problem.y, problem.c, z)
        h = core.curvatures(problem.loss, problem.y, problem.c, z)
        total = np.append(core.pulled(problem.X, s, self.threads), core.block_sum(s) if problem.intercept else 0.0)
        H = gram(problem.X, h, np.arange(len(h)), self.threads)
        if not problem.intercept:
            H[-1], H[:, -1] = 0.0, 0.0
            H[-1, -1] = 1.0
        u = damped_cholesky(H)(total)
        s = s - h * core.scores(problem.X, u[:-1], float(u[-1]) if problem.intercept else 0.0, self.threads)
        share = problem.y * s / np.where(problem.c > 0.0, problem.c, 1.0)
        return None if share.min(initial=0.0) < 0.0 else np.asarray(s / max(1.0, float(share.max(initial=0.0))))

    def entry(self, state: State, gap: bool) -> Entry:
        entry = linear_entry(self.problem, state.w, float(state.b), state.iteration, state.epoch, False)
        return entry._replace(gap=self.certificate(state).gap) if gap else entry


@dataclass(frozen=True)
class UnpenalisedSoftmax:
    """Many classes: Newton under a penalty of almost nothing; the gap is that of the penalised problem."""

    problem: MulticlassProblem
    tol: float = 1e-8

    @cached_property
    def newton(self) -> NewtonSoftmax:
        scaled = self.problem._replace(c=self.problem.c / ALMOST_NOTHING)
        return NewtonSoftmax(scaled, self.tol)

    def start(self) -> State:
        at = self.newton.start()
        return State(at.w, at.b, at.z, False, 0, 0.0, False)

    def step(self, state: State) -> State:
        was = newton_softmax.State(state.w, np.asarray(state.b), state.z, state.iteration, state.epoch, False)
        at = self.newton.step(was)
        rows = np.flatnonzero(self.problem.c > 0.0)
        others = at.z[rows].copy()
        true = others[np.arange(len(rows)), self.problem.k[rows]].copy()
        others[np.arange(len(rows)), self.problem.k[rows]] = -np.inf
        separates = bool((true - others.max(axis=1)).min(initial=np.inf) > 0.0)
        return State(at.w, at.b, at.z, separates, at.iteration, at.epoch, separates or at.done)

    def certificate(self, state: State) -> Certificate:
        proven = multiclass.certificate(self.newton.problem, state.w, state.z)
        if state.separates:
            proven = certify(proven.objective, 0.0)
        return proven._replace(objective=proven.objective * ALMOST_NOTHING, dual=proven.dual * ALMOST_NOTHING)

    def entry(self, state: State, gap: bool) -> Entry:
        proven = self.certificate(state)
        known = proven.gap if gap else float("nan")
        entry = multiclass_entry(self.problem, state.w, state.z, state.iteration, state.epoch, known)
        return entry._replace(objective=proven.objective)
