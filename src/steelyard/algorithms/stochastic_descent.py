"""Stochastic gradient descent: one example at a time, at the price of its nonzeros; plain or averaged.

Minimises    penalty(w) + sum_i c_i l(y_i, w . x_i + b)
Given        a problem; how long the steps are; how fast the intercept follows; when the average begins
Returns      w, b, and their averages; it never stops by itself: the caller sets a limit, or watches `State.met`

Robbins and Monro (1951); averages after Polyak and Ruppert. An epoch visits the n rows in a new order. For row i, the
t-th change of all, which pays 1/n of the penalty:

 1. score      z = w . x_i + b
 2. length     eta, by the rule of the steps
 3. penalty    w *= 1 - (eta / n) (the penalty's curvature), but not below 0
 4. loss       s = -eta c_i l'(y_i, z), cut to a slope of 1e12;  w += s x_i;  b += rate s
 5. kink       L1 and elastic net: the columns of x_i go towards 0 by what they owe (`core.lazy_kink`)
 6. average    from change `onset` on, the mean of the weights after each change

Weights are kept as scale times v. With S the sum of the scales since the onset, a change dv of v adds S dv to `late`:
the sum of the weights is then S v - late, and an average costs a row's nonzeros too (after Bottou).
`gradient_descent.py` is the same with batches, backtracking and a certified stop; its kink visits every column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.algorithms.gradient_descent import Steps
from steelyard.core import losses, penalties, random
from steelyard.core.lazy_kink import settle
from steelyard.core.objective import Certificate, Problem, certificate, objective, scores
from steelyard.core.rows import Array, axpy, dot, n_columns, n_rows
from steelyard.core.trace import Entry, linear_entry

NEVER = 2**62  # an onset of averaging that does not come


class State(NamedTuple):
    v: Array
    scale: float  # w = scale v
    b: float
    late: Array  # empty if no average is asked for
    S: float
    sum_b: float
    averaged: int  # how many changes are in the average
    due: float
    paid: Array  # empty if the penalty has no kink
    met: float  # the losses that the last epoch met
    iteration: int
    epoch: float
    done: bool

    @property
    def w(self) -> Array:
        return self.scale * self.v

    def average(self) -> tuple[Array, float]:
        """The mean since the onset; w and b before it."""
        if not self.averaged:
            return self.w, self.b
        return (self.S * self.v - self.late) / self.averaged, self.sum_b / self.averaged


@jit
def pass_over(
    problem: Problem, steps: Steps, order: Array, rate: float, onset: int, state: State
) -> tuple[float, float, float, float, float, float]:
    """Steps 1 to 6 for each row of the order."""
    X, y, c, loss, share = problem.X, problem.y, problem.c, problem.loss, 1.0 / len(order)
    v, scale, b, late, S, sum_b, due = state.v, state.scale, state.b, state.late, state.S, state.sum_b, state.due
    t, met = state.iteration, 0.0
    kink = penalties.kink(problem.penalty)
    for i in order:
        z = scale * dot(X, i, v) + b  # 1
        met += c[i] * losses.value(loss, y[i], z)
        eta = steps.eta / (1.0 + steps.decay * t) ** steps.power  # 2
        scale *= max(0.0, 1.0 - eta * share * penalties.curvature(problem.penalty, 0.0))  # 3
        if scale < 1e-9:
            if len(late) > 0:
                late -= S * v
            v *= scale
            scale, S = 1.0, 0.0
        s = -eta * c[i] * min(max(losses.slope(loss, y[i], z), -1e12), 1e12)  # 4
        if s != 0.0:
            axpy(s / scale, X, i, v)
            if len(late) > 0 and S > 0.0:
                axpy(S * s / scale, X, i, late)
            if problem.intercept:
                b += rate * s
        if kink > 0.0:
            due += eta * share * kink
            settle(X, i, due, scale, v, state.paid, S, late)  # 5
        t += 1
        if t >= onset:
            S += scale  # 6
            sum_b += b
    return scale, b, S, sum_b, due, met


@dataclass(frozen=True)
class StochasticDescent:
    """The settings."""

    problem: Problem
    steps: Steps
    rate: float = 1.0
    onset: int = NEVER  # 1: the average begins with the first change
    shuffle: bool = True
    seed: int = 0

    def start(
        self,
        w: Array | None = None,
        b: float = 0.0,
        iteration: int = 0,
        mean: Array | None = None,
        mean_b: float = 0.0,
    ) -> State:
        """The state before the first step; or one that goes on from weights, and from their average, after a while."""
        d = n_columns(self.problem.X)
        averaged = max(iteration - self.onset + 1, 0)
        late = np.zeros(d if self.onset < NEVER else 0)
        if averaged and mean is not None:
            late -= averaged * mean
        paid = np.zeros(d if penalties.kink(self.problem.penalty) > 0.0 else 0)
        v = np.zeros(d) if w is None else np.array(w, dtype=np.float64)
        sums = (0.0, averaged * float(mean_b), averaged)
        return State(v, 1.0, b, late, *sums, 0.0, paid, 0.0, iteration, 0.0, False)

    def step(self, state: State) -> State:
        n = n_rows(self.problem.X)
        rows = random.order(self.seed, state.iteration, n) if self.shuffle else np.arange(n)
        scale, b, S, sum_b, due, met = pass_over(self.problem, self.steps, rows, self.rate, self.onset, state)
        t = state.iteration + n
        averaged = max(t - self.onset + 1, 0)
        epochs = state.epoch + 1.0
        return State(state.v, scale, b, state.late, S, sum_b, averaged, due, state.paid, met, t, epochs, False)

    def certificate(self, state: State) -> Certificate:
        """Of the average; the gap is NaN for a loss without a conjugate."""
        w, b = state.average()
        z = scores(self.problem.X, w, b)
        if type(self.problem.loss) in losses.conjugate.bodies:
            return certificate(self.problem, w, z)
        return Certificate(objective(self.problem, w, z), float("-inf"), float("nan"))

    def entry(self, state: State, gap: bool) -> Entry:
        gap = gap and type(self.problem.loss) in losses.conjugate.bodies
        return linear_entry(self.problem, *state.average(), state.iteration, state.epoch, gap)
