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
 5. together   after each epoch but the first, the rows that moved most are solved together (`core.together` tells why)
 6. guess      on the way, sum_i c_i KL(p_i || softmax(z_i)), to second order: the gap as each row found it. The
               certificate costs half an epoch and is asked for only where this guess comes near tol

The start is the best point between certainty, p_i = e_y, and the shares of the classes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core import multiclass, random, softmax_dual
from steelyard.core.exponentials import exponentials
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Certificate, certify
from steelyard.core.prefetch import prefetch
from steelyard.core.rows import SIMD, Array, n_rows, squared_norm
from steelyard.core.simplex import divergence, solve
from steelyard.core.softmax_dual import class_costs, class_shares, pull, scores_of
from steelyard.core.softmax_together import solve_together
from steelyard.core.together import movers
from steelyard.core.trace import Entry, multiclass_entry

STIFFNESS = 80.0  # 20 to 320 take as many epochs; fewer are slow for b, more for W
MOST_MOVERS = 300  # rows that are solved together
NEAR = 1.5  # the guess lags half an epoch behind
NOTHING = 1e-250  # an objective that is made of the least shares only


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
def epoch(problem: MulticlassProblem, order: Array, state: State, moved: Array) -> float:
    """One pass over the rows, writing into the state's arrays, and how far rows moved. Returns the guess of the gap."""
    W, b, left, spring = state.w, state.b, state.left, state.spring
    work = np.empty((7, problem.classes))
    z, old, u, p, power = work[0], work[1], work[2], work[3], work[4]
    bits = power.view(np.int64)
    guess = 0.0
    for at in range(len(order)):
        i = order[at]
        if at + 1 < len(order):
            prefetch(problem.X, order[at + 1])
        c = problem.c[i]
        if c != 0.0:
            scores_of(problem.X, i, W, b, z)  # 1
            exponentials(state.log_p[i], old, power, bits)
            guess += c * divergence(state.log_p[i], old, z, u, p)  # 6
            q = squared_norm(problem.X, i) + spring
            solve(z, old, c * q, u, p, work[5], work[6], power, bits)  # 2
            moved[i] = math.sqrt(q) * _move(c, spring, old, p, u, z, state.log_p[i], b, left)  # 4
            pull(z, problem.X, i, W)  # 3
    return guess


@jit(_nrt=False, fastmath=SIMD)
def _move(
    c: float, spring: float, old: Array, p: Array, u: Array, a: Array, log_p: Array, b: Array, left: Array
) -> float:
    moved = 0.0
    for k in range(len(u)):
        log_p[k] = u[k]
        a[k] = c * (old[k] - p[k])
        moved += abs(a[k])
        left[k] += a[k]
        b[k] += spring * a[k]
    return moved


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
        shares = class_shares(costs, problem.intercept)
        if b is None:
            b = _centred(np.log(shares), costs) if problem.intercept else np.zeros(K)
        if log_p is None:
            W, log_p = softmax_dual.between(problem, shares)
        else:
            W, log_p = softmax_dual.weights_of(problem, log_p), log_p.copy()
        left = costs - softmax_dual.mass(problem, log_p, self.threads)
        curvature = softmax_dual.intercept_curvature(problem)
        spring = STIFFNESS / curvature if problem.intercept and curvature > 0.0 else 0.0
        return State(W, b.copy(), log_p, left, spring, float(costs.sum() * np.log(K)), 0.0, -1, 0, 0.0, False)

    def step(self, state: State) -> State:
        problem, n = self.problem, n_rows(self.problem.X)
        moved = np.zeros(n)
        guess = epoch(problem, random.order(self.seed, int(state.epoch), n), state, moved)
        some = movers(moved, min(int(np.sqrt(2 * n)), MOST_MOVERS) if state.epoch else 0)
        if len(some):
            solve_together(problem, some, state.spring, state.w, state.b, state.log_p, state.left)  # 5
        state = state._replace(iteration=state.iteration + n, epoch=state.epoch + 1.0)
        if problem.intercept:
            state = state._replace(b=_centred(state.b + state.spring * state.left, class_costs(problem)))  # 4
        if guess > NEAR * self.tol * state.objective:
            return state
        primal, dual, gap = self.certificate(state)  # 6
        return state._replace(
            objective=primal, dual=dual, certified=state.iteration, done=gap <= self.tol or primal < NOTHING
        )

    def certificate(self, state: State) -> Certificate:
        if state.certified == state.iteration:
            return certify(state.objective, state.dual)
        return softmax_dual.certificate(self.problem, state.w, state.b, state.log_p, self.threads)

    def entry(self, state: State, gap: bool) -> Entry:
        Z = multiclass.scores(self.problem.X, state.w, state.b, self.threads)
        known = self.certificate(state).gap if gap else float("nan")
        return multiclass_entry(self.problem, state.w, Z, state.iteration, state.epoch, known)


def _centred(b: Array, costs: Array) -> Array:
    """Only differences of intercepts count. A class without cost has one far below the others, and no say."""
    return np.asarray(b - b[costs > 0.0].mean() if np.any(costs > 0.0) else b)
