"""The support vector machine with a kernel, in its dual, two pulls at a time.

Minimises    1/2 |w|^2 + sum_i c_i max(0, 1 - y_i (w . phi(x_i) + b)),   phi(x) . phi(x') = k(x, x')
by its dual  maximise  sum_i y_i s_i - 1/2 s' K s   over pulls s_i between 0 and c_i y_i with sum_i s_i = 0
Given        rows of K by their numbers, y in {-1, +1}, costs c
Returns      s (w = sum_i s_i phi(x_i)), b; stopped when the relative gap and the largest violation are at most `tol`

Sequential minimal optimization: Platt (1998), the second row chosen as Fan, Chen and Lin (2005, WSS 2). A step takes
the rows that violate optimality most (all of them if they are few: Joachims 1998), with their part of K, and exchanges,
with F_i = y_i - (K s)_i, the b at which row i would lie on its margin:

 1. up       i, the row of greatest F whose pull may grow; stop if F_i - F_j <= eps for every j whose pull may shrink
 2. down     j, of those, the one that promises most: (F_i - F_j)^2 / a is greatest, a = K_ii + K_jj - 2 K_ij
 3. length   (F_i - F_j) / a, cut at the bounds of both; s_i gains it, s_j loses it
 4. slopes   F -= length (K_i - K_j)

The certificate takes the best b for its s: a median of the F. It asks for one of Mercer's kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core.objective import Certificate, certify
from steelyard.core.rows import Array
from steelyard.core.trace import Entry

ROUNDING = 1e-12  # relative to the largest F: violations below are rounding


class State(NamedTuple):
    s: Array
    F: Array
    b: float
    eps: float  # violation up to which the next step goes
    iteration: int  # exchanges
    epoch: float
    done: bool

    @property
    def w(self) -> Array:
        """The weights of the training rows."""
        return self.s


@jit
def exchange(K: Array, low: Array, high: Array, s: Array, F: Array, eps: float, most: int) -> int:
    """At most `most` exchanges among the rows of K; changes s and F, returns how many were made."""
    n = len(s)
    for made in range(most):
        i, j = -1, -1
        top, bottom = -np.inf, np.inf
        for t in range(n):  # 1
            if s[t] < high[t] and F[t] > top:
                i, top = t, F[t]
            if s[t] > low[t]:
                bottom = min(bottom, F[t])
        if not top - bottom > eps:
            return made
        gain, bend = -1.0, 1.0
        for t in range(n):  # 2
            if s[t] > low[t] and F[t] < top:
                a = max(K[i, i] + K[t, t] - 2.0 * K[i, t], 1e-12)
                if (top - F[t]) ** 2 / a > gain:
                    j, gain, bend = t, (top - F[t]) ** 2 / a, a
        room_i, room_j = high[i] - s[i], s[j] - low[j]
        length = min((top - F[j]) / bend, room_i, room_j)  # 3
        s[i] = high[i] if length == room_i else s[i] + length
        s[j] = low[j] if length == room_j else s[j] - length
        for t in range(n):  # 4
            F[t] -= length * (K[i, t] - K[j, t])
    return most


def best_intercept(y: Array, c: Array, F: Array) -> float:
    """The b of least loss: the sum of c max(0, F - b) over y = 1 and of c max(0, b - F) over y = -1 bends at the F."""
    order = np.argsort(F, kind="stable")
    v, above, below = F[order], np.where(y > 0, c, 0.0)[order], np.where(y > 0, 0.0, c)[order]
    slope = above.cumsum() - above.sum() + below.cumsum()  # just right of each v
    flat = 1e-12 * (above.sum() + below.sum())
    k = int(np.argmax(slope >= -flat))
    middle = slope[k] <= flat and k + 1 < len(v)
    return float(0.5 * (v[k] + v[k + 1]) if middle else v[k])


@dataclass(frozen=True)
class KernelDual:
    """The settings. `rows(W)` gives the rows W of K."""

    rows: Callable[[Array], Array]
    y: Array
    c: Array
    tol: float = 1e-3
    block: int = 2000  # rows a step works on
    most: int | None = None  # exchanges in all
    exchanges: int | None = None  # at most in a step, to watch it; None: 100 a row

    def start(self) -> State:
        return State(np.zeros(len(self.y)), self.y.copy(), 0.0, self.tol, 0, 0.0, False)

    def step(self, state: State) -> State:
        s, F, n = state.s, state.F, len(self.y)
        low, high = np.minimum(self.c * self.y, 0.0), np.maximum(self.c * self.y, 0.0)
        W = self._working_rows(F, s < high, s > low)
        K = self.rows(W)
        left = 100 * len(W) if self.exchanges is None else self.exchanges
        left = left if self.most is None else min(left, self.most - state.iteration)
        s_W, F_W = s[W], F[W]
        made = exchange(np.ascontiguousarray(K[:, W]), low[W], high[W], s_W, F_W, state.eps, left)
        F -= (s_W - s[W]) @ K
        s[W] = s_W
        state = State(s, F, best_intercept(self.y, self.c, F), state.eps, state.iteration + made, 0.0, False)
        return self._judged(state, made, low, high)._replace(epoch=state.iteration / n)

    def _working_rows(self, F: Array, up: Array, down: Array) -> Array:
        n, half = len(F), self.block // 2
        if n <= self.block:
            return np.arange(n)
        first = np.argsort(np.where(up, -F, np.inf), kind="stable")[:half]
        last = np.argsort(np.where(down, F, np.inf), kind="stable")[:half]
        return np.union1d(first, last)

    def _judged(self, state: State, made: int, low: Array, high: Array) -> State:
        """Done, or how far to go next: as far as the gap asks for."""
        top = state.F[state.s < high].max(initial=-np.inf)
        bottom = state.F[state.s > low].min(initial=np.inf)
        fine = top - bottom <= state.eps
        proven = fine and self.certificate(state).gap <= self.tol
        finest = ROUNDING * max(1.0, float(np.abs(state.F).max()))
        stuck = (fine and state.eps <= finest) or (not fine and made == 0 and len(state.F) <= self.block)
        eps = max(0.1 * state.eps, finest) if fine and not proven else state.eps
        return state._replace(done=proven or stuck or state.iteration == self.most, eps=eps)

    def certificate(self, state: State) -> Certificate:
        square = state.s @ (self.y - state.F)
        loss = self.c @ np.maximum(self.y * (state.F - state.b), 0.0)
        return certify(float(0.5 * square + loss), float(self.y @ state.s - 0.5 * square))

    def entry(self, state: State, gap: bool) -> Entry:
        known = self.certificate(state)
        right = (self.y - state.F + state.b > 0.0) == (self.y > 0.0)
        accuracy = float(self.c @ right / self.c.sum())
        return Entry(state.iteration, state.epoch, known.objective, known.gap if gap else np.nan, accuracy)
