"""Calibration: optimality by a general minimizer, closed forms, what happens on separated scores, coupling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, log_softmax
from sklearn.calibration import _sigmoid_calibration

from steelyard.algorithms import calibration

pytestmark = pytest.mark.algorithms


def binary(seed: int, n: int = 200) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    z = rng.normal(size=n) * 3
    return z, rng.random(n) < expit(0.7 * z - 0.4)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_platt_is_the_minimum_of_its_log_loss(seed: int, scale: float) -> None:
    z, second = binary(seed)
    a, b = calibration.platt(z * scale, second)
    n1, n0 = second.sum(), (~second).sum()
    target = np.where(second, (n1 + 1) / (n1 + 2), 1 / (n0 + 2))

    def loss(theta: Any) -> Any:
        return np.sum(np.logaddexp(0, theta[0] * z + theta[1]) - target * (theta[0] * z + theta[1]))

    best = minimize(loss, [0.0, 0.0], tol=1e-12)
    np.testing.assert_allclose([a * scale, b], best.x, rtol=1e-4, atol=1e-5)
    assert loss([a * scale, b]) <= best.fun + 1e-9
    peer = _sigmoid_calibration(z, second)
    np.testing.assert_allclose([-a * scale, -b], peer, rtol=1e-3, atol=1e-3)


def test_platt_on_separated_scores_gives_its_targets() -> None:
    z, second = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([False, False, True, True])
    a, b = calibration.platt(z, second)
    np.testing.assert_allclose(expit(a * z + b), [1 / 4, 1 / 4, 3 / 4, 3 / 4], rtol=1e-8)


def test_platt_with_costs_is_platt_with_copies() -> None:
    z, second = binary(4, 40)
    times = np.random.default_rng(0).integers(1, 4, size=40)
    weighed = calibration.platt(z, second, times.astype(float))
    np.testing.assert_allclose(weighed, calibration.platt(np.repeat(z, times), np.repeat(second, times)), rtol=1e-7)


@pytest.mark.parametrize("true", [0.3, 1.0, 4.0])
def test_temperature_is_the_minimum_and_finds_the_truth(true: float) -> None:
    rng = np.random.default_rng(1)
    Z = rng.normal(size=(4000, 5)) * 2
    k = np.array([rng.choice(5, p=p) for p in np.exp(log_softmax(Z, axis=1))])
    T = calibration.temperature(Z * true, k)
    assert pytest.approx(true, rel=0.1) == T
    loss = [-calibration.with_temperature(Z * true, t)[np.arange(4000), k].sum() for t in (T, T * 1.001, T / 1.001)]
    assert loss[0] == min(loss)


def test_temperature_of_two_classes_is_platt_without_an_intercept() -> None:
    z, second = binary(2)
    T = calibration.temperature(z, second.astype(int))
    slope = np.sum(z * (expit(z / T) - second))
    assert abs(slope) < 1e-6


def test_temperature_of_scores_that_say_nothing_or_all() -> None:
    z, second = np.array([-1.0, -2.0, 1.0, 2.0]), np.array([0, 0, 1, 1])
    assert calibration.temperature(z, 1 - second) == np.inf  # the contrary of the truth
    assert 0 < calibration.temperature(z, second) < 0.05  # all right: as sure as it can be


def test_coupling_gives_back_probabilities_that_agree() -> None:
    p = np.random.default_rng(3).dirichlet(np.ones(4), size=6)
    R = p[:, :, None] / (p[:, :, None] + p[:, None, :])
    np.testing.assert_allclose(calibration.couple(R), p, rtol=1e-9)


def test_coupling_is_the_minimum_on_the_simplex() -> None:
    rng = np.random.default_rng(4)
    R = np.zeros((1, 3, 3))
    for i in range(3):
        for j in range(i):
            R[0, i, j] = rng.uniform(0.1, 0.9)
            R[0, j, i] = 1 - R[0, i, j]
    p = calibration.couple(R)[0]

    def cost(q: Any) -> float:
        return float(sum((R[0, j, i] * q[i] - R[0, i, j] * q[j]) ** 2 for i in range(3) for j in range(3) if i != j))

    assert p.sum() == pytest.approx(1.0) and (p >= 0).all()
    assert all(cost(p) <= cost(q) + 1e-12 for q in rng.dirichlet(np.ones(3), size=500))
