"""Softmax regression by its dual, one example at a time: many classes at once.

Minimises    1/2 |W|^2 + sum_i c_i (log sum_k exp(z_ik) - z_iy),   z_i = W^T x_i + b;  b pays no penalty
By way of    its dual (`core.softmax_dual`): for each row a point p_i of the simplex; W = sum_i c_i x_i (e_y - p_i)^T
Given        a problem; tol, the relative gap to reach
Returns      W (columns, classes), b with mean 0, log p; stopped when gap <= tol is proven

After Collins et al. (2008) and Yu, Huang and Lin (2011), whose inner search is here a joint Newton step.
In each epoch, for each row i in a new order:

 1. score      z = W^T x_i + b
 2. solve      p that maximises the dual with all other rows at rest: log p_k + q c p_k = z_k + q c p_ik - nu, where nu
               makes p sum to 1 and q = |x_i|^2 + s (s: see 4). Newton on (log p, nu) from the p of the last epoch: one
               step is as a rule enough (`core.simplex`)
 3. move       a = c (p_i - p);  W += x_i a^T
 4. lean       b += s a. The intercepts are the multipliers of sum_i c_i (e_y - p_i) = 0 and follow that sum within the
               epoch; at its end b += s times what is left of it. This is the proximal method of multipliers
               (Rockafellar 1976) with s chosen so that each epoch leaves about 1/80 of an intercept's error
 5. guess      on the way, sum_i c_i KL(p_i || softmax(z_i)), to second order: the gap as each row found it. The
               certificate costs half an epoch and is asked for only where this guess comes near tol

The start is the best point between certainty, p_i = e_y, and the shares of the classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core import multiclass, random, softmax_dual
from steelyard.core.exponentials import exponentials
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Certificate, certify
from steelyard.core.rows import SIMD, Array, n_rows, squared_norm
from steelyard.core.simplex import divergence, solve
from steelyard.core.softmax_dual import class_costs, intercept_curvature, mass, pull, scores_of, weights_of
from steelyard.core.trace import Entry

STIFFNESS = 80.0  # 20 to 320 take as many epochs; fewer are slow for b, more for W
NEAR = 1.5  # the guess lags half an epoch behind
TINY, NOTHING = 1e-300, 1e-250  # the least share; an objective that is only made of such
MIXES = np.geomspace(1e-6, 1.0, 40)


class State(NamedTuple):
    w: Array  # W
    b: Array
    log_p: Array
    left: Array  # sum_i c_i (e_y - p_i)
    spring: float  # s
    objective: float  # as last certified; before that, of W = 0
    dual: float
    certified: int  # the iteration that this was at
    iteration: int
    epoch: float
    done: bool


@jit
def epoch(problem: MulticlassProblem, order: Array, state: State) -> float:
    """One pass over the rows, writing into the state's arrays. Returns the guess of the gap."""
    W, b, left, spring = state.w, state.b, state.left, state.spring
    work = np.empty((7, problem.classes))
    z, old, u, p, power = work[0], work[1], work[2], work[3], work[4]
    bits = power.view(np.int64)
    guess = 0.0
    for i in order:
        c = problem.c[i]
        if c != 0.0:
            scores_of(problem.X, i, W, b, z)  # 1
            exponentials(state.log_p[i], old, power, bits)
            guess += c * divergence(state.log_p[i], old, z, u, p)  # 5
            solve(z, old, c * (squared_norm(problem.X, i) + spring), u, p, work[5], work[6], power, bits)  # 2
            _move(c, spring, old, p, u, z, state.log_p[i], b, left)  # 4
            pull(z, problem.X, i, W)  # 3
    return guess


@jit(_nrt=False, fastmath=SIMD)
def _move(
    c: float, spring: float, old: Array, p: Array, u: Array, a: Array, log_p: Array, b: Array, left: Array
) -> None:
    for k in range(len(u)):
        log_p[k] = u[k]
        a[k] = c * (old[k] - p[k])
        left[k] += a[k]
        b[k] += spring * a[k]


@dataclass(frozen=True)
class Softmax:
    """The settings."""

    problem: MulticlassProblem
    tol: float = 1e-6
    seed: int = 0
    threads: int | None = None  # of the certificate; an epoch goes from row to row

    def start(self, log_p: Array | None = None, b: Array | None = None) -> State:
        """The state before the first step; from a dual point and intercepts of a fit at other costs, if given."""
        problem, K, costs = self.problem, self.problem.classes, class_costs(self.problem)
        shares = _shares(costs, problem.intercept)
        if b is None:
            b = _centred(np.log(shares), costs) if problem.intercept else np.zeros(K)
        W, log_p = self._between(shares) if log_p is None else (weights_of(problem, log_p), log_p.copy())
        left = costs - mass(problem, log_p, self.threads)
        curvature = intercept_curvature(problem)
        spring = STIFFNESS / curvature if problem.intercept and curvature > 0.0 else 0.0
        return State(W, b.copy(), log_p, left, spring, float(costs.sum() * np.log(K)), 0.0, -1, 0, 0.0, False)

    def _between(self, shares: Array) -> tuple[Array, Array]:
        """W and log p of the best p_i = (1 - t) e_y + t shares"""
        problem, K = self.problem, self.problem.classes
        W = weights_of(problem, np.tile(np.log(shares), (n_rows(problem.X), 1)))
        square, costs = float(np.vdot(W, W)), class_costs(problem)
        mixes = [(1.0 - t) * np.eye(K) + t * shares for t in MIXES]
        chaos = [-costs @ (mix * np.log(np.maximum(mix, TINY))).sum(axis=1) for mix in mixes]
        best = int(np.argmax(np.array(chaos) - 0.5 * MIXES**2 * square))
        W *= MIXES[best]
        return W, np.log(np.maximum(mixes[best], TINY))[problem.k]

    def step(self, state: State) -> State:
        problem, n = self.problem, n_rows(self.problem.X)
        guess = epoch(problem, random.order(self.seed, int(state.epoch), n), state)
        state = state._replace(iteration=state.iteration + n, epoch=state.epoch + 1.0)
        if problem.intercept:
            state = state._replace(b=_centred(state.b + state.spring * state.left, class_costs(problem)))  # 4
        if guess > NEAR * self.tol * state.objective:
            return state
        proven = self.certificate(state)  # 5
        primal, dual, gap = proven
        return state._replace(
            objective=primal, dual=dual, certified=state.iteration, done=gap <= self.tol or primal < NOTHING
        )

    def certificate(self, state: State) -> Certificate:
        if state.certified == state.iteration:
            return certify(state.objective, state.dual)
        return softmax_dual.certificate(self.problem, state.w, state.b, state.log_p, self.threads)

    def entry(self, state: State, gap: bool) -> Entry:
        Z = multiclass.scores(self.problem.X, state.w, state.b, self.threads)
        objective = multiclass.objective(self.problem, state.w, Z)
        accuracy = float(self.problem.c[Z.argmax(axis=1) == self.problem.k].sum() / self.problem.c.sum())
        known = self.certificate(state).gap if gap else float("nan")
        return Entry(state.iteration, state.epoch, objective, known, accuracy)


def _shares(costs: Array, intercept: bool) -> Array:
    """The classes' shares of the costs: where the intercepts are free, those of the optimum at W = 0."""
    costs = costs if intercept and costs.sum() > 0.0 else costs + 1.0
    return np.asarray(np.maximum(costs / costs.sum(), TINY))


def _centred(b: Array, costs: Array) -> Array:
    """Only differences of intercepts count. A class without cost has one far below the others, and no say."""
    return np.asarray(b - b[costs > 0.0].mean() if np.any(costs > 0.0) else b)
