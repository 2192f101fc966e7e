"""Ridge regression in the primal or in the dual, whichever is smaller, or by conjugate gradients where both are large.

Minimises    1/2 sum_i c_i (y_i - w . x_i - b)^2 + alpha/2 |w|^2; several targets side by side, each with its alpha
Given        X (a SciPy matrix or an array, n rows of d columns), Y (n, T), costs c (n), alpha (T), an intercept or none
Returns      W (d, T), b (T), the gap, and how it was done

The intercept pays no penalty, so it is gone once rows and targets are centred: with Z = sqrt(c) (X - mean), R = sqrt(c)
(Y - mean), the optimum is, by the inversion lemma (Z'Z + alpha I)^-1 Z' = Z' (ZZ' + alpha I)^-1,

    primal       W = (Z'Z + alpha I)^-1 Z'R           d x d: Hoerl and Kennard (1970)
    dual         W = Z'A, A = (ZZ' + alpha I)^-1 R    n x n: Saunders, Gammerman, Vovk (1998)
    gradients    both by conjugate gradients on Z'Z + alpha I without forming it (CGLS: Bjorck, Elfving, Strakos 1998)

Where alpha is 0 and Z'Z singular it is the solution of least norm. The dual point s = sqrt(c) r, r the residuals, gives
the gap exactly: |alpha w - Z'r|^2 / (2 alpha). Sparse rows are never centred in memory.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
import scipy.linalg
import scipy.optimize
from scipy import sparse

from steelyard.core.rows import Array

SMALL = 4000  # sides up to which a matrix is formed and factorized: a few seconds


class Fit(NamedTuple):
    W: Array
    b: Array
    gap: Array  # relative, one a target; NaN where alpha is 0
    method: str  # "primal", "dual" or "conjugate gradients"
    steps: int


class Centred(NamedTuple):
    """Z = root (X - mean), never formed if X is sparse."""

    X: Any
    mean: Array
    root: Array  # sqrt(c)

    def times(self, V: Array) -> Array:
        """Z V"""
        return np.asarray(self.root[:, None] * (self.X @ V - self.mean @ V))

    def transposed_times(self, U: Array) -> Array:
        """Z' U"""
        U = self.root[:, None] * U
        return np.asarray(self.X.T @ U - np.outer(self.mean, U.sum(axis=0)))


def ridge(
    X: Any, Y: Array, c: Array, alpha: Array, intercept: bool, tol: float = 1e-6, max_steps: int | None = None
) -> Fit:
    """The optimum; by conjugate gradients up to a relative gap of `tol`."""
    Z, R, x_mean, y_mean = centre(X, Y, c, intercept)
    steps = 0
    if min(X.shape) > SMALL:
        method = "conjugate gradients"
        W, steps = _conjugate_gradients(Z, R, alpha, tol, max_steps)
    elif X.shape[1] <= X.shape[0]:
        method = "primal"
        W = solve(gram(Z, 0), Z.transposed_times(R), alpha)
    else:
        method = "dual"
        W = Z.transposed_times(solve(gram(Z, 1), R, alpha))
    return Fit(W, y_mean - x_mean @ W, gap(Z, R, alpha, W), method, steps)


def nonnegative(X: Any, Y: Array, c: Array, alpha: Array, intercept: bool) -> Fit:
    """The optimum among W >= 0, by the active set method of Lawson and Hanson (1974) in the primal. No gap."""
    Z, R, x_mean, y_mean = centre(X, Y, c, intercept)
    values, vectors = scipy.linalg.eigh(gram(Z, 0))
    target = vectors.T @ Z.transposed_times(R)
    W = np.empty((X.shape[1], Y.shape[1]))
    for t in range(Y.shape[1]):  # |F w - q|^2 has the Gram matrix F'F = Z'Z + alpha I and F'q = Z'r
        root = np.sqrt(np.maximum(values, 0.0) + alpha[t])
        q = np.where(root > 1e-8 * root.max(), target[:, t] / np.where(root > 0, root, 1.0), 0.0)
        W[:, t] = scipy.optimize.nnls(root[:, None] * vectors.T, q)[0]
    return Fit(W, y_mean - x_mean @ W, np.full(Y.shape[1], np.nan), "active set", 0)


def centre(X: Any, Y: Array, c: Array, intercept: bool) -> tuple[Centred, Array, Array, Array]:
    """Z, R, and the means of rows and targets; without an intercept these are 0."""
    total = c.sum()
    x_mean = np.asarray(c @ X).ravel() / total if intercept else np.zeros(X.shape[1])
    y_mean = c @ Y / total if intercept else np.zeros(Y.shape[1])
    root = np.sqrt(c)
    R = root[:, None] * (Y - y_mean)
    if sparse.issparse(X):
        return Centred(X, x_mean, root), R, x_mean, y_mean
    # dense rows are centred before products are taken: an offset then costs no digits
    return Centred(X - x_mean, np.zeros(X.shape[1]), root), R, x_mean, y_mean


def gram(Z: Centred, axis: int) -> Array:
    """Z'Z for axis 0, ZZ' for axis 1."""
    X, mean, root = Z
    if axis == 0:
        scaled = sparse.diags_array(root) @ X if sparse.issparse(X) else root[:, None] * X
        return np.asarray(_full(scaled.T @ scaled) - root.dot(root) * np.outer(mean, mean))
    to_mean = X @ mean
    K = _full(X @ X.T) - to_mean[:, None] - to_mean + mean @ mean
    return np.asarray(root[:, None] * K * root)


def _full(A: Any) -> Array:
    return np.asarray(A.toarray() if sparse.issparse(A) else A)


def solve(G: Array, R: Array, alpha: Array) -> Array:
    """(G + alpha_t I)^-1 R_t for each target t; where singular, the solution of least norm."""
    if (alpha == alpha[0]).all() and alpha[0] > 1e-10 * np.abs(np.diagonal(G)).max(initial=0.0):
        shifted = G.copy()
        shifted[np.diag_indices_from(shifted)] += alpha[0]
        with suppress(scipy.linalg.LinAlgError):  # a kernel may be none of Mercer's
            return np.asarray(scipy.linalg.cho_solve(scipy.linalg.cho_factor(shifted, overwrite_a=True), R))
    values, vectors = scipy.linalg.eigh(G)  # once for every alpha
    bends = values[:, None] + alpha
    zero = np.abs(bends) <= len(G) * np.finfo(float).eps * np.abs(values).max(initial=0.0)
    return np.asarray(vectors @ (np.where(zero, 0.0, vectors.T @ R) / np.where(zero, 1.0, bends)))


def gap(Z: Centred, R: Array, alpha: Array, W: Array) -> Array:
    """How far each target's objective is from its optimum at most, relative to it."""
    residual = R - Z.times(W)
    slope = alpha * W - Z.transposed_times(residual)
    twice = (residual**2).sum(axis=0) + alpha * (W**2).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = (slope**2).sum(axis=0) / (alpha * twice)
    return np.where(alpha > 0, np.where(twice > 0, relative, 0.0), np.nan)


def _conjugate_gradients(Z: Centred, R: Array, alpha: Array, tol: float, max_steps: int | None) -> tuple[Array, int]:
    """CGLS, all targets at once. Stops when the gap is small enough (alpha = 0: the slope against its start)."""
    W, residual = np.zeros((Z.X.shape[1], R.shape[1])), R.copy()
    down = Z.transposed_times(residual)  # minus the slope
    direction, size = down.copy(), (down**2).sum(axis=0)
    first, steps = size.copy(), 0
    while steps < (max_steps or 10 * min(Z.X.shape)):
        twice = (residual**2).sum(axis=0) + alpha * (W**2).sum(axis=0)
        done = np.where(alpha > 0, size <= tol * alpha * twice, size <= tol**2 * first)
        if done.all():
            break
        ahead = Z.times(direction)
        bend = (ahead**2).sum(axis=0) + alpha * (direction**2).sum(axis=0)
        length = np.where(done | (bend == 0), 0.0, size / np.where(bend == 0, 1.0, bend))
        W += length * direction
        residual -= length * ahead
        down = Z.transposed_times(residual) - alpha * W
        new = (down**2).sum(axis=0)
        direction = down + np.where(size > 0, new / np.where(size > 0, size, 1.0), 0.0) * direction
        size, steps = new, steps + 1
    return W, steps
