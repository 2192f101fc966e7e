"""Many classes by softmax, with L1 or elastic net: Newton's model of the losses, minimised weight by weight.

Minimises    sum_jk r(w_jk) + sum_i c_i (log sum_k exp(z_ik) - z_i,y_i),   z_i = W^T x_i + b;  b pays no penalty
Given        a problem, a penalty r with a kink, the columns of its rows; tol, the relative gap to reach
Returns      W, b and the scores; stopped when gap <= tol is proven, or when rounding leaves nothing to gain

As `coordinate_descent.py` for two classes. A step:

 1. prove      p_i = softmax(z_i), balanced; S_ik = c_i ([k = y_i] - p_ik); V = X^T S; the dual at S, shrunk until V is
               within the kink: p_i is moved towards the truth. gap <= tol ends it
 2. work on    the weights in use, and those that the kink does not hold: |V_jk| above it
 3. sweep      the model, with the whole curvature of softmax, over these weights and b, until they are off by a
               hundredth of what they were (`core.softmax_columns`)
 4. search     t = 1, 1/2, 1/4 ... of the change until the objective has come down by 1/100 of what was promised
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import softmax, xlogy

from steelyard.core import multiclass, penalties
from steelyard.core.columns import combined, dots
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Certificate, certify, total_penalty
from steelyard.core.penalties import Penalty
from steelyard.core.rows import Array, Rows, n_rows
from steelyard.core.softmax_columns import minimise
from steelyard.core.trace import Entry

MOST_SWEEPS = 2000
SHARE = 0.01
PATIENCE = 10  # steps without a better objective, before rounding is to blame


class State(NamedTuple):
    w: Array  # (columns, classes)
    b: Array
    z: Array  # the scores
    bounds: tuple[float, float]  # least objective and greatest dual, as certified
    waited: int
    iteration: int
    epoch: float
    done: bool


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
        return self._moved(state, np.argwhere((state.w != 0.0) | (np.abs(V) > penalties.kink(self.penalty))))  # 2

    def _moved(self, state: State, of: Array) -> State:
        """Steps 3 and 4"""
        problem, z = self.problem, state.z
        P = softmax(z, axis=1)
        S = multiclass.pulls(problem.k, problem.c, P)
        W, b = state.w.copy(), np.zeros(problem.classes if problem.intercept else 0)
        minimise(self.columns, self.penalty, of, problem.c, P, W, b, -S, MOST_SWEEPS, SHARE)  # 3
        D, u = W - state.w, np.zeros(z.shape)
        for k in range(problem.classes):
            used = np.flatnonzero(D[:, k])
            u[:, k] = combined(self.columns, used, D[used, k], len(z)) + (b[k] if len(b) else 0.0)
        paid, before = total_penalty(self.penalty, state.w.ravel()), self._lost(z)
        promised = total_penalty(self.penalty, W.ravel()) - paid - float((S * u).sum())
        t = 1.0
        while promised < 0.0 and t > 1e-12:  # 4
            w, there = state.w + t * D, z + t * u
            if self._lost(there) + total_penalty(self.penalty, w.ravel()) <= before + paid + 0.01 * t * promised:
                db = t * b if len(b) else np.zeros(problem.classes)
                return state._replace(
                    w=w, b=state.b + db, z=there, iteration=state.iteration + 1, epoch=state.epoch + 1.0
                )
            t *= 0.5
        return state._replace(waited=PATIENCE - 1)

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
