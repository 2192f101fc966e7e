"""Columns under the curvature of softmax: what a weight of one class does to the slopes of all.

For a change u_i of the scores of row i the losses' slopes change by c_i (p_ik u_ik - p_ik sum_l p_il u_il). Q[i, k] is
the slope so far. `columns` are `columns_of(X)`.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit, verb
from steelyard.core import penalties
from steelyard.core.penalties import Penalty
from steelyard.core.rows import CSR, Array, Rows


@verb(by="columns")
def class_dot(columns: Rows, j: int, k: int, Q: Array) -> float:
    """sum_i x_ij Q[i, k]"""
    raise NotImplementedError


@class_dot.on(CSR)
def _class_dot_sparse(columns: CSR, j: int, k: int, Q: Array) -> float:
    total = 0.0
    for a in range(columns.indptr[j], columns.indptr[j + 1]):
        total += columns.data[a] * Q[columns.indices[a], k]
    return total


@class_dot.on(np.ndarray)
def _class_dot_dense(columns: Array, j: int, k: int, Q: Array) -> float:
    total = 0.0
    for i in range(columns.shape[1]):
        total += columns[j, i] * Q[i, k]
    return total


@verb(by="columns")
def class_axpy(a: float, columns: Rows, j: int, k: int, c: Array, P: Array, Q: Array) -> None:
    """The slopes after the scores of class k have changed by a x_j"""
    raise NotImplementedError


@class_axpy.on(CSR)
def _class_axpy_sparse(a: float, columns: CSR, j: int, k: int, c: Array, P: Array, Q: Array) -> None:
    for at in range(columns.indptr[j], columns.indptr[j + 1]):
        bend(a * columns.data[at], columns.indices[at], k, c, P, Q)


@class_axpy.on(np.ndarray)
def _class_axpy_dense(a: float, columns: Array, j: int, k: int, c: Array, P: Array, Q: Array) -> None:
    for i in range(columns.shape[1]):
        bend(a * columns[j, i], i, k, c, P, Q)


@verb(by="columns")
def class_curvature(columns: Rows, j: int, k: int, c: Array, P: Array) -> float:
    """sum_i c_i p_ik (1 - p_ik) x_ij^2"""
    raise NotImplementedError


@class_curvature.on(CSR)
def _class_curvature_sparse(columns: CSR, j: int, k: int, c: Array, P: Array) -> float:
    total = 0.0
    for a in range(columns.indptr[j], columns.indptr[j + 1]):
        i, x = columns.indices[a], np.float64(columns.data[a])
        total += c[i] * P[i, k] * (1.0 - P[i, k]) * x * x
    return total


@class_curvature.on(np.ndarray)
def _class_curvature_dense(columns: Array, j: int, k: int, c: Array, P: Array) -> float:
    total = 0.0
    for i in range(columns.shape[1]):
        x = np.float64(columns[j, i])
        total += c[i] * P[i, k] * (1.0 - P[i, k]) * x * x
    return total


@jit
def bend(u: float, i: int, k: int, c: Array, P: Array, Q: Array) -> None:
    """The slopes of row i after the score of class k has changed by u"""
    a = c[i] * P[i, k] * u
    for other in range(P.shape[1]):
        Q[i, other] -= a * P[i, other]
    Q[i, k] += a


@jit
def minimise(
    columns: Rows,
    penalty: Penalty,
    of: Array,
    c: Array,
    P: Array,
    W: Array,
    b: Array,
    Q: Array,
    most: int,
    share: float,
) -> None:
    """Sweep the weights (j, k) in `of`, and b if it is not empty, until they are off by `share` of what they were."""
    H = np.empty(len(of))
    for a in range(len(of)):
        H[a] = class_curvature(columns, of[a, 0], of[a, 1], c, P)
    total = np.zeros(P.shape[1])
    for i in range(len(c)):
        total += c[i] * P[i] * (1.0 - P[i])
    first = 0.0
    for _sweep in range(most):
        worst = 0.0
        for a in range(len(of)):
            j, k = of[a, 0], of[a, 1]
            if H[a] > 0.0:
                old = W[j, k]
                W[j, k] = penalties.prox(penalty, old - class_dot(columns, j, k, Q) / H[a], 1.0 / H[a])
                if W[j, k] != old:
                    class_axpy(W[j, k] - old, columns, j, k, c, P, Q)
                    worst = max(worst, abs(W[j, k] - old) * H[a])
        for k in range(len(b)):
            lean = -Q[:, k].sum() / total[k] if total[k] > 0.0 else 0.0
            b[k] += lean
            worst = max(worst, abs(lean) * total[k])
            for i in range(len(c)):
                bend(lean, i, k, c, P, Q)
        first = max(first, worst)
        if worst <= share * first:
            break
