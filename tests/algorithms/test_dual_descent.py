"""Dual coordinate descent against a twin from the papers, scikit-learn, LIBLINEAR, LIBSVM; disguises of one problem."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC, LinearSVC

from steelyard.algorithms.dual_descent import DualDescent
from steelyard.algorithms.loop import copied, run
from steelyard.core.dual_steps import best, mismatch
from steelyard.core.lane_problem import Scales
from steelyard.core.losses import Hinge, Logistic, Loss, SquaredHinge
from steelyard.core.objective import Problem, certificate, scores
from steelyard.core.penalties import L2
from steelyard.core.rows import Array
from steelyard.core.trace import Trace
from tests.core.problems import csr, draw
from tests.naive import dual_descent as naive

pytestmark = pytest.mark.algorithms

LOSSES: dict[str, Loss] = {"logistic": Logistic(), "hinge": Hinge(), "squared hinge": SquaredHinge()}
losses = pytest.mark.parametrize("name", list(LOSSES))
intercepts = pytest.mark.parametrize("intercept", [False, True], ids=["origin", "intercept"])


def fit(problem: Problem, tol: float = 1e-10, **settings: object) -> tuple[Array, float]:
    ran = run(DualDescent(problem, tol, **settings), max_steps=3000)  # type: ignore[arg-type]
    assert ran.state.done, ran.certificate
    return ran.state.w, ran.state.b


@losses
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_it_is_its_twin(name: str, sparse: bool) -> None:
    problem = draw(40, loss=LOSSES[name], intercept=False, sparse=sparse)
    w, _ = fit(problem, 1e-12)
    np.testing.assert_allclose(w, naive.fit(draw(40).X, problem.y, problem.c, name, 800), rtol=1e-5, atol=1e-6)


@pytest.mark.compiled
@pytest.mark.parametrize("cost", [1e-3, 1.0, 1e2])
@intercepts
def test_scikit_learns_newton_finds_the_same_logistic_weights(cost: float, intercept: bool) -> None:
    problem = draw(cost=cost, intercept=intercept)
    peer = LogisticRegression(C=1.0, solver="newton-cg", tol=1e-12, max_iter=10_000, fit_intercept=intercept)
    peer.fit(problem.X, problem.y, sample_weight=problem.c)
    w, b = fit(problem, 1e-13)
    np.testing.assert_allclose([*w, b], [*peer.coef_[0], float(np.ravel(peer.intercept_)[0])], rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("name", ["hinge", "squared hinge"])
def test_liblinear_finds_the_same_margin(name: str) -> None:
    problem = draw(loss=LOSSES[name], intercept=False)
    peer = LinearSVC(loss=name.replace(" ", "_"), C=1.0, tol=1e-10, max_iter=1_000_000, fit_intercept=False, dual=True)
    peer.fit(problem.X, problem.y, sample_weight=problem.c)
    np.testing.assert_allclose(fit(problem)[0], peer.coef_[0], rtol=1e-4, atol=1e-5)


def test_libsvm_finds_the_same_hinge_with_an_intercept() -> None:
    problem = draw(loss=Hinge())
    keep = problem.c > 0.0
    peer = SVC(kernel="linear", tol=1e-10).fit(problem.X[keep], problem.y[keep], sample_weight=problem.c[keep])
    w, b = fit(problem)
    np.testing.assert_allclose([*w, b], [*peer.coef_[0], peer.intercept_[0]], rtol=1e-4, atol=1e-4)


@pytest.mark.compiled
@losses
@intercepts
def test_the_gap_never_claims_too_much(name: str, intercept: bool) -> None:
    """At every step the proven gap is at least the true distance from the optimum, and the dual is below it."""
    problem = draw(loss=LOSSES[name], intercept=intercept)
    algorithm = DualDescent(problem, 1e-11)
    optimum = run(algorithm, max_steps=3000).certificate.objective
    state = algorithm.start()
    for _ in range(8):
        state = algorithm.step(state)
        proven = algorithm.certificate(state)
        assert proven.dual <= optimum * (1 + 2e-11)
        assert proven.gap * proven.objective >= proven.objective - optimum - 2e-11 * optimum


@pytest.mark.compiled
@losses
def test_the_proof_in_one_pass_is_the_cores(name: str) -> None:
    """At the optimum the bound that saves a pass gives away next to nothing."""
    problem = draw(loss=LOSSES[name])
    ran = run(DualDescent(problem, 1e-9), max_steps=3000)
    state = ran.state
    exact = certificate(problem, state.w, scores(problem.X, state.w, state.b), problem.y * state.alpha[:, 0])
    np.testing.assert_allclose(ran.certificate.objective, exact.objective, rtol=1e-13)
    assert ran.certificate.dual <= exact.dual + 1e-12 * exact.objective
    np.testing.assert_allclose(ran.certificate.dual, exact.dual, rtol=1e-8)


@pytest.mark.compiled
@losses
@intercepts
def test_disguises_of_one_problem(name: str, intercept: bool) -> None:
    """Costs as repeats, rows in another order, each column twice: the same scores."""
    plain = draw(loss=LOSSES[name], intercept=intercept)
    plain = plain._replace(c=np.round(2 * plain.c))
    w, b = fit(plain)
    z = scores(plain.X, w, b)
    times = plain.c.astype(int)
    repeated = plain._replace(X=plain.X.repeat(times, axis=0), y=plain.y.repeat(times), c=np.ones(times.sum()))
    mixed = np.random.default_rng(1).permutation(len(z))
    permuted = plain._replace(X=plain.X[mixed], y=plain.y[mixed], c=plain.c[mixed])
    stacked = plain._replace(X=np.ascontiguousarray(np.hstack([plain.X, plain.X]) / np.sqrt(2.0)))
    for disguise, shown in ((repeated, plain.X), (permuted, plain.X), (stacked, stacked.X)):
        w, b = fit(disguise)
        np.testing.assert_allclose(scores(shown, w, b), z, rtol=1e-3, atol=1e-4)


def eight(problem: Problem) -> Problem:
    """Eight lanes: other costs, other rows left out, other labels."""
    rng = np.random.default_rng(3)
    c = problem.c[:, None] * np.array([0.1, 0.5, 1.0, 2.0, 1.0, 1.0, 1.0, 0.0])
    c[::3, 4] = 0.0
    y = np.repeat(problem.y[:, None], 8, axis=1)
    y[:, 5] *= np.where(rng.random(len(y)) < 0.1, -1.0, 1.0)
    y[:, 6] *= -1.0
    return problem._replace(y=y, c=c)


@pytest.mark.compiled
@losses
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@intercepts
def test_lanes_are_single_fits(name: str, sparse: bool, intercept: bool) -> None:
    lanes = eight(draw(loss=LOSSES[name], intercept=intercept, sparse=sparse))
    tol = 1e-5 if name == "hinge" else 1e-10
    ran = run(DualDescent(lanes, tol), max_steps=3000)
    assert ran.state.done
    for lane in range(7):
        alone = run(DualDescent(lanes._replace(y=lanes.y[:, lane].copy(), c=lanes.c[:, lane].copy()), tol))
        objective = alone.certificate.objective
        np.testing.assert_allclose(ran.state.objective[lane], objective, rtol=tol)
        # |w - w*|^2 is at most twice the absolute gap
        assert np.linalg.norm(ran.state.w[:, lane] - alone.state.w) <= 2.0 * np.sqrt(2.0 * tol * objective)
    assert not ran.state.w[:, 7].any(), "a lane without costs stays where it is"


@pytest.mark.compiled
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_scales_are_scaled_rows(sparse: bool) -> None:
    plain = draw(50, loss=Logistic())
    rng = np.random.default_rng(5)
    columns, rows = rng.uniform(0.5, 2.0, (5, 8)), rng.uniform(0.5, 2.0, (50, 8))
    columns[2, 3] = 0.0  # lane 3 may not know column 2
    lanes = eight(plain)
    shared = lanes._replace(X=csr(plain.X)) if sparse else lanes
    ran = run(DualDescent(shared, 1e-11, scales=Scales(columns, rows)), max_steps=3000)
    assert ran.state.done
    for lane in range(7):
        X = np.ascontiguousarray(plain.X * columns[:, lane] * rows[:, [lane]])
        w, b = fit(Problem(X, lanes.y[:, lane].copy(), lanes.c[:, lane].copy(), Logistic(), L2(), True), 1e-12)
        np.testing.assert_allclose(ran.state.w[:, lane], w * columns[:, lane], rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(ran.state.lean[lane], b, rtol=1e-3, atol=2e-4)


@pytest.mark.compiled
@pytest.mark.parametrize("lanes", [False, True], ids=["one", "eight"])
def test_stepping_is_running_and_a_state_can_be_resumed(lanes: bool) -> None:
    problem = eight(draw()) if lanes else draw()
    algorithm = DualDescent(problem, 1e-9)
    trace = Trace(gap=True)
    ran = run(algorithm, trace=trace)
    state = algorithm.start()
    state = algorithm.step(algorithm.step(state))
    resumed = run(algorithm, state=copied(state))
    for by_hand, whole in zip(resumed.state, ran.state):
        np.testing.assert_array_equal(by_hand, whole)
    assert len(trace.entries) == ran.steps + 1


def test_a_warm_start_begins_where_the_other_fit_ended() -> None:
    problem = draw()
    algorithm = DualDescent(problem, 1e-10)
    state = run(algorithm).state
    again = run(algorithm, state=algorithm.start(state.w, state.b, state.alpha))
    assert again.steps <= 2
    np.testing.assert_allclose(again.state.w, state.w, rtol=1e-3, atol=1e-4)


@losses
@pytest.mark.parametrize("cost", [1e-6, 1e6])
def test_extreme_costs_and_empty_rows_stay_finite(name: str, cost: float) -> None:
    problem = draw(cost=cost, loss=LOSSES[name])
    problem.X[3] = 0.0
    proven = run(DualDescent(problem, 1e-6), max_steps=300).certificate
    assert np.isfinite(proven).all()
    assert proven.gap >= -1e-12


def test_one_class_alone_has_a_proof_too() -> None:
    problem = draw()._replace(y=np.ones(60))
    ran = run(DualDescent(problem, 1e-3), max_steps=50)
    assert np.isfinite(ran.state.w).all()
    assert ran.certificate.dual <= ran.certificate.objective


def test_the_logistic_alpha_is_the_root() -> None:
    """Bisection agrees over twelve decades of costs; among them cases where plain Newton goes round in circles."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        c, q, m = 10 ** rng.uniform(-6, 6), 10 ** rng.uniform(-3, 3), rng.normal() * 10 ** rng.uniform(-2, 3)
        alpha = c * rng.choice([0.0, 1.0, rng.random(), 1e-9])
        k = m - q * alpha
        t = brentq(lambda t: t + q * c * sigma(t) + k, -k - q * c - 1.0, -k + 1.0, xtol=1e-13, rtol=1e-14)  # noqa: B023
        assert best(Logistic(), m, q, c, alpha) == pytest.approx(c * sigma(t), rel=1e-6, abs=1e-9 * c)
    assert best(Logistic(), 2.9418088, 0.6044770, 52.8821969, 52.8821969) == pytest.approx(45.1070, rel=1e-5)


def sigma(t: float) -> float:
    return float(1.0 / (1.0 + np.exp(-t))) if t > -700 else 0.0


@losses
def test_a_best_alpha_has_no_better_neighbour(name: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        c, q, m = 10 ** rng.uniform(-2, 2), rng.uniform(0.1, 3.0), rng.normal()
        alpha = rng.uniform(0, c)
        new = best(LOSSES[name], m, q, c, alpha)
        m_new = m + q * (new - alpha)
        assert mismatch(LOSSES[name], m_new, c, new) == pytest.approx(0.0, abs=1e-8 * max(1.0, c))
        assert mismatch(LOSSES[name], m, c, alpha) >= -1e-12 * c
