"""The perceptron in the space of a kernel: it remembers its mistakes.

Looks for    w = sum_i s_i phi(x_i) and b with y_i (w . phi(x_i) + b) > 0 for every i; s_i = eta c_i y_i times the
             mistakes made on row i
Given        the kernel matrix K, y in {-1, +1}, costs c, a rate eta
Returns      s, b; stopped after an epoch without a mistake. There is none if the rows cannot be separated

Aizerman, Braverman, Rozonoer (1964). For each row i of the epoch's order:

 1. mistake   if y_i ((K s)_i + b) <= 0:
 2. remember  s_i += eta c_i y_i;  b += eta c_i y_i;  K s += eta c_i y_i K_i
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core import random
from steelyard.core.objective import Certificate
from steelyard.core.rows import Array
from steelyard.core.trace import Entry


class State(NamedTuple):
    s: Array
    g: Array  # K s
    b: float
    iteration: int
    epoch: float
    done: bool

    @property
    def w(self) -> Array:
        """The weights of the training rows."""
        return self.s


@jit
def epoch(K: Array, y: Array, c: Array, eta: float, order: Array, s: Array, g: Array, b: float) -> tuple[float, int]:
    """Visit every row once; changes s and g, returns b and the number of mistakes."""
    mistakes = 0
    for i in order:
        if c[i] > 0.0 and y[i] * (g[i] + b) <= 0.0:  # 1
            mistakes += 1
            pull = eta * c[i] * y[i]
            s[i] += pull  # 2
            b += pull
            for t in range(len(g)):
                g[t] += pull * K[i, t]
    return b, mistakes


@dataclass(frozen=True)
class KernelPerceptron:
    """The settings."""

    K: Array
    y: Array
    c: Array
    eta: float = 1.0
    shuffle: bool = True
    seed: int = 0

    def start(self) -> State:
        return State(np.zeros(len(self.y)), np.zeros(len(self.y)), 0.0, 0, 0.0, False)

    def step(self, state: State) -> State:
        n = len(self.y)
        order = random.order(self.seed, int(state.epoch), n) if self.shuffle else np.arange(n)
        b, mistakes = epoch(self.K, self.y, self.c, self.eta, order, state.s, state.g, state.b)
        return State(state.s, state.g, b, state.iteration + n, state.epoch + 1.0, mistakes == 0)

    def certificate(self, state: State) -> Certificate:
        """How much cost is still misclassified. 0 proves that w separates; otherwise nothing is known (gap 1)."""
        wrong = float(self.c[self.y * (state.g + state.b) <= 0.0].sum())
        return Certificate(wrong, 0.0, 1.0 if wrong > 0.0 else 0.0)

    def entry(self, state: State, gap: bool) -> Entry:
        z = state.g + state.b
        right = float(self.c @ ((z > 0.0) == (self.y > 0.0)) / self.c.sum())
        lost = float(self.c @ np.maximum(-self.y * z, 0.0))  # the perceptron's objective
        return Entry(state.iteration, state.epoch, lost, self.certificate(state).gap if gap else np.nan, right)
