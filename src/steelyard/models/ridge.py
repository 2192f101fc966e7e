"""Ridge regression and the classifier made of it: `Ridge`, `RidgeClassifier`."""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, MultiOutputMixin, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import LabelBinarizer
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.validation import column_or_1d, validate_data

from steelyard.algorithms import ridge
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.models._checks import Interval, StrOptions, check_settings, new_rows, no_negative, targets, weights
from steelyard.models._linear import LinearScores, linear_scores

SOLVERS = {"auto", "svd", "cholesky", "lsqr", "sparse_cg", "sag", "saga", "lbfgs"}
LOOSEST = 1e-6  # the gap up to which conjugate gradients go at least: scikit-learn's tol bounds a slope
FLOATS = [np.float64, np.float32]


class _RidgeFit(BaseEstimator):
    """The parameters and the fit that the regression and the classifier share."""

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "fit_intercept": ["boolean"],
        "copy_X": ["boolean"],
        "max_iter": [Interval(Integral, 1, None, closed="left"), None],
        "tol": [Interval(Real, 0, None, closed="left")],
        "solver": [StrOptions(SOLVERS)],
        "positive": ["boolean"],
        "random_state": ["random_state"],
    }
    alpha: Any
    fit_intercept: bool
    max_iter: int | None
    tol: float
    solver: str
    positive: bool

    def _solve(self, X: Any, Y: Array, c: Array) -> None:
        """Set the fitted attributes; Y has one column or several, or is a vector."""
        columns = (Y[:, None] if Y.ndim == 1 else Y).astype(np.float64)
        alpha = self._alphas(columns.shape[1])
        double = X.astype(np.float64, copy=False)
        if self.positive:
            if X.shape[1] > ridge.SMALL:
                raise SettingError(f"positive=True takes up to {ridge.SMALL} columns.", "Select columns first.")
            fit = ridge.nonnegative(double, columns, c, alpha, self.fit_intercept)
        else:
            tol = min(self.tol, LOOSEST)
            fit = ridge.ridge(double, columns, c, alpha, self.fit_intercept, tol, self.max_iter)
            if fit.steps == self.max_iter and np.nanmax(fit.gap) > tol:
                warnings.warn(
                    f"Stopped by max_iter={self.max_iter} at a relative gap of {np.nanmax(fit.gap):.1e}.",
                    ConvergenceWarning,
                    stacklevel=3,
                )
        self._store(fit, X.dtype, Y.ndim)

    def _alphas(self, n_targets: int) -> Array:
        alpha = np.ravel(np.asarray(self.alpha, dtype=np.float64))
        if len(alpha) not in (1, n_targets):
            unequal = f"{len(alpha)} != {n_targets}"
            raise ValueError(f"Number of targets and number of penalties do not correspond: {unequal}")
        return np.broadcast_to(alpha, n_targets)

    def _store(self, fit: ridge.Fit, dtype: Any, ndim: int) -> None:
        one = fit.W.shape[1] == 1
        self.coef_ = (fit.W[:, 0] if one else fit.W.T).astype(dtype)
        b = fit.b.astype(dtype)
        self.intercept_ = 0.0 if not self.fit_intercept else b[0] if ndim == 1 else b
        self.gap_ = float(fit.gap[0]) if one else fit.gap
        self.n_iter_ = np.full(fit.W.shape[1], max(fit.steps, 1))  # a factorization is one step of Newton's
        self.solver_ = self.solver if self.solver != "auto" else fit.method


class Ridge(MultiOutputMixin, RegressorMixin, _RidgeFit):
    """Least squares with an L2 penalty, for one target or several.

    Parameters: `alpha`, the weight of the penalty against sum_i weight_i (y_i - z_i)^2, one for all targets or one
    each; `fit_intercept`; `positive=True` keeps all weights >= 0; `max_iter` and `tol`, the relative gap (1e-6 if it is
    larger), matter only where both sides of X are so large that conjugate gradients run. Every `solver` of scikit-learn
    is accepted and leads to the same exact optimum: `gap_` proves it. `copy_X` and `random_state` have no effect.

    >>> from steelyard import Ridge
    >>> model = Ridge(alpha=2.0).fit([[0.0], [2.0]], [1.0, 3.0])  # centred: 2 w + 2 w = 2
    >>> model.coef_, float(model.intercept_)
    (array([0.5]), 1.5)
    """

    def __init__(
        self,
        alpha: Any = 1.0,
        *,
        fit_intercept: bool = True,
        copy_X: bool = True,
        max_iter: int | None = None,
        tol: float = 1e-4,
        solver: str = "auto",
        positive: bool = False,
        random_state: Any = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.copy_X = copy_X
        self.max_iter = max_iter
        self.tol = tol
        self.solver = solver
        self.positive = positive
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """The optimum of the weighted squares plus the penalty."""
        check_settings(self)
        X, y = targets(self, X, y, sparse=True, dtype=FLOATS)
        self._solve(X, y, no_negative(weights(sample_weight, X)))
        return self

    def predict(self, X: Any) -> Array:
        """w . x + b for each row and target."""
        X = new_rows(self, X, sparse=True, dtype=FLOATS)
        scores = linear_scores(X, np.atleast_2d(self.coef_), self.intercept_)
        return scores.ravel() if np.ndim(self.intercept_) == 0 and self.coef_.ndim == 1 else scores

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


class RidgeClassifier(LinearScores, _RidgeFit):
    """Ridge regression onto -1 and +1, one target a class (one in all for two); y may hold several labels a row.

    Parameters: those of `Ridge`, and `class_weight`, a dict or "balanced".

    >>> from steelyard import RidgeClassifier
    >>> model = RidgeClassifier().fit([[0.0], [1.0], [3.0], [4.0]], ["no", "no", "yes", "yes"])
    >>> float(model.decision_function([[4.0]])[0].round(6))  # w = 6 / 11
    1.090909
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **_RidgeFit._parameter_constraints,
        "class_weight": [dict, StrOptions({"balanced"}), None],
    }

    def __init__(
        self,
        alpha: Any = 1.0,
        *,
        fit_intercept: bool = True,
        copy_X: bool = True,
        max_iter: int | None = None,
        tol: float = 1e-4,
        class_weight: Any = None,
        solver: str = "auto",
        positive: bool = False,
        random_state: Any = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.copy_X = copy_X
        self.max_iter = max_iter
        self.tol = tol
        self.class_weight = class_weight
        self.solver = solver
        self.positive = positive
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Least squares onto the classes' indicators."""
        check_settings(self)
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=FLOATS, multi_output=True)
        self._labels = LabelBinarizer(pos_label=1, neg_label=-1)
        Y = self._labels.fit_transform(y)
        self.classes_ = self._labels.classes_
        if not self._labels.y_type_.startswith("multilabel"):
            y = column_or_1d(y, warn=True)
        c = no_negative(weights(sample_weight, X))
        if self.class_weight:
            c = no_negative(c * compute_sample_weight(self.class_weight, y), "the weight by class_weight")
        self._solve(X, Y, c)
        return self

    def predict(self, X: Any) -> Array:
        """The class with the greatest score; with several labels a row, those with scores above 0."""
        scores = self.decision_function(X)
        if self._labels.y_type_.startswith("multilabel"):
            return np.asarray(self._labels.inverse_transform(np.where(np.atleast_2d(scores) > 0, 1.0, -1.0)))
        best = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return np.asarray(self.classes_[best])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags
