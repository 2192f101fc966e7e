"""The kernel dual: naive twin, the optimum from both sides, stepping = running, blocks = whole; kernel perceptron."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse
from sklearn.metrics import pairwise

from steelyard._jit import ENABLED
from steelyard.algorithms import kernel_dual
from steelyard.algorithms.kernel_dual import KernelDual
from steelyard.algorithms.kernel_perceptron import KernelPerceptron
from steelyard.algorithms.kernels import Kernel, kernel_matrix
from steelyard.algorithms.loop import run
from steelyard.core.losses import Hinge
from steelyard.core.objective import Problem, certificate, scores
from steelyard.core.penalties import L2
from steelyard.core.trace import Trace
from tests.naive.kernel_dual import dual_by_projected_gradients

pytestmark = pytest.mark.algorithms

N = 60 if ENABLED else 25


def problem(seed: int = 0, n: int = N, kernel: Kernel = Kernel("rbf", 0.5)) -> tuple[Any, Any, Any, Any]:  # noqa: B008
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    y = np.where(X[:, 0] + X[:, 1] ** 2 + 0.5 * rng.normal(size=n) > 0.5, 1.0, -1.0)
    return X, kernel_matrix(kernel, X, X), y, rng.choice([0.5, 1.0, 4.0], size=n)


def dual(K: Any, y: Any, c: Any, **settings: Any) -> KernelDual:
    return KernelDual(lambda W: K[W], y, c, **settings)


@pytest.mark.parametrize("seed", range(3))
def test_equals_the_naive_twin(seed: int) -> None:
    _, K, y, c = problem(seed, n=25)
    found = run(dual(K, y, c, tol=1e-9))
    s = dual_by_projected_gradients(K, y, c)
    np.testing.assert_allclose(K @ found.state.s, K @ s, atol=2e-5)
    assert found.certificate.dual == pytest.approx(y @ s - 0.5 * s @ K @ s, rel=1e-7)
    assert found.state.s.sum() == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("steps", [0, 1, 7, 30])
def test_the_certificate_never_claims_too_much(steps: int) -> None:
    _, K, y, c = problem(1)
    best = run(dual(K, y, c, tol=1e-10)).certificate
    rough = run(dual(K, y, c, most=max(steps, 1)), max_steps=min(steps, 1)).certificate
    assert rough.dual <= best.objective * (1 + 1e-12)
    assert (rough.objective - best.dual) / rough.objective <= rough.gap + 1e-9
    assert best.gap <= 1e-10


def test_is_the_certificate_of_the_core_for_a_linear_kernel() -> None:
    X, K, y, c = problem(2, kernel=Kernel("linear"))
    state, known, _ = run(dual(K, y, c, tol=1e-6))
    w = X.T @ state.s
    core = certificate(Problem(X, y, c, Hinge(), L2(), True), w, scores(X, w, state.b), state.s)
    assert known.objective == pytest.approx(core.objective, rel=1e-10)
    assert known.gap == pytest.approx(core.gap, abs=1e-9)


def test_small_blocks_find_the_same_optimum() -> None:
    _, K, y, c = problem(3)
    whole, blocks = run(dual(K, y, c, tol=1e-8)), run(dual(K, y, c, tol=1e-8, block=8))
    assert blocks.certificate.gap <= 1e-8
    np.testing.assert_allclose(K @ blocks.state.s, K @ whole.state.s, atol=1e-3)


def test_stepping_by_hand_is_running_and_the_trace_falls() -> None:
    _, K, y, c = problem(4)
    algorithm, trace = dual(K, y, c, tol=1e-8, block=10), Trace(gap=True)
    found = run(algorithm, trace=trace)
    state = algorithm.start()
    while not state.done:
        state = algorithm.step(state)
    np.testing.assert_array_equal(state.s, found.state.s)
    assert trace.column("gap")[-1] == found.certificate.gap <= 1e-8
    assert trace.column("accuracy")[-1] > 0.8


def test_one_exchange_a_step_finds_the_same_optimum() -> None:
    _, K, y, c = problem(4)
    trace = Trace(gap=True)
    slow, whole = run(dual(K, y, c, tol=1e-6, exchanges=1), trace=trace), run(dual(K, y, c, tol=1e-6))
    assert set(np.diff(trace.column("iteration"))) <= {0.0, 1.0}
    assert slow.certificate.gap <= 1e-6
    assert slow.certificate.objective == pytest.approx(whole.certificate.objective, rel=1e-6)


def test_the_best_intercept_is_best() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        n = int(rng.integers(2, 12))
        y, c, F = rng.choice([-1.0, 1.0], size=n), rng.choice([0.5, 1.0, 2.0], size=n), rng.normal(size=n).round(1)
        b = kernel_dual.best_intercept(y, c, F)
        loss = [c @ np.maximum(y * (F - each), 0.0) for each in (b, *F)]
        assert loss[0] <= min(loss) + 1e-12


@pytest.mark.parametrize("name", ["linear", "poly", "rbf", "sigmoid"])
def test_kernels_equal_scikit_learn(name: str) -> None:
    rng = np.random.default_rng(6)
    X, Y = rng.normal(size=(7, 4)), rng.normal(size=(5, 4))
    peers = {
        "linear": pairwise.linear_kernel(X, Y),
        "poly": pairwise.polynomial_kernel(X, Y, degree=2, gamma=0.3, coef0=0.7),
        "rbf": pairwise.rbf_kernel(X, Y, gamma=0.3),
        "sigmoid": pairwise.sigmoid_kernel(X, Y, gamma=0.3, coef0=0.7),
    }
    kernel = Kernel(name, 0.3, 2.0, 0.7)
    for make in (np.asarray, scipy.sparse.csr_array):
        np.testing.assert_allclose(kernel_matrix(kernel, make(X), Y), peers[name], atol=1e-13)


def test_the_kernel_perceptron_separates_exclusive_or() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([1.0, 1.0, -1.0, -1.0])
    K = kernel_matrix(Kernel("poly", 1.0, 2.0, 1.0), X, X)
    found = run(KernelPerceptron(K, y, np.ones(4)), max_steps=200)
    assert found.state.done and found.certificate.gap == 0.0
    assert (y * (K @ found.state.s + found.state.b) > 0).all()
    np.testing.assert_allclose(found.state.g, K @ found.state.s, atol=1e-12)


def test_the_kernel_perceptron_with_a_linear_kernel_is_the_perceptron() -> None:
    from steelyard.algorithms.perceptron import Perceptron
    from steelyard.core.losses import PerceptronLoss
    from steelyard.core.penalties import NoPenalty

    X, _, y, c = problem(7)
    plain = run(Perceptron(Problem(X, y, c, PerceptronLoss(), NoPenalty(), True), seed=3), max_steps=3).state
    kernel = run(KernelPerceptron(X @ X.T, y, c, seed=3), max_steps=3).state
    np.testing.assert_allclose(X.T @ kernel.s, plain.w, atol=1e-9)
    assert kernel.b == pytest.approx(plain.b)
