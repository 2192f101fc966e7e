"""`LogisticRegressionCV`: fold by fold and in lanes the same; choice, layout, groups, metadata, limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn import config_context, linear_model
from sklearn.metrics import get_scorer, log_loss
from sklearn.model_selection import GroupKFold, KFold, RepeatedKFold, StratifiedKFold

from steelyard import LogisticRegression, LogisticRegressionCV
from steelyard.models import _tuned
from steelyard.models._warnings import GapWarning
from tests.models.problems import classes, texts

CS = [0.01, 0.3, 10.0]


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("scoring", ["accuracy", "neg_log_loss"])
def test_fold_by_fold_it_is_scikit_learn(count: int, scoring: str) -> None:
    X, y = classes(count)
    weight = np.linspace(0.5, 2.0, len(y))
    settings: dict[str, Any] = {"Cs": CS, "cv": 3, "scoring": scoring, "use_legacy_attributes": False}
    ours = LogisticRegressionCV(**settings).fit(X, y, weight)
    peer = linear_model.LogisticRegressionCV(**settings, solver="newton-cg", tol=1e-8, l1_ratios=(0,)).fit(X, y, weight)
    np.testing.assert_allclose(ours.scores_, peer.scores_, atol=1e-6)
    np.testing.assert_allclose(ours.coefs_paths_, peer.coefs_paths_, atol=1e-4)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-4)
    assert (ours.C_, ours.l1_ratio_) == (peer.C_, peer.l1_ratio_)
    assert ours.n_iter_.shape == ours.fold_gaps_.shape == (3, 1, 3)
    assert ours.gap_ <= 1e-6
    assert ours.score(X, y) == pytest.approx(get_scorer(scoring)(ours, X, y))


@pytest.mark.parametrize("count", [2, 3])
def test_in_lanes_it_is_fold_by_fold(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = texts(count)
    settings: dict[str, Any] = {"Cs": [10.0, 0.3], "cv": 3, "fold_tol": 1e-7, "scoring": "neg_log_loss"}
    lanes = LogisticRegressionCV(**settings).fit(X, y)
    monkeypatch.setattr(_tuned, "fits_lanes", lambda trial: False)
    monkeypatch.setattr("steelyard.models.logistic_cv.fits_lanes", lambda trial: False)
    folds = LogisticRegressionCV(**settings).fit(X, y)
    assert not hasattr(lanes, "coefs_paths_")
    np.testing.assert_allclose(lanes.scores_, folds.scores_, atol=2e-4)
    np.testing.assert_allclose(lanes.fold_scores_, folds.fold_scores_, atol=5e-3)
    np.testing.assert_allclose(lanes.coef_, folds.coef_, atol=5e-3)
    assert lanes.C_ == folds.C_
    assert lanes.fold_gaps_.max() <= 1e-7
    assert lanes.n_iter_.shape == (3, 1, 2)


@pytest.mark.parametrize("make", [classes, texts])
def test_out_of_fold_scores_are_those_of_fits_that_did_not_see_the_row(make: Any) -> None:
    X, y = make(2)
    cv = StratifiedKFold(3)
    model = LogisticRegressionCV(Cs=[0.5], cv=cv, fold_tol=1e-9).fit(X, y)
    assert model.fold_scores_.shape == (1, 1, len(y))
    for train, test in cv.split(X, y):
        alone = LogisticRegression(C=0.5, tol=1e-9).fit(X[train], y[train])
        np.testing.assert_allclose(model.fold_scores_[0, 0, test], alone.decision_function(X[test]), atol=1e-3)


def test_rows_that_are_held_out_twice_or_never() -> None:
    X, y = classes(2)
    model = LogisticRegressionCV(Cs=[1.0], cv=RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)).fit(X, y)
    assert np.isfinite(model.fold_scores_).all()
    half = [(np.arange(30), np.arange(30, 45))]
    model = LogisticRegressionCV(Cs=[1.0], cv=half).fit(X, y)
    assert np.isfinite(model.fold_scores_[0, 0]).tolist() == [False] * 30 + [True] * 15 + [False] * 15


@pytest.mark.parametrize("make", [classes, texts])
def test_one_standard_error_takes_a_smaller_c(make: Any) -> None:
    X, y = make(2)
    settings: dict[str, Any] = {"Cs": np.geomspace(1e-3, 1e2, 6), "cv": 5, "scoring": "neg_log_loss"}
    best, near = (LogisticRegressionCV(**settings, one_standard_error=each).fit(X, y) for each in (False, True))
    mean = near.scores_[:, 0].mean(axis=0)
    error = near.scores_[:, 0, mean.argmax()].std(ddof=1) / np.sqrt(5)
    enough = np.flatnonzero(mean >= mean.max() - error)
    assert near.Cs_[enough[0]] == near.C_
    assert near.C_ <= best.C_ == near.Cs_[mean.argmax()]
    alone = LogisticRegression(C=near.C_).fit(X, y)
    np.testing.assert_allclose(near.objective_, alone.objective_, rtol=2e-6)


def test_a_search_that_stops_past_the_best() -> None:
    X, y = texts(2, n=200)
    y = np.where(np.random.default_rng(0).random(200) < 0.3, np.roll(y, 1), y)  # noise: large C is bad
    model = LogisticRegressionCV(Cs=np.geomspace(1e-3, 1e7, 21), exhaustive=False, scoring="neg_log_loss").fit(X, y)
    tried = np.isfinite(model.scores_).all(axis=(0, 1))
    assert not tried[-1]
    assert tried[list(model.Cs_).index(model.C_)]
    assert model.gap_ <= 1e-6


def test_progress_is_told_and_can_stop() -> None:
    X, y = texts(2)
    told: list[Any] = []
    model = LogisticRegressionCV(Cs=CS, cv=8, progress=lambda each: told.append(each) or True).fit(X, y)
    assert len(told) == 1
    assert told[0].done < told[0].most == 24
    assert np.isnan(model.scores_).any()


def test_a_scorer_of_ones_own_sees_the_rows_that_were_held_out() -> None:
    X, y = texts(2)
    seen = []

    def scorer(model: Any, rows: Any, truth: Any) -> float:
        seen.append(rows.sum())
        return float((model.predict(rows) == truth).mean())

    own = LogisticRegressionCV(Cs=CS, cv=4, scoring=scorer).fit(X, y)
    named = LogisticRegressionCV(Cs=CS, cv=4, scoring="accuracy").fit(X, y)
    np.testing.assert_array_equal(own.scores_, named.scores_)
    np.testing.assert_array_equal(named.scores_, LogisticRegressionCV(Cs=CS, cv=4).fit(X, y).scores_)
    assert sum(set(seen)) == pytest.approx(X.sum())


def test_groups_stay_together() -> None:
    X, y = texts(2)
    groups = np.arange(len(y)) // 4
    splits = list(GroupKFold(4).split(X, y, groups))
    given = LogisticRegressionCV(Cs=CS, cv=splits).fit(X, y)
    with config_context(enable_metadata_routing=True):
        routed = LogisticRegressionCV(Cs=CS, cv=GroupKFold(4)).fit(X, y, groups=groups)
    np.testing.assert_array_equal(routed.fold_scores_, given.fold_scores_)
    with pytest.raises(ValueError, match="enable_metadata_routing=True"):
        LogisticRegressionCV().fit(X, y, groups=groups)


def test_a_fold_without_one_of_the_classes() -> None:
    X, y = np.arange(6.0)[:, None], np.array(["a", "a", "b", "b", "c", "c"])
    model = LogisticRegressionCV(Cs=[0.1, 1.0], cv=KFold(3), scoring="neg_log_loss").fit(X, y)
    z = model.coefs_paths_[0, 0, 1, :, :1] @ X[:2].T + model.coefs_paths_[0, 0, 1, :, 1:]
    p = np.exp(z - np.logaddexp.reduce(z, axis=0)).T
    assert model.scores_[0, 0, 1] == pytest.approx(-log_loss(["a", "a"], p, labels=["a", "b", "c"]), rel=1e-6)


def test_without_a_refit_it_is_the_mean_of_the_folds_best() -> None:
    X, y = classes(3)
    model = LogisticRegressionCV(Cs=CS, cv=3, refit=False).fit(X, y)
    best = model.scores_[:, 0].argmax(axis=1)
    mean = np.mean([model.coefs_paths_[f, 0, C] for f, C in enumerate(best)], axis=0)
    np.testing.assert_allclose(model.coef_, mean[:, :-1])
    assert pytest.approx(np.mean(np.array(CS)[best])) == model.C_


@pytest.mark.parametrize("ratios", [None, [0.0, 0.5]])
def test_the_old_layout(ratios: Any) -> None:
    X, y = classes(3)
    settings: dict[str, Any] = {"Cs": CS, "cv": 2, "l1_ratios": ratios}
    new, old = (LogisticRegressionCV(**settings, use_legacy_attributes=each).fit(X, y) for each in (False, True))
    assert sorted(old.scores_) == ["ape", "bee", "cat"]
    for line, name in enumerate(new.classes_):
        scores, paths = old.scores_[name], old.coefs_paths_[name]
        if ratios is None:
            scores, paths = scores[..., None], paths[:, :, None]
        np.testing.assert_array_equal(scores, np.swapaxes(new.scores_, 1, 2))
        np.testing.assert_array_equal(paths, np.swapaxes(new.coefs_paths_[..., line, :], 1, 2))
    assert old.C_.tolist() == [new.C_] * 3
    assert old.n_iter_.shape[0] == 1


@pytest.mark.parametrize("make", [classes, texts])
def test_a_limit_tells_the_gaps_that_it_left(make: Any) -> None:
    X, y = make(2)
    with pytest.warns(GapWarning) as told:
        model = LogisticRegressionCV(Cs=[1e4], cv=2, max_iter=1).fit(X, y)
    words = " ".join(str(each.message) for each in told)
    assert "of the folds' fits" in words
    assert "stopped the fit at a relative gap of" in words
    assert model.gap_ > 1e-6
    assert model.fold_gaps_.max() > 1e-3
