"""`SVC` against scikit-learn's libsvm (which keeps its kernel in float32), and its certificate."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse
import sklearn.svm
from sklearn.datasets import load_iris, make_classification
from sklearn.exceptions import ConvergenceWarning

from steelyard import SVC
from steelyard._jit import ENABLED
from steelyard.models import _svm

pytestmark = pytest.mark.algorithms

KERNELS: list[dict[str, Any]] = [
    {"kernel": "linear"},
    {"kernel": "poly", "degree": 2, "coef0": 1.0},
    {"kernel": "rbf", "gamma": 0.3},
    {"kernel": "rbf", "C": 30.0},
]


def both(settings: dict[str, Any], X: Any, y: Any, c: Any = None) -> tuple[Any, Any]:
    mine = SVC(**settings, tol=1e-10).fit(X, y, sample_weight=c)
    return mine, sklearn.svm.SVC(**settings, tol=1e-10).fit(X, y, sample_weight=c)


@pytest.mark.parametrize("settings", KERNELS)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_matrix])
def test_equals_libsvm(settings: dict[str, Any], classes: int, kind: Any) -> None:
    X, y = load_iris(return_X_y=True)
    X, y = X[y >= 3 - classes][::2], np.array(["c", "a", "b"])[y[y >= 3 - classes]][::2]
    mine, peer = both(settings, kind(X), y, np.where(np.arange(len(y)) % 3 == 0, 2.0, 1.0))
    assert np.max(mine.gap_) <= 1e-10
    np.testing.assert_allclose(mine.decision_function(X), peer.decision_function(kind(X)), rtol=1e-4, atol=3e-5)
    np.testing.assert_array_equal(mine.predict(X), peer.predict(kind(X)))
    np.testing.assert_allclose(mine.intercept_, peer.intercept_, rtol=1e-4, atol=3e-5)
    if settings["kernel"] == "linear":
        dense = [m.coef_.toarray() if scipy.sparse.issparse(m.coef_) else m.coef_ for m in (mine, peer)]
        np.testing.assert_allclose(*dense, rtol=1e-4, atol=3e-5)
    if settings["kernel"] == "rbf":  # a strictly positive definite kernel: the pulls are unique
        np.testing.assert_array_equal(mine.support_, peer.support_)
        np.testing.assert_array_equal(mine.n_support_, peer.n_support_)
        dual = [m.dual_coef_.toarray() if scipy.sparse.issparse(m.dual_coef_) else m.dual_coef_ for m in (mine, peer)]
        np.testing.assert_allclose(*dual, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("shape", ["ovo", "ovr"])
def test_many_classes(shape: str) -> None:
    X, y = make_classification(120, 6, n_informative=6, n_redundant=0, n_classes=5, random_state=0)
    mine, peer = both({"decision_function_shape": shape, "class_weight": "balanced"}, X, y)
    np.testing.assert_allclose(mine.decision_function(X), peer.decision_function(X), rtol=1e-4, atol=3e-5)
    np.testing.assert_array_equal(mine.predict(X), peer.predict(X))
    np.testing.assert_array_equal(mine.n_iter_ > 0, True)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_the_objective_lies_between_its_bounds(C: float) -> None:
    X, y = make_classification(100, 5, flip_y=0.2, random_state=1)
    rough, fine = SVC(C=C, gamma=0.2).fit(X, y), SVC(C=C, gamma=0.2, tol=1e-10).fit(X, y)
    assert rough.gap_ <= 1e-3 and fine.gap_ <= 1e-10
    assert rough.objective_ * (1 - rough.gap_) <= fine.objective_ * (1 + 1e-12)
    assert fine.objective_ <= rough.objective_ * (1 + 1e-9)


def test_parts_of_the_kernel_are_the_whole(monkeypatch: Any) -> None:
    X, y = make_classification(90, 5, random_state=2)
    whole = SVC(tol=1e-9).fit(X, y)
    monkeypatch.setattr(_svm, "WHOLE", 10)
    monkeypatch.setattr(_svm, "LEAST_ROOM", 20)
    parts = SVC(tol=1e-9, cache_size=1e-3).fit(X, y)  # room for 20 rows of the 90, which come and go
    np.testing.assert_allclose(parts.decision_function(X), whole.decision_function(X), atol=1e-6)


def test_a_cache_gives_the_rows_that_were_asked_for() -> None:
    K = np.random.default_rng(0).normal(size=(30, 30))
    made = []
    cache = _svm.RowCache(lambda W: made.extend(W) or K[W], 30, 8)  # type: ignore[func-returns-value]
    rng = np.random.default_rng(1)
    for _ in range(50):
        W = np.sort(rng.choice(30, size=int(rng.integers(1, 9)), replace=False))
        np.testing.assert_array_equal(cache(W), K[W])
    before = len(made)
    cache(W)
    assert len(made) == before


def test_a_limit_warns_with_the_gap_that_it_left() -> None:
    X, y = make_classification(60, 5, flip_y=0.3, random_state=3)
    with pytest.warns(ConvergenceWarning, match=r"relative gap left is \d"):
        model = SVC(max_iter=3).fit(X, y)
    assert model.gap_ > 1e-3 and model.fit_status_ == 1 and model.n_iter_.tolist() == [3]


@pytest.mark.parametrize("classes", [2, 3])
def test_probabilities_mean_what_they_say(classes: int) -> None:
    n = 600 if ENABLED else 150
    X, y = make_classification(n, 4, n_informative=3, n_redundant=0, n_classes=classes, flip_y=0.2, random_state=4)
    half = n // 2
    model = SVC(probability=True, random_state=0).fit(X[:half], y[:half])
    P = model.predict_proba(X[half:])
    np.testing.assert_allclose(P.sum(axis=1), 1.0)
    for k in range(classes):
        assert P[:, k].mean() == pytest.approx(np.mean(y[half:] == k), abs=0.12)
        sure = P[:, k] > 0.5
        assert np.mean(y[half:][sure] == k) == pytest.approx(P[sure, k].mean(), abs=0.15)
    again = SVC(probability=True, random_state=0).fit(X[:half], y[:half])
    np.testing.assert_array_equal(again.predict_proba(X[half:]), P)
