"""What all classifiers with `coef_` and `intercept_` answer in the same way."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.extmath import safe_sparse_dot

from steelyard.core.rows import Array
from steelyard.models._checks import new_rows


def linear_scores(X: Any, coef: Array, intercept: Any) -> Array:
    """w . x_i + b for each row, and for each row of coef if it has several; coef may have been made sparse."""
    return np.asarray(safe_sparse_dot(X, coef.T, dense_output=True) + intercept)


class LinearScores(ClassifierMixin, BaseEstimator):
    """A subclass has `classes_`, `coef_` of shape (1 or n_classes, n_features), or (n_features,), and `intercept_`."""

    _sparse = True
    classes_: Array
    coef_: Array
    intercept_: Any

    def decision_function(self, X: Any) -> Array:
        """The scores: one a row with two classes (above 0: the second), else one for each class."""
        X = new_rows(self, X, sparse=self._sparse)
        coef = self.coef_ if issparse(self.coef_) else np.atleast_2d(self.coef_)
        scores = linear_scores(X, coef, self.intercept_)
        return scores.ravel() if len(self.classes_) == 2 and scores.shape[1] == 1 else scores

    def predict(self, X: Any) -> Array:
        """The class with the greatest score; the first of them on a tie."""
        scores = self.decision_function(X)
        best = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return np.asarray(self.classes_[best])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._sparse
        return tags
