"""Newton's methods against a textbook twin, scikit-learn, disguises of one problem, and hard cases."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, RidgeClassifier

from steelyard._jit import ENABLED
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.newton_softmax import NewtonSoftmax
from steelyard.core import multiclass
from steelyard.core.losses import Logistic, Loss, Squared, SquaredHinge
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import largest_slope, scores
from steelyard.core.rows import Array
from tests.core.problems import csr, draw
from tests.naive import newton as naive

pytestmark = pytest.mark.algorithms
ways = pytest.mark.parametrize("few_columns", [0, 1024], ids=["conjugate_gradient", "cholesky"])


@ways
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_it_is_its_textbook_twin(few_columns: int, sparse: bool) -> None:
    problem = draw(sparse=sparse)
    ran = run(Newton(problem, tol=1e-14, few_columns=few_columns))
    np.testing.assert_allclose([*ran.state.w, ran.state.b], naive.logistic(draw().X, problem.y, problem.c), rtol=1e-7)
    assert abs(ran.certificate.gap) <= 1e-13


@ways
@pytest.mark.parametrize("loss", [Logistic(), Squared(), SquaredHinge()], ids=lambda loss: type(loss).__name__)
@pytest.mark.parametrize("cost", [1e-3, 1.0, 1e4])
@pytest.mark.parametrize("shape", ["separable", "noisy", "wide"])
def test_any_cost_on_any_data_is_certified(few_columns: int, loss: Loss, cost: float, shape: str) -> None:
    n, d = (20, 50) if shape == "wide" else (60, 5)
    problem = draw(n, d, loss=loss, cost=cost, separable=shape == "separable")
    ran = run(Newton(problem, few_columns=few_columns), max_steps=100)
    assert ran.state.done
    assert -1e-12 <= ran.certificate.gap <= 1e-8


def test_a_step_never_goes_uphill() -> None:
    problem = draw(cost=1e4, separable=True)
    algorithm = Newton(problem)
    state, last = algorithm.start(), np.inf
    while not state.done:
        objective = algorithm.entry(state, False).objective
        assert objective <= last
        last, state = objective, algorithm.step(state)


def test_columns_of_very_different_scales() -> None:
    problem = draw(200, 12, cost=100.0)
    problem = problem._replace(X=problem.X * 10.0 ** np.linspace(-4, 4, 12))
    assert run(Newton(problem), max_steps=100).certificate.gap <= 1e-8


@pytest.mark.parametrize("intercept", [False, True])
def test_a_sampled_factor_finds_the_same_optimum(intercept: bool) -> None:
    problem = draw(2000 if ENABLED else 300, 6, intercept=intercept, cost=10.0)
    exact = run(Newton(problem, tol=1e-13)).state
    sampled = run(Newton(problem, tol=1e-13, rows_per_column=4)).state
    np.testing.assert_allclose(sampled.w, exact.w, rtol=1e-6)
    assert largest_slope(problem, sampled.w, scores(problem.X, sampled.w, sampled.b)) < 1e-3


def test_disguises_of_one_problem() -> None:
    """Costs or repeats; rows in another order; a column cut in two, each half as long again by the square root of 2."""
    problem = draw(c := 60, 5)
    problem = problem._replace(c=np.random.default_rng(0).integers(0, 4, size=c).astype(float))
    w = run(Newton(problem, tol=1e-14)).state.w
    repeated = np.repeat(np.arange(c), problem.c.astype(int))
    shuffled = np.random.default_rng(1).permutation(c)
    for rows, costs in ((repeated, np.ones(len(repeated))), (shuffled, problem.c[shuffled])):
        other = problem._replace(X=problem.X[rows], y=problem.y[rows], c=costs)
        np.testing.assert_allclose(run(Newton(other, tol=1e-14)).state.w, w, rtol=1e-7)
    stacked = problem._replace(X=np.hstack([problem.X, problem.X]) / np.sqrt(2))
    np.testing.assert_allclose(run(Newton(stacked, tol=1e-14)).state.w, np.tile(w, 2) / np.sqrt(2), rtol=1e-7)


def test_scikit_learn_agrees() -> None:
    problem = draw(100, 4, cost=3.0)
    ours = run(Newton(problem, tol=1e-14)).state
    theirs = LogisticRegression(C=1.0, tol=1e-12, solver="newton-cg", max_iter=1000)
    theirs.fit(problem.X, problem.y, sample_weight=problem.c)
    np.testing.assert_allclose([*ours.w, ours.b], [*theirs.coef_[0], *theirs.intercept_], rtol=1e-6)
    ours = run(Newton(problem._replace(loss=Squared()), tol=1e-14)).state
    ridge = RidgeClassifier(alpha=1.0, solver="cholesky").fit(problem.X, problem.y, sample_weight=problem.c)
    np.testing.assert_allclose([*ours.w, ours.b], np.append(ridge.coef_, ridge.intercept_), rtol=1e-9)


def classes(n: int = 80, d: int = 4, K: int = 3, cost: float = 1.0, intercept: bool = True) -> MulticlassProblem:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.7)
    k = (X @ rng.normal(size=(d, K)) + rng.gumbel(size=(n, K))).argmax(axis=1)
    return MulticlassProblem(X, k, cost * rng.choice([0.0, 1.0, 2.0], size=n), K, intercept)


@ways
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("intercept", [False, True], ids=["through_0", "intercept"])
def test_softmax_is_that_of_scikit_learn(few_columns: int, sparse: bool, intercept: bool) -> None:
    problem = classes(intercept=intercept)
    theirs = LogisticRegression(C=1.0, tol=1e-12, solver="newton-cg", max_iter=1000, fit_intercept=intercept)
    theirs.fit(problem.X, problem.k, sample_weight=problem.c)
    given = problem._replace(X=csr(problem.X)) if sparse else problem
    ran = run(NewtonSoftmax(given, tol=1e-14, few_columns=few_columns))
    np.testing.assert_allclose(ran.state.w.T, theirs.coef_, rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(
        ran.state.b - ran.state.b.mean(), theirs.intercept_ - theirs.intercept_.mean(), atol=1e-6
    )
    assert abs(ran.certificate.gap) <= 1e-13


@ways
@pytest.mark.parametrize("cost", [1e-3, 100.0, 1e4])
def test_softmax_at_any_cost(few_columns: int, cost: float) -> None:
    ran = run(NewtonSoftmax(classes(cost=cost), few_columns=few_columns), max_steps=100)
    assert ran.state.done
    assert -1e-12 <= ran.certificate.gap <= 1e-8
    assert abs(ran.state.b.sum()) < 1e-9


def test_no_softmax_certificate_claims_too_much() -> None:
    problem = classes()
    best = run(NewtonSoftmax(problem, tol=1e-14)).certificate.objective
    rng = np.random.default_rng(0)
    for _ in range(50):
        W, b = rng.normal(size=(4, 3)) * rng.random(), rng.normal(size=3)
        Q: Array = rng.dirichlet(np.ones(3) * rng.choice([0.05, 1.0, 20.0]), size=80)
        certificate = multiclass.certificate(problem, W, multiclass.scores(problem.X, W, b), Q)
        assert certificate.dual <= best * (1 + 1e-12)


BITS = """
import hashlib
import numpy as np
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from tests.core.problems import csr, draw
for problem, few in ((draw(9000, 130), 1024), (draw(5000, 40, sparse=True), 0)):
    state = run(Newton(problem, few_columns=few, rows_per_column=20)).state
    print(hashlib.sha256(state.w.tobytes() + np.float64(state.b).tobytes()).hexdigest())
"""


@pytest.mark.skipif(not ENABLED, reason="too slow as plain Python")
def test_the_same_bits_on_any_number_of_threads(repository: object) -> None:
    def bits(ours: str, blas: str) -> str:
        environment = dict(os.environ, STEELYARD_THREADS=ours, OPENBLAS_NUM_THREADS=blas, MKL_NUM_THREADS=blas)
        command = [sys.executable, "-c", BITS]
        return subprocess.run(
            command, env=environment, cwd=str(repository), capture_output=True, text=True, check=True
        ).stdout

    assert bits("1", "1") == bits("2", "1") == bits("3", "2")
