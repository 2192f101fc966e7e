"""Dual coordinate descent: L2 with the logistic loss, the hinge or the squared hinge; one lane, or eight side by side.

Minimises    1/2 |w|^2 + sum_i c_i l(y_i, w . x_i + b), lane by lane; the intercept b, if there is one, pays no penalty
Given        a problem, its y and c (n,), or (n, 8) for eight lanes (a row of cost 0 is not there); scales of the lanes
Returns      w, b, and alpha with w = sum_i alpha_i y_i x_i; stopped, lane by lane, at a proven relative gap of `tol`

Hsieh et al. (2008), Algorithm 1; for the logistic loss Yu, Huang and Lin (2011). For the next row i of the order:

 1. score      z = w . x_i + b
 2. mismatch   g_i, the part of the duality gap that example i carries (`core.dual_steps`)
 3. solve      alpha_i, all others at rest: its own change moves its margin by q_i = |x_i|^2, and by s through 5
 4. move       w += (change of alpha_i) y_i x_i
 5. lean       b += s (change of alpha_i) y_i, and after each pass b += s S, S = sum_i alpha_i y_i, which is 0 at the
               optimum: the method of multipliers (Hestenes 1969), with b the multiplier and s the spring

A step visits every row once, eight neighbours at a time in a new order; then

 6. together   the rows that moved most are solved together: nearly equal ones never end otherwise (`core.together`)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core import random
from steelyard.core.dual_proof import lower_value, prove
from steelyard.core.dual_steps import best, mismatch
from steelyard.core.lane_problem import Scales, Sides, certificate_of, lane_weights, relative_gap, sides_of
from steelyard.core.lane_weights import LaneWeights, lane_pull, lane_scores
from steelyard.core.losses import Loss
from steelyard.core.objective import Certificate, Problem
from steelyard.core.prefetch import prefetch
from steelyard.core.rows import Array, Rows, n_columns, n_rows
from steelyard.core.together import movers, solve_together
from steelyard.core.trace import Entry, linear_entry

MOVERS = 64  # rows that are solved together; 256 save at most one pass in twenty


class State(NamedTuple):
    w: Array  # (d,) or (d, 8)
    lean: Array  # the intercepts, (L,)
    alpha: Array  # (n, L)
    S: Array  # sum_i alpha_i y_i, (L,)
    mismatch: Array  # at the row's last visit, (n, L)
    objective: Array  # as last proven
    dual: Array
    trust: Array  # the gap, as a share of the sum of the mismatches, when both were last known
    steps: int
    iteration: int
    epoch: float
    done: bool

    @property
    def b(self) -> Array | float:
        return self.lean if self.w.ndim > 1 else float(self.lean[0])


@jit(lanes=True)
def visit(X: Rows, W: LaneWeights, sides: Sides, loss: Loss, live: Array, order: Array, state: State) -> None:
    """Steps 1 to 5 for each row of the order, in the lanes that are live."""
    y, c, q, spring = sides.y, sides.c, sides.q, sides.spring
    alpha, b, S, mismatches = state.alpha, state.lean, state.S, state.mismatch
    z, a = np.empty(len(live)), np.empty(len(live))
    for at in range(len(order)):
        i = order[at]
        if at + 1 < len(order):
            prefetch(X, order[at + 1])
        lane_scores(W, X, i, z)  # 1
        for lane in range(len(live)):
            a[lane] = 0.0
            if live[lane] and c[i, lane] > 0.0:
                m, old = y[i, lane] * (z[lane] + b[lane]), alpha[i, lane]
                mismatches[i, lane] = mismatch(loss, m, c[i, lane], old)  # 2
                new = best(loss, m, q[i, lane] + spring[lane], c[i, lane], old)  # 3
                if new != old:
                    alpha[i, lane] = new
                    a[lane] = y[i, lane] * (new - old)
                    S[lane] += a[lane]
                    b[lane] += spring[lane] * a[lane]  # 5
        if a.any():
            lane_pull(W, X, i, a)  # 4


@dataclass(frozen=True)
class DualDescent:
    """The settings. The penalty of the problem must be L2."""

    problem: Problem
    tol: float = 1e-6
    seed: int = 0
    scales: Scales | None = None
    threads: int | None = None  # of the proofs; a pass goes from row to row

    @cached_property
    def sides(self) -> Sides:
        return sides_of(self.problem, lane_weights(np.zeros((0, *self.problem.c.shape[1:])), self.scales))

    def start(self, w: Array | None = None, b: Array | float = 0.0, alpha: Array | None = None) -> State:
        """The state before the first step; or a fit of other costs to go on from: its alphas, and w, what they pull."""
        y, c = self.sides.y, self.sides.c
        alpha = np.zeros(c.shape) if alpha is None or w is None else alpha.reshape(c.shape)
        w = np.zeros((n_columns(self.problem.X), *self.problem.c.shape[1:])) if w is None else w
        lean = np.broadcast_to(np.asarray(b, dtype=np.float64), c.shape[1]).copy()
        unknown = np.where(c.any(axis=0), np.inf, 0.0)  # a lane without costs has nothing to do
        S, trust = (y * alpha).sum(axis=0), np.full(c.shape[1], 0.3)
        return State(w, lean, alpha, S, np.zeros(c.shape), unknown, -unknown, trust, 0, 0, 0.0, False)

    def step(self, state: State) -> State:
        live, n, before = self.gaps(state) > self.tol, n_rows(self.problem.X), state.alpha.copy()
        W, order = lane_weights(state.w, self.scales), random.order_in_runs(self.seed, state.steps, n)
        visit(self.problem.X, W, self.sides, self.problem.loss, live, order, state)
        visits = self._together(state, W, live, before) if state.steps else 0  # 6
        iteration = state.iteration + n + visits
        state = state._replace(steps=state.steps + 1, iteration=iteration, epoch=iteration / n)
        carried = state.mismatch.sum(axis=0)
        lower = lower_value(W, self.sides, self.problem.loss, state.alpha)
        guess = live * carried / np.maximum(lower, 0.1 * carried + 1e-300)  # lower may still be < 0
        if (live & (guess * state.trust <= self.tol)).any():
            objective, dual = self._prove(state)
            state.objective[live], state.dual[live] = objective[live], dual[live]
            state.trust[live] = np.clip(self.gaps(state)[live] / np.maximum(guess[live], 1e-300), 0.03, 1.0)
        going = self.gaps(state) > self.tol
        state.lean[going] += (self.sides.spring * state.S)[going]  # 5
        return state._replace(done=not going.any())

    def _together(self, state: State, W: LaneWeights, live: Array, before: Array) -> int:
        """Step 6 in each lane that is live. Returns how many rows were visited, in all lanes' worth."""
        X, loss, visits = self.problem.X, self.problem.loss, 0
        moved, work = np.abs(state.alpha - before) * np.sqrt(self.sides.q + self.sides.spring), np.zeros(n_columns(X))
        changing = (state.alpha, state.lean, state.S, state.mismatch)
        for lane in np.flatnonzero(live).tolist():
            some = movers(moved[:, lane], MOVERS)
            if len(some):
                solve_together(X, W, self.sides, loss, lane, some, work, *changing)
            visits += len(some)
        return visits // len(live)

    def _prove(self, state: State) -> tuple[Array, Array]:
        W = lane_weights(state.w, self.scales)
        return prove(self.problem, W, self.sides, state.lean, state.alpha, self.threads)

    def gaps(self, state: State) -> Array:
        return relative_gap(state.objective, state.dual)

    def certificate(self, state: State) -> Certificate:
        known = (state.objective, state.dual) if state.done else self._prove(state)
        return certificate_of(*known, one=state.w.ndim == 1)

    def entry(self, state: State, gap: bool) -> Entry:
        proven = self.certificate(state)
        if state.w.ndim > 1:
            return Entry(state.iteration, state.epoch, proven.objective, proven.gap, float("nan"))
        entry = linear_entry(self.problem, state.w, float(state.lean[0]), state.iteration, state.epoch, False)
        return entry._replace(gap=proven.gap) if gap else entry
