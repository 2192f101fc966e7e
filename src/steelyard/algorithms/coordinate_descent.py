"""Coordinate descent on L1 and elastic net: Newton's model of the losses, minimised column by column.

Minimises    ratio |w|_1 + (1 - ratio) 1/2 |w|^2 + sum_i c_i l(y_i, w . x_i + b);  b pays no penalty;  l has a curvature
Given        a problem whose penalty is L1 or ElasticNet, its columns; tol, the relative gap to reach
Returns      w, b and the scores z; stopped when gap <= tol is proven, or when a step has gained nothing

After Yuan, Ho and Lin (2012, newGLMNET) and Johnson and Guestrin (2015, working sets). A step:

 1. prove      s_i = -c_i l'(y_i, z_i), balanced; v_j = x_j . s; the dual at s, shrunk: gap <= tol ends it
 2. work on    the columns in use (w_j != 0) and as many others, those whose |v_j| is furthest above the kink
 3. model      h_i = c_i l''(y_i, z_i); the losses are (-s) . u + 1/2 sum_i h_i u_i^2 for a change u of the scores
 4. minimise   it with the penalty, over w_j of the working columns and b: few columns on their Gram matrix
               (`core.covariance`), many by sweeps over the columns themselves (`core.sweeps`)
 5. search     t = 1, 1/2, 1/4 ... of the change until the objective has come down by 1/100 of what the model's slope
               promised (Tseng and Yun 2009). After a cut, h is damped towards its upper bound (Levenberg 1944)
 6. again      from 3, until the working columns are off by no more than half of what all were at 1

The dual bound is the best so far: what is proven stays proven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard.core import losses
from steelyard.core import objective as core
from steelyard.core.columns import combined, dots
from steelyard.core.covariance import on_gram, rows_over
from steelyard.core.objective import Certificate, Problem, certify
from steelyard.core.rows import Array, Rows, n_rows
from steelyard.core.sweeps import excess, sweeps, working_columns
from steelyard.core.trace import Entry

FIRST_COLUMNS = 250
FEW_COLUMNS = 2048  # a Gram matrix of 32 MB
MOST_MODELS = 20  # a step
ROUNDING = 1e-14


class State(NamedTuple):
    w: Array
    b: float
    z: Array  # the scores of w and b
    damp: float  # from 0, h as it is, to 1, its upper bound
    objective: float  # as last certified
    dual: float
    certified: int  # the iteration that this was at
    iteration: int  # models minimised
    epoch: float  # visits of columns, in all columns' worth
    done: bool


@dataclass(frozen=True)
class CoordinateDescent:
    """The settings."""

    problem: Problem
    columns: Rows  # `columns_of(problem.X)`
    tol: float = 1e-6
    threads: int | None = None

    def start(self, w: Array | None = None, b: float = 0.0) -> State:
        """The state before the first step; from the weights of a neighbouring problem, if given."""
        w = np.zeros(n_rows(self.columns)) if w is None else w.astype(np.float64)
        used = np.flatnonzero(w)
        z = combined(self.columns, used, w[used], len(self.problem.y)) + b
        return State(w, b, z, 0.0, 0.0, 0.0, -1, 0, 0.0, False)

    def step(self, state: State) -> State:
        v, proven = self._prove(state)  # 1
        stuck = state.certified >= 0 and proven.objective >= state.objective and proven.dual <= state.dual
        state = state._replace(
            objective=proven.objective,
            dual=proven.dual,
            certified=state.iteration,
            epoch=state.epoch + 1.0,
            done=stuck or proven.gap <= self.tol,
        )
        if state.done:
            return state
        off = excess(self.problem.penalty, state.w, v)
        used = int(np.count_nonzero(state.w))
        room = used if 2 * used <= FEW_COLUMNS else 3 * used  # beyond the Gram matrix a column at rest costs little
        of = working_columns(state.w, off, max(room, FIRST_COLUMNS))  # 2
        rows = rows_over(self.columns, of, len(state.z)) if len(of) <= FEW_COLUMNS else None
        for _ in range(MOST_MODELS):
            before = state.iteration
            state, first = self._model(state, of, rows)
            if first <= 0.5 * float(off.max(initial=0.0)) or state.iteration == before:  # 6
                break
        return state

    def _model(self, state: State, of: Array, rows: Rows | None) -> tuple[State, float]:
        """Steps 3 to 5; also, the most that a working column was off before."""
        problem, w, z = self.problem, state.w, state.z
        s = core.pulls(problem.loss, problem.y, problem.c, z)  # 3
        h = core.curvatures(problem.loss, problem.y, problem.c, z)
        h += state.damp * losses.curvature(problem.loss, 1.0, 0.0) * problem.c
        old = w[of]
        if rows is None:  # 4
            first, db, visits = sweeps(self.columns, problem.penalty, of, h, -s, w, problem.intercept)
        else:
            first, db, visits = on_gram(self.columns, rows, problem.penalty, of, h, s, w, problem.intercept)
        d = w[of] - old
        t, u = self._search(z, s, old, d, combined(self.columns, of, d, len(z)) + db)  # 5
        w[of] = old + t * d
        if t == 0.0:
            return state, first
        damp = state.damp / 4.0 if t == 1.0 else min(max(4.0 * state.damp, 1e-3), 1.0)
        epoch = state.epoch + visits / len(w)
        state = state._replace(b=state.b + t * db, z=z + t * u, damp=damp, iteration=state.iteration + 1, epoch=epoch)
        return state, first

    def _search(self, z: Array, s: Array, old: Array, d: Array, u: Array) -> tuple[float, Array]:
        """How much of the change d of the weights, u of the scores, to take; 0 if nothing helps. And u."""
        problem = self.problem
        before = core.total_penalty(problem.penalty, old)
        promised = core.total_penalty(problem.penalty, old + d) - before - float((s * u).sum())
        before += core.total_loss(problem, z)
        t = 1.0
        while t > 1e-12:
            after = core.total_penalty(problem.penalty, old + t * d) + core.total_loss(problem, z + t * u)
            if after - before <= 0.01 * t * promised + ROUNDING * before:
                return t, u
            t *= 0.5
        return 0.0, u

    def _prove(self, state: State) -> tuple[Array, Certificate]:
        """The balanced pulls on every column, and the certificate"""
        problem = self.problem
        s = core.pulls(problem.loss, problem.y, problem.c, state.z)
        above, below = core.balance(s) if problem.intercept else (1.0, 1.0)
        s = np.where(s > 0.0, above * s, below * s)
        v = dots(self.columns, s, self.threads)
        dual = core.dual_objective(problem, s, np.stack([v, np.zeros_like(v)]))
        dual = max(dual, state.dual) if state.certified >= 0 else dual
        return v, certify(core.objective(problem, state.w, state.z), dual)

    def certificate(self, state: State) -> Certificate:
        if state.certified == state.iteration:
            return certify(state.objective, state.dual)
        return self._prove(state)[1]

    def entry(self, state: State, gap: bool) -> Entry:
        problem = self.problem
        right = problem.c * ((state.z > 0.0) == (problem.y > 0.0))  # a score of 0 is the first class
        known = self.certificate(state).gap if gap else float("nan")
        objective = core.objective(problem, state.w, state.z)
        return Entry(state.iteration, state.epoch, objective, known, float(right.sum() / problem.c.sum()))
