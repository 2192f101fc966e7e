"""Coordinate descent on L1 and elastic net: Newton's model of the losses, minimised column by column.

Minimises    ratio |w|_1 + (1 - ratio) 1/2 |w|^2 + sum_i c_i l(y_i, w . x_i + b);  b pays no penalty;  l has a curvature
Given        a problem whose penalty is L1 or ElasticNet, its columns; tol, the relative gap to reach
Returns      w, b and the scores z; stopped when gap <= tol is proven, or when rounding leaves nothing to gain

After Yuan, Ho and Lin (2012, newGLMNET) and Johnson and Guestrin (2015, working sets). A step:

 1. prove      s_i = -c_i l'(y_i, z_i), balanced; v_j = x_j . s; the dual at s, shrunk: gap <= tol ends it
 2. work on    the columns in use (w_j != 0) and as many of the others again, those with the largest |v_j| above the kink
 3. model      h_i = c_i l''(y_i, z_i); the losses are (-s) . u + 1/2 sum_i h_i u_i^2 for a change u of the scores
 4. sweep      for each working column j, of which only those that moved or should move are seen again:
               w_j = prox(w_j - g_j / H_j), step 1 / H_j, with g_j = x_j . q, q = h u - s, H_j = sum_i h_i x_ij^2;
               b -= sum q / sum h after each sweep. Until no column is off by more than a tenth of what it was
 5. search     t = 1, 1/2, 1/4 ... of the change until the objective has come down by 1/100 of what the model's slope
               promised (Tseng and Yun 2009)
 6. again      from 3, until the working columns are off by no more than a fifth of what all were at 1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit, leaf
from steelyard.core import objective as core
from steelyard.core import penalties
from steelyard.core.columns import combined, dots, dots_of, weighted_axpy, weighted_square
from steelyard.core.covariance import minimise, rows_over
from steelyard.core.gram import gram
from steelyard.core.objective import Certificate, Problem, certify
from steelyard.core.penalties import Penalty
from steelyard.core.rows import Array, Rows, dot, n_rows
from steelyard.core.trace import Entry

MOST_SWEEPS = 100
MOST_MODELS = 20  # a step
FIRST_COLUMNS = 250
FEW_COLUMNS = 2048
SHARE = 1e-3


class State(NamedTuple):
    w: Array
    b: float
    z: Array  # the scores of w and b
    iteration: int  # models minimised
    epoch: float  # sweeps and looks over columns, in all columns' worth
    objective: float  # as last certified
    dual: float
    certified: int  # the iteration that this was at
    done: bool


@leaf
def sweep(columns: Rows, penalty: Penalty, of: Array, h: Array, H: Array, w: Array, q: Array, off: Array) -> float:
    """Step 4 once over the columns `of`; how far each was off the optimum, and the most that any was."""
    worst = 0.0
    for a in range(len(of)):
        j = of[a]
        off[a] = 0.0
        if H[j] > 0.0:
            old = w[j]
            w[j] = penalties.prox(penalty, old - dot(columns, j, q) / H[j], 1.0 / H[j])
            if w[j] != old:
                weighted_axpy(w[j] - old, columns, j, h, q)
                off[a] = abs(w[j] - old) * H[j]
                worst = max(worst, off[a])
    return worst


@leaf
def squares(columns: Rows, of: Array, h: Array, H: Array) -> None:
    """H_j = sum_i h_i x_ij^2 for the columns `of`"""
    for a in range(len(of)):
        H[of[a]] = weighted_square(columns, of[a], h)


@jit
def excess(penalty: Penalty, w: Array, v: Array) -> Array:
    """How far the slope in each w_j is from 0, given what pulls it; at the kink, what exceeds the kink"""
    out = np.empty(len(w))
    for j in range(len(w)):
        slope = abs(penalties.slope(penalty, w[j]) - v[j])
        out[j] = slope if w[j] != 0.0 else max(slope - penalties.kink(penalty), 0.0)
    return out


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
        return State(w, b, z, 0, 0.0, 0.0, 0.0, -1, False)

    def step(self, state: State) -> State:
        problem, w = self.problem, state.w
        v, proven = self._prove(state)  # 1
        state = state._replace(
            objective=proven.objective,
            dual=proven.dual,
            certified=state.iteration,
            epoch=state.epoch + 1.0,
            done=proven.gap <= self.tol,
        )
        if state.done:
            return state
        off = excess(problem.penalty, w, v)
        of = working_columns(w, off)  # 2
        aim = 0.5 * float(off.max(initial=0.0))
        rows = rows_over(self.columns, of, len(state.z)) if len(of) <= FEW_COLUMNS else None
        for _ in range(MOST_MODELS):
            state, first = self._model(state, of, rows)
            if first <= aim or state.done:  # 6
                break
        return state._replace(done=state.done and state.iteration == state.certified)

    def _model(self, state: State, of: Array, rows: Rows | None) -> tuple[State, float]:
        """Steps 3 to 5; also, the most that a working column was off before. Done if there was no way down."""
        problem, w, z = self.problem, state.w, state.z
        s = core.pulls(problem.loss, problem.y, problem.c, z)  # 3
        h = core.curvatures(problem.loss, problem.y, problem.c, z)
        old, q = w[of], -s
        if rows is None:
            first, db, swept = self._sweeps(of, w, h, q)  # 4
        else:
            first, db, swept = self._solve(of, rows, w, h, s)
        d = w[of] - old
        u = combined(self.columns, of, d, len(z)) + db
        before = core.total_penalty(problem.penalty, old)
        promised = core.total_penalty(problem.penalty, w[of]) - before - float((s * u).sum())
        before += core.total_loss(problem, z)
        t = 1.0
        while promised < 0.0 and t > 1e-12:  # 5
            after = core.total_penalty(problem.penalty, old + t * d) + core.total_loss(problem, z + t * u)
            if after - before <= 0.01 * t * promised:
                w[of] = old + t * d
                epoch = state.epoch + swept / len(w)
                return state._replace(
                    b=state.b + t * db, z=z + t * u, iteration=state.iteration + 1, epoch=epoch
                ), first
            t *= 0.5
        w[of] = old
        return state._replace(done=True), first

    def _solve(self, of: Array, rows: Rows, w: Array, h: Array, s: Array) -> tuple[float, float, int]:
        """The same on the Gram matrix of few columns, to the end."""
        problem, local = self.problem, w[of]
        matrix = gram(rows, h, np.arange(len(h)))
        if not problem.intercept:
            matrix[-1] = matrix[:, -1] = 0.0
        g = -dots_of(self.columns, of, s)
        first, db, _ = minimise(problem.penalty, matrix, local, g, -float(s.sum()), SHARE, 1000)
        w[of] = local
        return first, db, len(of)

    def _sweeps(self, of: Array, w: Array, h: Array, q: Array) -> tuple[float, float, int]:
        """How far off the first sweep found the columns, the change of b, and how many columns were visited."""
        problem, H, total_h = self.problem, np.zeros(len(w)), float(h.sum())
        squares(self.columns, of, h, H)
        now, first, db, swept = of, 0.0, 0.0, 0
        for number in range(MOST_SWEEPS):
            off = np.empty(len(now))
            worst = sweep(self.columns, problem.penalty, now, h, H, w, q, off)
            swept += len(now)
            if problem.intercept and total_h > 0.0:
                lean = -float(q.sum()) / total_h
                q += lean * h
                db += lean
                worst = max(worst, abs(lean) * total_h)
            first = worst if number == 0 else first
            if number and worst <= 0.1 * first:
                if len(now) == len(of):
                    break
                now = of
            else:
                now = now[(off > 0.0) | (w[now] != 0.0)]
        return first, db, swept

    def _prove(self, state: State) -> tuple[Array, Certificate]:
        """The balanced pulls on every column, and the certificate"""
        problem = self.problem
        s = core.pulls(problem.loss, problem.y, problem.c, state.z)
        above, below = core.balance(s) if problem.intercept else (1.0, 1.0)
        s = np.where(s > 0.0, above * s, below * s)
        v = dots(self.columns, s, self.threads)
        dual = core.dual_objective(problem, s, np.stack([v, np.zeros_like(v)]))
        if state.certified >= 0:
            dual = max(dual, state.dual)  # a bound once proven stays proven
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


def working_columns(w: Array, off: Array) -> Array:
    """Step 2: the columns in use, and as many others, those that are off the most; in the order of the data"""
    used = w != 0.0
    room = max(int(used.sum()), FIRST_COLUMNS)
    wish = np.where(used, 0.0, off)
    if np.count_nonzero(wish) > room:
        wish[wish < np.partition(wish, len(wish) - room)[len(wish) - room]] = 0.0
    return np.flatnonzero(used | (wish > 0.0))
