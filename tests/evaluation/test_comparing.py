"""Two models on the same texts: McNemar's test is SciPy's, and differences are found as often as they should be."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics

from steelyard.errors import SettingError
from steelyard.evaluation import compare
from steelyard.evaluation.comparing import mcnemar
from tests.evaluation.worlds import both, many_classes

Array = np.ndarray


@pytest.mark.parametrize(("a", "b"), [(0, 0), (0, 1), (1, 9), (7, 7), (40, 60), (500, 400)])
def test_mcnemar_is_the_binomial_test(a: int, b: int) -> None:
    expected = stats.binomtest(a, a + b).pvalue if a + b else 1.0
    assert mcnemar(a, b) == pytest.approx(expected, abs=1e-12) == mcnemar(b, a)


def models(n: int, seed: int, first: float, second: float) -> tuple[Array, Array, Array]:
    """Codes and two models' scores, that are right so often; what is hard for one is hard for the other."""
    random = np.random.default_rng(seed)
    k, hard = random.integers(0, 2, n), random.random(n)
    flip = random.random(n) < 0.1
    scores = [
        np.where((hard < right) ^ flip_, 1.0, -1.0) * (2 * k - 1) for right, flip_ in ((first, False), (second, flip))
    ]
    return k, scores[0], scores[1]


def test_figures_are_those_of_each_model() -> None:
    k, Z = many_classes(500, 4)
    Y = Z + np.random.default_rng(1).normal(size=Z.shape)
    found = compare(k, (Z, None), (Y, None), "abcd", names=("old", "new"))
    right = [each.argmax(axis=1) == k for each in (Z, Y)]
    assert found.accuracy.value == pytest.approx(right[1].mean() - right[0].mean())
    f1 = [metrics.f1_score(k, each.argmax(axis=1), average="macro") for each in (Z, Y)]
    assert found.macro_f1.value == pytest.approx(f1[1] - f1[0])
    assert found.first_only.tolist() == np.flatnonzero(right[0] & ~right[1]).tolist()
    assert found.second_only.tolist() == np.flatnonzero(right[1] & ~right[0]).tolist()
    counts = found.both_right, found.both_wrong, len(found.first_only), len(found.second_only)
    assert sum(counts) == 500 and found.both_right == (right[0] & right[1]).sum()
    assert found.p_value == pytest.approx(stats.binomtest(counts[2], counts[2] + counts[3]).pvalue)
    assert found.log_loss is None


def test_the_log_loss_is_compared_text_by_text() -> None:
    k, Z = many_classes(300, 2)
    P, Q = both(Z[:, 1] - Z[:, 0]), both(0.3 * (Z[:, 1] - Z[:, 0]))
    found = compare(k, (None, P), (None, Q), "ab").log_loss
    lost = [-np.log(each[np.arange(300), k]) for each in (P, Q)]
    paired = stats.ttest_rel(lost[1], lost[0])
    assert found is not None and found.value == pytest.approx(np.mean(lost[1] - lost[0]))
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * found.value / paired.statistic, rel=1e-3)


@pytest.mark.parametrize("difference", [0.0, 0.06])
def test_the_interval_holds_the_true_difference_about_as_often_as_stated(difference: float) -> None:
    right, held = 0.8 + difference, 0
    truth = right * 0.9 + (1 - right) * 0.1 - 0.8
    for seed in range(200):
        k, first, second = models(300, seed, 0.8, 0.8 + difference)
        found = compare(k, (first, None), (second, None), "ab", seed=seed).accuracy
        held += found.low <= truth <= found.high
    assert 0.89 < held / 200 < 0.99


def test_who_is_better_is_said_only_where_it_is_shown() -> None:
    k, first, second = models(2_000, 0, 0.95, 0.7)
    found = compare(k, (first, None), (second, None), "ab", names=("A", "B"))
    assert found.better == "A" and found.verdict.startswith("A is better by") and "on 2,000 texts" in found.verdict
    again = compare(k, (second, None), (first, None), "ab", names=("B", "A"))
    assert again.better == "A" and again.accuracy.value == -found.accuracy.value
    same = compare(k, (first, None), (first, None), "ab")
    assert same.better is None and same.p_value == 1.0 and same.verdict.startswith("No difference shown on 2,000")
    assert (same.accuracy.low, same.accuracy.high) == (0.0, 0.0)


def test_groups_are_drawn_together() -> None:
    k, first, second = (np.repeat(each, 20) for each in models(60, 0, 0.9, 0.75))
    groups = np.repeat(np.arange(60), 20)
    alone, grouped = (compare(k, (first, None), (second, None), "ab", groups=g) for g in (None, groups))
    assert grouped.accuracy.value == alone.accuracy.value and grouped.p_value is None
    assert grouped.accuracy.high - grouped.accuracy.low > 3 * (alone.accuracy.high - alone.accuracy.low)


def test_weights_are_repeats() -> None:
    k, first, second = models(80, 0, 0.9, 0.7)
    times = np.random.default_rng(0).integers(0, 3, 80)
    a = compare(k, (first, None), (second, None), "ab", weights=times)
    b = compare(*(np.repeat(k, times), *((np.repeat(z, times), None) for z in (first, second))), "ab")
    assert a.accuracy.value == pytest.approx(b.accuracy.value) and a.macro_f1.value == pytest.approx(b.macro_f1.value)


def test_all_is_plain_data_and_what_cannot_be_is_named() -> None:
    k, first, second = models(50, 0, 0.9, 0.7)
    data = compare(k, (first, both(first)), (second, both(second)), "ab").as_data()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    with pytest.raises(SettingError, match="rows"):
        compare(k, (first[:-1], None), (second, None), "ab")


def test_where_mcnemars_test_does_not_show_a_difference_none_is_told() -> None:
    k = np.zeros(200, int)
    first, second = np.full(200, -1.0), np.full(200, -1.0)
    second[:5] = 1.0  # five texts that the first alone gets right
    found = compare(k, (first, None), (second, None), "ab")
    assert found.accuracy.high < 0 and found.p_value == 0.0625
    assert found.better is None and found.verdict.startswith("No difference shown")
