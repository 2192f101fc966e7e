"""Small problems that the tests of the linear classifiers share."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from steelyard.core.rows import Array


def classes(count: int, n: int = 60, d: int = 4, seed: int = 0) -> tuple[Array, Array]:
    """Dense rows around a centre for each class, with overlap; string labels."""
    rng = np.random.default_rng(seed)
    k = np.arange(n) % count
    X = rng.normal(size=(n, d)) + 1.2 * rng.normal(size=(count, d))[k]
    return X, np.array(["ape", "bee", "cat", "dog", "elk"])[k]


def texts(count: int, n: int = 80, d: int = 1500, seed: int = 0) -> tuple[Any, Array]:
    """Sparse rows of length 1 with more columns than `_solve.FEW_COLUMNS`; some words belong to a class."""
    rng = np.random.default_rng(seed)
    k = np.arange(n) % count
    own = 20 * k[:, None] + rng.integers(0, 20, (n, 3))
    words = np.concatenate([(rng.pareto(1.0, (n, 25)) * 30).astype(int) % d, own], axis=1)
    X = scipy.sparse.csr_matrix((np.ones(words.size), words.ravel(), np.arange(n + 1) * words.shape[1]), shape=(n, d))
    X.sum_duplicates()
    X.data /= np.sqrt(np.repeat(np.asarray(X.multiply(X).sum(axis=1)).ravel(), np.diff(X.indptr)))
    return X, np.array(["ape", "bee", "cat", "dog", "elk"])[k]
