"""The support vector machine with kernels: `SVC`."""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils import check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_consistent_length, column_or_1d

from steelyard.algorithms import calibration
from steelyard.algorithms.kernels import Kernel, kernel_matrix
from steelyard.core.rows import Array
from steelyard.models import _pairs, _svm
from steelyard.models._checks import (
    Interval,
    StrOptions,
    check_is_fitted,
    check_settings,
    class_weights,
    new_rows,
    training_data,
)

POSITIVE = Interval(Real, 0.0, None, closed="neither")


def _has_probabilities(model: SVC) -> bool:
    if not model.probability:
        raise AttributeError("predict_proba is not available when probability=False")
    return True


class SVC(ClassifierMixin, BaseEstimator):
    """The support vector machine, each class against each, with a linear, polynomial or RBF kernel or one of your own.

    Parameters: `C` (times class and sample weights: the cost of a row); `kernel` "linear", "poly", "rbf", "sigmoid",
    "precomputed" or a function of two sets of rows; `degree`, `gamma` ("scale", "auto" or a number), `coef0`;
    `probability=True` fits Platt's curve on out-of-fold scores; `tol` bounds the relative gap and the largest
    violation; `max_iter` exchanges at most; `decision_function_shape`, `break_ties`, `class_weight`, `random_state`
    (for the folds); `cache_size`, in MB, matters above 4,000 rows. `shrinking` and `verbose` have no effect. Added:
    `gap_` and `objective_`, one for each pair of classes ("sigmoid" is none of Mercer's: its `gap_` proves nothing).

    >>> from steelyard import SVC
    >>> model = SVC(kernel="linear").fit([[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1])
    >>> model.support_.tolist(), float(model.coef_[0, 0]), model.gap_
    ([1, 2], 1.0, 0.0)
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "C": [Interval(Real, 0.0, None, closed="right"), Interval(Real, 0.0, None, closed="neither")],
        "kernel": [StrOptions({"linear", "poly", "rbf", "sigmoid", "precomputed"}), callable],
        "degree": [Interval(Integral, 0, None, closed="left")],
        "gamma": [StrOptions({"scale", "auto"}), Interval(Real, 0.0, None, closed="left")],
        "coef0": [Interval(Real, None, None, closed="neither")],
        "shrinking": ["boolean"],
        "probability": ["boolean"],
        "tol": [POSITIVE],
        "cache_size": [POSITIVE],
        "class_weight": [StrOptions({"balanced"}), dict, None],
        "verbose": ["verbose"],
        "max_iter": [Interval(Integral, -1, None, closed="left")],
        "decision_function_shape": [StrOptions({"ovr", "ovo"})],
        "break_ties": ["boolean"],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        *,
        C: float = 1.0,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        shrinking: bool = True,
        probability: bool = False,
        tol: float = 1e-3,
        cache_size: float = 200,
        class_weight: Any = None,
        verbose: bool = False,
        max_iter: int = -1,
        decision_function_shape: str = "ovr",
        break_ties: bool = False,
        random_state: Any = None,
    ) -> None:
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.probability = probability
        self.tol = tol
        self.cache_size = cache_size
        self.class_weight = class_weight
        self.verbose = verbose
        self.max_iter = max_iter
        self.decision_function_shape = decision_function_shape
        self.break_ties = break_ties
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """One dual for each pair of classes."""
        check_settings(self)
        X, y = self._training(X, y)
        self.classes_, k = np.unique(column_or_1d(y, warn=True), return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {len(self.classes_)} class")
        self.class_weight_ = class_weights(self.class_weight, self.classes_, y)
        c = _svm.costs(self.C, sample_weight, self.class_weight_, k)
        part = self._prepare(X, len(k))
        settings = _svm.Settings(self.tol, None if self.max_iter == -1 else self.max_iter, self.cache_size)
        fits = [_svm.fit_pair(part, *_pairs.sides(k, c, i, j), settings) for i, j in _pairs.pairs(len(self.classes_))]
        self._warn(fits)
        self._store(X, k, fits)
        curves = np.empty((0, 2))
        if self.probability:
            rng = check_random_state(self.random_state)
            curves = np.array([_svm.out_of_fold_platt(part, fit, c[fit.rows], settings, rng) for fit in fits])
        self.probA_, self.probB_ = -curves[:, 0], -curves[:, 1]  # libsvm's signs
        return self

    def _training(self, X: Any, y: Any) -> tuple[Any, Any]:
        if callable(self.kernel):
            check_consistent_length(X, y)
            return X, y
        if sparse.issparse(X) and self.kernel == "precomputed":
            raise TypeError("Sparse precomputed kernels are not supported.")
        return training_data(self, X, y, sparse=True, dtype=np.float64, accept_large_sparse=False)

    def _prepare(self, X: Any, n: int) -> _svm.Part:
        """The kernel's parameters, and its matrix for the training rows."""
        self._gamma = 0.0
        if callable(self.kernel):
            return _svm.part_of_matrix(_svm.square(self.kernel(X, X), n))
        if self.kernel == "precomputed":
            return _svm.part_of_matrix(_svm.square(X, n))
        self._gamma = _svm.gamma_of(self.gamma, X)
        return _svm.part_of_rows(self._mercer(), X)

    def _mercer(self) -> Kernel:
        return Kernel(self.kernel, self._gamma, self.degree, self.coef0)

    def _warn(self, fits: list[_svm.PairFit]) -> None:
        if not all(fit.done for fit in fits):
            worst = max(fit.certificate.gap for fit in fits)
            warnings.warn(
                f"Solver terminated early (max_iter={self.max_iter}).  Consider pre-processing your data with "
                f"StandardScaler or MinMaxScaler. The relative gap left is {worst:.1e}.",
                ConvergenceWarning,
                stacklevel=3,
            )

    def _store(self, X: Any, k: Array, fits: list[_svm.PairFit]) -> None:
        """Support vectors class by class; the pulls of class i against class j in row j - 1, or j if j < i."""
        n_classes, two = len(self.classes_), len(self.classes_) == 2
        table = np.zeros((n_classes - 1, len(k)))
        for (i, j), fit in zip(_pairs.pairs(n_classes), fits):
            first = k[fit.rows] == i
            table[j - 1, fit.rows[first]], table[i, fit.rows[~first]] = fit.s[first], fit.s[~first]
        supporting = np.flatnonzero((table != 0).any(axis=0))
        self.support_ = supporting[np.argsort(k[supporting], kind="stable")].astype(np.int32)
        self.n_support_ = np.bincount(k[self.support_], minlength=n_classes).astype(np.int32)
        dual = table[:, self.support_]
        self.dual_coef_: Any = sparse.csr_matrix(dual) if sparse.issparse(X) and not callable(self.kernel) else dual
        given = self.kernel == "precomputed" or callable(self.kernel)
        self.support_vectors_ = np.empty((0, 0)) if given else X[self.support_]
        self._X_fit = X if callable(self.kernel) else None
        self.intercept_ = np.array([fit.b for fit in fits])
        self.shape_fit_ = getattr(X, "shape", (len(k),))
        self.n_iter_ = np.array([fit.steps for fit in fits], dtype=np.int32)
        self.fit_status_ = int(not all(fit.done for fit in fits))
        gaps, objectives = np.array([[fit.certificate.gap, fit.certificate.objective] for fit in fits]).T
        self.gap_: Any = float(gaps[0]) if two else gaps
        self.objective_: Any = float(objectives[0]) if two else objectives

    @property
    def coef_(self) -> Any:
        """The weights of a linear kernel, one row a pair of classes."""
        if self.kernel != "linear":
            raise AttributeError("coef_ is only available when using a linear kernel")
        return _svm.linear_weights(self.dual_coef_, self.support_vectors_, self.n_support_)

    def _pair_scores(self, X: Any) -> Array:
        """One column a pair; above 0 is the first class of the pair, with two classes the second."""
        check_is_fitted(self)
        X = X if callable(self.kernel) else new_rows(self, X, sparse=True, dtype=np.float64, accept_large_sparse=False)
        if callable(self.kernel):
            K = _svm.full(self.kernel(X, self._X_fit))[:, self.support_]
        elif self.kernel == "precomputed":
            K = X[:, self.support_]
        else:
            K = kernel_matrix(self._mercer(), X, self.support_vectors_)
        return np.asarray(K @ _svm.pulls_of_pairs(self.dual_coef_, self.n_support_).T + self.intercept_)

    def decision_function(self, X: Any) -> Array:
        """Two classes: one score a row; more: one for each class ("ovr") or for each pair ("ovo")."""
        Z = self._pair_scores(X)
        if len(self.classes_) == 2:
            return np.asarray(Z[:, 0])
        return _pairs.scores_of_classes(Z, len(self.classes_)) if self.decision_function_shape == "ovr" else Z

    def predict(self, X: Any) -> Array:
        """The class that wins most pairs; the first of them on a tie, or the one of the best scores (`break_ties`)."""
        check_is_fitted(self)
        if self.break_ties and self.decision_function_shape == "ovo":
            raise ValueError("break_ties must be False when decision_function_shape is 'ovo'")
        Z = self._pair_scores(X)
        if len(self.classes_) == 2:
            best = (Z[:, 0] > 0).astype(int)
        else:
            count = _pairs.scores_of_classes if self.break_ties else _pairs.votes
            best = count(Z, len(self.classes_)).argmax(axis=1)
        return np.asarray(self.classes_[best])

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> Array:
        """P(k | x): Platt's curve of each pair, coupled if there are more than two classes."""
        check_is_fitted(self)
        if not len(self.probA_):
            raise NotFittedError("predict_proba is not available when fitted with probability=False")
        P = expit(-(self.probA_ * self._pair_scores(X) + self.probB_))
        if len(self.classes_) == 2:
            return np.hstack([1.0 - P, P])
        P = np.clip(P, 1e-7, 1.0 - 1e-7)
        return calibration.couple(_pairs.matrix_of_pairs(P, len(self.classes_)))

    @available_if(_has_probabilities)
    def predict_log_proba(self, X: Any) -> Array:
        """log P(k | x)"""
        return np.asarray(np.log(self.predict_proba(X)))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags
