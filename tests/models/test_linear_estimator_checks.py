"""The linear classifiers keep scikit-learn's conventions, as scikit-learn checks them."""

from __future__ import annotations

from typing import Any

from sklearn.utils.estimator_checks import parametrize_with_checks

from steelyard import LinearSVC, LogisticRegression, LogisticRegressionCV, Perceptron, SGDClassifier

MODELS: list[Any] = [
    Perceptron(),
    Perceptron(batch_size=8),
    SGDClassifier(),
    SGDClassifier(loss="log_loss", penalty="l1", average=True),
    LogisticRegression(),
    LogisticRegression(l1_ratio=0.5),
    LogisticRegressionCV(Cs=3, cv=3),
    LinearSVC(),
    LinearSVC(loss="hinge", probability=True),
]
FOLDS = (
    "probabilities come from folds, which are drawn by rows: two rows may be in two folds, one row of weight 2 is not"
)
ORDER = "one row at a time: a row of weight 2 pulls once and far, two rows pull twice and from two places"


def expected_to_fail(model: Any) -> dict[str, str]:
    """Checks that ask for what the algorithm cannot give, each with the reason."""
    reason = (
        ORDER
        if isinstance(model, Perceptron | SGDClassifier)
        else FOLDS
        if model.get_params().get("probability")
        else ""
    )
    kinds = ("dense", "sparse") if reason else ()
    return {f"check_sample_weight_equivalence_on_{kind}_data": reason for kind in kinds}


@parametrize_with_checks(MODELS, expected_failed_checks=expected_to_fail)
def test_conventions(estimator: Any, check: Any) -> None:
    check(estimator)
