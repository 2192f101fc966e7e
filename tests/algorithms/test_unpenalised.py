"""The logistic loss without a penalty: statistics' optimum, and a direction where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from steelyard.algorithms.loop import run
from steelyard.algorithms.unpenalised import Unpenalised, UnpenalisedSoftmax
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import gradient, scores
from steelyard.core.penalties import NoPenalty
from tests.core.problems import draw

pytestmark = pytest.mark.algorithms


@pytest.mark.parametrize("intercept", [True, False])
def test_the_slopes_are_0_and_the_gap_proves_it(intercept: bool) -> None:
    problem = draw(80, 3, penalty=NoPenalty(), intercept=intercept)
    ran = run(Unpenalised(problem, 1e-12), max_steps=50)
    assert ran.state.done
    assert not ran.state.separates
    slopes, slope_b = gradient(problem, ran.state.w, scores(problem.X, ran.state.w, float(ran.state.b)))
    assert max(np.abs(slopes).max(), abs(slope_b) if intercept else 0.0) < 1e-5
    assert -1e-12 <= ran.certificate.gap <= 1e-12


def test_the_gap_never_claims_too_much() -> None:
    problem = draw(80, 3, penalty=NoPenalty())
    algorithm = Unpenalised(problem, 1e-13)
    optimum = run(algorithm, max_steps=50).certificate.objective
    state = algorithm.start()
    for _ in range(6):
        proven = algorithm.certificate(state)
        assert proven.dual <= optimum * (1.0 + 1e-12) <= proven.objective * (1.0 + 2e-12)
        state = algorithm.step(state)


@pytest.mark.parametrize("seed", range(5))
def test_separable_classes_end_with_weights_that_separate(seed: int) -> None:
    problem = draw(40, 4, seed=seed, penalty=NoPenalty(), separable=True)
    ran = run(Unpenalised(problem), max_steps=100)
    there = problem.c > 0.0
    z = scores(problem.X, ran.state.w, float(ran.state.b))
    assert ran.state.separates
    assert (problem.y * z)[there].min() > 0.0
    assert ran.certificate.dual == 0.0, "there is no minimum, but 0 is its infimum"


def test_one_flipped_label_makes_an_optimum_of_no_optimum() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = np.where(X[:, 0] > 0.0, 1.0, -1.0)
    problem = draw(60, 2, penalty=NoPenalty())._replace(X=X, y=y, c=np.ones(60))
    assert run(Unpenalised(problem), max_steps=100).state.separates
    y[np.abs(X[:, 0]).argmax()] *= -1.0
    ran = run(Unpenalised(problem._replace(y=y)), max_steps=100)
    assert not ran.state.separates
    assert ran.certificate.gap <= 1e-8


def test_many_classes_are_scikit_learns() -> None:
    X, k = draw(90, 3).X, np.arange(90) % 3
    problem = MulticlassProblem(X, k, np.ones(90), 3, True)
    ran = run(UnpenalisedSoftmax(problem, 1e-10), max_steps=100)
    peer = LogisticRegression(C=np.inf, solver="newton-cg", tol=1e-9, max_iter=5000).fit(X, k)
    np.testing.assert_allclose(ran.state.w.T, peer.coef_, atol=1e-4)
    assert not ran.state.separates


def test_many_separable_classes() -> None:
    X = np.repeat(4.0 * np.eye(3), 10, axis=0) + 0.1 * np.random.default_rng(0).normal(size=(30, 3))
    k = np.repeat(np.arange(3), 10)
    ran = run(UnpenalisedSoftmax(MulticlassProblem(X, k, np.ones(30), 3, True)), max_steps=200)
    Z = X @ ran.state.w + ran.state.b
    assert ran.state.separates
    assert (Z.argmax(axis=1) == k).all()
