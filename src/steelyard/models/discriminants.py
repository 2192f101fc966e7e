"""Gaussian discriminants: `LinearDiscriminantAnalysis`, `QuadraticDiscriminantAnalysis`."""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from scipy.linalg import LinAlgError
from scipy.special import expit, log_softmax, softmax
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from steelyard.algorithms import gaussian
from steelyard.core.rows import Array
from steelyard.models._checks import HasMethods, Interval, StrOptions, check_settings, new_rows, training_data
from steelyard.models._joint import JointScores
from steelyard.models._linear import LinearScores

CONSTRAINTS: dict[str, list[Any]] = {
    "shrinkage": [StrOptions({"auto"}), Interval(Real, 0, 1, closed="both"), None],
    "priors": ["array-like", None],
    "store_covariance": ["boolean"],
    "tol": [Interval(Real, 0, None, closed="left")],
    "covariance_estimator": [HasMethods("fit"), None],
}


def _covariance(X: Array, shrinkage: Any, estimator: Any) -> Array:
    """Ours, or that of an estimator that was handed over."""
    if estimator is None:
        return gaussian.covariance(X, shrinkage)
    if shrinkage is not None and shrinkage != 0:
        raise ValueError("covariance_estimator and shrinkage parameters are not None. Only one of the two can be set.")
    estimator.fit(X)
    if not hasattr(estimator, "covariance_"):
        raise ValueError(f"{type(estimator).__name__} does not have a covariance_ attribute")
    return np.asarray(estimator.covariance_)


class LinearDiscriminantAnalysis(ClassNamePrefixFeaturesOutMixin, TransformerMixin, LinearScores):
    """Classes as normal distributions with one covariance: linear scores, and the directions that separate best.

    Parameters: `solver` "svd" forms no covariance, "lsqr" and "eigen" take `shrinkage` (a share, or "auto" by Ledoit
    and Wolf) or a `covariance_estimator`, "lsqr" cannot transform; `priors` of the classes; `n_components` directions
    to transform to; `store_covariance`; `tol`, under which a singular value counts as 0.

    >>> from steelyard import LinearDiscriminantAnalysis
    >>> model = LinearDiscriminantAnalysis().fit([[-1.0], [-3.0], [1.0], [3.0]], [0, 0, 1, 1])
    >>> float(model.predict_proba([[1.0]])[0, 1].round(6))  # 1 / (1 + exp(-4))
    0.982014
    """

    _sparse = False
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **CONSTRAINTS,
        "solver": [StrOptions({"svd", "lsqr", "eigen"})],
        "n_components": [Interval(Integral, 1, None, closed="left"), None],
    }

    def __init__(
        self,
        solver: str = "svd",
        shrinkage: Any = None,
        priors: Any = None,
        n_components: int | None = None,
        store_covariance: bool = False,
        tol: float = 1e-4,
        covariance_estimator: Any = None,
    ) -> None:
        self.solver = solver
        self.shrinkage = shrinkage
        self.priors = priors
        self.n_components = n_components
        self.store_covariance = store_covariance
        self.tol = tol
        self.covariance_estimator = covariance_estimator

    def fit(self, X: Any, y: Any) -> Self:
        """Means, the covariance within, and the weights that they imply."""
        check_settings(self)
        X, y = training_data(self, X, y, ensure_min_samples=2, dtype=[np.float64, np.float32])
        self.classes_, k = np.unique(y, return_inverse=True)
        if len(X) == len(self.classes_):
            raise ValueError("The number of samples must be more than the number of classes.")
        self.priors_ = self._priors(k).astype(X.dtype)
        self._n_features_out = self._n_directions(X.shape[1])
        self._store(self._weights(X.astype(np.float64), k), X.dtype)
        return self

    def _priors(self, k: Array) -> Array:
        priors = np.bincount(k) / len(k) if self.priors is None else np.array(self.priors, dtype=np.float64)
        if (priors < 0).any():
            raise ValueError("priors must be non-negative")
        if abs(priors.sum() - 1.0) > 1e-5:
            warnings.warn("The priors do not sum to 1. Renormalizing", UserWarning, stacklevel=3)
            priors = priors / priors.sum()
        return priors

    def _n_directions(self, n_features: int) -> int:
        most = min(len(self.classes_) - 1, n_features)
        if self.n_components is not None and self.n_components > most:
            raise ValueError("n_components cannot be larger than min(n_features, n_classes - 1).")
        return self.n_components or most

    def _weights(self, X: Array, k: Array) -> gaussian.Logistic:
        """One of the three ways to the same weights, and what each leaves behind."""
        self.means_ = gaussian.class_means(X, k, len(self.classes_))
        priors = self.priors_.astype(np.float64)
        if self.solver == "svd":
            if self.shrinkage is not None:
                raise NotImplementedError("shrinkage not supported with 'svd' solver.")
            if self.covariance_estimator is not None:
                raise ValueError("covariance estimator is not supported with svd solver. Try another solver")
        if self.solver != "svd" or self.store_covariance:
            self.covariance_ = sum(
                prior * _covariance(X[k == each], self.shrinkage, self.covariance_estimator)
                for each, prior in enumerate(priors)
            )
        if self.solver == "lsqr":
            return gaussian.shared_weights(self.means_, self.covariance_, priors)
        if self.solver == "svd":
            directions = gaussian.directions_by_svd(X, k, self.means_, priors, self.tol)
            self.xbar_ = directions.origin
        else:
            total = _covariance(X, self.shrinkage, self.covariance_estimator)
            directions = gaussian.directions_by_eigen(self.covariance_, total)
        self.scalings_ = directions.scalings
        self.explained_variance_ratio_ = directions.ratio[: self._n_features_out]
        return gaussian.weights_in(directions, self.means_, priors)

    def _store(self, weights: gaussian.Logistic, dtype: Any) -> None:
        coef, intercept = weights.w, weights.b
        if len(self.classes_) == 2:
            coef, intercept = coef[1:] - coef[:1], intercept[1:] - intercept[:1]
        self.coef_, self.intercept_ = coef.astype(dtype), intercept.astype(dtype)
        for name in ("means_", "covariance_", "xbar_", "scalings_", "explained_variance_ratio_"):
            if hasattr(self, name):
                setattr(self, name, getattr(self, name).astype(dtype))

    def transform(self, X: Any) -> Array:
        """The rows along the directions that separate the classes best, that one first."""
        if self.solver == "lsqr":
            raise NotImplementedError("transform not implemented for 'lsqr' solver (use 'svd' or 'eigen').")
        X = new_rows(self, X)
        origin = self.xbar_ if self.solver == "svd" else 0.0
        return np.asarray((X - origin) @ self.scalings_[:, : self._n_features_out])

    def predict_proba(self, X: Any) -> Array:
        """P(k | x)"""
        scores = self.decision_function(X)
        return np.stack([expit(-scores), expit(scores)], axis=1) if scores.ndim == 1 else softmax(scores, axis=1)

    def predict_log_proba(self, X: Any) -> Array:
        """log P(k | x)"""
        scores = self.decision_function(X)
        both = np.stack([np.zeros_like(scores), scores], axis=1) if scores.ndim == 1 else scores
        return np.asarray(log_softmax(both, axis=1))


class QuadraticDiscriminantAnalysis(JointScores):
    """Classes as normal distributions with a covariance each.

    Parameters: `solver` "svd" mixes every variance with a share `reg_param` of 1, "eigen" takes `shrinkage` (a share,
    or "auto" by Ledoit and Wolf) or a `covariance_estimator`; `priors` of the classes; `store_covariance`; `tol`, under
    which a variance counts as 0.

    >>> from steelyard import QuadraticDiscriminantAnalysis
    >>> model = QuadraticDiscriminantAnalysis().fit([[-1.0], [1.0], [-3.0], [3.0]], [0, 0, 1, 1])
    >>> float(model.predict_proba([[0.0]])[0, 1].round(6))  # same means, spreads 1 and 3: 1 to 3
    0.25
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **CONSTRAINTS,
        "solver": [StrOptions({"svd", "eigen"})],
        "reg_param": [Interval(Real, 0, 1, closed="both")],
    }

    def __init__(
        self,
        *,
        solver: str = "svd",
        shrinkage: Any = None,
        priors: Any = None,
        reg_param: float = 0.0,
        store_covariance: bool = False,
        tol: float = 1e-4,
        covariance_estimator: Any = None,
    ) -> None:
        self.solver = solver
        self.shrinkage = shrinkage
        self.priors = priors
        self.reg_param = reg_param
        self.store_covariance = store_covariance
        self.tol = tol
        self.covariance_estimator = covariance_estimator

    def fit(self, X: Any, y: Any) -> Self:
        """Mean and covariance of each class."""
        check_settings(self)
        X, y = training_data(self, X, y)
        self.classes_, k, counts = np.unique(y, return_inverse=True, return_counts=True)
        if len(counts) < 2:
            raise ValueError(f"The number of classes has to be greater than one. Got {len(counts)} class.")
        if counts.min() == 1:
            name = self.classes_[counts.argmin()]
            raise ValueError(f"y has only 1 sample in class {name}, covariance is ill defined.")
        self.priors_ = counts / len(X) if self.priors is None else np.array(self.priors)
        found = [self._axes(X[k == each], self.classes_[each]) for each in range(len(counts))]
        self.means_ = gaussian.class_means(X, k, len(counts))
        self.scalings_ = [lengths for lengths, _ in found]
        self.rotations_ = [R for _, R in found]
        if self.store_covariance:
            self.covariance_ = [(R * lengths) @ R.T for lengths, R in found]
        return self

    def _axes(self, X: Array, name: Any) -> gaussian.Axes:
        if self.solver == "svd":
            if self.shrinkage is not None:
                raise NotImplementedError("shrinkage not supported with 'svd' solver.")
            if self.covariance_estimator is not None:
                raise ValueError("covariance_estimator is not supported with solver='svd'. Try solver='eigen' instead.")
            found = gaussian.axes_of_rows(X, self.reg_param)
        else:
            found = gaussian.axes(_covariance(X, self.shrinkage, self.covariance_estimator))
        if (found.lengths > self.tol).sum() < X.shape[1]:
            raise LinAlgError(f"The covariance matrix of class {name} is not full rank. " + self._advice(X, name))
        return found

    def _advice(self, X: Array, name: Any) -> str:
        if self.solver == "svd" and len(X) <= X.shape[1]:
            return (
                "When using `solver='svd'` the number of samples in each class should be more than the number of "
                f"features, but class {name} has {len(X)} samples and {X.shape[1]} features. Try using "
                "`solver='eigen'` and setting the parameter `shrinkage` for regularization."
            )
        parameter = "shrinkage" if self.solver == "eigen" else "reg_param"
        return f"Increase the value of `{parameter}` to reduce the collinearity."

    def _joint(self, X: Array) -> Array:
        found = [gaussian.Axes(*each) for each in zip(self.scalings_, self.rotations_)]
        return gaussian.quadratic_scores(X, self.means_, found, self.priors_)

    def decision_function(self, X: Any) -> Array:
        """log P(x, k) up to a term that the classes share; with two classes the second's minus the first's."""
        joint = self.predict_joint_log_proba(X)
        return joint[:, 1] - joint[:, 0] if joint.shape[1] == 2 else joint
