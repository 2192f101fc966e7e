"""Kernels: inner products k(x, x') in a space that is never entered (Mercer 1909).

    linear        x . x'
    polynomial    (gamma x . x' + coef0)^degree
    RBF           exp(-gamma |x - x'|^2)

Rows are SciPy matrices or arrays, of one kind or of both. The sigmoid, tanh(gamma x . x' + coef0), is kept for those
who come from scikit-learn: it is no kernel of Mercer's, and what is proven elsewhere does not hold for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from steelyard.core.rows import Array

SMALL = 4_000_000  # numbers: 32 MB


class Kernel(NamedTuple):
    """A kernel and its parameters."""

    name: str = "linear"  # "linear", "poly", "rbf" or "sigmoid"
    gamma: float = 1.0
    degree: float = 3.0
    coef0: float = 0.0


def kernel_matrix(kernel: Kernel, X: Any, Y: Any) -> Array:
    """k(x_i, y_j) for all rows of X and Y."""
    X, Y = dense_if_small(X), dense_if_small(Y)
    products = products_of(X, Y)
    if kernel.name == "linear":
        return products
    if kernel.name == "poly":
        return np.asarray((kernel.gamma * products + kernel.coef0) ** kernel.degree)
    if kernel.name == "sigmoid":
        return np.asarray(np.tanh(kernel.gamma * products + kernel.coef0))
    products *= 2.0  # in place from here on: the matrix is large
    products -= squared_norms(X)[:, None]
    products -= squared_norms(Y)
    np.minimum(products, 0.0, out=products)
    products *= kernel.gamma
    return np.asarray(np.exp(products, out=products))


def dense_if_small(X: Any) -> Any:
    """Small sparse rows as dense ones: quicker, and both kinds then have the same bits."""
    return X.toarray() if sparse.issparse(X) and X.shape[0] * X.shape[1] <= SMALL else X


def products_of(X: Any, Y: Any) -> Array:
    """x_i . y_j"""
    products = X @ Y.T
    return np.asarray(products.toarray() if sparse.issparse(products) else products)


def squared_norms(X: Any) -> Array:
    """x_i . x_i"""
    squares = X.multiply(X) if sparse.issparse(X) else X * X
    return np.asarray(squares.sum(axis=1)).ravel()
