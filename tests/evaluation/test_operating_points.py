"""Thresholds give what was wanted on the texts at hand; with certainty, in the world that they come from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import expit
from sklearn import metrics

from steelyard.errors import SettingError
from steelyard.evaluation import precision_recall, thresholds
from tests.evaluation.worlds import two_classes

Array = np.ndarray


def truth(at: float, slope: float = 1.0) -> tuple[float, float]:
    """(precision, recall) of "yes from p >= at" in the world of `two_classes`, by numerical integration."""
    z = np.linspace(-20, 20, 40_001)
    mass = np.exp(-(z**2) / 8) / np.exp(-(z**2) / 8).sum()
    p, yes = expit(slope * z), expit(slope * z) >= at
    right = float((mass * p)[yes].sum())
    return right / max(float(mass[yes].sum()), 1e-300), right / float((mass * p).sum())


def test_the_curve_is_scikit_learns() -> None:
    random = np.random.default_rng(0)
    k, p, w = random.integers(0, 2, 100), np.round(random.random(100), 1), random.uniform(0.1, 2, 100)
    found = precision_recall(k, p, weights=w)
    precision, recall, at = metrics.precision_recall_curve(k, p, sample_weight=w)
    np.testing.assert_allclose(found.at, at[::-1])
    np.testing.assert_allclose(found.precision, precision[:-1][::-1])
    np.testing.assert_allclose(found.recall, recall[:-1][::-1])
    assert found.average == pytest.approx(metrics.average_precision_score(k, p, sample_weight=w))
    assert found.share[-1] == pytest.approx(1.0)
    thin = found.thinned(4)
    assert set(thin.at) <= set(found.at) and len(thin.at) <= 5 and thin.average == found.average


def test_a_threshold_is_the_lowest_that_is_precise_and_the_highest_that_is_complete() -> None:
    k, z = two_classes(400)
    p = expit(z)
    for wanted in (0.7, 0.9, 0.97):
        precise, complete = thresholds(k, p, precision=wanted), thresholds(k, p, recall=wanted)
        at = np.unique(p)
        precision = np.array([k[p >= t].mean() for t in at])
        recall = np.array([k[p >= t].sum() / k.sum() for t in at])
        assert precise.at == at[precision >= wanted].min() and precise.reached
        assert complete.at == at[recall >= wanted].max()
        for each in (precise, complete):
            yes = p >= each.at
            assert each.precision.value == pytest.approx(k[yes].mean())
            assert each.recall.value == pytest.approx(k[yes].sum() / k.sum())
            assert each.share == pytest.approx(yes.mean())


def failures(wanted: float, sure: float, kind: str, n: int, runs: int) -> tuple[float, float]:
    """How often the truth is less than wanted; and how often a threshold was found."""
    failed = found = 0
    for seed in range(runs):
        k, z = two_classes(n, seed)
        point = thresholds(k, expit(z), sure=sure, **{kind: wanted})
        if point.reached:
            found += 1
            failed += truth(point.at)[kind == "recall"] < wanted
    return failed / runs, found / runs


@pytest.mark.parametrize(
    ("kind", "wanted", "sure"),
    [
        ("precision", 0.9, 0.9),
        ("precision", 0.95, 0.95),
        ("precision", 0.8, 0.7),
        ("recall", 0.9, 0.9),
        ("recall", 0.95, 0.8),
    ],
)
def test_what_is_sure_holds_as_often_as_stated(kind: str, wanted: float, sure: float) -> None:
    runs = 150
    failed, found = failures(wanted, sure, kind, 3_000, runs)
    assert failed <= 1 - sure + 3 * np.sqrt(sure * (1 - sure) / runs) and found > 0.3


def test_without_certainty_it_fails_about_half_of_the_time() -> None:
    failed = 0
    for seed in range(100):
        k, z = two_classes(600, seed)
        failed += truth(thresholds(k, expit(z), precision=0.9).at)[0] < 0.9
    assert failed > 40


def test_more_texts_prove_more() -> None:
    points = []
    for n in (300, 30_000):
        k, z = two_classes(n)
        points.append(thresholds(k, expit(z), precision=0.9, sure=0.95))
    assert points[0].at > points[1].at and points[1].recall.value > points[0].recall.value
    least = next(at for at in np.linspace(0, 1, 1001) if truth(at)[0] >= 0.9)
    assert points[1].at == pytest.approx(least, abs=0.03)


def test_where_nothing_is_precise_enough_nothing_is_a_yes() -> None:
    random = np.random.default_rng(0)
    k, p = random.integers(0, 2, 200), random.random(200)
    found = thresholds(k, p, precision=0.99, sure=0.95)
    assert not found.reached and found.at == np.inf and found.share == 0.0 and found.recall.value == 0.0
    assert found.as_data()["at"] is None
    few = thresholds([1, 1, 1], np.array([0.9, 0.8, 0.7]), precision=0.95, sure=0.95)  # too few to prove it
    assert not few.reached
    assert not thresholds([1] * 9 + [0], np.arange(10.0), recall=1.0, sure=0.9).reached
    assert thresholds([1] * 5, np.arange(5.0), precision=1.0).reached


def test_weights_are_repeats() -> None:
    k, z = two_classes(200)
    times = np.random.default_rng(1).integers(0, 3, 200)
    for wanted in ({"precision": 0.9}, {"recall": 0.9}):
        a = thresholds(k, z, weights=times, **wanted)
        b = thresholds(np.repeat(k, times), np.repeat(z, times), **wanted)
        assert (a.at, a.share) == pytest.approx((b.at, b.share))
        assert a.precision.value == pytest.approx(b.precision.value)


@pytest.mark.parametrize(
    "wrong",
    [{}, {"precision": 0.9, "recall": 0.9}, {"precision": 0.0}, {"recall": 1.1}, {"precision": 0.9, "sure": 1.0}],
)
def test_what_cannot_be_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingError):
        thresholds([0, 1], np.array([0.2, 0.8]), **wrong)
    with pytest.raises(SettingError, match="No text is in the class"):
        thresholds([0, 0], np.array([0.2, 0.8]), precision=0.9)
