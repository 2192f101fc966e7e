"""The learning curve: a known one is found again, and its parts are fair."""

from __future__ import annotations

import json

import numpy as np
import pytest

from steelyard.errors import SettingError
from steelyard.evaluation import learning_curve
from steelyard.evaluation.curves import nested_order

Array = np.ndarray
CODES = np.arange(4_000) % 2


def world(seed: int, floor: float = 0.05, scale: float = 2.0, power: float = 0.5, texts: int = 2_000):  # type: ignore[no-untyped-def]
    """Errors of a model whose rate is floor + scale n^-power; each text is as hard at every size."""
    hard = np.random.default_rng(seed).random(texts)
    return lambda rows: hard < floor + scale * len(rows) ** -power


def test_a_known_curve_is_found_again() -> None:
    exact = lambda rows: np.full(10, 0.05 + 2.0 * len(rows) ** -0.5) + np.arange(10) * 1e-9  # noqa: E731
    found = learning_curve(CODES, exact)
    assert found.floor == pytest.approx(0.05, abs=0.003) and found.power == pytest.approx(0.5, abs=0.05)
    assert found.at(8_000) == pytest.approx(0.05 + 2.0 * 8_000**-0.5, abs=1e-3)
    assert found.twice is not None and found.gain is not None
    assert found.twice.value == pytest.approx(found.at(8_000))
    assert found.gain.value == pytest.approx(found.at(4_000) - found.at(8_000))


@pytest.mark.parametrize("floor", [0.05, 0.15])
def test_the_interval_of_twice_the_texts_holds_the_truth(floor: float) -> None:
    truth, held, widths = floor + 2.0 * 8_000**-0.5, 0, []
    for seed in range(20):
        found = learning_curve(CODES, world(seed, floor)).twice
        assert found is not None
        held += found.low <= truth <= found.high
        widths.append(found.high - found.low)
    assert held >= 17 and np.mean(widths) < 0.1


def test_where_more_texts_do_not_help_no_gain_is_promised() -> None:
    flat = learning_curve(CODES, world(0, floor=0.2, scale=0.0))
    assert flat.gain is not None and flat.gain.value == pytest.approx(0.0, abs=1e-6)
    worse = learning_curve(CODES, lambda rows: np.random.default_rng(0).random(1_000) < 0.1 + len(rows) / 40_000)
    assert worse.gain is not None and worse.gain.value < 0.005  # a curve that falls cannot follow one that rises


def test_each_part_lies_in_the_next_and_has_the_classes_in_proportion() -> None:
    codes, seen = np.array([0] * 700 + [1] * 200 + [2] * 100), []

    def errors(rows: Array) -> Array:
        seen.append(rows)
        return np.arange(50) < 10

    found = learning_curve(codes, errors, sizes=[100, 400, 1_000])
    assert [point.size for point in found.points] == [100, 400, 1_000] == [len(rows) for rows in seen]
    assert set(seen[0]) < set(seen[1]) < set(seen[2])
    assert np.bincount(codes[seen[0]]).tolist() == [70, 20, 10] and np.bincount(codes[seen[1]]).tolist() == [
        280,
        80,
        40,
    ]
    assert all((np.diff(rows) > 0).all() for rows in seen)
    assert found.points[0].error.value == 0.2 and found.points[0].error.how == "wilson"


def test_every_beginning_of_the_order_is_in_proportion() -> None:
    codes = np.repeat([0, 1, 2], [600, 300, 100])
    order = nested_order(codes, 3)
    counts = np.cumsum(np.eye(3)[codes[order]], axis=0)
    expected = np.arange(1, 1_001)[:, None] * [0.6, 0.3, 0.1]
    assert np.abs(counts - expected).max() <= 1.5
    assert sorted(order) == list(range(1_000)) and (order != nested_order(codes, 4)).any()


def test_losses_have_normal_intervals_and_few_points_no_continuation() -> None:
    found = learning_curve(CODES, lambda rows: np.linspace(0, 2, 50), sizes=[100, 200])
    assert found.points[0].error.how == "normal" and found.twice is found.gain is None
    assert json.loads(json.dumps(found.as_data(), allow_nan=False))["points"][1]["size"] == 200


def test_what_cannot_be_is_named() -> None:
    for sizes in ([0, 10], [5_000], []):
        with pytest.raises(SettingError, match="sizes"):
            learning_curve(CODES, lambda rows: np.zeros(5), sizes=sizes)
    with pytest.raises(SettingError, match="Not the same texts"):
        learning_curve(CODES, lambda rows: np.zeros(len(rows)))
