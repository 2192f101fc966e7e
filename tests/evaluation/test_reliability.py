"""The reliability curve: bin by bin by hand, and near nothing where probabilities mean what they say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from steelyard.errors import SettingError
from steelyard.evaluation import measure, reliability
from tests.evaluation.worlds import both, two_classes


def test_the_ece_is_the_mean_distance_bin_by_bin() -> None:
    k, z = two_classes(500, slope=0.5)
    P = both(z)
    told, right = P.max(axis=1), P.argmax(axis=1) == k
    expected = 0.0
    for b in range(15):
        inside = (told > b / 15) & (told <= (b + 1) / 15)
        if inside.any():
            expected += inside.mean() * abs(right[inside].mean() - told[inside].mean())
    found = reliability(k, P)
    assert found.ece == pytest.approx(expected)
    assert measure(k, z, P, "ab").ece == pytest.approx(expected)
    assert found.counts.sum() == 500 and len(found.edges) == 16


def test_it_is_nothing_where_each_bin_is_right_as_often_as_it_says() -> None:
    P = np.repeat([[0.8, 0.2], [0.4, 0.6]], 5, axis=0)
    assert reliability([0, 0, 0, 0, 1, 1, 1, 1, 0, 0], P).ece == pytest.approx(0.0, abs=1e-12)


def test_of_a_calibrated_model_it_is_what_chance_makes_it() -> None:
    """And the root mean square has that part taken off."""
    found = [reliability(k, both(z)) for k, z in (two_classes(2_000, seed) for seed in range(60))]
    ece, chance = np.array([each.ece for each in found]), np.mean([each.by_chance for each in found])
    assert chance == pytest.approx(ece.mean(), rel=0.1)
    assert np.median([each.rms for each in found]) < 0.01 < chance


def test_of_a_model_that_says_too_much_it_is_the_truth() -> None:
    """sigma(3 z) is told where sigma(z) is true."""
    k, z = two_classes(200_000)
    off = np.abs(expit(3 * np.abs(z)) - expit(np.abs(z))).mean()
    found = reliability(k, both(3 * z))
    assert found.ece == pytest.approx(off, rel=0.05) and found.rms > found.by_chance
    assert all(low <= told for low, told in zip([r.low for r in found.right], found.told) if np.isfinite(told))


def test_bins_by_count_hold_as_many_texts() -> None:
    k, z = two_classes(1_000)
    found = reliability(k, both(z), 10, by="count", of=1)
    assert set(found.counts) == {100.0} and found.by == "count"
    assert (np.diff(found.told) > 0).all()


def test_of_one_class_its_own_probability_counts() -> None:
    P = np.array([[0.9, 0.1]] * 10)
    assert reliability([1] + [0] * 9, P, of=1).ece == pytest.approx(0.0, abs=1e-12)
    assert reliability([1] * 10, P, of=1).ece == pytest.approx(0.9)


def test_weights_are_repeats() -> None:
    k, z = two_classes(100)
    times = np.random.default_rng(0).integers(0, 4, 100)
    a, b = reliability(k, both(z), weights=times), reliability(np.repeat(k, times), both(np.repeat(z, times)))
    assert a.ece == pytest.approx(b.ece)
    np.testing.assert_allclose(a.counts, b.counts)
    np.testing.assert_allclose(a.told, b.told)


def test_extremes_lie_in_the_outer_bins() -> None:
    P = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
    found = reliability([0, 1, 0], P, 4, of=1)
    assert found.counts.tolist() == [1.0, 1.0, 0.0, 1.0]
    assert np.isnan(found.told[2]) and found.as_data()["told"][2] is None


@pytest.mark.parametrize("wrong", [{"bins": 0}, {"by": "weight"}])
def test_what_cannot_be_is_named(wrong: dict[str, object]) -> None:
    with pytest.raises(SettingError, match="bins"):
        reliability([0], np.array([[0.5, 0.5]]), **wrong)  # type: ignore[arg-type]
