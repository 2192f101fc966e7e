"""The perceptron: online, mini-batch, full batch; plain or averaged.

Looks for    w, b with y_i (w . x_i + b) > 0 for every i; on the way it descends sum_i c_i max(0, -y_i z_i)
Given        a problem (of which X, y, c and intercept count), a batch size (1: online), a rate eta
Returns      w, b; stopped after an epoch in which no example was misclassified. There is no such epoch if the
             examples are not separable: the caller sets a limit

Rosenblatt (1958). One change of the weights, for the next batch B of the epoch's order:

 1. mistakes   M = those i in B with y_i (w . x_i + b) <= 0: at w = 0 every example is one, or nothing would start
 2. change     w += eta sum_{i in M} c_i y_i x_i;  b += eta sum_{i in M} c_i y_i
 3. average    the mean of the weights after each of the changes (Freund and Schapire 1999, the averaged perceptron),
               kept as w - late / T, where change t enters `late` multiplied by the t - 1 changes made before it

Iterations = epochs x ceil(n / batch size): a batch without a mistake counts, though its change is nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core import random
from steelyard.core.objective import Certificate, Problem, scores
from steelyard.core.rows import Array, axpy, dot, n_columns, n_rows
from steelyard.core.trace import Entry, linear_entry


class State(NamedTuple):
    w: Array
    b: float
    late: Array  # what the average lacks, times T; empty if no average is asked for
    late_b: float
    mistakes: int  # in this epoch so far
    iteration: int
    epoch: float
    done: bool

    def average(self) -> tuple[Array, float]:
        """The mean of the weights after each change so far."""
        T = max(self.iteration, 1)
        return self.w - self.late / T, self.b - self.late_b / T


@jit
def changes(
    problem: Problem, eta: float, order: Array, size: int, first: int, count: int, state: State
) -> tuple[float, float, int]:
    """`count` changes of the weights, from batch `first` of this epoch on."""
    w, b, late, late_b, mistakes, t = state.w, state.b, state.late, state.late_b, state.mistakes, state.iteration
    pull = np.empty(min(size, len(order)))
    for batch in range(first, first + count):
        start, stop = batch * size, min((batch + 1) * size, len(order))
        for k in range(start, stop):
            i = order[k]
            wrong = problem.c[i] > 0.0 and problem.y[i] * (dot(problem.X, i, w) + b) <= 0.0  # 1
            pull[k - start] = eta * problem.c[i] * problem.y[i] if wrong else 0.0
        for k in range(start, stop):
            s = pull[k - start]
            if s != 0.0:
                mistakes += 1
                axpy(s, problem.X, order[k], w)  # 2
                if len(late) > 0:
                    axpy(t * s, problem.X, order[k], late)  # 3
                if problem.intercept:
                    b += s
                    late_b += t * s
        t += 1
    return b, late_b, mistakes


@dataclass(frozen=True)
class Perceptron:
    """The settings. `changes_per_step` of 1 makes each step one change of the weights; None, one epoch."""

    problem: Problem
    batch_size: int | None = 1  # None: all rows
    eta: float = 1.0
    averaged: bool = False
    shuffle: bool = True
    seed: int = 0
    changes_per_step: int | None = None

    def start(self) -> State:
        d = n_columns(self.problem.X)
        return State(np.zeros(d), 0.0, np.zeros(d if self.averaged else 0), 0.0, 0, 0, 0.0, False)

    def step(self, state: State) -> State:
        n = n_rows(self.problem.X)
        size = min(self.batch_size or n, n)
        batches = -(-n // size)
        epoch, first = divmod(state.iteration, batches)
        count = min(self.changes_per_step or batches, batches - first)
        order = random.order(self.seed, epoch, n) if self.shuffle and size < n else np.arange(n)
        state = state._replace(mistakes=state.mistakes if first else 0)
        b, late_b, mistakes = changes(self.problem, self.eta, order, size, first, count, state)
        t = state.iteration + count
        done = first + count == batches and mistakes == 0
        return State(state.w, b, state.late, late_b, mistakes, t, t / batches, done)

    def certificate(self, state: State) -> Certificate:
        """How much cost is still misclassified. 0 proves that w separates; otherwise nothing is known (gap 1)."""
        z = scores(self.problem.X, state.w, state.b)
        wrong = float(self.problem.c[self.problem.y * z <= 0.0].sum())
        return Certificate(wrong, 0.0, 1.0 if wrong > 0.0 else 0.0)

    def entry(self, state: State, gap: bool) -> Entry:
        entry = linear_entry(self.problem, state.w, state.b, state.iteration, state.epoch, False)
        return entry._replace(gap=self.certificate(state).gap) if gap else entry
