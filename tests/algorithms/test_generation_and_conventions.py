"""Texts drawn from a class have its shares; a lambda of any convention has the optimum that it says."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.conventions import CONVENTIONS, from_house, to_house
from steelyard.algorithms.generation import draw
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.core import losses
from steelyard.core import objective as core
from steelyard.core.losses import Logistic
from steelyard.core.objective import Problem
from steelyard.core.penalties import L2
from steelyard.core.rows import Array
from steelyard.core.squared_probability import SquaredProbability
from steelyard.errors import SettingError

pytestmark = pytest.mark.algorithms


def test_words_come_in_their_shares() -> None:
    shares = np.array([0.5, 0.0, 0.3, 0.1])  # 0.1 was never a word
    with np.errstate(divide="ignore"):
        columns = draw(np.log(shares), 20_000)
    found = np.bincount(columns, minlength=4) / 20_000
    np.testing.assert_allclose(found, shares / shares.sum(), atol=0.015)
    assert found[1] == 0


def test_a_seed_and_a_number_name_a_text() -> None:
    shares = np.log(np.full(50, 0.02))
    assert draw(shares, 9, seed=1).tolist() == draw(shares, 9, seed=1).tolist()
    assert draw(shares, 9, seed=1).tolist() != draw(shares, 9, seed=1, number=1).tolist()
    assert draw(shares, 9, seed=1).tolist() != draw(shares, 9, seed=2).tolist()


def _rows() -> tuple[Array, Array]:
    rng = np.random.default_rng(5)
    return rng.normal(size=(40, 3)), np.where(rng.random(40) < 0.6, 1.0, -1.0)


# as their documents write them: L the sum of the losses, S = |w|^2, n rows
WRITTEN = {
    "sum": lambda v, L, S, n: L + v * S,
    "half": lambda v, L, S, n: L + v / 2 * S,
    "mean": lambda v, L, S, n: L / n + v * S,
    "mean-half": lambda v, L, S, n: L / n + v / 2 * S,
    "mean-half-n": lambda v, L, S, n: L / n + v / (2 * n) * S,
    "C": lambda v, L, S, n: v * L + S / 2,
}


@pytest.mark.parametrize("name", CONVENTIONS)
def test_theirs_is_a_multiple_of_ours(name: str) -> None:
    X, y = _rows()
    value = 0.07
    c, factor = to_house(name, value, len(y))
    problem = Problem(X, y, np.full(len(y), c), Logistic(), L2(), True)
    for seed in range(3):
        w, b = np.random.default_rng(seed).normal(size=3), 0.2
        z = X @ w + b
        theirs = WRITTEN[name](value, np.logaddexp(0, -y * z).sum(), w @ w, len(y))
        assert theirs == pytest.approx(factor * core.objective(problem, w, z), rel=1e-12)
    assert from_house(name, c, len(y)) == pytest.approx(value, rel=1e-14)


def test_an_intercept_that_pays_is_another_optimum_and_no_other_scaling() -> None:
    X, y = _rows()
    c = to_house("mean", 0.2, len(y)).c
    free = run(Newton(Problem(X, y, np.full(len(y), c), Logistic(), L2(), True), 1e-12)).state
    with_ones = np.column_stack([X, np.ones(len(y))])
    pays = run(Newton(Problem(with_ones, y, np.full(len(y), c), Logistic(), L2(), False), 1e-12)).state
    assert abs(pays.w[-1]) < 0.7 * abs(free.b)  # it is drawn towards 0
    # the slopes of lambda w^T w with the intercept in w vanish at the second and not at the first
    mu = 1 / (1 + np.exp(-(with_ones @ pays.w)))
    slope = with_ones.T @ (mu - (y > 0)) / len(y) + 2 * 0.2 * pays.w
    np.testing.assert_allclose(slope, 0, atol=1e-6)


def test_an_unknown_convention_is_named() -> None:
    with pytest.raises(SettingError, match="'lasso'"):
        to_house("lasso", 1.0, 10)


@pytest.mark.parametrize("y", [-1.0, 1.0])
@pytest.mark.parametrize("z", [-30.0, -2.0, -0.1, 0.0, 0.7, 3.0, 30.0])
def test_the_squared_error_of_a_probability(y: float, z: float) -> None:
    loss = SquaredProbability()
    assert losses.value(loss, y, z) == pytest.approx(0.5 * (1 / (1 + np.exp(-z)) - (y > 0)) ** 2, rel=1e-8)
    h = 1e-5
    ahead, behind = losses.value(loss, y, z + h), losses.value(loss, y, z - h)
    assert losses.slope(loss, y, z) == pytest.approx((ahead - behind) / (2 * h), rel=1e-5, abs=1e-11)
    bend = (losses.slope(loss, y, z + h) - losses.slope(loss, y, z - h)) / (2 * h)
    assert losses.curvature(loss, y, z) == pytest.approx(bend, rel=1e-4, abs=1e-11)
