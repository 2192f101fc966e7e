"""The kink of |w|, paid by a column only when a row that has it comes by: as cheap as the row's nonzeros.

Each change of the weights makes the debt of every column grow. A column that is visited goes towards 0 by what it owes,
and not past 0 (Tsuruoka, Tsujii and Ananiadou 2009, the cumulative L1 penalty).
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit, verb
from steelyard.core.rows import CSR, Array, Rows


@verb(by="X")
def settle(X: Rows, i: int, due: float, scale: float, v: Array, paid: Array, weight: float, late: Array) -> None:
    """The columns of row i, with weights w = scale v, pay up to `due` in all; what v changes by, times `weight`, goes
    into `late` if that is not empty."""
    raise NotImplementedError


@settle.on(CSR)
def _settle_sparse(X: CSR, i: int, due: float, scale: float, v: Array, paid: Array, weight: float, late: Array) -> None:
    for k in range(X.indptr[i], X.indptr[i + 1]):
        _pay(X.indices[k], due, scale, v, paid, weight, late)


@settle.on(np.ndarray)
def _settle_dense(
    X: Array, i: int, due: float, scale: float, v: Array, paid: Array, weight: float, late: Array
) -> None:
    for j in range(X.shape[1]):
        if X[i, j] != 0.0:
            _pay(j, due, scale, v, paid, weight, late)


@jit
def _pay(j: int, due: float, scale: float, v: Array, paid: Array, weight: float, late: Array) -> None:
    w = scale * v[j]
    after = 0.0
    if w > 0.0:
        after = max(0.0, w - (due + paid[j]))
    elif w < 0.0:
        after = min(0.0, w + (due - paid[j]))
    change = after / scale - v[j]
    paid[j] += after - w
    v[j] = after / scale
    if len(late) > 0:
        late[j] += weight * change
