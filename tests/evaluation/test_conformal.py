"""Prediction sets hold the true class as often as stated, on texts like those that the rule comes from."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from scipy.special import softmax

from steelyard.errors import SettingError
from steelyard.evaluation import SetRule, prediction_sets, sets
from tests.evaluation.worlds import many_classes

Array = np.ndarray


def world(n: int, seed: int = 0) -> tuple[Array, Array]:
    """Probabilities that say too much: coverage must not depend on their being right."""
    k, Z = many_classes(n, 5, seed)
    return k, np.asarray(softmax(2.0 * Z, axis=1))


def covered(rule: SetRule, k: Array, P: Array) -> Array:
    return np.asarray(sets(P, rule)[np.arange(len(k)), k])


@pytest.mark.parametrize("coverage", [0.8, 0.95])
@pytest.mark.parametrize("n", [50, 1_000])
def test_they_cover_as_stated_on_the_average(coverage: float, n: int) -> None:
    """At least as stated over all samples; and at most by one part in n + 1 more."""
    rates = []
    for seed in range(150):
        (k, P), (fresh, Q) = world(n, seed), world(400, 10_000 + seed)
        rates.append(covered(prediction_sets(k, P, coverage, at_least_one=False), fresh, Q).mean())
    error = 3 * np.std(rates) / np.sqrt(len(rates))
    assert coverage - error < np.mean(rates) < coverage + 1 / (n + 1) + error


def test_by_class_each_class_is_covered_as_stated() -> None:
    """The rare class too, which without it is covered less."""
    alone, together = [], []
    for seed in range(80):
        (k, P), (fresh, Q) = world(1_500, seed), world(3_000, 10_000 + seed)
        for rates, by_class in ((alone, True), (together, False)):
            inside = covered(prediction_sets(k, P, 0.9, by_class=by_class, at_least_one=False), fresh, Q)
            rates.append([inside[fresh == c].mean() for c in range(5)])
    means = np.mean(alone, axis=0)
    assert (np.abs(means - 0.9) < 4 * np.std(alone, axis=0) / np.sqrt(80) + 0.005).all()
    assert np.ptp(np.mean(together, axis=0)) > 2 * np.ptp(means)


def test_the_bound_is_the_quantile_by_hand() -> None:
    """Of n texts, the ceil((n + 1) coverage)-th largest probability of the true class."""
    k, P = world(200)
    own = np.sort(P[np.arange(200), k])[::-1]
    for coverage in (0.5, 0.9, 0.95, 0.99):
        rule = prediction_sets(k, P, coverage)
        assert set(rule.least) == {own[int(np.ceil(201 * coverage)) - 1]}
    assert set(prediction_sets(k, P, 0.999).least) == {0.0}  # 200 texts cannot bound one in a thousand


def test_what_it_says_of_itself_is_what_fresh_texts_show() -> None:
    k, P = world(5_000)
    fresh, Q = world(50_000, 1)
    rule = prediction_sets(k, P, 0.9)
    inside = sets(Q, rule)
    assert rule.covered.value == pytest.approx(inside[np.arange(len(fresh)), fresh].mean(), abs=0.015)
    assert rule.size.value == pytest.approx(inside.sum(axis=1).mean(), abs=0.05)
    assert rule.single == pytest.approx((inside.sum(axis=1) == 1).mean(), abs=0.02)


def test_no_set_is_empty_unless_asked_for() -> None:
    k, P = world(500)
    easy = P[np.arange(500), k] > 0.3  # right more often than is asked of the sets
    full, maybe = (prediction_sets(k[easy], P[easy], 0.6, at_least_one=each) for each in (True, False))
    assert sets(P, full).any(axis=1).all() and not sets(P, maybe).any(axis=1).all()
    assert (sets(P, full).sum(axis=1) >= sets(P, maybe).sum(axis=1)).all()


def test_more_coverage_makes_larger_sets() -> None:
    k, P = world(1_000)
    sizes = [sets(P, prediction_sets(k, P, coverage)).sum() for coverage in (0.7, 0.9, 0.99)]
    assert sizes[0] < sizes[1] < sizes[2]


def test_equal_weights_are_as_none_and_a_weight_of_nothing_is_not_there() -> None:
    k, P = world(300)
    plain = prediction_sets(k, P, 0.9)
    assert prediction_sets(k, P, 0.9, weights=np.full(300, 2.5)).least.tolist() == plain.least.tolist()
    more = prediction_sets(np.append(k, 0), np.vstack([P, [[0, 0, 0, 0, 1]]]), 0.9, weights=[*np.ones(300), 0])
    assert more.least.tolist() == plain.least.tolist()


def test_a_rule_comes_back_from_its_data() -> None:
    k, P = world(300)
    rule = prediction_sets(k, P, 0.9, by_class=True)
    data = json.loads(json.dumps(rule.as_data(), allow_nan=False))
    again = SetRule.from_data(data)
    assert again.as_data() == rule.as_data() and again.covered == rule.covered
    np.testing.assert_array_equal(sets(P, again), sets(P, rule))


def test_one_text_and_a_class_without_texts() -> None:
    rule = prediction_sets([0], np.array([[0.9, 0.1]]), 0.9)
    assert sets(np.array([[0.5, 0.5]]), rule).tolist() == [[True, True]]
    never = prediction_sets([0] * 50, np.full((50, 2), 0.5), 0.9, by_class=True)
    assert never.least[1] == 0.0  # nothing is known of it: always in


@pytest.mark.parametrize("wrong", [{"coverage": 1.0}, {"coverage": 95}, {"codes": [7]}])
def test_what_cannot_be_is_named(wrong: dict[str, Any]) -> None:
    given: dict[str, Any] = {"codes": [0], "P": np.array([[0.9, 0.1]])} | wrong
    with pytest.raises(SettingError):
        prediction_sets(**given)
    with pytest.raises(SettingError, match="3 classes and the rule 2"):
        sets(np.full((1, 3), 1 / 3), prediction_sets([0], np.array([[0.9, 0.1]])))
