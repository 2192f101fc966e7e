"""The convex hulls of two classes, and the shortest segment between them: the hard margin seen from its dual.

Minimises    1/2 |p - q|^2 over p in the hull of the rows with y = +1 and q in the hull of those with y = -1
Given        dense rows X, y in {-1, +1} (both occur); tol, the relative gap to reach
Returns      shares a >= 0 that add up to 1 in either class: p = sum a_i x_i over +1, q over -1; stopped when the gap is
             proven, or when |p - q| is nothing beside the rows: then the hulls meet, and no plane separates them

Mitchell, Demyanov and Malozemov (1974). With w = p - q and z_i = w . x_i, in one exchange:

 1. pick      in each class the row nearest to the other class along w, and the farthest among those with a_i > 0;
              of the two classes the one where these two lie farther apart
 2. length    t that makes |w| least, at most all the farthest has:  t = spread / |x_near - x_far|^2
 3. move      a_far -= t, a_near += t, and w with them

The distance lies between (min z over +1 - max z over -1) / |w| and |w|: no hull reaches further along w. At the optimum
the plane through the middle of the segment, across it, is the one of the greatest margin, and |p - q| = 2 / |w*|.
`margin_program.py` finds the same plane from its other side. `polygon` gives a hull's corners in the plane: Andrew
(1979), the monotone chain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core.objective import Certificate, certify
from steelyard.core.rows import Array
from steelyard.core.trace import Entry

NOTHING = 1e-9  # a segment this short, beside the rows' spread, is none


class State(NamedTuple):
    a: Array  # shares
    ends: Array  # q and p, the ends of the segment
    iteration: int
    epoch: float
    done: bool

    @property
    def w(self) -> Array:
        """Of the plane across the middle of the segment, scaled so that its ends have the scores -1 and +1."""
        way = self.ends[1] - self.ends[0]
        return np.asarray(2.0 * way / max(float(way @ way), 1e-300))

    @property
    def b(self) -> float:
        return float(-self.w @ self.ends.mean(axis=0))

    @property
    def distance(self) -> float:
        """The length of the segment: twice the margin, once it is the shortest."""
        return float(np.linalg.norm(self.ends[1] - self.ends[0]))


@jit
def exchange(X: Array, y: Array, a: Array, w: Array) -> float:
    """One exchange; changes a and w, returns how much of a share moved."""
    z = X @ w
    best, near, far = 0.0, -1, -1
    for side in (-1.0, 1.0):  # 1
        i, j = -1, -1
        for k in range(len(y)):
            if y[k] == side:
                i = k if i < 0 or side * z[k] < side * z[i] else i
                if a[k] > 0.0:
                    j = k if j < 0 or side * z[k] > side * z[j] else j
        if side * (z[j] - z[i]) > best:
            best, near, far = side * (z[j] - z[i]), i, j
    if near < 0:
        return 0.0
    step = X[near] - X[far]
    t = min(best / (step @ step), a[far])  # 2
    a[far] = 0.0 if t == a[far] else a[far] - t
    a[near] += t  # 3
    w += y[near] * t * step
    return float(t)


@dataclass(frozen=True)
class Hulls:
    """The settings. The start is the segment between the means of the classes."""

    X: Array
    y: Array
    tol: float = 1e-6
    exchanges: int = 1  # in a step

    def start(self) -> State:
        a = np.where(self.y > 0.0, 1.0 / (self.y > 0.0).sum(), 1.0 / (self.y < 0.0).sum())
        return State(a, self._ends(a), 0, 0.0, False)

    def _ends(self, a: Array) -> Array:
        return np.stack([a[side] @ self.X[side] for side in (self.y < 0.0, self.y > 0.0)])

    def step(self, state: State) -> State:
        w = state.ends[1] - state.ends[0]
        made = 0
        while made < self.exchanges and exchange(self.X, self.y, state.a, w) > 0.0:
            made += 1
        t = state.iteration + made
        moved = State(state.a, self._ends(state.a), t, t / len(self.y), False)
        still = made < self.exchanges or self.meet(moved)
        return moved._replace(done=still or self.certificate(moved).gap <= self.tol)

    def meet(self, state: State) -> bool:
        """Whether the segment is so short that the hulls share a point."""
        return state.distance <= NOTHING * float(np.ptp(self.X, axis=0).max(initial=1e-300))

    def certificate(self, state: State) -> Certificate:
        """Half the squared distance, from above and from below."""
        way, far = state.ends[1] - state.ends[0], state.distance
        z = self.X @ way
        least = float(z[self.y > 0.0].min() - z[self.y < 0.0].max()) / max(far, 1e-300)
        return certify(0.5 * far**2, 0.5 * max(least, 0.0) ** 2)

    def entry(self, state: State, gap: bool) -> Entry:
        known = self.certificate(state)
        right = float(np.mean((self.X @ state.w + state.b > 0.0) == (self.y > 0.0)))
        return Entry(state.iteration, state.epoch, known.objective, known.gap if gap else np.nan, right)


def polygon(points: Array) -> Array:
    """The numbers of the points at the corners of their hull, against the clock, from the leftmost on."""
    order = np.lexsort((points[:, 1], points[:, 0]))
    chains = [_chain(points, order), _chain(points, order[::-1])]
    corners = [corner for chain in chains for corner in chain[:-1]]
    return np.array(corners or [order[0]], dtype=np.int64)


def _chain(points: Array, order: Array) -> list[int]:
    """The corners from the first to the last point of the order, turning left alone."""
    chain: list[int] = []
    for i in order:
        while len(chain) > 1 and _turn(points[chain[-2]], points[chain[-1]], points[i]) <= 0.0:
            chain.pop()
        if not chain or (points[chain[-1]] != points[i]).any():
            chain.append(int(i))
    return chain


def _turn(a: Array, b: Array, c: Array) -> float:
    """Above 0 where a, b, c turn left."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
