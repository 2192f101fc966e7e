"""The fits behind `SVC`: one pair of classes each, over one kernel matrix or parts of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from steelyard.algorithms import calibration
from steelyard.algorithms.kernel_dual import KernelDual
from steelyard.algorithms.kernels import Kernel, kernel_matrix
from steelyard.algorithms.loop import run
from steelyard.core.objective import Certificate
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.models._pairs import pairs

WHOLE = 4000  # rows up to which the kernel matrix is kept whole: 128 MB
LEAST_ROOM = 200  # rows that a cache holds at least
LARGEST_COST = 1e10  # what stands for an infinite C
FOLDS = 5

Part = Callable[[Array, Array], Array]  # (rows, columns) -> that part of the kernel matrix


class Settings(NamedTuple):
    """What all pairs share."""

    tol: float
    most: int | None  # exchanges
    cache_size: float  # MB, for rows of a kernel matrix that is not kept whole


class PairFit(NamedTuple):
    """One pair of classes: `rows` are its training rows, y is +1 for the class that scores above 0."""

    rows: Array
    y: Array
    s: Array
    b: float
    certificate: Certificate
    steps: int
    done: bool


def part_of_matrix(K: Array) -> Part:
    """Parts of a matrix that is there."""
    if not np.isfinite(K).all():
        raise ValueError(
            "The dual coefficients or intercepts are not finite: the kernel overflows. "
            "The input data may contain large values and need to be preprocessed."
        )
    return lambda rows, columns: np.asarray(K[np.ix_(rows, columns)])


def part_of_rows(kernel: Kernel, X: Any) -> Part:
    """Parts of the kernel matrix of rows: taken from the whole if they are few, else made when asked for."""
    if X.shape[0] <= WHOLE:
        with np.errstate(over="ignore", invalid="ignore"):
            return part_of_matrix(kernel_matrix(kernel, X, X))
    return lambda rows, columns: kernel_matrix(kernel, X[rows], X[columns])


class RowCache:
    """Rows of a kernel matrix, the last used of them kept: a fit asks for its support vectors' over and over."""

    def __init__(self, make: Callable[[Array], Array], n: int, room: int) -> None:
        self.make = make
        self.kept = np.empty((min(room, n), n))
        self.slot = np.full(n, -1)  # where row i is, or -1
        self.row = np.full(len(self.kept), -1)  # which row is where, or -1
        self.used = np.zeros(len(self.kept), dtype=np.int64)
        self.clock = 0

    def __call__(self, W: Array) -> Array:
        """The rows W; there must be room for them."""
        self.clock += 1
        self.used[self.slot[W[self.slot[W] >= 0]]] = self.clock
        new = W[self.slot[W] < 0]
        places = np.argsort(self.used, kind="stable")[: len(new)]
        self.slot[self.row[places[self.row[places] >= 0]]] = -1
        self.kept[places] = self.make(new)
        self.slot[new], self.row[places], self.used[places] = places, new, self.clock
        return np.asarray(self.kept[self.slot[W]])


def fit_pair(part: Part, rows: Array, y: Array, c: Array, settings: Settings) -> PairFit:
    """The dual over some rows."""
    n, make = len(rows), lambda W: part(rows[W], rows)
    room = max(int(settings.cache_size * 1e6 / (8 * n)), LEAST_ROOM)
    block = min(KernelDual.block, room)
    get = make if n <= max(block, WHOLE) else RowCache(make, n, room)
    algorithm = KernelDual(get, y, np.minimum(c, LARGEST_COST), settings.tol, block, settings.most)
    state, certificate, _ = run(algorithm)
    reached = settings.most is None or state.iteration < settings.most
    return PairFit(rows, y, state.s, state.b, certificate, state.iteration, reached)


def out_of_fold_platt(part: Part, fit: PairFit, c: Array, settings: Settings, rng: Any) -> tuple[float, float]:
    """Platt's (a, b) on scores of rows that were left out of the fit; each fold has its share of both classes."""
    fold = np.empty(len(fit.rows), dtype=int)
    for side in (-1.0, 1.0):
        here = rng.permutation(np.flatnonzero(fit.y == side))
        fold[here] = np.arange(len(here)) % FOLDS
    z = np.zeros(len(fit.rows))
    for each in range(FOLDS):
        out, kept = fold == each, fold != each
        if out.any() and kept.any():
            inner = fit_pair(part, fit.rows[kept], fit.y[kept], c[kept], settings._replace(most=None))
            z[out] = part(fit.rows[out], inner.rows) @ inner.s + inner.b
    return calibration.platt(z, fit.y > 0)


def costs(C: float, sample_weight: Any, class_weight: Array, k: Array) -> Array:
    """c_i; rows of weight 0 or less are not there."""
    c = C * class_weight[k]
    if sample_weight is not None:
        given = np.asarray(sample_weight, dtype=np.float64)
        if given.shape != k.shape:
            raise ValueError(f"sample_weight and X have incompatible shapes: {given.shape} vs {len(k)} rows")
        c = np.where(given > 0, c, 0.0) * np.maximum(given, 0.0)
    if not (c > 0).any():
        raise ValueError("Invalid input - all samples have zero or negative weights.")
    if len(np.unique(k[c > 0])) < 2:
        raise ValueError("Invalid input - all samples with positive weights belong to the same class.")
    return np.asarray(c)


def gamma_of(gamma: Any, X: Any) -> float:
    """The number behind "scale" and "auto"."""
    if gamma == "auto":
        return float(1.0 / X.shape[1])
    if gamma != "scale":
        return float(gamma)
    with np.errstate(over="ignore", invalid="ignore"):
        variance = X.multiply(X).mean() - X.mean() ** 2 if sparse.issparse(X) else X.var()
    return float(1.0 / (X.shape[1] * variance)) if variance != 0 else 1.0


def pulls_of_pairs(dual_coef: Any, n_support: Array) -> Array:
    """One row a pair, one column a support vector, from scikit-learn's table with a row less than classes."""
    dual, k = full(dual_coef), np.repeat(np.arange(len(n_support)), n_support)
    rows = [np.where(k == i, dual[j - 1], 0.0) + np.where(k == j, dual[i], 0.0) for i, j in pairs(len(n_support))]
    return np.stack(rows)


def linear_weights(dual_coef: Any, vectors: Any, n_support: Array) -> Any:
    """w, one row a pair, sparse if the support vectors are; not to be written to."""
    pulls = pulls_of_pairs(dual_coef, n_support)
    coef = sparse.csr_matrix(sparse.csr_array(pulls) @ vectors) if sparse.issparse(vectors) else pulls @ vectors
    (coef.data if sparse.issparse(coef) else coef).flags.writeable = False
    return coef


def full(K: Any) -> Array:
    """A kernel's values as an array; a function may give a sparse matrix."""
    return np.asarray(K.toarray() if sparse.issparse(K) else K, dtype=np.float64)


def square(K: Any, n: int) -> Array:
    """A kernel matrix of the training rows that was handed over."""
    K = full(K)
    if K.shape != (n, n):
        raise SettingError(f"Precomputed matrix must be a square matrix: it is {K.shape}.", f"Give ({n}, {n}).")
    return np.asarray(K)
