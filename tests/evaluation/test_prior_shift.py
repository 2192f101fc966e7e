"""Other class shares: Bayes' rule, and shares found without labels."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import softmax
from sklearn import metrics

from steelyard.errors import SettingError
from steelyard.evaluation import estimate_priors, with_priors

Array = np.ndarray


def shifted(shares: Array, n: int, seed: int = 0) -> tuple[Array, Array]:
    """(codes, P), with P right where all classes are as frequent: normal classes, drawn in other shares."""
    random = np.random.default_rng(seed)
    k = random.choice(len(shares), n, p=shares)
    centres = 1.5 * np.eye(len(shares))
    x = centres[k] + random.normal(size=(n, len(shares)))
    return k, np.asarray(softmax(x @ centres.T, axis=1))


SHARES = np.array([0.7, 0.25, 0.05])
EVEN = np.ones(3)


def test_bayes_rule() -> None:
    P = np.array([[0.2, 0.3, 0.5], [1.0, 0.0, 0.0]])
    expected = P * SHARES * 3
    np.testing.assert_allclose(with_priors(P, EVEN, SHARES), expected / expected.sum(axis=1, keepdims=True))
    np.testing.assert_allclose(with_priors(with_priors(P, EVEN, SHARES), SHARES, EVEN), P, atol=1e-15)
    np.testing.assert_allclose(with_priors(P, [10, 20, 30], [1, 2, 3]), P)


def test_the_right_shares_make_probabilities_right() -> None:
    k, P = shifted(SHARES, 20_000)
    moved = with_priors(P, EVEN, SHARES)
    assert metrics.log_loss(k, moved) < metrics.log_loss(k, P) - 0.1
    assert (moved.argmax(axis=1) == k).mean() > (P.argmax(axis=1) == k).mean() + 0.02
    np.testing.assert_allclose(moved.mean(axis=0), np.bincount(k) / len(k), atol=0.01)  # calibrated on the whole


def test_a_class_that_is_never_there_is_never_said() -> None:
    P = np.array([[0.5, 0.5], [0.0, 1.0]])
    moved = with_priors(P, [1, 1], [1, 0])
    assert moved.tolist() == [[1.0, 0.0], [1.0, 0.0]]


def test_shares_are_found_without_labels() -> None:
    _, P = shifted(SHARES, 20_000)
    found = estimate_priors(P, EVEN)
    np.testing.assert_allclose(found.values, SHARES, atol=0.015)
    assert sum(found.values) == pytest.approx(1.0) and found.steps > 1


def test_they_are_the_most_likely_ones() -> None:
    """The likelihood is concave: any other optimiser must find the same."""
    _, P = shifted(SHARES, 300)

    def lost(theta: Array) -> float:
        return -float(np.log((P / (EVEN / 3)) @ softmax(np.append(theta, 0.0))).sum())

    best = softmax(np.append(minimize(lost, np.zeros(2), method="BFGS", options={"gtol": 1e-8}).x, 0.0))
    np.testing.assert_allclose(estimate_priors(P, EVEN).values, best, atol=1e-5)


def test_intervals_hold_the_truth_about_as_often_as_stated() -> None:
    held = np.zeros(3)
    for seed in range(20):
        _, P = shifted(SHARES, 200, seed)
        held += [share.low <= q <= share.high for share, q in zip(estimate_priors(P, EVEN).shares, SHARES)]
    assert (held / 20 > 0.75).all() and held.mean() / 20 > 0.85


def test_weights_are_repeats() -> None:
    _, P = shifted(SHARES, 100)
    times = np.random.default_rng(0).integers(0, 3, 100)
    repeated = estimate_priors(np.repeat(P, times, axis=0), EVEN)
    np.testing.assert_allclose(estimate_priors(P, EVEN, weights=times).values, repeated.values, atol=1e-6)


@pytest.mark.parametrize("shares", [[1, 1], [0, 0, 0], [1, -1, 1], [1, np.nan, 1]])
def test_what_cannot_be_is_named(shares: list[float]) -> None:
    P = np.full((2, 3), 1 / 3)
    with pytest.raises(SettingError, match="wanted"):
        with_priors(P, EVEN, shares)
    with pytest.raises(SettingError, match="trained"):
        estimate_priors(P, shares)
    with pytest.raises(SettingError, match="no share"):
        with_priors(P, [1, 1, 0], EVEN)
