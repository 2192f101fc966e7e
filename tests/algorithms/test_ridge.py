"""Ridge: primal = dual = gradients = normal equations; the gap; the inversion lemma."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse

from steelyard.algorithms import ridge
from steelyard.core.losses import Squared
from steelyard.core.objective import Problem, certificate, scores
from steelyard.core.penalties import L2
from tests.naive.ridge import ridge_by_normal_equations

pytestmark = pytest.mark.algorithms


def problem(n: int, d: int, seed: int = 0, offset: float = 0.0) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.5) + offset
    return X, rng.normal(size=(n, 2)) + 3.0, rng.choice([0.0, 0.5, 2.0], size=n)


@pytest.mark.parametrize("shape", [(30, 6), (6, 30)])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
@pytest.mark.parametrize("small", [4000, 0])
def test_all_ways_are_one(shape: Any, intercept: bool, kind: Any, small: int, monkeypatch: Any) -> None:
    monkeypatch.setattr(ridge, "SMALL", small)  # 0: by conjugate gradients
    X, Y, c = problem(*shape)
    alpha = np.array([0.7, 0.7])
    fit = ridge.ridge(kind(X), Y, c, alpha, intercept, tol=1e-18)
    assert fit.method == ("conjugate gradients" if small == 0 else "primal" if shape[1] < shape[0] else "dual")
    for t in range(2):
        w, b = ridge_by_normal_equations(X, Y[:, t], c, alpha[t], intercept)
        np.testing.assert_allclose(fit.W[:, t], w, rtol=1e-7, atol=1e-9)
        np.testing.assert_allclose(fit.b[t], b, rtol=1e-7, atol=1e-9)


def test_each_target_may_have_its_own_penalty() -> None:
    X, Y, c = problem(20, 5)
    fit = ridge.ridge(X, Y, c, np.array([0.1, 10.0]), True)
    for t, alpha in enumerate([0.1, 10.0]):
        np.testing.assert_allclose(fit.W[:, t], ridge_by_normal_equations(X, Y[:, t], c, alpha, True)[0], rtol=1e-10)


def test_inversion_lemma_of_the_course() -> None:
    # (I + X'X)^-1 = I - X' (I + XX')^-1 X: the course's exercise
    X = problem(4, 9)[0]
    direct = np.linalg.inv(np.eye(9) + X.T @ X)
    lemma = np.eye(9) - X.T @ np.linalg.inv(np.eye(4) + X @ X.T) @ X
    np.testing.assert_allclose(direct, lemma, atol=1e-12)
    one = np.array([1.0])
    for R in np.eye(9):
        np.testing.assert_allclose(ridge.solve(X.T @ X, R[:, None], one)[:, 0], lemma @ R, atol=1e-12)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("steps", [0, 1, 3])
def test_the_gap_is_the_certificate_of_the_core(intercept: bool, steps: int, monkeypatch: Any) -> None:
    monkeypatch.setattr(ridge, "SMALL", 0)
    X, Y, c = problem(25, 8, seed=3)
    c = np.maximum(c, 0.1)
    alpha = 2.0
    fit = ridge.ridge(X, Y[:, :1], c, np.array([alpha]), intercept, tol=1e-30, max_steps=steps or 1)
    exact = ridge_by_normal_equations(X, Y[:, 0], c, alpha, intercept)
    problem_of_core = Problem(X, Y[:, 0].copy(), c / alpha, Squared(), L2(), intercept)
    z = scores(X, fit.W[:, 0].copy(), float(fit.b[0]))
    known = certificate(problem_of_core, fit.W[:, 0].copy(), z)
    best = certificate(problem_of_core, exact[0], scores(X, exact[0], float(exact[1]))).objective
    assert fit.gap[0] == pytest.approx(known.gap, rel=1e-6)
    assert (known.objective - best) / known.objective <= fit.gap[0] * (1 + 1e-9) + 1e-14


def test_singular_without_a_penalty_is_the_least_norm() -> None:
    X, Y, _ = problem(12, 4)
    doubled = np.hstack([X, X])
    fit = ridge.ridge(doubled, Y, np.ones(12), np.zeros(2), False)
    np.testing.assert_allclose(fit.W, np.linalg.pinv(doubled) @ Y, atol=1e-9)
    assert np.isnan(fit.gap).all()


def test_an_offset_of_dense_columns_costs_no_digits() -> None:
    X, Y, c = problem(40, 3)
    plain, shifted = (ridge.ridge(rows, Y, c, np.ones(2), True) for rows in (X, X + 1e6))
    np.testing.assert_allclose(shifted.W, plain.W, rtol=1e-8)


def test_nonnegative_satisfies_its_conditions() -> None:
    X, Y, c = problem(50, 8, seed=5)
    alpha = np.array([0.3, 0.3])
    fit = ridge.nonnegative(X, Y, c, alpha, True)
    slope = alpha * fit.W - X.T @ (c[:, None] * (Y - X @ fit.W - fit.b))
    assert (fit.W >= 0).all()
    assert np.abs(slope[fit.W > 0]).max() < 1e-9  # inside: flat
    assert slope[fit.W == 0].min() > -1e-9  # at the edge: no way down
