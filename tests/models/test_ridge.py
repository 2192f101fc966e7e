"""Ridge models against scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse
import sklearn.kernel_ridge
import sklearn.linear_model as peers
from sklearn.datasets import load_diabetes, load_iris
from sklearn.exceptions import ConvergenceWarning

import steelyard
from steelyard.algorithms import ridge

pytestmark = pytest.mark.algorithms


@pytest.mark.parametrize("alpha", [1e-3, 1.0, 100.0])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_matrix])
def test_ridge(alpha: float, intercept: bool, kind: Any) -> None:
    X, y = load_diabetes(return_X_y=True)
    c = np.random.default_rng(0).uniform(size=len(y))
    mine = steelyard.Ridge(alpha, fit_intercept=intercept).fit(kind(X), y, sample_weight=c)
    peer = peers.Ridge(alpha, fit_intercept=intercept).fit(X, y, sample_weight=c)
    np.testing.assert_allclose(mine.coef_, peer.coef_, rtol=1e-9)
    assert mine.intercept_ == pytest.approx(peer.intercept_, rel=1e-12)
    assert mine.gap_ < 1e-12
    np.testing.assert_allclose(mine.predict(kind(X)), peer.predict(X), rtol=1e-9)


@pytest.mark.parametrize("balance", [None, "balanced", {"a": 3.0}])
@pytest.mark.parametrize("classes", [2, 3])
def test_classifier(balance: Any, classes: int) -> None:
    X, y = load_iris(return_X_y=True)
    X, y = X[y < classes], np.array(["b", "a", "c"])[y[y < classes]]
    mine = steelyard.RidgeClassifier(class_weight=balance).fit(X, y)
    peer = peers.RidgeClassifier(class_weight=balance).fit(X, y)
    np.testing.assert_allclose(mine.coef_, peer.coef_, rtol=1e-8, atol=1e-12)
    np.testing.assert_allclose(mine.decision_function(X), peer.decision_function(X), rtol=1e-8, atol=1e-10)
    np.testing.assert_array_equal(mine.predict(X), peer.predict(X))


@pytest.mark.parametrize("kernel", ["linear", "rbf", "polynomial", "cosine"])
def test_kernel_ridge(kernel: str) -> None:
    X, y = load_diabetes(return_X_y=True)
    X, Y = X[:80] * 10, np.stack([y[:80], y[:80] ** 0.5], axis=1)
    c = np.random.default_rng(1).uniform(0.5, 1.5, size=80)
    settings: dict[str, Any] = {"kernel": kernel, "alpha": [0.1, 2.0], "gamma": 0.1}
    mine = steelyard.KernelRidge(**settings).fit(X, Y, sample_weight=c)
    peer = sklearn.kernel_ridge.KernelRidge(**settings).fit(X, Y, sample_weight=c)
    np.testing.assert_allclose(mine.predict(X), peer.predict(X), rtol=1e-8)


def test_a_limit_that_stops_too_early_is_told_with_the_gap(monkeypatch: Any) -> None:
    monkeypatch.setattr(ridge, "SMALL", 0)
    X, y = load_diabetes(return_X_y=True)
    with pytest.warns(ConvergenceWarning, match=r"max_iter=1 at a relative gap of \d"):
        model = steelyard.Ridge(alpha=0.01, max_iter=1).fit(X, y)
    assert model.gap_ > 1e-4
    assert steelyard.Ridge(alpha=0.01).fit(X, y).gap_ <= 1e-6
