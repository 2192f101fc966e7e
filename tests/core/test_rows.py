"""Sparse and dense rows answer the same verbs with the same numbers: those of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from steelyard._jit import jit
from steelyard.core.rows import (
    CSR,
    Array,
    Rows,
    axpy,
    axpy_lanes,
    dot,
    dot_lanes,
    n_columns,
    n_rows,
    squared_norm,
)
from tests.core.problems import csr

pytestmark = pytest.mark.algorithms
DENSE = np.random.default_rng(0).normal(size=(7, 23)) * (np.random.default_rng(1).random((7, 23)) < 0.4)
DENSE[3] = 0.0  # an empty row


@jit
def every_verb(X: Rows, w: Array, W: Array) -> tuple[Array, Array, Array, Array, Array, tuple[int, int]]:
    n, lanes = n_rows(X), W.shape[1]
    dots, norms, sums = np.empty(n), np.empty(n), w.copy()
    lane_dots, lane_sums = np.empty((n, lanes)), W.copy()
    for i in range(n):
        dots[i] = dot(X, i, w)
        norms[i] = squared_norm(X, i)
        axpy(i - 2.5, X, i, sums)
        dot_lanes(X, i, W, lane_dots[i])
        axpy_lanes(lane_dots[i], X, i, lane_sums)
    return dots, norms, sums, lane_dots, lane_sums, (n, n_columns(X))


@pytest.mark.parametrize("kind", ["dense", "sparse"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("lanes", [1, 3, 8])
def test_the_verbs_are_those_of_numpy(kind: str, dtype: Any, lanes: int) -> None:
    dense = DENSE.astype(dtype)
    exact = dense.astype(np.float64)
    rng = np.random.default_rng(2)
    w, W = rng.normal(size=23), rng.normal(size=(23, lanes))
    X = csr(dense) if kind == "sparse" else dense
    assert not isinstance(X, CSR) or X.data.dtype == dtype
    dots, norms, sums, lane_dots, lane_sums, shape = every_verb(X, w, W)
    np.testing.assert_allclose(dots, exact @ w, rtol=1e-13, atol=1e-14)  # summed in float64, float32 rows too
    np.testing.assert_allclose(norms, (exact**2).sum(axis=1), rtol=1e-14)
    np.testing.assert_allclose(sums, w + (np.arange(7) - 2.5) @ exact, rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(lane_dots, exact @ W, rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(lane_sums, W + exact.T @ (exact @ W), rtol=1e-13, atol=1e-13)
    assert shape == (7, 23)


def test_float32_weights_are_updated_in_place() -> None:
    w = np.ones(23, dtype=np.float32)
    axpy(2.0, csr(DENSE.astype(np.float32)), 0, w)
    np.testing.assert_allclose(w, 1 + 2 * DENSE[0], rtol=1e-6)
    assert w.dtype == np.float32
