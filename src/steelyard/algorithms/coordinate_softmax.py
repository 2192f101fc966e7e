"""Many classes by softmax, with L1 or elastic net: coordinate descent, one class after another.

Minimises    sum_jk r(w_jk) + sum_i c_i (log sum_k exp(z_ik) - z_i,y_i),   z_i = W^T x_i + b;  b pays no penalty
Given        a problem, a penalty r with a kink, the columns of its rows; tol, the relative gap to reach
Returns      W, b and the scores; stopped when gap <= tol is proven, or when rounding leaves nothing to gain

With the other classes at rest a class sees a logistic loss (Friedman, Hastie and Tibshirani 2010). An epoch:

 1. prove      p_i = softmax(z_i), balanced; S_ik = c_i ([k = y_i] - p_ik); V = X^T S; the dual at S, shrunk until V is
               within the kink: p_i is moved towards the truth. gap <= tol ends it
 2. work on    for class k in turn, the columns in use, and those that the kink does not hold: |V_jk| above it
 3. model      h_i = c_i p_ik (1 - p_ik), s_i = S_ik at the scores as they are now
 4. sweep      the working columns and b_k, until they are off by a tenth of what they were
 5. search     t = 1, 1/2, 1/4 ... until the objective has come down by 1/100 of what was promised
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import softmax, xlogy

from steelyard._jit import jit
from steelyard.core import multiclass, penalties
from steelyard.core.columns import combined, dots, weighted_axpy, weighted_square
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Certificate, certify, total_penalty
from steelyard.core.penalties import Penalty
from steelyard.core.rows import Array, Rows, dot, n_rows
from steelyard.core.trace import Entry

MOST_SWEEPS = 50
PATIENCE = 30  # epochs without a better objective, before rounding is to blame


class State(NamedTuple):
    w: Array  # (columns, classes)
    b: Array
    z: Array  # the scores
    bounds: tuple[float, float]  # least objective and greatest dual, as certified
    waited: int
    iteration: int
    epoch: float
    done: bool


@jit
def weigh(columns: Rows, of: Array, h: Array, H: Array) -> None:
    """H_j = sum_i h_i x_ij^2 for the columns `of`"""
    for j in of:
        H[j] = weighted_square(columns, j, h)


@jit
def sweep(columns: Rows, penalty: Penalty, of: Array, h: Array, H: Array, w: Array, q: Array) -> float:
    """w_j = prox(w_j - x_j . q / H_j) for the columns `of`; q follows. Returns how far off the worst of them was."""
    worst = 0.0
    for j in of:
        if H[j] > 0.0:
            old = w[j]
            w[j] = penalties.prox(penalty, old - dot(columns, j, q) / H[j], 1.0 / H[j])
            if w[j] != old:
                weighted_axpy(w[j] - old, columns, j, h, q)
                worst = max(worst, abs(w[j] - old) * H[j])
    return worst


@dataclass(frozen=True)
class CoordinateSoftmax:
    """The settings."""

    problem: MulticlassProblem
    penalty: Penalty
    columns: Rows  # `columns_of(problem.X)`
    tol: float = 1e-6
    threads: int | None = None

    def start(self) -> State:
        d, n, K = n_rows(self.columns), len(self.problem.k), self.problem.classes
        return State(np.zeros((d, K)), np.zeros(K), np.zeros((n, K)), (np.inf, 0.0), 0, 0, 0.0, False)

    def step(self, state: State) -> State:
        V, proven = self._prove(state)  # 1
        best, dual = state.bounds
        waited = 0 if proven.objective < best or proven.dual > dual else state.waited + 1
        bounds = (min(best, proven.objective), max(dual, proven.dual))
        state = state._replace(bounds=bounds, waited=waited)
        if certify(proven.objective, bounds[1]).gap <= self.tol or waited == PATIENCE:
            return state._replace(done=True)
        for k in range(self.problem.classes):
            of = np.flatnonzero((state.w[:, k] != 0.0) | (np.abs(V[:, k]) > penalties.kink(self.penalty)))  # 2
            self._class(state, k, of)
        b = state.b - state.b.mean() if self.problem.intercept else state.b
        return state._replace(
            b=b,
            z=state.z + (b - state.b),
            iteration=state.iteration + self.problem.classes,
            epoch=state.epoch + 1.0,
        )

    def _class(self, state: State, k: int, of: Array) -> None:
        """Steps 3 to 5, written into the state's arrays."""
        problem, z = self.problem, state.z
        p = softmax(z, axis=1)[:, k]
        s = problem.c * ((problem.k == k) - p)  # 3
        h = problem.c * p * (1.0 - p)
        w = np.ascontiguousarray(state.w[:, k])
        db = self._sweeps(of, w, h, -s)  # 4
        d = w[of] - state.w[of, k]
        u = combined(self.columns, of, d, len(s)) + db
        old, before = state.w[of, k], self._lost(z)
        paid = total_penalty(self.penalty, old)
        promised = total_penalty(self.penalty, w[of]) - paid - float((s * u).sum())
        t = 1.0
        while promised < 0.0 and t > 1e-12:  # 5
            there = z.copy()
            there[:, k] += t * u
            after = self._lost(there) + total_penalty(self.penalty, old + t * d)
            if after - before - paid <= 0.01 * t * promised:
                state.w[of, k], state.z[...] = old + t * d, there
                state.b[k] += t * db
                return
            t *= 0.5

    def _sweeps(self, of: Array, w: Array, h: Array, q: Array) -> float:
        """The change of b; w is written into."""
        H, total, db, first = np.zeros(len(w)), float(h.sum()), 0.0, 0.0
        weigh(self.columns, of, h, H)
        for number in range(MOST_SWEEPS):
            worst = sweep(self.columns, self.penalty, of, h, H, w, q)
            if self.problem.intercept and total > 0.0:
                lean = -float(q.sum()) / total
                q += lean * h
                db += lean
                worst = max(worst, abs(lean) * total)
            first = worst if number == 0 else first
            if worst <= 0.1 * first and number:
                break
        return db

    def _lost(self, z: Array) -> float:
        return multiclass.objective(self.problem, np.zeros((0, self.problem.classes)), z)

    def _prove(self, state: State) -> tuple[Array, Certificate]:
        problem = self.problem
        Q = softmax(state.z, axis=1)
        S = multiclass.pulls(problem.k, problem.c, Q)
        if problem.intercept:
            Q = multiclass.balanced(problem, Q, S)
            S = multiclass.pulls(problem.k, problem.c, Q)
        V = np.stack([dots(self.columns, np.ascontiguousarray(s), self.threads) for s in S.T], axis=1)
        t = penalties.admissible(self.penalty, float(np.abs(V).max(initial=0.0)))
        Q = t * Q
        Q[np.arange(len(Q)), problem.k] += 1.0 - t
        paid = sum(penalties.conjugate(self.penalty, t * v) for v in V.ravel())
        dual = -float(problem.c @ xlogy(Q, Q).sum(axis=1)) - float(paid)
        return V, certify(self._lost(state.z) + total_penalty(self.penalty, state.w.ravel()), dual)

    def certificate(self, state: State) -> Certificate:
        proven = self._prove(state)[1]
        return certify(proven.objective, max(proven.dual, state.bounds[1]))

    def entry(self, state: State, gap: bool) -> Entry:
        proven, c = self.certificate(state), self.problem.c
        right = float(c[state.z.argmax(axis=1) == self.problem.k].sum() / c.sum())
        return Entry(state.iteration, state.epoch, proven.objective, proven.gap if gap else float("nan"), right)
