"""Generative classifiers: all that they answer follows from log P(x, k) up to a term that the classes share."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, ClassifierMixin

from steelyard.core.rows import Array
from steelyard.models._checks import new_rows


class JointScores(ClassifierMixin, BaseEstimator):
    """A subclass has `classes_` and `_joint(X)`; `_sparse` says whether it takes sparse rows."""

    _sparse = False
    classes_: Array

    def _joint(self, X: Any) -> Array:
        raise NotImplementedError

    def predict_joint_log_proba(self, X: Any) -> Array:
        """log P(x, k) for each row and class, up to a term that the classes share."""
        return self._joint(new_rows(self, X, sparse=self._sparse))

    def predict(self, X: Any) -> Array:
        """The class with the greatest joint probability; the first of them on a tie."""
        best = self.predict_joint_log_proba(X).argmax(axis=1)
        return np.asarray(self.classes_[best])

    def predict_log_proba(self, X: Any) -> Array:
        """log P(k | x)"""
        joint = self.predict_joint_log_proba(X)
        return np.asarray(joint - logsumexp(joint, axis=1, keepdims=True))

    def predict_proba(self, X: Any) -> Array:
        """P(k | x)"""
        return np.asarray(np.exp(self.predict_log_proba(X)))
