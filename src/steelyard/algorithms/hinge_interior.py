"""The hinge on few columns, by an interior point: as exact as Newton, whatever the scale of the columns or the costs.

Minimises    1/2 |w|^2 + sum_i c_i max(0, 1 - y_i (w . x_i + b));  b pays no penalty
Given        a problem with L2 and the hinge, of few columns; tol, the relative gap to reach
Returns      w, b, alpha; stopped when gap <= tol, or when rounding leaves nothing to gain

With v = (w, b) and rows a_i = y_i (x_i, 1) the optimum has, for 0 <= alpha_i <= c_i and slacks s, xi >= 0,

    P v = sum_i alpha_i a_i,   a_i . v - 1 = s_i - xi_i,   alpha_i s_i = 0,   (c_i - alpha_i) xi_i = 0

where P is the identity but for b. Mehrotra (1992): the last two are mu instead of 0, and mu goes to 0.

 1. prove      the pulls y_i alpha_i, balanced, against the objective: gap <= tol ends it
 2. factor     P + sum_i a_i a_i^T / theta_i,  theta_i = s_i / alpha_i + xi_i / (c_i - alpha_i)
 3. predict    Newton's step for mu = 0, and how far it could go: what is then left of mu says which mu to aim at
 4. correct    Newton's step for that mu, with the second order of the predicted one
 5. move       99 % of the way to the wall
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from steelyard.core import objective as core
from steelyard.core.gram import gram, penalised
from steelyard.core.objective import Certificate, Problem
from steelyard.core.rows import Array, n_columns
from steelyard.core.solve import damped_cholesky
from steelyard.core.trace import Entry, linear_entry

PATIENCE = 20  # steps without a better gap, before rounding is to blame
Move = tuple[Array, Array, Array, Array, Array]  # of v, alpha, room, s, xi


class State(NamedTuple):
    v: Array  # (w, b)
    alpha: Array  # of the rows that cost something, as what follows
    room: Array  # c - alpha, which would lose its digits if it were computed so
    s: Array
    xi: Array
    best: tuple[float, Array, Array]  # the least gap so far, v and alpha there
    waited: int  # steps since
    iteration: int
    epoch: float
    done: bool

    @property
    def w(self) -> Array:
        return self.v[:-1]

    @property
    def b(self) -> float:
        return float(self.v[-1])


@dataclass(frozen=True)
class HingeInterior:
    """The settings."""

    problem: Problem
    tol: float = 1e-8
    threads: int | None = None

    @cached_property
    def there(self) -> Array:
        return np.flatnonzero(self.problem.c > 0.0)

    def start(self) -> State:
        c = self.problem.c[self.there]
        v = np.zeros(n_columns(self.problem.X) + 1)
        one = np.ones(len(c))
        return State(v, 0.5 * c, 0.5 * c, one, 2.0 * one, (np.inf, v, 0.5 * c), 0, 0, 0.0, not len(c))

    def step(self, state: State) -> State:
        gap = self.certificate(state).gap  # 1
        if gap <= self.tol:
            return state._replace(done=True)
        best, waited = state.best, state.waited + 1
        if gap < best[0]:
            best, waited = (gap, state.v, state.alpha), 0
        elif waited == PATIENCE:
            return state._replace(v=best[1], alpha=best[2], done=True)
        y, alpha, room, s, xi = self.problem.y[self.there], state.alpha, state.room, state.s, state.xi
        theta = s / alpha + xi / room
        H = gram(self.problem.X, self._spread(1.0 / theta), self.there, self.threads)
        solve = damped_cholesky(penalised(H, 1.0, self.problem.intercept))  # 2
        off_v = self._pulled(y * alpha) - np.append(state.w, 0.0)
        off_m = self._margins(state.v) - 1.0 - s + xi

        def newton(low: Array, high: Array) -> Move:
            """For alpha s + ... = low and (c - alpha) xi + ... = high."""
            r = -off_m + low / alpha - high / room
            dv = solve(off_v + self._pulled(y * r / theta))
            d = (r - self._margins(dv)) / theta
            return dv, d, -d, (low - s * d) / alpha, (high + xi * d) / room

        n = len(y)
        mu = float((alpha * s + room * xi).sum()) / (2 * n)
        move = newton(-alpha * s, -room * xi)  # 3
        _, d, _, ds, dxi = move
        t = _to_the_wall(state, move)
        left = float(((alpha + t * d) * (s + t * ds) + (room - t * d) * (xi + t * dxi)).sum()) / (2 * n)
        aim = mu * (left / mu) ** 3
        move = newton(aim - alpha * s - d * ds, aim - room * xi + d * dxi)  # 4
        t = min(1.0, 0.99 * _to_the_wall(state, move))  # 5
        v, alpha, room, s, xi = (old + t * new for old, new in zip(state[:5], move))
        return State(v, alpha, room, s, xi, best, waited, state.iteration + 1, state.epoch + 1.0, False)

    def _spread(self, values: Array) -> Array:
        out = np.zeros(len(self.problem.c))
        out[self.there] = values
        return out

    def _pulled(self, values: Array) -> Array:
        """sum over the rows of values_i (x_i, 1)"""
        b = float(values.sum()) if self.problem.intercept else 0.0
        return np.append(core.pulled(self.problem.X, self._spread(values), self.threads), b)

    def _margins(self, v: Array) -> Array:
        z = core.scores(self.problem.X, v[:-1], float(v[-1]), self.threads)
        return np.asarray((self.problem.y * z)[self.there])

    def certificate(self, state: State) -> Certificate:
        z = core.scores(self.problem.X, state.w, state.b, self.threads)
        pulls = np.minimum(self._spread(state.alpha), self.problem.c) * self.problem.y
        return core.certificate(self.problem, state.w, z, pulls, self.threads)

    def entry(self, state: State, gap: bool) -> Entry:
        entry = linear_entry(self.problem, state.w, state.b, state.iteration, state.epoch, False)
        return entry._replace(gap=self.certificate(state).gap) if gap else entry


def _to_the_wall(state: State, move: Move) -> float:
    """The longest step, 1 at most, that lets alpha, room, s and xi stay at 0 or above."""
    longest = 1.0
    for value, change in zip(state[1:5], move[1:]):
        shrinking = change < 0.0
        longest = min(longest, float((-value[shrinking] / change[shrinking]).min(initial=1.0)))
    return longest
