"""Stochastic descent: its naive twin, averages, the lazy kink, and where it goes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from steelyard.algorithms.gradient_descent import Steps
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.stochastic_descent import StochasticDescent
from steelyard.core import losses
from steelyard.core.objective import Problem
from steelyard.core.penalties import L1, L2, ElasticNet, curvature, kink
from steelyard.core.random import order
from steelyard.core.robust_losses import Huber
from steelyard.core.rows import Array
from tests.core.problems import csr, draw

pytestmark = pytest.mark.algorithms


def twin(problem: Problem, steps: Steps, epochs: int, rate: float = 1.0) -> tuple[Array, float, Array, float]:
    """Every weight at every change; the kink by cumulative debts (Tsuruoka, Tsujii and Ananiadou 2009)."""
    X, y, c, n = problem.X, problem.y, problem.c, len(problem.y)
    w, b, due, paid = np.zeros(X.shape[1]), 0.0, 0.0, np.zeros(X.shape[1])
    sum_w, sum_b, t = np.zeros(X.shape[1]), 0.0, 0
    for _ in range(epochs):
        for i in order(0, t, n):
            z = float(X[i] @ w) + b
            eta = steps.eta / (1.0 + steps.decay * t) ** steps.power
            w = w * max(0.0, 1.0 - eta / n * curvature(problem.penalty, 0.0))
            s = -eta * c[i] * losses.slope(problem.loss, y[i], z)
            w = w + s * X[i]
            b += rate * s if problem.intercept else 0.0
            if kink(problem.penalty) > 0.0:
                due += eta / n * kink(problem.penalty)
                for j in np.flatnonzero(X[i]):
                    before = w[j]
                    if w[j] > 0.0:
                        w[j] = max(0.0, w[j] - (due + paid[j]))
                    elif w[j] < 0.0:
                        w[j] = min(0.0, w[j] + (due - paid[j]))
                    paid[j] += w[j] - before
            t += 1
            sum_w, sum_b = sum_w + w, sum_b + b
    return w, b, sum_w / t, sum_b / t


@pytest.mark.parametrize("penalty", [L2(), L1(), ElasticNet(0.4)], ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_weights_and_their_mean_are_those_of_the_naive_twin(penalty: Any, sparse: bool) -> None:
    problem = draw(30, 5, penalty=penalty)
    steps = Steps(0.1, decay=0.01)
    w, b, mean, mean_b = twin(problem, steps, 3)
    given = problem._replace(X=csr(problem.X)) if sparse else problem
    state = run(StochasticDescent(given, steps, onset=1), max_steps=3).state
    np.testing.assert_allclose([*state.w, state.b], [*w, b], rtol=1e-9, atol=1e-12)
    ours, ours_b = state.average()
    np.testing.assert_allclose([*ours, ours_b], [*mean, mean_b], rtol=1e-9, atol=1e-12)


def test_with_shrinking_steps_it_goes_to_the_optimum() -> None:
    problem = draw(60, 4, cost=0.2)
    optimum = run(Newton(problem, 1e-12)).certificate.objective
    ran = run(StochasticDescent(problem, Steps(1.0, decay=0.02), onset=1), max_steps=300)
    assert 0.0 < ran.certificate.objective / optimum - 1.0 < 2e-3
    assert ran.certificate.objective * (1.0 - ran.certificate.gap) <= optimum


def test_steps_that_are_too_long_stay_finite() -> None:
    problem = draw(30, 4, cost=1e6)
    state = run(StochasticDescent(problem, Steps(1e3)), max_steps=5).state
    assert np.isfinite([*state.w, state.b]).all()


def test_without_a_conjugate_nothing_is_proven() -> None:
    problem = draw(30, 4)._replace(loss=Huber(0.5))  # type: ignore[arg-type]
    certificate = run(StochasticDescent(problem, Steps(0.1)), max_steps=2).certificate
    assert np.isnan(certificate.gap)
    assert np.isfinite(certificate.objective)


def test_an_average_that_begins_late() -> None:
    problem = draw(30, 4)
    algorithm = StochasticDescent(problem, Steps(0.1), onset=31)
    first = run(algorithm, max_steps=1).state
    assert first.averaged == 0
    assert np.array_equal(first.average()[0], first.w)
    second = run(algorithm, max_steps=2).state
    assert second.averaged == 30
