"""Intervals against SciPy's, and how often they hold the truth."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import SettingError
from steelyard.evaluation import bootstrap
from steelyard.evaluation.intervals import (
    around,
    effective_count,
    least_share,
    mean,
    quantile,
    shares,
    weighted_shares,
    wilson,
)


@pytest.mark.parametrize("of", [1, 2, 10, 333])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_wilson_is_scipys(of: int, level: float) -> None:
    for right in {0, 1, of // 3, of - 1, of}:
        ours, theirs = wilson(right, of, level), stats.binomtest(right, of).proportion_ci(level, method="wilson")
        assert (ours.low, ours.high) == (pytest.approx(theirs.low, abs=1e-12), pytest.approx(theirs.high, abs=1e-12))
        assert ours.value == right / of and ours.how == "wilson"


@pytest.mark.parametrize("of", [20, 100, 1000])
def test_wilson_holds_the_truth_as_often_as_stated(of: int) -> None:
    """Exactly, over all outcomes; on the average over truths it is nominal, and nowhere far from it."""
    truths = np.linspace(0.05, 0.95, 181)
    ends = [wilson(right, of) for right in range(of + 1)]
    low, high = (np.array([each[k] for each in ends]) for k in (1, 2))
    held = [stats.binom.pmf(np.arange(of + 1), of, p) @ ((low <= p) & (p <= high)) for p in truths]
    assert np.mean(held) == pytest.approx(0.95, abs=0.006) and min(held) > 0.91


def test_with_nothing_counted_nothing_is_known() -> None:
    found = wilson(0, 0)
    assert np.isnan(found.value) and (found.low, found.high) == (0.0, 1.0)
    assert found.as_data() == {"value": None, "low": 0.0, "high": 1.0, "how": "wilson"}


def test_the_surely_exceeded_share_is_that_of_clopper_and_pearson() -> None:
    for right, of, sure in [(0, 5, 0.9), (5, 5, 0.95), (3, 10, 0.5), (990, 1000, 0.99)]:
        theirs = stats.binomtest(right, of, alternative="greater").proportion_ci(sure, method="exact").low
        assert least_share(right, of, sure) == pytest.approx(theirs, abs=1e-12)


def test_the_normal_interval_is_the_textbooks() -> None:
    x = np.random.default_rng(0).exponential(size=40)
    found = mean(x, np.ones(40))
    half = stats.norm.ppf(0.975) * x.std(ddof=1) / np.sqrt(40)
    assert (found.value, found.low, found.high) == pytest.approx((x.mean(), x.mean() - half, x.mean() + half))


def test_groups_that_pull_together_widen_the_interval_as_often_as_stated() -> None:
    """Thirty groups of ten texts that all say the same: as uncertain as thirty texts."""
    groups, held, alone = np.repeat(np.arange(30), 10), 0, 0
    for seed in range(400):
        random = np.random.default_rng(seed)
        x = np.repeat(random.normal(size=30), 10)
        x, g = (each[order] for order in [random.permutation(300)] for each in (x, groups))
        by_group, by_text = mean(x, np.ones(300), g), mean(x, np.ones(300))
        held += by_group.low <= 0 <= by_group.high
        alone += by_text.low <= 0 <= by_text.high
    assert 0.90 < held / 400 < 0.98 and alone / 400 < 0.7
    assert by_group.how == "normal, groups"


def test_equal_weights_are_as_none_and_a_weight_of_nothing_is_not_there() -> None:
    random = np.random.default_rng(0)
    x, right, w = random.normal(size=50), random.random(50) < 0.7, random.uniform(1, 2, 50)
    for found, expected in [
        (mean(x, np.full(50, 3.0)), mean(x, np.ones(50))),
        (weighted_shares(right, np.full(50, 3.0)), weighted_shares(right, np.ones(50))),
        (mean(np.append(x, 9.0), np.append(w, 0.0)), mean(x, w)),
        (weighted_shares(np.append(right, False), np.append(w, 0.0)), weighted_shares(right, w)),
        (mean(np.append(x, 9), np.append(w, 0), np.arange(51) // 2), mean(x, w, np.arange(50) // 2)),
    ]:
        assert found[:3] == pytest.approx(expected[:3])
    assert effective_count(np.full(7, 2.0)) == pytest.approx(7) and effective_count(np.zeros(3)) == 0


def test_one_text_tells_nothing_of_its_error() -> None:
    found = mean(np.array([2.0]), np.ones(1))
    assert found.value == 2.0 and found.low == -np.inf and found.high == np.inf
    assert around(0.5, np.array([0.1]), None, 0.95).as_data()["low"] is None


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0, -1.0])
def test_a_level_that_cannot_be_is_named(level: float) -> None:
    with pytest.raises(SettingError, match="level"):
        quantile(level)


def test_the_bootstrap_draws_texts_as_one_by_one() -> None:
    """Drawing how many of each kind has the mean and the covariance of drawing texts."""
    random = np.random.default_rng(0)
    cells, w = random.integers(0, 3, 60), random.choice([0.5, 1.0, 2.0], 60)
    fast = bootstrap.resampled(bootstrap.kinds_of(cells, 3, w), np.random.default_rng(1), 20_000)
    picked = random.integers(0, 60, (20_000, 60))
    slow = np.stack([((cells == c) * w)[picked].sum(axis=1) for c in range(3)], axis=1)
    np.testing.assert_allclose(fast.mean(axis=0), slow.mean(axis=0), rtol=0.02)
    np.testing.assert_allclose(np.cov(fast.T), np.cov(slow.T), atol=0.06 * slow.var())


def test_the_bootstrap_draws_groups_whole() -> None:
    groups = np.repeat(np.arange(20), 5)
    cells = groups % 2
    drawn = bootstrap.resampled(bootstrap.kinds_of(cells, 2, np.ones(100), groups), np.random.default_rng(0), 500)
    assert (drawn.sum(axis=1) == 100).all() and (drawn % 5 == 0).all() and drawn[:, 0].std() > 10


def test_the_bootstrap_in_parts_is_the_bootstrap(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = bootstrap.kinds_of(np.arange(30) % 4, 4, np.ones(30))
    whole = bootstrap.resampled(kinds, np.random.default_rng(0), 100)
    monkeypatch.setattr(bootstrap, "AT_ONCE", 50)
    np.testing.assert_array_equal(bootstrap.resampled(kinds, np.random.default_rng(0), 100), whole)


def test_an_interval_of_draws_holds_the_value_whatever_was_drawn() -> None:
    assert bootstrap.between(5.0, np.array([1.0, 2.0, np.nan]))[:3] == (5.0, pytest.approx(1.025), 5.0)
    nothing = bootstrap.between(5.0, np.array([np.nan]))
    assert (nothing.low, nothing.high) == (-np.inf, np.inf)


def test_shares_are_taken_side_by_side() -> None:
    together = shares(np.array([1.0, 5.0]), np.array([10.0, 0.0]))
    assert together[0] == wilson(1, 10) and together[1].low == 0.0
