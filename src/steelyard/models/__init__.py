"""The linear classifiers, with scikit-learn's names, parameters and fitted attributes.

A model file is thin: parameters, one check of what came in, one call of an algorithm, predict. The names below are
imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it
_HOME: dict[str, str] = {
    "MultinomialNB": "steelyard.models.discrete_bayes",
    "BernoulliNB": "steelyard.models.discrete_bayes",
    "ComplementNB": "steelyard.models.discrete_bayes",
    "GaussianNB": "steelyard.models.gaussian_bayes",
    "LinearDiscriminantAnalysis": "steelyard.models.discriminants",
    "QuadraticDiscriminantAnalysis": "steelyard.models.discriminants",
    "Ridge": "steelyard.models.ridge",
    "RidgeClassifier": "steelyard.models.ridge",
    "KernelRidge": "steelyard.models.kernel_ridge",
    "Perceptron": "steelyard.models.perceptron",
    "SGDClassifier": "steelyard.models.stochastic",
    "LogisticRegression": "steelyard.models.logistic",
    "LogisticRegressionCV": "steelyard.models.logistic_cv",
    "LinearSVC": "steelyard.models.linear_svc",
    "SVC": "steelyard.models.svc",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.models' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
