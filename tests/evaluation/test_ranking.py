"""The area under the curve: pair by pair, DeLong's variance by hand, and how often its interval holds the truth."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics

from steelyard.evaluation.ranking import area, auc, mean_auc


@pytest.mark.parametrize("ties", [False, True])
def test_the_area_is_the_share_of_pairs_in_order(ties: bool) -> None:
    random = np.random.default_rng(0)
    inside, s, w = random.random(80) < 0.4, random.normal(size=80), random.uniform(0.1, 3, 80)
    s = np.round(s + inside, 0 if ties else 9)
    pairs = (s[inside][:, None] > s[~inside]) + 0.5 * (s[inside][:, None] == s[~inside])
    both = w[inside][:, None] * w[~inside]
    value, pulls = area(inside, s, w)
    assert value == pytest.approx((pairs * both).sum() / both.sum())
    assert value == pytest.approx(metrics.roc_auc_score(inside, s, sample_weight=w))
    assert pulls.sum() == pytest.approx(0.0, abs=1e-12)


def test_the_pulls_have_the_variance_of_delong() -> None:
    """S10 / m + S01 / n, from the placements of each text among the others."""
    random = np.random.default_rng(1)
    inside = np.arange(50) < 20
    s = random.normal(size=50) + inside
    _, pulls = area(inside, s, np.ones(50))
    in_order = (s[inside][:, None] > s[~inside]).astype(float)
    variance = in_order.mean(axis=1).var(ddof=1) / 20 + in_order.mean(axis=0).var(ddof=1) / 30
    scaled = (pulls[inside] ** 2).sum() * 20 / 19 + (pulls[~inside] ** 2).sum() * 30 / 29
    assert scaled == pytest.approx(variance)


def test_it_is_about_as_wide_as_the_bootstraps() -> None:
    random = np.random.default_rng(2)
    inside = random.random(200) < 0.5
    s = random.normal(size=200) + 1.2 * inside
    drawn = []
    for _ in range(400):
        i = random.integers(0, 200, 200)
        drawn.append(area(inside[i], s[i], np.ones(200))[0])
    found = auc(inside, s, np.ones(200))
    assert found is not None and found.how == "delong"
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert (found.high - found.low) / (high - low) == pytest.approx(1.0, abs=0.15)


@pytest.mark.parametrize("shift", [0.0, 1.0, 2.5])
def test_the_interval_holds_the_truth_as_often_as_stated(shift: float) -> None:
    truth, held = stats.norm.cdf(shift / np.sqrt(2)), 0
    for seed in range(500):
        random = np.random.default_rng(seed)
        inside = np.arange(120) % 3 == 0
        found = auc(inside, random.normal(size=120) + shift * inside, np.ones(120))
        held += found is not None and found.low <= truth <= found.high
    assert 0.91 < held / 500 < 0.98


def test_many_classes_are_one_against_the_rest_on_the_average() -> None:
    random = np.random.default_rng(0)
    k = random.integers(0, 4, 150)
    S = random.normal(size=(150, 5)) + np.eye(5)[k]
    found = mean_auc(k, S, np.ones(150))
    assert found is not None  # class 4 does not occur, and is left out
    assert found.value == pytest.approx(np.mean([metrics.roc_auc_score(k == c, S[:, c]) for c in range(4)]))


def test_one_class_alone_has_no_area() -> None:
    assert auc(np.ones(3, bool), np.arange(3.0), np.ones(3)) is None
    assert mean_auc(np.zeros(3, int), np.zeros((3, 2)), np.ones(3)) is None


def test_a_perfect_ranking_is_not_certain_and_a_blind_one_is_a_half() -> None:
    inside = np.arange(20) < 10
    perfect, blind = auc(inside, -np.arange(20.0), np.ones(20)), auc(inside, np.zeros(20), np.ones(20))
    assert perfect is not None and perfect.value == 1.0 and 0.6 < perfect.low < 0.9
    assert blind is not None and blind.value == 0.5 and blind.low < 0.5 < blind.high
