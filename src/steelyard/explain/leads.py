"""By how much the class that is said leads each of its rivals, when changes are made to a text's counts.

With the differences d[j,r] of the two classes' weights and beta[r] of their intercepts, the lead over rival r times the
length L of the text is

    F[r] = sum_j tf(y[j]) d[j,r] + beta[r] L,   L^2 = sum_j (tf(y[j]) scale[j])^2   (1 without norm or terms)

for the counts y: the rival is reached where F[r] <= 0.

What one change can lower F by, whatever two others are made beside it, is bounded by `reach`: tf grows by less with
each count, so a column's step is largest at one of the ends of the range that its count can have by then. What L adds
is bounded once, for any three changes: `need` is how much must be reached for F to come to 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from steelyard.core.rows import CSR, Array
from steelyard.explain.contributing import tf_of
from steelyard.models.linear_text import LinearText

SIDE_BY_SIDE = 3  # changes that are ever made together
SLACK = 1e-9  # of all that is added up: rounding stays far below
NOTHING = 1e-9  # a share of the squared length: less is taken for what rounding leaves of nothing


class Leads:
    """The leads of one text under changes (sets, columns): sparse rows of what is added to its counts."""

    def __init__(self, model: LinearText, base: CSR, changes: Any, said: int) -> None:
        touched = np.unique(np.concatenate([base.indices, changes.indices]))
        self.changes = sparse.csr_array(
            (changes.data, np.searchsorted(touched, changes.indices), changes.indptr), (changes.shape[0], len(touched))
        )
        self.y = np.zeros(len(touched))
        self.y[np.searchsorted(touched, base.indices)] = base.data
        most = int(self.y.max(initial=0) + 2 * SIDE_BY_SIDE * np.abs(changes.data).max(initial=0))
        self.tf = np.concatenate([[0.0], tf_of(np.arange(1, most + 2), model.tf)])
        self.d, self.beta = _rivals(model, touched, said)
        self.s2 = np.square(model.scale[touched].astype(np.float64)) if model.norm else np.zeros(len(touched))
        value = self._tf(self.y)
        self.Q = float(np.square(value) @ self.s2)
        self.F = value @ self.d + self.beta * _length(np.array(self.Q))
        self.slack = SLACK * (np.abs(value) @ np.abs(self.d) + np.abs(self.beta) * max(np.sqrt(self.Q), 1.0) + 1.0)

    def after(self, made: Sequence[int], these: Any) -> tuple[Array, Array]:
        """The least lead when the changes `made` and one of `these` are made, and whether it is surely below 0.

        Infinity where no rival is reached; minus infinity, not sure, where rounding hides whether any length is left.
        """
        y = self.y.copy()
        for u in made:
            part = slice(*self.changes.indptr[u : u + 2])
            y[self.changes.indices[part]] += self.changes.data[part]
        value, more = self._tf(y), self.changes[these]
        old = value[more.indices]
        new = self._tf(y[more.indices] + more.data)
        step = sparse.csr_array((new - old, more.indices, more.indptr), more.shape)
        squares = sparse.csr_array((np.square(new) - np.square(old), more.indices, more.indptr), more.shape)
        Q = np.square(value) @ self.s2 + squares @ self.s2
        L = _length(Q)[:, None]
        F = value @ self.d + step @ self.d + self.beta * L
        least = np.where(self.slack >= F, F / L, np.inf).min(axis=1)
        lost = (Q <= NOTHING * self.Q) & (self.Q > 0.0)
        return np.where(lost, -np.inf, least), (-self.slack > F).any(axis=1) & ~lost

    def bound(self) -> None:
        """Find reach (changes, rivals), need (rivals,), and the shortest length that three changes can leave."""
        low, high = self._ranges()
        delta = self.changes.data
        ends = [self._tf(y) - self._tf(y + delta) for y in (low, high)]
        most, least = self._rows(np.maximum(*ends)), self._rows(np.minimum(*ends))
        self.reach = np.asarray(most @ np.maximum(self.d, 0.0) + least @ np.minimum(self.d, 0.0))
        self.shortest, longest = self._lengths(low, high)
        L = _length(np.array(self.Q))
        from_length = np.where(self.beta > 0.0, self.beta * (L - self.shortest), self.beta * (L - longest))
        self.need = self.F - self.slack - from_length

    def _ranges(self) -> tuple[Array, Array]:
        """Within which bounds the count of each changed column is, before the change and after two others."""
        down, up = np.zeros(len(self.y)), np.zeros(len(self.y))
        at, delta = self.changes.indices, self.changes.data
        np.maximum.at(down, at, -delta)
        np.maximum.at(up, at, delta)
        low = np.maximum(self.y - 2 * down, 0.0)[at]
        low = np.maximum(low, -delta)
        return low, np.maximum((self.y + 2 * up)[at], low)

    def _lengths(self, low: Array, high: Array) -> tuple[float, float]:
        """The shortest and the longest that three changes can make the text."""
        most, least = np.full(len(low), -np.inf), np.full(len(low), np.inf)
        for k in range(int((high - low).max(initial=0)) + 1):
            y = np.minimum(low + k, high)
            step = np.square(self._tf(y + self.changes.data)) - np.square(self._tf(y))
            most, least = np.maximum(most, step), np.minimum(least, step)
        up, down = self._rows(most) @ self.s2, self._rows(least) @ self.s2
        grown = self.Q + np.sort(np.maximum(up, 0.0))[-SIDE_BY_SIDE:].sum()
        shrunk = self.Q + np.sort(np.minimum(down, 0.0))[:SIDE_BY_SIDE].sum()
        if self.Q > 0.0 and shrunk <= NOTHING * self.Q:  # nothing may be left, and that has length 1
            return 0.0, max(float(np.sqrt(grown)), 1.0)
        return float(_length(np.array(shrunk))), float(_length(np.array(grown)))

    def _rows(self, data: Array) -> Any:
        return sparse.csr_array((data, self.changes.indices, self.changes.indptr), self.changes.shape)

    def _tf(self, y: Array) -> Array:
        return self.tf[np.clip(np.rint(y), 0, len(self.tf) - 1).astype(np.int64)]


def _length(Q: Array) -> Array:
    return np.where(Q > 0.0, np.sqrt(np.maximum(Q, 0.0)), 1.0)


def _rivals(model: LinearText, columns: Array, said: int) -> tuple[Array, Array]:
    """d (columns, rivals) and beta (rivals,)."""
    v, b = model.v[columns].astype(np.float64), model.b
    if v.shape[1] == 1:
        sign = 1.0 if said == 1 else -1.0
        return sign * v, sign * b
    others = [k for k in range(v.shape[1]) if k != said]
    return v[:, [said]] - v[:, others], b[said] - b[others]
