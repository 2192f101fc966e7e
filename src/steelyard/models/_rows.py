"""From what users have to what algorithms take: rows, signs, costs."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from steelyard.core.rows import CSR, Array, Rows
from steelyard.models._checks import class_weights, no_negative, weights

FLOATS = [np.float64, np.float32]


def rows_of(X: Any) -> Rows:
    """Checked rows as the core wants them; shares the memory where it can."""
    if not scipy.sparse.issparse(X):
        return np.ascontiguousarray(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return CSR(X.indptr.astype(np.int64), X.indices.astype(np.int32, copy=False), X.data, X.shape[1])


def signs(y: Array, positive: Any) -> Array:
    """+1 where y is the positive class, else -1."""
    return np.where(y == positive, 1.0, -1.0)


def seed_of(random_state: Any) -> int:
    """One seed: an integer as it is, 0 for None (the same bits each time), a draw from a generator."""
    if random_state is None:
        return 0
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    return int(random_state)


def costs(C: float, sample_weight: Any, class_weight: Any, classes: Array, y: Array, X: Any) -> Array:
    """c_i = C x the row's weight x its class's; "balanced": each class weighs the same in all."""
    c, by_class = both_weights(sample_weight, class_weight, classes, y, X)
    return np.asarray(C * c * by_class[np.searchsorted(classes, y)], dtype=np.float64)


def both_weights(sample_weight: Any, class_weight: Any, classes: Array, y: Array, X: Any) -> tuple[Array, Array]:
    """Of each row, and of each class."""
    c = no_negative(weights(sample_weight, X))
    return c, class_weights(class_weight, classes, y, c)
