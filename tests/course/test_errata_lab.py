"""S2, the lab report: each of its errors, its form failing and the right one passing."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.conventions import to_house
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.perceptron import Perceptron
from steelyard.core import losses
from steelyard.core import objective as core
from steelyard.core.losses import Logistic, PerceptronLoss
from steelyard.core.penalties import L2
from steelyard.core.trace import Trace
from tests.course.helpers import iris, problem, sigma

pytestmark = pytest.mark.algorithms

W = np.array([0.7, -1.1])


def test_the_gradient_of_the_perceptrons_loss() -> None:
    """On "nabla E(w) = sum over M of x_i y_i = -x^T (y - sign(xw))": the first lacks its minus, the second its half."""
    X, t = iris(0)
    p = problem(X, t, loss=PerceptronLoss())
    z = core.scores(X, W, 0.0)
    right, _ = core.gradient(p, W, z)
    wrong = p.y * z < 0
    assert wrong.any() and not wrong.all()
    np.testing.assert_allclose(right, -(X[wrong] * p.y[wrong, None]).sum(axis=0), rtol=1e-12)
    np.testing.assert_allclose(right, -0.5 * X.T @ (p.y - np.sign(z)), rtol=1e-12)
    first = (X[wrong] * p.y[wrong, None]).sum(axis=0)
    second = -X.T @ (p.y - np.sign(z))
    np.testing.assert_allclose(first, -right, rtol=1e-12)
    np.testing.assert_allclose(second, 2 * right, rtol=1e-12)
    h = 1e-7
    numeric = [
        (core.objective(p, v, core.scores(X, v, 0.0)) - core.objective(p, u, core.scores(X, u, 0.0))) / (2 * h)
        for v, u in ((W + h * e, W - h * e) for e in np.eye(2))
    ]
    np.testing.assert_allclose(right, numeric, rtol=1e-5)


def test_who_sits_on_the_line_is_misclassified() -> None:
    """On "if an instance is misclassified, then (x w) y < 0": at w = 0 none is, and nothing would ever start."""
    X, t = iris(2)
    p = problem(X, t, loss=PerceptronLoss())
    z = np.zeros(len(t))
    assert (p.y * z < 0).sum() == 0 and (p.y * z <= 0).all()
    assert np.abs(core.gradient(p, np.zeros(2), z)[0]).max() > 0
    assert run(Perceptron(p), max_steps=1).state.w.any()


def test_the_sign_of_zero() -> None:
    """On "sign() maps a real number to either -1 or +1": the formula below it has 0 at 0."""
    assert np.sign(0.0) == 0.0 and np.sign(0.0) not in (-1.0, 1.0)
    trace = Trace()
    X, t = iris(2)
    run(Perceptron(problem(X, t, loss=PerceptronLoss())), max_steps=0, trace=trace)
    assert trace.column("accuracy")[0] == (t == 0).mean()  # all scores are 0: all are the first class


def test_online_is_a_batch_of_one() -> None:
    """On "The online model use a batchsize equal to the num of instance": that is the full batch; online is 1."""
    p = problem(*iris(2), loss=PerceptronLoss())
    as_written = run(Perceptron(p, batch_size=len(p.y)), max_steps=1).state
    full, online = (run(Perceptron(p, batch_size=size), max_steps=1).state for size in (None, 1))
    assert as_written.iteration == full.iteration == 1 and online.iteration == len(p.y)
    np.testing.assert_array_equal(as_written.w, full.w)
    assert not np.array_equal(full.w, online.w)


def test_the_matrix_form_of_the_loss() -> None:
    """On "-1/N [y^T ln p - (1 - y)^T ln(1 - p)]", five times: a minus for a plus, and a 1/N from nowhere."""
    X, t = iris(0)
    z = core.scores(X, W, 0.0)
    prob, n = 1 / (1 + np.exp(-z)), len(t)
    written = -(t @ np.log(prob) - (1 - t) @ np.log(1 - prob)) / n
    right = -(t @ np.log(prob) + (1 - t) @ np.log(1 - prob)) / n
    assert core.objective(problem(X, t, 1 / n), W, z) == pytest.approx(right, rel=1e-12)
    assert abs(written - right) > 0.1
    assert core.objective(problem(X, t), W, z) == pytest.approx(n * right, rel=1e-12)  # the line above it: a sum
    surely_0 = np.array([-50.0])
    assert -(0 * np.log(sigma(-50.0)) - np.log1p(-sigma(-50.0))) <= 0  # as written, no cost: it can go below 0
    assert core.objective(problem([[1.0]], [0]), W[:1], surely_0) > 0


def test_times_a_half_and_not_divided_by_it() -> None:
    """On "divide the L2 part by 1/2 ... easier derivation": divided by 1/2 it has the slope 4 lambda w."""
    lam, h = 0.3, 1e-6

    def slope(factor: float) -> np.ndarray:
        return np.array([factor * lam * ((W + h * e) @ (W + h * e) - (W - h * e) @ (W - h * e)) / (2 * h)
                         for e in np.eye(2)])  # fmt: skip

    np.testing.assert_allclose(slope(1 / 0.5), 4 * lam * W, rtol=1e-6)
    np.testing.assert_allclose(slope(0.5), lam * W, rtol=1e-6)
    assert to_house("half", lam, 10).factor == lam  # theirs is lambda times 1/2 |w|^2 + ..., whose slope is w


def test_the_derivative_of_the_logistic_function() -> None:
    """On "d(sigma(x)) / x": a change is divided by dx; by x it is something else."""
    x, h = 1.7, 1e-6
    change = sigma(x + h) - sigma(x - h)
    right = losses.curvature(Logistic(), 1.0, x)
    assert change / (2 * h) == pytest.approx(right, rel=1e-8) == pytest.approx(sigma(x) * (1 - sigma(x)), rel=1e-8)
    assert abs(change / x - right) > 0.1 and abs(sigma(x) / x - right) > 0.1


def test_the_intercept_pays_no_penalty() -> None:
    """On "lambda w^T w" with w_0 in w: the optimum is then another one, as the report itself says of some sources."""
    X, t = iris(0)
    c = to_house("mean", 0.01, len(t)).c
    free = run(Newton(problem(X, t, c, penalty=L2()), 1e-12)).state
    ones = np.column_stack([X, np.ones(len(t))])
    pays = run(Newton(problem(ones, t, c, penalty=L2())._replace(intercept=False), 1e-12)).state
    mu = 1 / (1 + np.exp(-core.scores(X, free.w, free.b)))
    assert mu.sum() == pytest.approx(t.sum(), rel=1e-6)  # a free intercept makes the mean probability right
    mu_pays = 1 / (1 + np.exp(-(ones @ pays.w)))
    assert abs(mu_pays.sum() - t.sum()) > 0.1
