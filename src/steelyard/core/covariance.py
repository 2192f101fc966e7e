"""The model of `sweeps` over few columns: coordinate descent on their Gram matrix.

A sweep over columns costs what their nonzeros cost; over the Gram matrix of m columns, m numbers for each weight that
moves and next to nothing for one that rests. The matrix itself costs some ten sweeps. An intercept without penalty is
taken out beforehand (Frisch and Waugh 1933): it is at its best for whatever the weights are, and slows nothing down.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import leaf
from steelyard.core import penalties
from steelyard.core.columns import dots_of
from steelyard.core.gram import gram
from steelyard.core.penalties import Penalty
from steelyard.core.rows import CSR, Array, Rows

MOST_SWEEPS = 1000
SETTLED = 1e-3  # of what the first sweep found


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


def on_gram(
    columns: Rows, rows: Rows, penalty: Penalty, of: Array, h: Array, s: Array, w: Array, intercept: bool
) -> tuple[float, float, int]:
    """What `sweeps` does, given the pulls s and the rows over the columns `of`."""
    G, g, local = gram(rows, h, np.arange(len(h))), -dots_of(columns, of, s), w[of]
    across, total = G[-1, :-1].copy(), float(h.sum())
    G = np.ascontiguousarray(G[:-1, :-1])
    taken_out = intercept and total > 0.0
    if taken_out:
        g += across * (float(s.sum()) / total)
        G -= np.outer(across / total, across)
        np.fill_diagonal(G, np.maximum(G.diagonal(), 0.0))
    first = _descend(penalty, G, local, g)
    lean = (float(s.sum()) - float((across * (local - w[of])).sum())) / total if taken_out else 0.0
    w[of] = local
    return first, lean, len(of)


@leaf
def _descend(penalty: Penalty, G: Array, w: Array, g: Array) -> float:
    """Move w, whose slopes without the penalty are g; how far off the first sweep found it at most."""
    first = 0.0
    for number in range(MOST_SWEEPS):
        worst = 0.0
        for j in range(len(w)):
            H = G[j, j]
            if H > 0.0:
                old = w[j]
                w[j] = penalties.prox(penalty, old - g[j] / H, 1.0 / H)
                move = w[j] - old
                if move != 0.0:
                    worst = max(worst, abs(move) * H)
                    for k in range(len(w)):
                        g[k] += move * G[j, k]
        if number == 0:
            first = worst
        if worst <= SETTLED * first:
            break
    return first
