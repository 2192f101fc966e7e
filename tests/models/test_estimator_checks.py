"""Every model keeps scikit-learn's conventions, as scikit-learn checks them."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from steelyard import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB

pytestmark = pytest.mark.algorithms

MODELS: list[Any] = [
    MultinomialNB(),
    MultinomialNB(vocabulary="own"),
    BernoulliNB(),
    ComplementNB(),
    GaussianNB(),
]


@parametrize_with_checks(MODELS)
def test_conventions(estimator: Any, check: Any) -> None:
    check(estimator)
