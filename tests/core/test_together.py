"""Rows that are solved together: their Gram matrix as each lane sees it, their optimum, and what it is good for."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.dual_descent import DualDescent
from steelyard.algorithms.loop import run
from steelyard.algorithms.softmax import Softmax
from steelyard.core.dual_steps import best
from steelyard.core.lane_problem import Scales, lane_weights, sides_of
from steelyard.core.lane_weights import lane_gram
from steelyard.core.losses import Hinge, Logistic, Loss, SquaredHinge
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.prefetch import prefetch
from steelyard.core.rows import Array
from steelyard.core.softmax_dual import class_costs, mass, weights_of
from steelyard.core.softmax_together import solve_together as solve_points_together
from steelyard.core.together import movers, solve_together
from tests.core.problems import csr, draw

pytestmark = pytest.mark.algorithms
SOME = np.array([1, 4, 5, 9])


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("kind", ["one", "eight", "scaled"])
def test_the_gram_matrix_is_that_of_the_rows_as_the_lane_sees_them(kind: str, sparse: bool) -> None:
    X = draw(12, 5).X
    rng = np.random.default_rng(0)
    columns, rows = rng.uniform(0.0, 2.0, (5, 8)), rng.uniform(0.5, 2.0, (12, 8))
    W = lane_weights(np.zeros(5 if kind == "one" else (5, 8)), Scales(columns, rows) if kind == "scaled" else None)
    seen = X * columns[:, 3] * rows[:, [3]] if kind == "scaled" else X
    work, G = np.zeros(5), np.empty((4, 4))
    lane_gram(W, csr(X) if sparse else X, 3, SOME, work, G)
    np.testing.assert_allclose(G, seen[SOME] @ seen[SOME].T, rtol=1e-12, atol=1e-15)
    assert not work.any()


def twin(X: Array, y: Array, c: Array, spring: float, loss: Loss, alpha: Array, b: float) -> Array:
    """Coordinate descent over SOME, with all scores made anew for every visit."""
    alpha = alpha.copy()
    for _ in range(3000):
        for i in SOME:
            w, S = X.T @ (alpha * y), float(alpha @ y)
            m = y[i] * (X[i] @ w + b + spring * S)
            alpha[i] = best(loss, m, float(X[i] @ X[i]) + spring, c[i], alpha[i])
    return alpha


@pytest.mark.parametrize("loss", [Logistic(), Hinge(), SquaredHinge()], ids=lambda each: type(each).__name__)
def test_some_alphas_become_the_best_with_all_others_at_rest(loss: Loss) -> None:
    problem = draw(12, 5, loss=loss)._replace(c=np.linspace(0.5, 2.0, 12))
    X, y = problem.X, problem.y
    w = np.zeros(5)
    W = lane_weights(w)
    sides = sides_of(problem, W)._replace(spring=np.array([0.7]))
    alpha = np.linspace(0.1, 0.4, 12)[:, None]
    w[:] = X.T @ (alpha[:, 0] * y)
    S = np.array([float(alpha[:, 0] @ y)])
    lean, mismatches = 0.2 + 0.7 * S, np.ones((12, 1))
    expected = twin(X, y, problem.c, 0.7, loss, alpha[:, 0], 0.2)
    solve_together(X, W, sides, loss, 0, SOME, np.zeros(5), alpha, lean, S, mismatches)
    np.testing.assert_allclose(alpha[:, 0], expected, rtol=2e-3, atol=1e-4)
    np.testing.assert_allclose(w, X.T @ (alpha[:, 0] * y), rtol=1e-12)
    np.testing.assert_allclose([S[0], lean[0]], [alpha[:, 0] @ y, 0.2 + 0.7 * (alpha[:, 0] @ y)], rtol=1e-12)
    assert mismatches[SOME].max() < 1e-2
    assert (np.delete(mismatches, SOME) == 1.0).all()


def test_movers() -> None:
    assert movers(np.array([0.0, 3.0, 1.0, 2.0]), 2).tolist() == [1, 3]
    assert movers(np.array([0.0, 3.0, 0.0]), 2).tolist() == [1]
    assert movers(np.zeros(3), 2).tolist() == []


@pytest.mark.parametrize("loss", [Logistic(), Hinge(), SquaredHinge()], ids=lambda each: type(each).__name__)
def test_texts_that_are_nearly_the_same_do_not_creep(loss: Loss) -> None:
    """Ten pairs among orthogonal rows at a large cost: one at a time they would take ten thousands of passes."""
    rng = np.random.default_rng(0)
    rows = np.eye(40)
    rows[20:30] = rows[:10] + 0.01 * rng.normal(size=(10, 40))
    problem = draw(40, 40, loss=loss, intercept=False)._replace(X=csr(rows), c=np.full(40, 1e4))
    problem.y[20:30] = problem.y[:10]
    ran = run(DualDescent(problem, 1e-9), max_steps=25)
    assert ran.state.done, ran.certificate


def test_asking_for_a_row_changes_nothing() -> None:
    X = draw(12, 5).X
    before = X.copy()
    prefetch(X, 3)
    prefetch(csr(X), 3)
    assert np.array_equal(X, before)


def drawn_points(n: int, K: int) -> Array:
    log_p = np.log(np.random.default_rng(2).dirichlet(np.ones(K), n))
    return np.ascontiguousarray(log_p)


def test_some_points_of_the_simplex_become_the_best_with_all_others_at_rest() -> None:
    """Each of them then solves its own equation: log p - z is the same in all classes."""
    X, K, spring = draw(12, 5).X, 3, 0.7
    problem = MulticlassProblem(X, np.arange(12) % K, np.linspace(0.5, 2.0, 12), K, True)
    log_p, b = drawn_points(12, K), np.array([0.1, -0.2, 0.1])
    W = weights_of(problem, log_p)
    left = class_costs(problem) - mass(problem, log_p)
    b += spring * left
    at_rest = log_p.copy()
    solve_points_together(problem, SOME, spring, W, b, log_p, left)
    np.testing.assert_allclose(W, weights_of(problem, log_p), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(left, class_costs(problem) - mass(problem, log_p), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(b, [0.1, -0.2, 0.1] + spring * left, rtol=1e-9, atol=1e-12)
    off = log_p[SOME] - (X[SOME] @ W + b)
    assert np.ptp(off, axis=1).max() < 0.02
    np.testing.assert_array_equal(np.delete(log_p, SOME, axis=0), np.delete(at_rest, SOME, axis=0))


def test_many_classes_do_not_creep_either() -> None:
    rng = np.random.default_rng(0)
    rows = np.eye(40)
    rows[20:30] = rows[:10] + 0.01 * rng.normal(size=(10, 40))
    k = np.arange(40) % 3
    k[20:30] = k[:10]
    problem = MulticlassProblem(csr(rows), k, np.full(40, 1e3), 3, False)
    ran = run(Softmax(problem, 1e-9), max_steps=30)
    assert ran.state.done, ran.certificate
