"""None of these: known texts are refused as often as stated, strange ones more often."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from steelyard.errors import SettingError
from steelyard.evaluation import Familiarity, familiarity

Array = np.ndarray


def known(n: int, seed: int = 0) -> dict[str, Array]:
    random = np.random.default_rng(seed)
    Z = random.normal(size=(n, 5)) + 3.0 * np.eye(5)[random.integers(0, 5, n)]
    return {"Z": Z, "unknown": random.beta(2, 10, n), "length": random.gamma(5, 1, n)}


def strange(n: int, seed: int = 0) -> dict[str, Array]:
    random = np.random.default_rng(seed)
    return {"Z": random.normal(size=(n, 5)), "unknown": random.beta(5, 5, n), "length": random.gamma(2, 1, n)}


@pytest.mark.parametrize("false_alarms", [0.02, 0.1, 0.3])
@pytest.mark.parametrize("signs", [("Z",), ("Z", "unknown"), ("Z", "unknown", "length")])
def test_fresh_known_texts_are_refused_as_often_as_stated(false_alarms: float, signs: tuple[str, ...]) -> None:
    rates = []
    for seed in range(20):
        rule = familiarity(**{name: known(1_000, seed)[name] for name in signs}, false_alarms=false_alarms)
        fresh = known(1_000, 1_000 + seed)
        rates.append(rule.refuses(**{name: fresh[name] for name in signs}).mean())
    assert np.mean(rates) == pytest.approx(false_alarms, abs=3 * np.std(rates) / np.sqrt(20) + 0.005)


def test_of_the_texts_that_it_was_fitted_on_no_more_are_refused() -> None:
    rule = familiarity(**known(777), false_alarms=0.05)
    assert rule.refused.value <= 0.05 and rule.refuses(**known(777)).mean() == rule.refused.value


def test_each_sign_finds_more_of_the_strange() -> None:
    fitted, other, found = known(2_000), strange(2_000, 1), []
    for signs in (("Z",), ("Z", "unknown"), ("Z", "unknown", "length")):
        rule = familiarity(**{name: fitted[name] for name in signs}, false_alarms=0.05)
        found.append(rule.refuses(**{name: other[name] for name in signs}).mean())
    assert 0.3 < found[0] < found[1] < found[2]


def test_stranger_is_more_strangeness() -> None:
    rule = familiarity(**known(500))
    few = {"Z": np.array([[5.0, 0, 0, 0, 0], [1.0, 0.9, 0, 0, 0]]), "unknown": np.array([0.0, 0.9])}
    near, far = rule.strangeness(**few, length=np.array([9.0, 0.1]))
    assert near < far


def test_two_classes_are_strange_near_the_middle() -> None:
    z = np.random.default_rng(0).normal(0, 3, 500)
    rule = familiarity(z, false_alarms=0.1)
    assert rule.signs == ("score",) and rule.refuses(np.array([0.001, 9.0, -9.0])).tolist() == [True, False, False]


def test_a_weight_of_nothing_is_not_there() -> None:
    there, extra = known(300), strange(100)
    both = {name: np.concatenate([there[name], extra[name]]) for name in there}
    w = np.r_[np.ones(300), np.zeros(100)]
    weighted, plain = familiarity(**both, weights=w), familiarity(**there)
    assert weighted.refuses(**there).mean() == pytest.approx(plain.refuses(**there).mean(), abs=0.01)


def test_a_rule_comes_back_from_its_data() -> None:
    rule = familiarity(**known(300))
    again = Familiarity.from_data(json.loads(json.dumps(rule.as_data(), allow_nan=False)))
    assert again.as_data() == rule.as_data()
    np.testing.assert_array_equal(again.refuses(**strange(50)), rule.refuses(**strange(50)))


def test_what_cannot_be_is_named() -> None:
    wrong: dict[str, Any] = {"false_alarms": 0.0}
    with pytest.raises(SettingError, match="false_alarms"):
        familiarity(np.zeros(3), **wrong)
    with pytest.raises(SettingError, match="unknown and length"):
        familiarity(**known(10)).refuses(np.zeros((1, 5)))
    with pytest.raises(SettingError, match="rows"):
        familiarity(np.zeros(3), unknown=np.zeros(2))
