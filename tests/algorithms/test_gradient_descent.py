"""Gradient descent against its naive twin, the course's worked numbers, and the optimum."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.core import random
from steelyard.core.losses import Logistic, Squared, SquaredHinge
from steelyard.core.objective import Problem, gradient, scores
from steelyard.core.penalties import L1, L2, ElasticNet, NoPenalty, Penalty
from tests.core.problems import csr, draw
from tests.naive import gradient_descent as naive

pytestmark = pytest.mark.algorithms


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("size", [1, 7, 60])
def test_it_is_its_naive_twin(sparse: bool, size: int) -> None:
    problem = draw(sparse=sparse)
    X = draw().X
    state = run(
        GradientDescent(problem, Steps(0.05, decay=0.1, power=0.5), batch_size=size, tol=0.0), max_steps=3
    ).state
    w, b = np.zeros(5), 0.0
    for epoch in range(3):
        order = random.order(0, epoch, 60) if size < 60 else np.arange(60)
        batches = [order[k : k + size] for k in range(0, 60, size)]
        etas = [0.05 / (1 + 0.1 * t) ** 0.5 for t in range(epoch * len(batches), (epoch + 1) * len(batches))]
        w, b = naive.epoch(X, problem.y, problem.c, w, b, batches, etas)
    np.testing.assert_allclose(state.w, w, rtol=1e-11)
    assert state.b == pytest.approx(b, rel=1e-11)


def test_the_step_of_the_slides() -> None:
    """x = (3, 2), y positive, from zero weights with eta 0.1: gradient (-1.5, -1, -0.5), weights (0.15, 0.10, 0.05)."""
    problem = Problem(np.array([[3.0, 2.0]]), np.ones(1), np.ones(1), Logistic(), NoPenalty(), True)
    slopes, slope = gradient(problem, np.zeros(2), np.zeros(1))
    assert (*slopes, slope) == (-1.5, -1.0, -0.5)
    state = run(GradientDescent(problem, Steps(0.1)), max_steps=1).state
    np.testing.assert_allclose([*state.w, state.b], [0.15, 0.10, 0.05], rtol=1e-15)


def test_the_gradient_of_the_course() -> None:
    """grad_L([5, 10], [.6, -.4], -.01, 0)"""
    problem = Problem(np.array([[5.0, 10.0]]), -np.ones(1), np.ones(1), Logistic(), NoPenalty(), True)
    w = np.array([0.6, -0.4])
    slopes, slope = gradient(problem, w, scores(problem.X, w, -0.01))
    np.testing.assert_allclose([*slopes, slope], [1.334899, 2.669799, 0.266980], atol=5e-7)


@pytest.mark.parametrize(
    ("loss", "penalty"),
    [(Logistic(), L2()), (Squared(), L1()), (SquaredHinge(), ElasticNet(0.5))],
    ids=["l2", "l1", "mix"],
)
@pytest.mark.parametrize("sparse", [False, True])
def test_backtracking_reaches_the_optimum(penalty: Penalty, loss: object, sparse: bool) -> None:
    problem = draw(loss=loss, penalty=penalty, cost=0.3, sparse=sparse)  # type: ignore[arg-type]
    ran = run(GradientDescent(problem, Steps(1.0, backtracking=True), tol=1e-5), max_steps=2000)
    assert ran.state.done
    assert -1e-12 < ran.certificate.gap < 1e-5  # the dual point of an L1 problem is only as near as its slopes


def test_l1_leaves_weights_at_exactly_0() -> None:
    problem = draw(d=8, penalty=L1(), cost=0.1)
    state = run(GradientDescent(problem, Steps(1.0, backtracking=True), tol=1e-5), max_steps=2000).state
    assert 0 < np.count_nonzero(state.w) < 8


def test_too_long_a_step_diverges_and_a_short_one_descends() -> None:
    problem = draw(loss=Squared())
    long = run(GradientDescent(problem, Steps(1.0)), max_steps=20)
    short = run(GradientDescent(problem, Steps(0.001)), max_steps=20)
    at_zero = run(GradientDescent(problem, Steps(0.001)), max_steps=0)
    assert short.certificate.objective < at_zero.certificate.objective < long.certificate.objective


def test_a_step_that_shrinks_the_weights_to_nothing() -> None:
    """eta = 1 with L2: the penalty's share of the step multiplies w by exactly 0."""
    problem = draw(cost=0.01)
    state = run(GradientDescent(problem, Steps(1.0), tol=0.0), max_steps=4).state
    w, b = np.zeros(5), 0.0
    for _ in range(4):
        w, b = naive.epoch(problem.X, problem.y, problem.c, w, b, [np.arange(60)], [1.0])
    np.testing.assert_allclose(state.w, w, rtol=1e-12)
    assert state.b == pytest.approx(b, rel=1e-12)


def test_iterations_are_epochs_times_batches_rounded_up() -> None:
    state = run(GradientDescent(draw(n=103), Steps(0.01), batch_size=10, tol=0.0), max_steps=4).state
    assert (state.iteration, state.epoch) == (4 * 11, 4.0)


def test_sparse_rows_are_dense_rows() -> None:
    problem = draw()
    dense = run(GradientDescent(problem, Steps(0.1), batch_size=4, tol=0.0), max_steps=5).state
    sparse = run(GradientDescent(problem._replace(X=csr(problem.X)), Steps(0.1), batch_size=4, tol=0.0), max_steps=5)
    np.testing.assert_allclose(sparse.state.w, dense.w, rtol=1e-12)
