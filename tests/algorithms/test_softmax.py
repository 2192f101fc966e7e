"""Softmax regression by its dual: the optimum of others, its conditions, its certificate, its disguises."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse
from mpmath import mp, mpf
from sklearn.linear_model import LogisticRegression

from steelyard._jit import ENABLED
from steelyard.algorithms.loop import run
from steelyard.algorithms.softmax import Softmax, State
from steelyard.core import multiclass
from steelyard.core.exponentials import exponentials
from steelyard.core.losses import Logistic
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Problem, objective, scores
from steelyard.core.penalties import L2
from steelyard.core.rows import Array
from steelyard.core.softmax_dual import certificate, class_costs, weights_of
from steelyard.core.trace import Trace
from tests.core.problems import csr
from tests.naive.softmax import softmax_regression

pytestmark = pytest.mark.algorithms
N = 80 if ENABLED else 25


def drawn(
    n: int = N,
    d: int = 6,
    classes: int = 4,
    *,
    cost: float = 1.0,
    intercept: bool = True,
) -> MulticlassProblem:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.6)
    Z = X @ rng.normal(size=(d, classes)) + rng.normal(size=classes) + rng.gumbel(size=(n, classes))
    k = Z.argmax(axis=1)
    k[:classes] = np.arange(classes)
    return MulticlassProblem(X, k, cost * rng.choice([0.5, 1.0, 2.0], size=n), classes, intercept)


def sparse(problem: MulticlassProblem) -> MulticlassProblem:
    return problem._replace(X=csr(problem.X))  # type: ignore[arg-type]


def solved(problem: MulticlassProblem, tol: float = 1e-10, max_steps: int = 5000, **settings: int) -> State:
    state = run(Softmax(problem, tol=tol, **settings), max_steps=max_steps).state  # type: ignore[arg-type]
    assert state.done
    return state


@pytest.mark.compiled
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("cost", [0.01, 1.0, 30.0])
def test_the_optimum_is_that_of_newton_on_all_weights(cost: float, intercept: bool) -> None:
    problem = drawn(cost=cost, intercept=intercept)
    W, b, least = softmax_regression(problem.X, problem.k, problem.c, problem.classes, intercept)
    state = solved(problem, tol=1e-12)
    Z = multiclass.scores(problem.X, state.w, state.b)
    assert multiclass.objective(problem, state.w, Z) == pytest.approx(least, rel=1e-11)
    np.testing.assert_allclose(state.w, W, atol=2e-5 * abs(W).max())
    np.testing.assert_allclose(state.b, b, atol=1e-4 * max(1.0, abs(b).max()))


def test_the_optimum_is_scikit_learns() -> None:
    problem = drawn(n=2 * N)
    peer = LogisticRegression(C=1.0, solver="newton-cg", tol=1e-12, max_iter=1000)
    peer.fit(problem.X, problem.k, sample_weight=problem.c)
    state = solved(problem, tol=1e-13)
    np.testing.assert_allclose(state.w.T, peer.coef_, atol=1e-5)
    np.testing.assert_allclose(state.b, peer.intercept_ - peer.intercept_.mean(), atol=1e-5)


def test_two_classes_are_the_logistic_problem_at_twice_the_costs() -> None:
    problem = drawn(classes=2)
    state = solved(problem, tol=1e-12)
    w, b = state.w[:, 1] - state.w[:, 0], float(state.b[1] - state.b[0])
    two = Problem(problem.X, 2.0 * problem.k - 1.0, 2.0 * problem.c, Logistic(), L2(), True)
    Z = multiclass.scores(problem.X, state.w, state.b)
    assert objective(two, w, scores(problem.X, w, b)) == pytest.approx(
        2.0 * multiclass.objective(problem, state.w, Z), rel=1e-12
    )
    peer = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-12).fit(problem.X, problem.k, 2.0 * problem.c)
    np.testing.assert_allclose(w, peer.coef_[0], atol=1e-5)
    np.testing.assert_allclose(b, peer.intercept_[0], atol=1e-5)


@pytest.mark.parametrize("cost", [1e-3, 1.0, 100.0] if ENABLED else [1e-3, 1.0])
def test_the_conditions_of_the_optimum(cost: float) -> None:
    """The slopes of the objective vanish, and p is the softmax of the scores."""
    problem = sparse(drawn(cost=cost))
    state = solved(problem, tol=1e-12)
    P = multiclass.probabilities(multiclass.scores(problem.X, state.w, state.b))
    S = problem.c[:, None] * (np.eye(4)[problem.k] - P)
    A = np.column_stack([drawn().X, np.ones(N)])
    steepest = 1.0 + 0.5 * np.linalg.norm(A.T @ (problem.c[:, None] * A), 2)  # no curvature is above it
    slopes = np.vstack([state.w, np.zeros(4)]) - A.T @ S
    assert np.linalg.norm(slopes) <= math.sqrt(2.0 * steepest * 1e-12 * state.objective)
    np.testing.assert_allclose(np.exp(state.log_p), P, atol=1e-4)
    np.testing.assert_allclose(state.w.sum(axis=1), 0.0, atol=1e-10 * cost)


@pytest.mark.parametrize("intercept", [True, False])
def test_the_certificate_is_that_of_the_balanced_point(intercept: bool) -> None:
    """No moved weights are made; `multiclass.certificate` makes them, and finds the same dual."""
    problem = sparse(drawn(intercept=intercept, cost=3.0))
    algorithm = Softmax(problem, tol=0.0)
    state = algorithm.start()
    for _ in range(3):
        state = algorithm.step(state)
        ours = certificate(problem, state.w, state.b, state.log_p)
        Z = multiclass.scores(problem.X, state.w, state.b)
        theirs = multiclass.certificate(problem, state.w, Z, np.exp(state.log_p))
        assert ours.objective == pytest.approx(theirs.objective, rel=1e-12)
        assert ours.dual == pytest.approx(theirs.dual, rel=1e-12)


@pytest.mark.parametrize("cost", [0.1, 10.0])
def test_the_gap_is_never_below_the_truth(cost: float) -> None:
    problem = drawn(cost=cost)
    least = softmax_regression(problem.X, problem.k, problem.c, problem.classes)[2]
    algorithm = Softmax(problem, tol=1e-13)
    state = algorithm.start()
    for _ in range(25):
        proven = algorithm.certificate(state)
        assert proven.dual <= least * (1 + 1e-12)
        assert proven.objective >= least * (1 - 1e-12)
        state = algorithm.step(state)


def test_weights_and_what_is_left_belong_to_the_dual_point() -> None:
    problem = sparse(drawn(cost=20.0))
    state = run(Softmax(problem, tol=0.0), max_steps=10).state
    np.testing.assert_allclose(state.w, weights_of(problem, state.log_p), atol=1e-10)
    left = class_costs(problem) - problem.c @ np.exp(state.log_p)
    np.testing.assert_allclose(state.left, left, atol=1e-10)
    np.testing.assert_allclose(np.exp(state.log_p).sum(axis=1), 1.0, atol=1e-13)


@pytest.mark.parametrize("cost", [1e-6, 1e-3, 1e4, 1e8])
def test_no_cost_brings_it_to_fall(cost: float) -> None:
    """The duals rise or the gap is said; nothing is NaN."""
    algorithm = Softmax(sparse(drawn(cost=cost)), tol=1e-6)
    state = run(algorithm, max_steps=60).state
    proven = algorithm.certificate(state)
    assert np.isfinite(state.w).all() and np.isfinite(state.b).all() and np.isfinite(state.log_p).all()
    assert proven.gap + 1e-12 >= 0.0 and math.isfinite(proven.gap)
    assert state.done or cost > 1.0


def test_separable_classes() -> None:
    problem = MulticlassProblem(np.repeat(np.eye(3), 4, axis=0), np.repeat(np.arange(3), 4), np.full(12, 1e3), 3, True)
    state = solved(problem, tol=1e-8)
    assert (multiclass.scores(problem.X, state.w, state.b).argmax(axis=1) == problem.k).all()


def test_a_row_without_cost_is_not_there() -> None:
    problem = drawn()
    out = np.arange(N) % 3 == 0
    silent = problem._replace(c=np.where(out, 0.0, problem.c))
    gone = MulticlassProblem(problem.X[~out], problem.k[~out], problem.c[~out], problem.classes, True)
    np.testing.assert_allclose(solved(silent, 1e-12).w, solved(gone, 1e-12).w, atol=1e-5)


@pytest.mark.parametrize("intercept", [True, False])
def test_a_class_without_rows(intercept: bool) -> None:
    """With an intercept it is ruled out; without, its scores of 0 still count."""
    problem = drawn(intercept=intercept)
    absent = problem._replace(c=np.where(problem.k == 2, 0.0, problem.c))
    state = solved(absent, tol=1e-11)
    assert np.isfinite(state.w).all() and np.isfinite(state.b).all()
    if intercept:
        others = [0, 1, 3]
        there = problem.k != 2
        k = np.searchsorted(others, problem.k[there])
        three = solved(MulticlassProblem(problem.X[there], k, problem.c[there], 3, True), 1e-11)
        np.testing.assert_allclose(state.w[:, others], three.w, atol=1e-5)
        np.testing.assert_allclose(state.b[others], three.b, atol=1e-4)
        assert state.b[2] < -100.0 and abs(state.w[:, 2]).max() < 1e-100
    else:
        W = softmax_regression(problem.X, problem.k, absent.c, 4, False)[0]
        np.testing.assert_allclose(state.w, W, atol=1e-5)


def test_only_one_class_and_no_costs_at_all() -> None:
    one = solved(MulticlassProblem(np.ones((3, 2)), np.zeros(3, np.int64), np.ones(3), 2, True))
    assert abs(one.w).max() < 1e-100
    none = solved(MulticlassProblem(np.ones((3, 2)), np.array([0, 1, 1]), np.zeros(3), 2, True))
    assert not none.w.any()


def test_rows_of_zeros() -> None:
    problem = MulticlassProblem(np.zeros((4, 3)), np.array([0, 1, 1, 1]), np.ones(4), 2, True)
    state = solved(problem, 1e-12)
    assert state.b[1] - state.b[0] == pytest.approx(math.log(3.0), abs=1e-5)
    assert solved(problem._replace(intercept=False), 1e-12).objective == pytest.approx(4.0 * math.log(2.0))


@pytest.mark.compiled
def test_disguises() -> None:
    """Repeats for costs, shuffled rows, shuffled and stacked columns, renamed classes, sparse for dense."""
    problem = drawn()._replace(c=np.arange(N) % 3 + 1.0)
    plain = solved(problem, 1e-12).w
    rng, near = np.random.default_rng(5), {"atol": 1e-5}
    again = np.repeat(np.arange(N), problem.c.astype(int))
    repeated = MulticlassProblem(problem.X[again], problem.k[again], np.ones(len(again)), 4, True)
    np.testing.assert_allclose(solved(repeated, 1e-12).w, plain, **near)
    rows, columns, names = rng.permutation(N), rng.permutation(6), rng.permutation(4)
    shuffled = MulticlassProblem(problem.X[rows][:, columns], problem.k[rows], problem.c[rows], 4, True)
    np.testing.assert_allclose(solved(shuffled, 1e-12).w, plain[columns], **near)
    renamed = solved(problem._replace(k=names[problem.k]), 1e-12).w
    np.testing.assert_allclose(renamed[:, names], plain, **near)
    halves = problem._replace(X=np.hstack([problem.X, problem.X]) / math.sqrt(2.0))
    np.testing.assert_allclose(solved(halves, 1e-12).w * math.sqrt(2.0), np.vstack([plain, plain]), **near)
    np.testing.assert_allclose(solved(sparse(problem), 1e-12).w, plain, **near)


def test_same_bits() -> None:
    problem = sparse(drawn(n=5000 if ENABLED else N))
    one, two = solved(problem, 1e-7, threads=1), solved(problem, 1e-7, threads=2)
    for a, b in zip(one, two):
        np.testing.assert_array_equal(a, b)
    other = solved(problem, 1e-7, seed=1)
    assert (one.w != other.w).any()
    np.testing.assert_allclose(one.w, other.w, atol=1e-1)


def test_stepping_equals_running_and_resuming() -> None:
    algorithm = Softmax(drawn(), tol=1e-9)
    trace = Trace(gap=True)
    whole = run(algorithm, trace=trace)
    half = run(algorithm, max_steps=3)
    rest = run(algorithm, state=half.state)
    np.testing.assert_array_equal(rest.state.w, whole.state.w)
    assert half.steps + rest.steps == whole.steps == len(trace.entries) - 1
    assert trace.entries[-1].gap == whole.certificate.gap <= 1e-9
    assert whole.certificate == certificate(algorithm.problem, whole.state.w, whole.state.b, whole.state.log_p)
    assert trace.entries[-1].objective == pytest.approx(whole.certificate.objective, rel=1e-14)


def test_a_warm_start_keeps_the_dual_point() -> None:
    problem = sparse(drawn(n=400 if ENABLED else N))
    first = solved(problem, 1e-9)
    again = Softmax(problem, 1e-8)
    warm = run(again, state=again.start(first.log_p, first.b))
    assert warm.steps <= 2 < run(again).steps
    dearer = Softmax(problem._replace(c=1.3 * problem.c), 1e-8)
    assert run(dearer, state=dearer.start(first.log_p, first.b)).steps <= run(dearer).steps
    np.testing.assert_array_equal(first.log_p, first.log_p.copy())


@pytest.mark.parametrize("classes", [1, 3, 8, 150])
def test_exponentials(classes: int) -> None:
    u = np.linspace(-745.0, 3.0, classes) if classes > 1 else np.zeros(1)
    p, power = np.empty(classes), np.empty(classes)
    exponentials(u, p, power, power.view(np.int64))
    with mp.workdps(30):
        exact: Array = np.array([float(mp.exp(mpf(max(x, -700.0)))) for x in u])
    np.testing.assert_allclose(p, exact, rtol=5e-16)


def test_many_classes_on_sparse_rows() -> None:
    rng = np.random.default_rng(0)
    n, classes = (1500, 150) if ENABLED else (30, 10)
    k = rng.permutation(n) % classes
    words = scipy.sparse.random(n, 300, 0.03, random_state=rng, format="csr") + scipy.sparse.csr_matrix(
        (np.ones(n), (np.arange(n), k)), shape=(n, 300)
    )
    problem = MulticlassProblem(csr(words.toarray()), k, np.ones(n), classes, True)
    state = solved(problem, 1e-8, max_steps=100)
    assert (multiclass.scores(problem.X, state.w, state.b).argmax(axis=1) == k).mean() > 0.9
