"""Every model keeps scikit-learn's conventions, as scikit-learn checks them."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from steelyard import (
    BernoulliNB,
    ComplementNB,
    GaussianNB,
    KernelRidge,
    LinearDiscriminantAnalysis,
    MultinomialNB,
    QuadraticDiscriminantAnalysis,
    Ridge,
    RidgeClassifier,
)

pytestmark = pytest.mark.algorithms

MODELS: list[Any] = [
    MultinomialNB(),
    MultinomialNB(vocabulary="own"),
    BernoulliNB(),
    ComplementNB(),
    GaussianNB(),
    Ridge(),
    Ridge(positive=True),
    RidgeClassifier(),
    KernelRidge(),
    LinearDiscriminantAnalysis(),
    # solver="lsqr" is left out: it has no transform, as scikit-learn's, which the checks of transformers ask for
    LinearDiscriminantAnalysis(solver="eigen", shrinkage=0.1),
    QuadraticDiscriminantAnalysis(),
    QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=0.1),
]


@parametrize_with_checks(MODELS)
def test_conventions(estimator: Any, check: Any) -> None:
    check(estimator)
