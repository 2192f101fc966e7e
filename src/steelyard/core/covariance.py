"""A quadratic with a kink in every weight, over few columns: coordinate descent on its Gram matrix.

A sweep over columns costs what their nonzeros cost; over the Gram matrix of m columns, m numbers for each weight that moves
and next to nothing for one that rests. The matrix itself costs some ten sweeps. An intercept without penalty is taken out
beforehand (Frisch and Waugh 1933): it is at its best for whatever the weights are, and slows nothing down.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import leaf
from steelyard.core import penalties
from steelyard.core.penalties import Penalty
from steelyard.core.rows import CSR, Array, Rows


def rows_over(columns: Rows, of: Array, n: int) -> Rows:
    """n rows over the columns `of` alone, which get the numbers 0, 1, ..."""
    if not isinstance(columns, CSR):
        return np.ascontiguousarray(columns[of].T)
    counts = np.zeros(n + 1, np.int64)
    _count(columns, of, counts)
    indptr = np.cumsum(counts)
    rows = CSR(indptr, np.empty(indptr[-1], np.int32), np.empty(indptr[-1]), len(of))
    _fill(columns, of, indptr.copy(), rows)
    return rows


@leaf
def _count(columns: CSR, of: Array, counts: Array) -> None:
    for j in of:
        for at in range(columns.indptr[j], columns.indptr[j + 1]):
            counts[columns.indices[at] + 1] += 1


@leaf
def _fill(columns: CSR, of: Array, free: Array, rows: CSR) -> None:
    for a in range(len(of)):
        for at in range(columns.indptr[of[a]], columns.indptr[of[a] + 1]):
            i = columns.indices[at]
            rows.indices[free[i]], rows.data[free[i]] = a, columns.data[at]
            free[i] += 1


@leaf
def _descend(penalty: Penalty, G: Array, w: Array, g: Array, share: float, most: int) -> tuple[float, int]:
    """Move w, whose slopes without the penalty are g, until no weight is off by more than `share` of the most that one
    was in the first sweep. Gives that, and the number of sweeps."""
    first = 0.0
    for number in range(most):
        worst = 0.0
        for j in range(len(w)):
            H = G[j, j]
            if H > 0.0:
                new = penalties.prox(penalty, w[j] - g[j] / H, 1.0 / H)
                move = new - w[j]
                if move != 0.0:
                    w[j] = new
                    worst = max(worst, abs(move) * H)
                    for k in range(len(w)):
                        g[k] += move * G[j, k]
        if number == 0:
            first = worst
        if worst <= share * first:
            return first, number + 1
    return first, most


def minimise(
    penalty: Penalty, gram: Array, w: Array, g: Array, g_b: float, share: float, most: int
) -> tuple[float, float, int]:
    """Move w to the minimum of the model with these slopes, whose Gram matrix has the intercept's row and column last.

    How far off the first sweep found w, the change of the intercept, and the number of sweeps.
    """
    m, total, across = len(w), float(gram[-1, -1]), gram[-1, :-1].copy()
    old, G = w.copy(), gram[:m, :m]
    if total > 0.0:
        g = g - across * (g_b / total)
        G = G - np.outer(across / total, across)
    G = np.ascontiguousarray(np.maximum(G, 0.0, where=np.eye(m, dtype=bool), out=np.array(G)))
    first, sweeps = _descend(penalty, G, w, g.copy(), share, most)
    lean = -(g_b + float((across * (w - old)).sum())) / total if total > 0.0 else 0.0
    return first, lean, sweeps
