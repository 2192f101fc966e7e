"""The linear classifiers keep scikit-learn's conventions, as scikit-learn checks them."""

from __future__ import annotations

from typing import Any

from sklearn.utils.estimator_checks import parametrize_with_checks

from steelyard import Perceptron, SGDClassifier

MODELS: list[Any] = [
    Perceptron(),
    Perceptron(batch_size=8),
    SGDClassifier(),
    SGDClassifier(loss="log_loss", penalty="l1", average=True),
]
ORDER = "one row at a time: a row of weight 2 pulls once and far, two rows pull twice and from two places"


def expected_to_fail(model: Any) -> dict[str, str]:
    """Checks that ask for what the algorithm cannot give, each with the reason."""
    if isinstance(model, Perceptron | SGDClassifier):
        return {f"check_sample_weight_equivalence_on_{kind}_data": ORDER for kind in ("dense", "sparse")}
    return {}


@parametrize_with_checks(MODELS, expected_failed_checks=expected_to_fail)
def test_conventions(estimator: Any, check: Any) -> None:
    check(estimator)
