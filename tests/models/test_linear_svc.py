"""`LinearSVC`: the optimum, its proof, lanes, calibrated probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse
from sklearn import svm

from steelyard import LinearSVC
from steelyard.errors import SettingError
from steelyard.models import _side_by_side, _solve
from steelyard.models._warnings import GapWarning
from tests.models.problems import classes, texts


def objective(model: LinearSVC, X: Any, side: Any, line: int, costs: Any) -> float:
    w, b = model.coef_[line], float(model.intercept_[line]) / model.intercept_scaling
    short = np.maximum(0.0, 1.0 - side * (X @ w + model.intercept_[line]))
    loss = short if model.loss == "hinge" else short * short
    return 0.5 * float(w @ w + b * b) + float((costs * loss).sum())


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
@pytest.mark.parametrize("kind", ["dense", "sparse"])
def test_the_optimum_is_scikit_learns_and_its_value_is_told(loss: str, kind: str) -> None:
    X, y = classes(2)
    X = scipy.sparse.csr_matrix(X) if kind == "sparse" else X
    weight = np.linspace(0.5, 2.0, len(y))
    ours = LinearSVC(loss=loss, C=0.5, tol=1e-10).fit(X, y, weight)
    peer = svm.LinearSVC(loss=loss, C=0.5, tol=1e-10, max_iter=1_000_000, dual=True).fit(X, y, weight)
    np.testing.assert_allclose(ours.coef_, peer.coef_, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(ours.intercept_, peer.intercept_, rtol=1e-4, atol=1e-5)
    side = np.where(y == ours.classes_[1], 1.0, -1.0)
    assert ours.objective_ == pytest.approx(objective(ours, X, side, 0, 0.5 * weight), rel=1e-9)
    assert 0.0 <= ours.gap_ <= 1e-10


def test_rows_with_indices_of_64_bits_as_svmlight_files_give_them() -> None:
    X, y = classes(2)
    wide = scipy.sparse.csr_matrix(X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    assert np.array_equal(LinearSVC().fit(wide, y).coef_, LinearSVC().fit(scipy.sparse.csr_matrix(X), y).coef_)


def test_classes_in_lanes_are_classes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = texts(5)
    lanes = LinearSVC(tol=1e-9).fit(X, y)
    monkeypatch.setattr(_side_by_side, "WORTH", 1000)
    alone = LinearSVC(tol=1e-9).fit(X, y)
    np.testing.assert_allclose(lanes.coef_, alone.coef_, atol=1e-4)
    np.testing.assert_allclose(lanes.objective_, alone.objective_, rtol=1e-8)
    assert lanes.gap_.shape == (5,)
    assert lanes.gap_.max() <= 1e-9


@pytest.mark.parametrize("count", [2, 3])
def test_probabilities_come_from_rows_that_the_fit_did_not_see(count: int) -> None:
    """Labels that say nothing: probabilities near the shares, however well the fit knows its own rows."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 80))
    y = np.array(["a", "b", "c"])[np.arange(60) % count]
    model = LinearSVC(C=100.0, probability=True).fit(X, y)
    assert model.score(X, y) == 1.0
    p = model.predict_proba(X)
    np.testing.assert_allclose(p.sum(axis=1), 1.0)
    assert p.max() < 0.8
    np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), p)


def test_in_lanes_probabilities_are_those_of_single_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = texts(3)
    lanes = LinearSVC(tol=1e-9, probability=True).fit(X, y)
    monkeypatch.setattr(_side_by_side, "WORTH", 1000)
    alone = LinearSVC(tol=1e-9, probability=True).fit(X, y)
    p = lanes.predict_proba(X)
    np.testing.assert_allclose(p, alone.predict_proba(X), atol=1e-4)
    assert (lanes.classes_[p.argmax(axis=1)] == lanes.predict(X)).all(), "a temperature keeps the order"


def test_without_probability_there_is_none() -> None:
    assert not hasattr(LinearSVC(), "predict_proba")
    assert hasattr(LinearSVC(probability=True), "predict_proba")


def test_a_limit_tells_the_gap_that_it_left() -> None:
    X, y = texts(2)
    with pytest.warns(GapWarning, match="Liblinear failed to converge.*max_iter=1 .*relative gap of"):
        model = LinearSVC(max_iter=1).fit(X, y)
    assert model.gap_ > 1e-6
    assert model.n_iter_ == 1


def test_what_is_left_out_is_said() -> None:
    X, y = classes(2)
    with pytest.raises(SettingError, match="crammer_singer"):
        LinearSVC(multi_class="crammer_singer").fit(X, y)
    for refused in (
        {"penalty": "l1", "loss": "hinge"},
        {"penalty": "l1", "dual": True},
        {"loss": "hinge", "dual": False},
    ):
        with pytest.raises(ValueError, match="Unsupported set of arguments"):
            LinearSVC(**refused).fit(X, y)


def test_a_trace_for_each_class() -> None:
    X, y = classes(3)
    model = LinearSVC(trace=True).fit(X, y)
    assert [trace.column("gap")[-1] <= 1e-6 for trace in model.trace_] == [True] * 3
    assert model.trace_[0].column("objective")[-1] == pytest.approx(model.objective_[0], rel=1e-6)


def test_many_dense_columns_under_the_hinge_go_to_the_dual() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(30, _solve.FEW_COLUMNS + 1))
    y = np.where(X[:, 0] > 0.0, 1, 0)
    ours = LinearSVC(loss="hinge", tol=1e-9).fit(X, y)
    peer = svm.LinearSVC(loss="hinge", tol=1e-9, max_iter=100_000).fit(X, y)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-5)


@pytest.mark.parametrize("class_weight", [{"ape": 1.0, "bee": 5.0, "cat": 0.1}, {"bee": 3.0}, "balanced"])
def test_class_weights_count_for_their_own_class_as_in_scikit_learn(class_weight: Any) -> None:
    X, y = classes(3)
    c = np.linspace(0.1, 2.0, len(y))
    exact = svm.LinearSVC(class_weight=class_weight, tol=1e-10, max_iter=10**6, dual=False).fit(X, y, c)
    model = LinearSVC(class_weight=class_weight, tol=1e-12).fit(X, y, c)
    np.testing.assert_allclose(model.coef_, exact.coef_, atol=1e-5)
    np.testing.assert_allclose(model.intercept_, exact.intercept_, atol=1e-5)
