"""Coordinate descent on L1 and elastic net: optima of others, conditions, certificate, disguises, both ways of it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import ElasticNet as PeerElasticNet
from sklearn.linear_model import LogisticRegression

from steelyard._jit import ENABLED
from steelyard.algorithms import coordinate_descent
from steelyard.algorithms.coordinate_descent import CoordinateDescent, State
from steelyard.algorithms.loop import run
from steelyard.core import losses, penalties
from steelyard.core.columns import columns_of, dots, weighted_axpy, weighted_square
from steelyard.core.losses import Logistic, Loss, Squared, SquaredHinge
from steelyard.core.objective import Problem, certificate, largest_slope, objective, scores
from steelyard.core.penalties import L1, ElasticNet, Penalty
from steelyard.core.rows import CSR, n_rows
from steelyard.core.sweeps import excess
from steelyard.core.trace import Trace
from tests.core.problems import csr, draw
from tests.naive.coordinate_descent import proximal_gradient

pytestmark = pytest.mark.algorithms
LOSSES: list[Loss] = [Logistic(), SquaredHinge(), Squared()]
PENALTIES: list[Penalty] = [L1(), ElasticNet(0.3)]
every_loss = pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: type(loss).__name__)
every_penalty = pytest.mark.parametrize("penalty", PENALTIES, ids=lambda penalty: type(penalty).__name__)
N = 60 if ENABLED else 25
PLAIN = L1()


@pytest.fixture(params=["gram", "sweeps"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every law holds for the Gram matrix of few columns and for sweeps over many."""
    if request.param == "sweeps":
        monkeypatch.setattr(coordinate_descent, "FEW_COLUMNS", 0)


def drawn(n: int = N, d: int = 12, penalty: Penalty = PLAIN, **wishes: Any) -> Problem:
    return draw(n, d, penalty=penalty, **wishes)


def solver(problem: Problem, tol: float = 1e-11, **settings: Any) -> CoordinateDescent:
    return CoordinateDescent(problem, columns_of(problem.X), tol, **settings)


def solved(problem: Problem, tol: float = 1e-11) -> State:
    ran = run(solver(problem, tol), max_steps=200)
    assert ran.state.done
    assert ran.certificate.gap <= tol
    return ran.state


@every_loss
@every_penalty
@pytest.mark.parametrize("intercept", [True, False])
def test_the_optimum_is_its_naive_twins(loss: Loss, penalty: Penalty, intercept: bool) -> None:
    problem = drawn(25, 6, penalty=penalty, loss=loss, intercept=intercept)
    w, b, least = proximal_gradient(problem, 20000 if ENABLED else 1500)
    state = solved(problem)
    assert state.objective <= least * (1 + 1e-10)
    assert objective(problem, state.w, scores(problem.X, state.w, state.b)) == pytest.approx(least, rel=1e-6)
    np.testing.assert_allclose([*state.w, state.b], [*w, b], atol=1e-2 if not ENABLED else 1e-4)


@pytest.mark.parametrize("ratio", [1.0, 0.5])
def test_the_optimum_is_scikit_learns(ratio: float) -> None:
    """Its elastic net has C for every cost and the same mix as ours."""
    problem = drawn(penalty=ElasticNet(ratio))
    peer = LogisticRegression(l1_ratio=ratio, solver="saga", tol=1e-12, max_iter=100_000, C=1.0)
    peer.fit(problem.X, problem.y, sample_weight=problem.c)
    state = solved(problem)
    np.testing.assert_allclose([*state.w, state.b], [*peer.coef_[0], peer.intercept_[0]], atol=2e-5)
    if ratio == 1.0:
        np.testing.assert_allclose(solved(problem._replace(penalty=L1())).w, state.w, atol=2e-5)


def test_squared_loss_is_scikit_learns_elastic_net() -> None:
    """There 1/(2 n) |y - z|^2 + alpha (...): alpha = 1 / (n c)."""
    problem = drawn(penalty=ElasticNet(0.7), loss=Squared())
    problem = problem._replace(c=np.full(N, 2.0), y=np.random.default_rng(3).normal(size=N))
    peer = PeerElasticNet(alpha=1.0 / (2.0 * N), l1_ratio=0.7, tol=1e-14, max_iter=100_000).fit(problem.X, problem.y)
    state = solved(problem)
    np.testing.assert_allclose([*state.w, state.b], [*peer.coef_, peer.intercept_], atol=2e-5)


@every_loss
@every_penalty
@pytest.mark.parametrize("cost", [1e-3, 1.0, 1e3] if ENABLED else [1.0])
def test_the_conditions_of_the_optimum(loss: Loss, penalty: Penalty, cost: float) -> None:
    problem = drawn(penalty=penalty, loss=loss, cost=cost, sparse=True)
    state = solved(problem, 1e-11)
    assert largest_slope(problem, state.w, scores(problem.X, state.w, state.b)) <= 1e-4 * max(1.0, cost)
    np.testing.assert_allclose(state.z, scores(problem.X, state.w, state.b), atol=1e-10 * max(1.0, abs(state.z).max()))


def test_below_a_known_cost_all_weights_are_zero() -> None:
    """At w = 0 and the best b, the column that is pulled most decides."""
    problem = drawn(sparse=False)
    share = float(problem.c[problem.y > 0].sum() / problem.c.sum())
    s = problem.c * np.where(problem.y > 0, 1.0 - share, -share)
    edge = 1.0 / float(np.abs(np.asarray(problem.X).T @ s).max())
    assert not solved(problem._replace(c=0.999 * edge * problem.c)).w.any()
    assert solved(problem._replace(c=1.001 * edge * problem.c)).w.any()


@every_penalty
def test_the_gap_is_never_below_the_truth(penalty: Penalty) -> None:
    problem = drawn(penalty=penalty, cost=5.0)
    least = solved(problem, 1e-14 if penalty != PLAIN else 1e-12).objective
    algorithm = solver(problem)
    state = algorithm.start()
    while not state.done:
        proven = algorithm.certificate(state)
        assert proven.dual <= least * (1 + 1e-12) and proven.objective >= least * (1 - 1e-11)
        here = certificate(problem, state.w, state.z)  # from the rows, not the columns
        assert proven.objective == pytest.approx(here.objective, rel=1e-12)
        assert proven.dual >= here.dual - 1e-9 * abs(here.dual)  # and the best so far
        state = algorithm.step(state)


@every_loss
@pytest.mark.parametrize("cost", [1e-6, 1e-3, 1e4] if ENABLED else [1e-6, 1e-3])
@pytest.mark.parametrize("shape", ["separable", "wide"])
def test_any_cost_on_any_data(loss: Loss, cost: float, shape: str) -> None:
    n, d = (15, 40) if shape == "wide" else (N, 5)
    problem = drawn(n, d, loss=loss, cost=cost, separable=shape == "separable")
    hard = cost == 1e4 and type(loss) is not Logistic  # hardly a row is wrong: the model is flat almost everywhere
    ran = run(solver(problem, 1e-6), max_steps=10 if hard else 300)
    assert np.isfinite(ran.state.w).all() and math.isfinite(ran.certificate.gap)
    assert -1e-12 <= ran.certificate.gap <= (1.0 if hard else 1e-6)


def test_a_row_without_cost_is_not_there() -> None:
    problem = drawn(80 if ENABLED else N)
    there = problem.c > 0.0
    gone = Problem(np.asarray(problem.X)[there], problem.y[there], problem.c[there], *problem[3:])
    np.testing.assert_allclose(solved(problem).w, solved(gone).w, atol=2e-5)


def test_disguises() -> None:
    """Repeats for costs, shuffled rows and columns, sparse for dense, flipped classes, a column of zeros."""
    problem = drawn()._replace(c=np.arange(N) % 3 + 1.0)
    X, plain = np.asarray(problem.X), solved(problem).w
    rng, near = np.random.default_rng(5), {"atol": 2e-5}
    again = np.repeat(np.arange(N), problem.c.astype(int))
    repeated = Problem(X[again], problem.y[again], np.ones(len(again)), *problem[3:])
    np.testing.assert_allclose(solved(repeated).w, plain, **near)
    rows, columns = rng.permutation(N), rng.permutation(X.shape[1])
    shuffled = Problem(np.ascontiguousarray(X[rows][:, columns]), problem.y[rows], problem.c[rows], *problem[3:])
    np.testing.assert_allclose(solved(shuffled).w, plain[columns], **near)
    np.testing.assert_allclose(solved(problem._replace(X=csr(X))).w, plain, **near)
    np.testing.assert_allclose(solved(problem._replace(y=-problem.y)).w, -plain, **near)
    empty = np.column_stack([X, np.zeros(N)])
    np.testing.assert_allclose(solved(problem._replace(X=empty)).w, [*plain, 0.0], **near)
    # Stacked columns: many optima, one objective.
    twice = solved(problem._replace(X=np.hstack([X, X])))
    np.testing.assert_allclose(twice.w.reshape(2, -1).sum(axis=0), plain, **near)


def test_float32_columns() -> None:
    problem = drawn()
    single = problem._replace(X=np.asarray(problem.X).astype(np.float32))
    np.testing.assert_allclose(solved(single).w, solved(problem).w, atol=2e-5)


def test_same_bits() -> None:
    problem = drawn(5000 if ENABLED else N, 30, sparse=True)
    one = run(solver(problem, 1e-9, threads=1)).state
    two = run(solver(problem, 1e-9, threads=2)).state
    for a, b in zip(one, two):
        np.testing.assert_array_equal(a, b)


def test_stepping_equals_running_and_resuming() -> None:
    algorithm = solver(drawn(200 if ENABLED else N, 40))
    trace = Trace(gap=True)
    whole = run(algorithm, trace=trace)
    half = run(algorithm, max_steps=2)
    rest = run(algorithm, state=half.state)
    np.testing.assert_array_equal(rest.state.w, whole.state.w)
    assert half.steps + rest.steps == whole.steps == len(trace.entries) - 1
    objectives = trace.column("objective")
    assert (np.diff(objectives) <= 1e-12 * objectives[0]).all()


def test_a_warm_path() -> None:
    """From the weights at a neighbouring cost it takes fewer models, to the same weights."""
    problem = drawn(300 if ENABLED else N, 40, sparse=True)
    before = solved(problem, 1e-8)
    dearer = problem._replace(c=1.05 * problem.c)
    algorithm = solver(dearer, 1e-8)
    warm = run(algorithm, state=algorithm.start(before.w, before.b))
    cold = run(algorithm)
    assert warm.state.iteration <= cold.state.iteration
    np.testing.assert_allclose(warm.state.w, cold.state.w, atol=1e-3)


def test_columns_are_the_rows_turned() -> None:
    rng = np.random.default_rng(0)
    dense = rng.normal(size=(7, 5)) * (rng.random((7, 5)) < 0.5)
    h, q = rng.random(7), rng.normal(size=7)
    sparse, full = columns_of(csr(dense)), columns_of(dense)
    assert isinstance(sparse, CSR) and n_rows(sparse) == n_rows(full) == 5
    for columns in (sparse, full):
        np.testing.assert_allclose(dots(columns, q), dense.T @ q, atol=1e-14)
        for j in range(5):
            assert weighted_square(columns, j, h) == pytest.approx(h @ dense[:, j] ** 2)
            moved = q.copy()
            weighted_axpy(2.0, columns, j, h, moved)
            np.testing.assert_allclose(moved, q + 2.0 * h * dense[:, j])


def test_excess_is_the_distance_to_the_slopes_of_the_kink() -> None:
    w, v = np.array([0.0, 0.0, 0.5, -0.5]), np.array([0.4, -1.5, 0.8, -1.0])
    np.testing.assert_allclose(excess(PLAIN, w, v), [0.0, 0.5, 0.2, 0.0], atol=1e-15)
    assert penalties.kink(PLAIN) == 1.0 and losses.curvature(Squared(), 0.0, 0.0) == 1.0
