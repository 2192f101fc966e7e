"""Iterated reweighted least squares is Newton's method: one step against the Hessian, the end against `newton.py`."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.reweighted import Reweighted, working_response
from steelyard.core import objective as core
from steelyard.core.gram import gram, penalised
from steelyard.core.losses import Logistic, Squared
from steelyard.core.objective import Problem
from steelyard.core.penalties import L2, NoPenalty
from tests.core.problems import draw

pytestmark = pytest.mark.algorithms


def test_a_step_is_newtons_of_full_length() -> None:
    problem = draw()
    algorithm = Reweighted(problem)
    state = algorithm.step(algorithm.start())
    z = core.scores(problem.X, state.w, state.b)
    h = core.curvatures(problem.loss, problem.y, problem.c, z)
    H = penalised(gram(problem.X, h, np.arange(len(z))), 1.0, True)
    slope, slope_b = core.gradient(problem, state.w, z)
    expected = np.append(state.w, state.b) - np.linalg.solve(H, np.append(slope, slope_b))
    after = algorithm.step(state)
    np.testing.assert_allclose(np.append(after.w, after.b), expected, rtol=1e-9, atol=1e-12)


def test_it_ends_where_newton_ends() -> None:
    problem = draw()
    found, expected = run(Reweighted(problem, 1e-12), max_steps=50), run(Newton(problem, 1e-12))
    np.testing.assert_allclose(found.state.w, expected.state.w, rtol=1e-6, atol=1e-8)
    assert found.certificate.gap <= 1e-12


def test_the_working_response_is_the_documents() -> None:
    problem = draw()
    z = core.scores(problem.X, np.linspace(-1, 1, problem.X.shape[1]), 0.3)
    mu = 1 / (1 + np.exp(-z))
    r, h = working_response(problem, z)
    there = problem.c > 0
    np.testing.assert_allclose(h, problem.c * mu * (1 - mu), rtol=1e-12)
    expected = z + ((problem.y > 0) - mu) / (mu * (1 - mu))
    np.testing.assert_allclose(r[there], expected[there], rtol=1e-10)


def test_linear_regression_is_done_after_one_step() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 3)), rng.normal(size=30)
    problem = Problem(X, y, np.ones(30), Squared(), L2(), True)
    algorithm = Reweighted(problem)
    one = algorithm.step(algorithm.start())
    assert one.done and algorithm.certificate(one).gap < 1e-12
    ones = np.column_stack([X, np.ones(30)])
    expected = np.linalg.solve(ones.T @ ones + np.diag([1, 1, 1, 0]), ones.T @ y)
    np.testing.assert_allclose(np.append(one.w, one.b), expected, rtol=1e-9)


def test_more_columns_than_rows_without_a_penalty_have_a_singular_hessian() -> None:
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(6, 10)), np.array([-1.0, 1.0] * 3)
    problem = Problem(X, y, np.ones(6), Logistic(), NoPenalty(), False)
    h = core.curvatures(problem.loss, y, problem.c, np.zeros(6))
    assert np.linalg.matrix_rank(gram(X, h, np.arange(6))[:-1, :-1]) == 6 < 10
    step = Reweighted(problem).step(Reweighted(problem).start())
    rows_space = X.T @ np.linalg.lstsq(X.T, step.w, rcond=None)[0]
    np.testing.assert_allclose(step.w, rows_space, rtol=1e-8)  # the step of least norm lies in the rows' span
    with_l2 = problem._replace(penalty=L2())
    assert np.linalg.cond(penalised(gram(X, h, np.arange(6)), 1.0, False)) < 1e3
    assert run(Reweighted(with_l2, 1e-10), max_steps=30).certificate.gap <= 1e-10
