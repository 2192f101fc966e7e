"""Weights that families imply, against Bayes' rule on the densities of SciPy, and the family that is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

from steelyard.algorithms import exponential_family as ef
from steelyard.core.rows import Array

pytestmark = pytest.mark.algorithms

RNG = np.random.default_rng(0)
S = np.array([[2.0, 0.5], [0.5, 1.0]])
S_0, S_1 = np.diag([1.0, 3.0]), np.array([[2.0, -0.7], [-0.7, 1.0]])
M_0, M_1 = np.array([0.0, 1.0]), np.array([2.0, -1.0])
P_0, P_1 = np.array([0.2, 0.7]), np.array([0.6, 0.1])
SHARES_0, SHARES_1 = np.array([0.2, 0.3, 0.5]), np.array([0.6, 0.3, 0.1])
ALPHA_0, ALPHA_1 = np.array([1.0, 2.0, 3.0]), np.array([4.0, 0.5, 1.0])

Density = Callable[[Array], Any]
# family, eta of both classes, rows, log densities of both
CASES: dict[str, tuple[ef.Family, Array, Array, Array, Density, Density]] = {
    "Bernoulli": (
        ef.BERNOULLI, np.log(P_0 / (1 - P_0)), np.log(P_1 / (1 - P_1)), RNG.integers(0, 2, (20, 2)).astype(float),
        lambda X: stats.bernoulli.logpmf(X, P_0).sum(axis=1), lambda X: stats.bernoulli.logpmf(X, P_1).sum(axis=1),
    ),
    "multinomial": (
        ef.MULTINOMIAL, np.log(SHARES_0), np.log(SHARES_1), RNG.multinomial(9, SHARES_0, size=20).astype(float),
        lambda X: stats.multinomial.logpmf(X, 9, SHARES_0), lambda X: stats.multinomial.logpmf(X, 9, SHARES_1),
    ),
    "Poisson": (
        ef.POISSON, np.log([1.0, 4.0]), np.log([3.0, 2.0]), RNG.poisson(2.0, (20, 2)).astype(float),
        lambda X: stats.poisson.logpmf(X, [1, 4]).sum(axis=1), lambda X: stats.poisson.logpmf(X, [3, 2]).sum(axis=1),
    ),
    "gamma": (
        ef.GAMMA, ef.gamma_parameters([2.0, 1.0], [1.0, 2.0]), ef.gamma_parameters([1.5, 3.0], [0.5, 2.5]),
        RNG.gamma(2.0, size=(20, 2)),
        lambda X: stats.gamma.logpdf(X, [2, 1], scale=[1, 1 / 2]).sum(axis=1),
        lambda X: stats.gamma.logpdf(X, [1.5, 3], scale=[2, 1 / 2.5]).sum(axis=1),
    ),
    "Dirichlet": (
        ef.DIRICHLET, ALPHA_0 - 1, ALPHA_1 - 1, RNG.dirichlet([1, 1, 1], size=20),
        lambda X: np.array([stats.dirichlet.logpdf(x, ALPHA_0) for x in X]),
        lambda X: np.array([stats.dirichlet.logpdf(x, ALPHA_1) for x in X]),
    ),
    "normal with one covariance": (
        ef.normal(S), np.linalg.solve(S, M_0), np.linalg.solve(S, M_1), RNG.normal(size=(20, 2)),
        lambda X: stats.multivariate_normal.logpdf(X, M_0, S), lambda X: stats.multivariate_normal.logpdf(X, M_1, S),
    ),
    "normal with two covariances": (
        ef.NORMAL, ef.normal_parameters(M_0, S_0), ef.normal_parameters(M_1, S_1), RNG.normal(size=(20, 2)),
        lambda X: stats.multivariate_normal.logpdf(X, M_0, S_0),
        lambda X: stats.multivariate_normal.logpdf(X, M_1, S_1),
    ),
}  # fmt: skip


@pytest.mark.parametrize("prior", [0.5, 0.2])
@pytest.mark.parametrize("name", CASES)
def test_the_log_odds_are_those_of_bayes_rule(name: str, prior: float) -> None:
    family, eta_0, eta_1, X, log_0, log_1 = CASES[name]
    found = ef.weights(family, eta_0, eta_1, prior)
    expected = log_1(X) - log_0(X) + np.log(prior / (1 - prior))
    np.testing.assert_allclose(ef.scores(family, found, X), expected, rtol=1e-10, atol=1e-10)


def test_one_covariance_gives_no_square_and_two_do() -> None:
    same = ef.weights(ef.NORMAL, ef.normal_parameters(M_0, S), ef.normal_parameters(M_1, S))
    np.testing.assert_allclose(same.w[2:], 0.0, atol=1e-15)
    np.testing.assert_allclose(same.w[:2], np.linalg.solve(S, M_1 - M_0))
    other = ef.weights(ef.NORMAL, ef.normal_parameters(M_0, S_0), ef.normal_parameters(M_1, S_1))
    assert np.abs(other.w[2:]).min() > 0.05


def test_uniforms_of_different_lengths_are_no_family() -> None:
    """Where x can be depends on the length: beyond the shorter one the odds are infinite, within they are constant."""
    with np.errstate(divide="ignore"):
        odds = stats.uniform.logpdf([0.5, 0.9, 1.5], 0, 2.0) - stats.uniform.logpdf([0.5, 0.9, 1.5], 0, 1.0)
    assert odds[0] == odds[1] == pytest.approx(-np.log(2)) and odds[2] == np.inf
    # any exponential family has h(x) > 0 on one set for all eta: finite odds wherever one class can be
    for family, eta_0, eta_1, X, _, _ in CASES.values():
        assert np.isfinite(ef.scores(family, ef.weights(family, eta_0, eta_1), X)).all()
