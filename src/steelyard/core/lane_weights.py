"""Weights of one lane or of eight, behind the same verbs: one text of an algorithm serves both at full speed.

    lanes(W)                        how many: 1 or 8
    lane_scores(W, X, i, z)         z[l] = the score of row i in lane l, without the intercept
    lane_pull(W, X, i, a)           moves the weights of lane l by a[l] times the row as that lane sees it
    lane_squared_norms(W, X, i, q)  q[l] = the squared norm of that row: how far a[l] = 1 moves its own score
    lane_penalties(W, total)        total[l] = 1/2 |w_l|^2
    lane_gram(W, X, l, rows, work, G)  G[a, b] = row a . row b, as lane l sees them

Eight float64 lanes of one column are one cache line: the line is fetched once, whether one lane is asked for or all.

`ScaledEight` are lanes that see the rows through scales of their own: lane l sees x[i,j] a[j,l] s[i,l]. It keeps
v = a w instead of w, so that a score reads one line a column; a = 0 is a column that the lane may not know (v = 0).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from steelyard._jit import verb
from steelyard.core.lane_rows import WIDTH, axpy_eight, axpy_scaled, dot_eight, dot_scaled, squares_eight
from steelyard.core.rows import Array, Rows, axpy, dot, squared_norm


class One(NamedTuple):
    """One lane: a plain vector of weights."""

    w: Array  # (d,)


class Eight(NamedTuple):
    """Eight lanes, those of a column side by side."""

    w: Array  # (d, 8)


class ScaledEight(NamedTuple):
    """Eight lanes, each with its own scales of columns and rows."""

    v: Array  # (d, 8): a w
    a2: Array  # (d, 8): a squared
    s: Array  # (n, 8)


LaneWeights: TypeAlias = One | Eight | ScaledEight


@verb(by="W")
def lanes(W: LaneWeights) -> int:
    """How many lanes."""
    raise NotImplementedError


@verb(by="W")
def lane_scores(W: LaneWeights, X: Rows, i: int, z: Array) -> None:
    """z[l] = the score of row i in lane l, without the intercept"""
    raise NotImplementedError


@verb(by="W")
def lane_pull(W: LaneWeights, X: Rows, i: int, a: Array) -> None:
    """w_l += a[l] times row i as lane l sees it"""
    raise NotImplementedError


@verb(by="W")
def lane_squared_norms(W: LaneWeights, X: Rows, i: int, q: Array) -> None:
    """q[l] = |row i as lane l sees it|^2"""
    raise NotImplementedError


@verb(by="W")
def lane_penalties(W: LaneWeights, total: Array) -> None:
    """total[l] = 1/2 |w_l|^2"""
    raise NotImplementedError


@verb(by="W")
def lane_gram(W: LaneWeights, X: Rows, lane: int, rows: Array, work: Array, G: Array) -> None:
    """G[a, b] = row a . row b, as that lane sees them. `work` has a 0 for each column, before and after."""
    raise NotImplementedError


# One lane


@lanes.on(One)
def _lanes_one(W: One) -> int:
    return 1


@lane_scores.on(One)
def _scores_one(W: One, X: Rows, i: int, z: Array) -> None:
    z[0] = dot(X, i, W.w)


@lane_pull.on(One)
def _pull_one(W: One, X: Rows, i: int, a: Array) -> None:
    axpy(a[0], X, i, W.w)


@lane_squared_norms.on(One)
def _squared_norms_one(W: One, X: Rows, i: int, q: Array) -> None:
    q[0] = squared_norm(X, i)


@lane_penalties.on(One)
def _penalties_one(W: One, total: Array) -> None:
    total[0] = 0.0
    for j in range(len(W.w)):
        total[0] += 0.5 * W.w[j] * W.w[j]


@lane_gram.on(One)
def _gram_one(W: One, X: Rows, lane: int, rows: Array, work: Array, G: Array) -> None:
    for a in range(len(rows)):
        axpy(1.0, X, rows[a], work)
        for b in range(a + 1):
            G[a, b] = G[b, a] = dot(X, rows[b], work)
        axpy(-1.0, X, rows[a], work)


# Eight lanes over the same rows


@lanes.on(Eight)
def _lanes_eight(W: Eight) -> int:
    return WIDTH


@lane_scores.on(Eight)
def _scores_eight(W: Eight, X: Rows, i: int, z: Array) -> None:
    dot_eight(X, i, W.w, z)


@lane_pull.on(Eight)
def _pull_eight(W: Eight, X: Rows, i: int, a: Array) -> None:
    axpy_eight(a, X, i, W.w)


@lane_squared_norms.on(Eight)
def _squared_norms_eight(W: Eight, X: Rows, i: int, q: Array) -> None:
    norm = squared_norm(X, i)
    for lane in range(WIDTH):
        q[lane] = norm


@lane_penalties.on(Eight)
def _penalties_eight(W: Eight, total: Array) -> None:
    for lane in range(WIDTH):
        total[lane] = 0.0
    for j in range(len(W.w)):
        for lane in range(WIDTH):
            total[lane] += 0.5 * W.w[j, lane] * W.w[j, lane]


@lane_gram.on(Eight)
def _gram_eight(W: Eight, X: Rows, lane: int, rows: Array, work: Array, G: Array) -> None:
    lane_gram(One(work), X, 0, rows, work, G)


# Eight lanes with scales


@lanes.on(ScaledEight)
def _lanes_scaled(W: ScaledEight) -> int:
    return WIDTH


@lane_scores.on(ScaledEight)
def _scores_scaled(W: ScaledEight, X: Rows, i: int, z: Array) -> None:
    dot_eight(X, i, W.v, z)
    for lane in range(WIDTH):
        z[lane] *= W.s[i, lane]


@lane_pull.on(ScaledEight)
def _pull_scaled(W: ScaledEight, X: Rows, i: int, a: Array) -> None:
    for lane in range(WIDTH):
        a[lane] *= W.s[i, lane]
    axpy_scaled(a, X, i, W.a2, W.v)


@lane_squared_norms.on(ScaledEight)
def _squared_norms_scaled(W: ScaledEight, X: Rows, i: int, q: Array) -> None:
    squares_eight(X, i, W.a2, q)
    for lane in range(WIDTH):
        q[lane] *= W.s[i, lane] * W.s[i, lane]


@lane_penalties.on(ScaledEight)
def _penalties_scaled(W: ScaledEight, total: Array) -> None:
    for lane in range(WIDTH):
        total[lane] = 0.0
    for j in range(len(W.v)):
        for lane in range(WIDTH):
            if W.a2[j, lane] > 0.0:
                total[lane] += 0.5 * W.v[j, lane] * W.v[j, lane] / W.a2[j, lane]


@lane_gram.on(ScaledEight)
def _gram_scaled(W: ScaledEight, X: Rows, lane: int, rows: Array, work: Array, G: Array) -> None:
    for a in range(len(rows)):
        axpy(1.0, X, rows[a], work)
        for b in range(a + 1):
            scale = W.s[rows[a], lane] * W.s[rows[b], lane]
            G[a, b] = G[b, a] = scale * dot_scaled(X, rows[b], work, W.a2, lane)
        axpy(-1.0, X, rows[a], work)
