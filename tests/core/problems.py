"""Small problems that the tests of the core and of the algorithms share."""

from __future__ import annotations

import numpy as np
import scipy.sparse

from steelyard.core.losses import Logistic, Loss
from steelyard.core.objective import Problem
from steelyard.core.penalties import L2, Penalty
from steelyard.core.rows import CSR, Array, Rows

LOGISTIC, RIDGE = Logistic(), L2()


def csr(dense: Array) -> CSR:
    """The same rows, sparse."""
    m = scipy.sparse.csr_matrix(dense)
    return CSR(m.indptr.astype(np.int64), m.indices.astype(np.int32), m.data, m.shape[1])


def draw(
    n: int = 60,
    d: int = 5,
    *,
    seed: int = 0,
    cost: float = 1.0,
    loss: Loss = LOGISTIC,
    penalty: Penalty = RIDGE,
    intercept: bool = True,
    sparse: bool = False,
    separable: bool = False,
) -> Problem:
    """Rows with a third of zeros, labels from a plane (with noise unless separable), unequal costs, some of them 0."""
    rng = np.random.default_rng(seed)
    dense = rng.normal(size=(n, d)) * (rng.random((n, d)) < 2 / 3)
    z = dense @ rng.normal(size=d) + 0.3
    y = np.where(z + (0.0 if separable else 1.0) * rng.logistic(size=n) > 0, 1.0, -1.0)
    c = cost * rng.choice([0.0, 0.5, 1.0, 2.0], size=n)
    X: Rows = csr(dense) if sparse else dense
    return Problem(X, y, c, loss, penalty, intercept)
