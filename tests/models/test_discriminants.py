"""Gaussian discriminants against scikit-learn, attribute by attribute."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.discriminant_analysis as peers
from sklearn.datasets import load_iris, load_wine

import steelyard

pytestmark = pytest.mark.algorithms

LINEAR = [
    {},
    {"store_covariance": True, "n_components": 1},
    {"priors": [0.2, 0.3, 0.5]},
    {"solver": "lsqr"},
    {"solver": "lsqr", "shrinkage": "auto"},
    {"solver": "eigen"},
    {"solver": "eigen", "shrinkage": 0.2},
]
QUADRATIC = [
    {},
    {"reg_param": 0.1, "store_covariance": True},
    {"solver": "eigen", "shrinkage": "auto"},
    {"solver": "eigen", "shrinkage": 0.3, "priors": [0.2, 0.3, 0.5]},
]


def compare(mine: Any, peer: Any, X: Any, y: Any) -> None:
    mine.fit(X, y), peer.fit(X, y)
    np.testing.assert_allclose(mine.decision_function(X), peer.decision_function(X), rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(mine.predict_proba(X), peer.predict_proba(X), rtol=1e-7, atol=1e-10)
    np.testing.assert_array_equal(mine.predict(X), peer.predict(X))
    for name in ("coef_", "intercept_", "means_", "priors_", "covariance_", "xbar_", "explained_variance_ratio_"):
        assert hasattr(mine, name) == hasattr(peer, name)
        if hasattr(peer, name):
            np.testing.assert_allclose(getattr(mine, name), getattr(peer, name), rtol=1e-7, atol=1e-9)
    if hasattr(peer, "transform") and peer.solver != "lsqr":
        np.testing.assert_allclose(np.abs(mine.transform(X)), np.abs(peer.transform(X)), rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("settings", LINEAR)
@pytest.mark.parametrize("data", [load_iris, load_wine])
def test_linear(settings: dict[str, Any], data: Any) -> None:
    X, y = data(return_X_y=True)
    names = np.array(["c", "a", "b"])[y]
    compare(steelyard.LinearDiscriminantAnalysis(**settings), peers.LinearDiscriminantAnalysis(**settings), X, names)


@pytest.mark.parametrize("solver", ["svd", "lsqr", "eigen"])
def test_linear_with_two_classes(solver: str) -> None:
    X, y = load_iris(return_X_y=True)
    two = y > 0
    compare(
        steelyard.LinearDiscriminantAnalysis(solver=solver),
        peers.LinearDiscriminantAnalysis(solver=solver),
        X[two],
        y[two],
    )


@pytest.mark.parametrize("settings", QUADRATIC)
@pytest.mark.parametrize("classes", [2, 3])
def test_quadratic(settings: dict[str, Any], classes: int) -> None:
    X, y = load_iris(return_X_y=True)
    if classes == 2:
        X, y = X[y > 0], y[y > 0]
        settings = {name: value for name, value in settings.items() if name != "priors"}
    compare(steelyard.QuadraticDiscriminantAnalysis(**settings), peers.QuadraticDiscriminantAnalysis(**settings), X, y)


def test_small_probabilities_keep_their_logarithms() -> None:
    X = np.array([[0.0], [1.0], [1000.0], [1001.0]])
    model = steelyard.LinearDiscriminantAnalysis().fit(X, [0, 0, 1, 1])
    assert model.predict_log_proba([[-1e6]])[0, 1] < -1e8  # the peer says -708: the smallest normal number
