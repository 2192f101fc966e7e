"""`LogisticRegression`: the optimum against scikit-learn's, and what is added to it: proofs, warnings, traces."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import scipy.sparse
from scipy.special import logsumexp
from sklearn import linear_model

from steelyard import LogisticRegression
from steelyard.core.rows import Array
from steelyard.models import _solve
from steelyard.models._warnings import GapWarning, SeparableWarning
from tests.models.problems import classes, texts

PEER: dict[str, Any] = {"solver": "newton-cg", "tol": 1e-10, "max_iter": 10_000}


def objective(model: LogisticRegression, X: Any, y: Array, c: Array, ratio: float = 0.0) -> float:
    """From `coef_` and `intercept_` alone."""
    Z = X @ model.coef_.T + model.intercept_
    Z = np.column_stack([np.zeros(len(y)), Z]) if Z.shape[1] == 1 else Z
    loss = logsumexp(Z, axis=1) - Z[np.arange(len(y)), np.searchsorted(model.classes_, y)]
    W = model.coef_
    return float(ratio * np.abs(W).sum() + (1.0 - ratio) * 0.5 * (W * W).sum() + c @ loss)


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("kind", ["dense", "sparse", "many columns"])
@pytest.mark.parametrize("intercept", [True, False])
def test_the_optimum_is_scikit_learns(count: int, kind: str, intercept: bool) -> None:
    X, y = texts(count) if kind == "many columns" else classes(count)
    X = scipy.sparse.csr_matrix(X) if kind == "sparse" else X
    weight = np.linspace(0.5, 2.0, len(y))
    settings: dict[str, Any] = {"C": 0.7, "class_weight": {"ape": 2.0}, "fit_intercept": intercept}
    ours = LogisticRegression(tol=1e-11, **settings).fit(X, y, weight)
    peer = linear_model.LogisticRegression(**settings, **PEER).fit(X, y, weight)
    np.testing.assert_allclose(ours.coef_, peer.coef_, rtol=1e-4, atol=2e-5)
    np.testing.assert_allclose(ours.intercept_, peer.intercept_, rtol=1e-4, atol=2e-5)
    np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=1e-5)
    np.testing.assert_allclose(ours.predict_log_proba(X), np.log(ours.predict_proba(X)), rtol=1e-9)
    c = 0.7 * weight * np.where(y == "ape", 2.0, 1.0)
    assert ours.objective_ == pytest.approx(objective(ours, X, y, c), rel=1e-10)
    assert 0.0 <= ours.gap_ <= 1e-11


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("ratio", [0.4, 1.0])
def test_l1_and_elastic_net_are_scikit_learns(count: int, ratio: float) -> None:
    X, y = classes(count)
    ours = LogisticRegression(C=0.5, l1_ratio=ratio, tol=1e-9).fit(X, y)
    peer = linear_model.LogisticRegression(C=0.5, l1_ratio=ratio, solver="saga", tol=1e-10, max_iter=50_000).fit(X, y)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=2e-3 if count == 3 else 2e-4)
    assert ours.objective_ <= objective(peer, X, y, np.full(len(y), 0.5), ratio) * (1.0 + 1e-9)
    assert ours.objective_ == pytest.approx(objective(ours, X, y, np.full(len(y), 0.5), ratio), rel=1e-9)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("sparse", [False, True])
def test_types(dtype: Any, sparse: bool) -> None:
    X, y = texts(2) if sparse else classes(2)
    model = LogisticRegression(tol=1e-9).fit(X.astype(dtype), y)
    assert model.coef_.dtype == model.intercept_.dtype == dtype
    double = LogisticRegression(tol=1e-9).fit(X, y)
    np.testing.assert_allclose(model.coef_, double.coef_, rtol=1e-3, atol=1e-4)
    assert model.predict(X).dtype.kind == "U"


def test_every_solver_is_one_optimum() -> None:
    X, y = classes(3)
    fits = [LogisticRegression(solver=each).fit(X, y).coef_ for each in ("lbfgs", "liblinear", "saga", "newton-cg")]
    for coef in fits[1:]:
        assert np.array_equal(coef, fits[0])


@pytest.mark.parametrize("kind", ["few columns", "many columns"])
@pytest.mark.parametrize("count", [2, 3])
def test_a_limit_tells_the_gap_that_it_left(kind: str, count: int) -> None:
    X, y = classes(count) if kind == "few columns" else texts(count)
    with pytest.warns(GapWarning, match="lbfgs failed to converge.* max_iter=1 .*relative gap of"):
        model = LogisticRegression(C=10.0, max_iter=1).fit(X, y)
    assert model.n_iter_.tolist() == [1]
    assert model.gap_ > 1e-6
    best = LogisticRegression(C=10.0, tol=1e-11).fit(X, y).objective_
    assert model.objective_ - best <= model.gap_ * model.objective_ * (1.0 + 1e-9)


def test_without_a_limit_nothing_is_said() -> None:
    X, y = texts(2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert LogisticRegression(C=1e3).fit(X, y).gap_ <= 1e-6


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("settings", [{"penalty": None}, {"C": np.inf}])
def test_without_a_penalty_separable_classes_are_told_with_a_proof(count: int, settings: dict[str, Any]) -> None:
    X, y = classes(count, d=2)
    X = X + 50.0 * np.eye(3)[np.arange(60) % count][:, :2]  # each class in a corner of its own
    with pytest.warns(SeparableWarning, match="can be separated"):
        model = LogisticRegression(**settings).fit(X, y)
    W, b = model.separating_direction_
    Z = X @ W.T + b
    side = np.where(y == model.classes_[1], 1.0, -1.0)
    own = np.searchsorted(model.classes_, y)
    assert np.linalg.norm(W) == pytest.approx(1.0)
    assert (side * Z[:, 0] > 0.0).all() if count == 2 else (Z.argmax(axis=1) == own).all()
    assert model.score(X, y) == 1.0


@pytest.mark.parametrize("count", [2, 3])
def test_without_a_penalty_overlapping_classes_have_an_optimum(count: int) -> None:
    X, y = classes(count)
    model = LogisticRegression(penalty=None).fit(X, y)
    peer = linear_model.LogisticRegression(C=np.inf, **PEER).fit(X, y)
    np.testing.assert_allclose(model.predict_proba(X), peer.predict_proba(X), atol=1e-5)
    assert model.gap_ <= 1e-6
    assert not hasattr(model, "separating_direction_")


def test_a_c_that_is_not_used_is_told() -> None:
    X, y = classes(2)
    with pytest.warns(UserWarning, match="Setting penalty=None will ignore the C"):
        LogisticRegression(penalty=None, C=3.0).fit(X, y)


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("kind", ["l1", "few columns", "many columns"])
def test_a_warm_start_leaves_the_weights_that_it_begins_with(kind: str, count: int) -> None:
    X, y = texts(count) if kind == "many columns" else classes(count)
    model = LogisticRegression(warm_start=True, l1_ratio=1.0 if kind == "l1" else 0.0).fit(X, y)
    first, before = model.coef_, model.coef_.copy()
    model.set_params(C=9.0).fit(X, y)
    assert np.array_equal(first, before) and not np.allclose(model.coef_, before)


@pytest.mark.parametrize("kind", ["few columns", "many columns", "l1"])
@pytest.mark.parametrize("count", [2, 3])
def test_a_warm_start_begins_where_the_last_fit_ended(kind: str, count: int) -> None:
    X, y = texts(count) if kind == "many columns" else classes(count)
    model = LogisticRegression(C=5.0, warm_start=True, l1_ratio=1.0 if kind == "l1" else 0.0).fit(X, y)
    cold, coef = int(model.n_iter_[0]), model.coef_.copy()
    again = int(model.fit(X, y).n_iter_[0])
    assert again < cold
    np.testing.assert_allclose(model.coef_, coef, atol=2e-2)


def test_what_the_dual_of_many_classes_leaves_is_newtons(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = texts(4)
    dual = LogisticRegression(C=1e4, tol=1e-9).fit(X, y)
    monkeypatch.setattr(_solve, "SOFTMAX_PATIENCE", 2)
    both = LogisticRegression(C=1e4, tol=1e-9).fit(X, y)
    assert dual.gap_ <= 1e-9 and both.gap_ <= 1e-9
    np.testing.assert_allclose(both.coef_, dual.coef_, atol=1e-2)
    assert not np.array_equal(both.coef_, dual.coef_)  # it was not the dual that ended it
    with pytest.warns(GapWarning, match="max_iter=3 stopped the fit"):
        assert LogisticRegression(C=1e4, max_iter=3).fit(X, y).n_iter_ == [3]


def test_a_trace_on_request() -> None:
    X, y = texts(2)
    model = LogisticRegression(trace=True).fit(X, y)
    objectives, gaps = model.trace_.column("objective"), model.trace_.column("gap")
    assert len(objectives) == model.n_iter_[0] + 1
    assert objectives[-1] == pytest.approx(model.objective_, rel=1e-12)
    assert gaps[-1] <= 1e-6 < gaps[0]
    assert model.trace_.column("accuracy")[-1] == model.score(X, y)
    assert not hasattr(LogisticRegression().fit(X, y), "trace_")


def test_one_class_is_nothing_to_learn() -> None:
    with pytest.raises(ValueError, match="only one class: 'ape'"):
        LogisticRegression().fit(np.eye(3), ["ape"] * 3)


def test_weights_are_copies() -> None:
    X, y = classes(2)
    twice = LogisticRegression(tol=1e-10).fit(np.vstack([X, X[:20]]), np.append(y, y[:20]))
    weighed = LogisticRegression(tol=1e-10).fit(X, y, np.where(np.arange(len(y)) < 20, 2.0, 1.0))
    np.testing.assert_allclose(twice.coef_, weighed.coef_, rtol=1e-6)
