"""Naive Bayes over columns that are normal in each class: `GaussianNB`."""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.algorithms import naive_bayes
from steelyard.algorithms.naive_bayes import Moments
from steelyard.core.rows import Array
from steelyard.models._checks import Interval, check_settings, first_call, indicators, training_data, weights
from steelyard.models._joint import JointScores


class GaussianNB(JointScores):
    """Naive Bayes over columns that are normal in each class.

    Parameters: `priors`, the probabilities of the classes (from the data if None); `var_smoothing` times the largest
    variance of a column is added to every variance.

    >>> from steelyard import GaussianNB
    >>> model = GaussianNB(var_smoothing=0).fit([[-1.0], [-3.0], [1.0], [3.0]], [0, 0, 1, 1])
    >>> float(model.predict_proba([[1.0]])[0, 1].round(6))  # 1 / (1 + exp(-4))
    0.982014
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "priors": ["array-like", None],
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
    }

    class_prior_: Array
    var_: Array
    epsilon_: float

    def __init__(self, *, priors: Any = None, var_smoothing: float = 1e-9) -> None:
        self.priors = priors
        self.var_smoothing = var_smoothing

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Mean and variance of each column in each class."""
        check_settings(self)
        X, y = training_data(self, X, y)
        self.classes_ = np.unique(y)
        return self._add(X, y, sample_weight, anew=True)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Merge more rows into the moments. The first call needs all the classes there will be."""
        check_settings(self)
        anew = first_call(self, classes)
        X, y = training_data(self, X, y, reset=anew)
        return self._add(X, y, sample_weight, anew)

    def _add(self, X: Array, y: Array, sample_weight: Any, anew: bool) -> Self:
        dtype: Any = np.float32 if X.dtype == np.float32 else np.float64
        Y = indicators(y, self.classes_, weights(sample_weight, X, dtype))
        if anew:
            self.class_count_ = np.zeros(len(self.classes_), dtype)
            self.theta_ = np.zeros((len(self.classes_), X.shape[1]), dtype)
            variance = np.zeros_like(self.theta_)
            given = self._given_priors(dtype)
        else:
            variance, given = self.var_ - self.epsilon_, self.class_prior_
        for k in range(len(self.classes_)):
            here = Y[:, k] != 0
            old = Moments(self.class_count_[k], self.theta_[k], variance[k])
            new = naive_bayes.moments(X[here].astype(dtype, copy=False), Y[here, k])
            self.class_count_[k], self.theta_[k], variance[k] = naive_bayes.merge(old, new)
        self.epsilon_ = self.var_smoothing * X.var(axis=0).max()
        self.var_ = variance + dtype(self.epsilon_)
        self.class_prior_ = given if self.priors is not None else self.class_count_ / self.class_count_.sum()
        return self

    def _given_priors(self, dtype: Any) -> Array:
        priors = np.array([] if self.priors is None else self.priors, dtype=dtype)
        if self.priors is not None:
            if len(priors) != len(self.classes_):
                raise ValueError("Number of priors must match number of classes.")
            if not np.isclose(priors.sum(), 1.0):
                raise ValueError("The sum of the priors should be 1.")
            if (priors < 0).any():
                raise ValueError("Priors must be non-negative.")
        return priors

    def _joint(self, X: Array) -> Array:
        with np.errstate(divide="ignore"):  # a class of weight 0 is out of the question
            prior = np.log(self.class_prior_)
        return prior + naive_bayes.gaussian_scores(X, self.theta_, self.var_)
