"""Log-count ratios: by hand, by a naive twin of the paper's equation 1, and scikit-learn's own checks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from steelyard.errors import SettingError
from steelyard.features import LogCountRatio

COUNTS = np.array([[2, 0, 1], [1, 1, 0], [0, 3, 0], [0, 0, 1]])
LABELS = np.array(["pos", "pos", "neg", "neg"])


def naive(X: np.ndarray, positive: np.ndarray, alpha: float, binary: bool, weights: np.ndarray) -> list[float]:
    """Equation 1 of the paper, a number at a time."""
    rows, columns = X.shape
    p, q = [alpha] * columns, [alpha] * columns
    for i in range(rows):
        for j in range(columns):
            count = float(X[i, j] > 0) if binary else X[i, j]
            side = p if positive[i] else q
            side[j] += weights[i] * count
    return [math.log((p[j] / sum(p)) / (q[j] / sum(q))) for j in range(columns)]


def test_by_hand() -> None:
    # p = (1+3, 1+1, 1+1) of 8; q = (1+0, 1+3, 1+1) of 7
    expected = [math.log((4 / 8) / (1 / 7)), math.log((2 / 8) / (4 / 7)), math.log((2 / 8) / (2 / 7))]
    ratios = LogCountRatio().fit(COUNTS, LABELS)
    np.testing.assert_allclose(ratios.log_ratio_, expected, rtol=1e-14)
    np.testing.assert_allclose(ratios.transform(COUNTS), COUNTS * np.array(expected), rtol=1e-14)
    assert ratios.positive_ == "pos" and ratios.classes_.tolist() == ["neg", "pos"]


def test_binary_by_hand() -> None:
    # p = (1+2, 1+1, 1+1) of 7; q = (1+0, 1+1, 1+1) of 5
    expected = [math.log((3 / 7) / (1 / 5)), math.log((2 / 7) / (2 / 5)), math.log((2 / 7) / (2 / 5))]
    ratios = LogCountRatio(binary=True).fit(COUNTS, LABELS)
    np.testing.assert_allclose(ratios.log_ratio_, expected, rtol=1e-14)
    np.testing.assert_allclose(ratios.transform(COUNTS), (COUNTS > 0) * np.array(expected), rtol=1e-14)


@given(
    X=arrays(np.float64, (6, 4), elements=st.sampled_from([0.0, 0.0, 1.0, 2.0, 0.25])),
    weights=arrays(np.float64, 6, elements=st.sampled_from([0.0, 0.5, 1.0, 3.0])),
    alpha=st.sampled_from([1e-3, 0.5, 1.0, 10.0]),
    binary=st.booleans(),
)
def test_against_the_twin(X: np.ndarray, weights: np.ndarray, alpha: float, binary: bool) -> None:
    y = np.array([0, 1, 0, 1, 1, 0])
    if not weights.any():
        weights = np.ones(6)
    expected = naive(X, y == 1, alpha, binary, weights)
    dense = LogCountRatio(alpha=alpha, binary=binary).fit(X, y, sample_weight=weights)
    np.testing.assert_allclose(dense.log_ratio_, expected, rtol=1e-10, atol=1e-12)
    for kind in (sp.csr_matrix, sp.csr_array, sp.csc_matrix, sp.coo_array):
        sparse = LogCountRatio(alpha=alpha, binary=binary).fit(kind(X), y, sample_weight=weights)
        np.testing.assert_allclose(sparse.log_ratio_, dense.log_ratio_, rtol=1e-12, atol=1e-14)
        out = sparse.transform(kind(X))
        assert sp.issparse(out)
        np.testing.assert_allclose(out.toarray(), dense.transform(X), rtol=1e-12, atol=1e-13)


def test_they_are_the_difference_of_naive_bayes_log_probabilities() -> None:
    bayes = MultinomialNB(alpha=0.7).fit(COUNTS, LABELS)
    ratios = LogCountRatio(alpha=0.7).fit(COUNTS, LABELS)
    expected = bayes.feature_log_prob_[1] - bayes.feature_log_prob_[0]
    np.testing.assert_allclose(ratios.log_ratio_, expected, rtol=1e-12)


def test_weights_are_repetitions() -> None:
    times = np.array([1, 3, 2, 0])
    weighted = LogCountRatio().fit(COUNTS, LABELS, sample_weight=times)
    repeated = LogCountRatio().fit(np.repeat(COUNTS, times, axis=0), np.repeat(LABELS, times))
    np.testing.assert_allclose(weighted.log_ratio_, repeated.log_ratio_, rtol=1e-14)


def test_the_other_class_turns_the_signs() -> None:
    there = LogCountRatio(positive="pos").fit(COUNTS, LABELS).log_ratio_
    back = LogCountRatio(positive="neg").fit(COUNTS, LABELS).log_ratio_
    np.testing.assert_allclose(there, -back, rtol=1e-14)


def test_one_class_against_the_rest() -> None:
    y = np.array([0, 1, 2, 2])
    found = LogCountRatio(positive=2).fit(COUNTS, y).log_ratio_
    np.testing.assert_allclose(found, naive(COUNTS, y == 2, 1.0, False, np.ones(4)), rtol=1e-14)


def test_several_classes_are_refused_with_advice_that_works() -> None:
    y = np.array([0, 1, 2, 2])
    with pytest.raises(SettingError, match="OneVsRestClassifier"):
        LogCountRatio().fit(COUNTS, y)
    model = OneVsRestClassifier(make_pipeline(LogCountRatio(), LinearSVC())).fit(COUNTS, y)
    assert model.predict(COUNTS).tolist() == y.tolist()


@pytest.mark.parametrize(
    ("settings", "X", "y", "message"),
    [
        ({}, COUNTS, ["a"] * 4, "only one class"),
        ({"positive": "x"}, COUNTS, LABELS, "which no label is"),
        ({"alpha": 0}, COUNTS, LABELS, "above 0"),
        ({"alpha": float("nan")}, COUNTS, LABELS, "above 0"),
        ({}, -COUNTS, LABELS, "alternate_sign=False"),
        ({}, sp.csr_matrix(-COUNTS), LABELS, "Negative values"),
    ],
)
def test_what_cannot_be_is_named(settings: dict[str, Any], X: Any, y: Any, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        LogCountRatio(**settings).fit(X, y)


@pytest.mark.parametrize("binary", [False, True])
def test_rows_are_not_altered_and_float32_stays(binary: bool) -> None:
    X = sp.csr_matrix(COUNTS, dtype=np.float32)
    before = X.copy()
    out = LogCountRatio(binary=binary).fit(X, LABELS).transform(X)
    assert out.dtype == np.float32
    assert (before != X).nnz == 0 and not np.shares_memory(out.indices, X.indices)


def test_a_stored_zero_is_no_presence() -> None:
    X = sp.csr_matrix(COUNTS.astype(float))
    X.data[:] = np.where(X.data == 3, 0.0, X.data)
    y = LABELS
    sparse, dense = LogCountRatio(binary=True).fit(X, y), LogCountRatio(binary=True).fit(X.toarray(), y)
    np.testing.assert_array_equal(sparse.log_ratio_, dense.log_ratio_)


@parametrize_with_checks([LogCountRatio(positive=1), LogCountRatio(positive=1, binary=True)])
def test_scikit_learns_checks(estimator: Any, check: Any) -> None:
    check(estimator)
