"""Steelyard: labelled text in, the best linear classifier out, and how it got there.

The names below are imported when they are first used, so that `import steelyard` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

# public name -> the module that holds it
_HOME: dict[str, str] = {
    "fit": "steelyard.classifier",
    "load": "steelyard.classifier",
    "TextClassifier": "steelyard.classifier",
    "CountVectorizer": "steelyard.features",
    "TfidfVectorizer": "steelyard.features",
    "HashingVectorizer": "steelyard.features",
    "PolarityFeatures": "steelyard.features",
    "ReviewFeatures": "steelyard.features",
    "LogCountRatio": "steelyard.features",
    "Corpus": "steelyard.corpus",
    "read": "steelyard.corpus",
    "demo": "steelyard.corpus",
    "MultinomialNB": "steelyard.models",
    "BernoulliNB": "steelyard.models",
    "ComplementNB": "steelyard.models",
    "GaussianNB": "steelyard.models",
    "LinearDiscriminantAnalysis": "steelyard.models",
    "QuadraticDiscriminantAnalysis": "steelyard.models",
    "Ridge": "steelyard.models",
    "RidgeClassifier": "steelyard.models",
    "KernelRidge": "steelyard.models",
    "Perceptron": "steelyard.models",
    "SGDClassifier": "steelyard.models",
    "LogisticRegression": "steelyard.models",
    "LogisticRegressionCV": "steelyard.models",
    "LinearSVC": "steelyard.models",
    "SVC": "steelyard.models",
}

__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
