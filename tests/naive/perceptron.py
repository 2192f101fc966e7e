"""The perceptron of Rosenblatt (1958), and the mean of all its weights, in NumPy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.core.rows import Array


def history(X: Array, y: Array, c: Array, batches: Sequence[Array]) -> list[Array]:
    """(w, b) after each batch."""
    wb, kept = np.zeros(X.shape[1] + 1), []
    with_one = np.column_stack([X, np.ones(len(X))])
    for batch in batches:
        wrong = batch[y[batch] * (with_one[batch] @ wb) <= 0]
        wb = wb + (c[wrong] * y[wrong]) @ with_one[wrong]
        kept.append(wb)
    return kept
