"""The laws of the one loop, for every iterative algorithm: of two classes, of many, in lanes, with kernels."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

import numpy as np
import pytest

from steelyard import algorithms as room
from steelyard.algorithms.coordinate_descent import CoordinateDescent
from steelyard.algorithms.coordinate_softmax import CoordinateSoftmax
from steelyard.algorithms.dual_descent import DualDescent
from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.hinge_interior import HingeInterior
from steelyard.algorithms.hulls import Hulls
from steelyard.algorithms.kernel_dual import KernelDual
from steelyard.algorithms.kernel_perceptron import KernelPerceptron
from steelyard.algorithms.loop import Algorithm, copied, run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.newton_softmax import NewtonSoftmax
from steelyard.algorithms.perceptron import Perceptron
from steelyard.algorithms.reweighted import Reweighted
from steelyard.algorithms.softmax import Softmax
from steelyard.algorithms.stochastic_descent import StochasticDescent
from steelyard.algorithms.unpenalised import Unpenalised, UnpenalisedSoftmax
from steelyard.core.columns import columns_of
from steelyard.core.losses import Hinge, SquaredHinge
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.penalties import L1, ElasticNet, NoPenalty
from steelyard.core.trace import Trace
from tests.core.problems import draw

pytestmark = pytest.mark.algorithms
TWO = draw(n=40, d=4)
SPARSE = draw(n=40, d=4, loss=SquaredHinge(), sparse=True)
LANES = draw(n=40, d=4)._replace(y=np.tile(TWO.y[:, None], 8), c=TWO.c[:, None] * np.linspace(0.0, 2.0, 8))
MANY = MulticlassProblem(TWO.X, np.arange(40) % 3, TWO.c, 3, True)
PAIR = MANY._replace(k=(TWO.y > 0).astype(np.int64), classes=2)
K = TWO.X @ TWO.X.T
ALGORITHMS: list[Any] = [
    GradientDescent(TWO, Steps(0.02), tol=1e-9),
    GradientDescent(TWO, Steps(0.05, decay=0.01), batch_size=7),
    GradientDescent(TWO, Steps(1.0, backtracking=True), batch_size=16, changes_per_step=1),
    StochasticDescent(TWO, Steps(0.05, decay=0.01), onset=1),
    StochasticDescent(TWO._replace(penalty=L1()), Steps(0.05)),
    Perceptron(TWO, batch_size=3, averaged=True),
    Newton(TWO, tol=1e-14),
    Reweighted(TWO, tol=1e-14),
    NewtonSoftmax(PAIR, tol=1e-14),
    DualDescent(SPARSE, 1e-13),
    DualDescent(LANES, 1e-13),
    HingeInterior(TWO._replace(loss=Hinge()), 1e-13),
    Unpenalised(TWO._replace(penalty=NoPenalty()), 1e-14),
    UnpenalisedSoftmax(MANY, 1e-14),
    Softmax(MANY, 1e-13),
    CoordinateDescent(TWO._replace(penalty=L1()), columns_of(TWO.X), 1e-13),
    CoordinateSoftmax(MANY, ElasticNet(0.3), columns_of(TWO.X), 1e-13),
    KernelDual(lambda W: K[W], TWO.y, TWO.c, 1e-12, exchanges=3),
    KernelPerceptron(K, TWO.y, TWO.c),
    Hulls(TWO.X, TWO.y, 1e-9),
]
every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda a: type(a).__name__)


def bits(state: Any) -> list[bytes]:
    parts = (bits(part) if isinstance(part, tuple) else [np.asarray(part).tobytes()] for part in state)
    return [each for part in parts for each in part]


def test_every_algorithm_is_here() -> None:
    """Each class of the room that takes steps."""
    modules = (importlib.import_module(each.name) for each in pkgutil.iter_modules(room.__path__, f"{room.__name__}."))
    steppers = {
        kind
        for module in modules
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__ and hasattr(kind, "step")
    }
    assert {type(algorithm) for algorithm in ALGORITHMS} == steppers - {Algorithm}


@pytest.mark.compiled
@every_algorithm
def test_no_step_proves_too_much(algorithm: Any) -> None:
    """The gap is at least the true distance from the optimum, and no dual value lies above it, but for rounding."""
    if isinstance(algorithm, Perceptron | KernelPerceptron):
        pytest.skip("it proves mistakes, not distances")
    lowest = np.asarray(run(algorithm, max_steps=400).certificate.objective)
    rounding = 1e-12 * np.abs(lowest)
    state = algorithm.start()
    for _ in range(8):
        objective, dual, gap = (np.asarray(each) for each in algorithm.certificate(state))
        assert (dual <= lowest + rounding).all()
        assert (objective - lowest <= gap * objective + rounding).all()
        if state.done:
            break
        state = algorithm.step(state)


@every_algorithm
def test_stepping_by_hand_is_running(algorithm: Any) -> None:
    state = algorithm.start()
    for _ in range(6):
        if not state.done:
            state = algorithm.step(state)
    ran = run(algorithm, max_steps=6)
    assert bits(ran.state) == bits(state)
    assert bits(ran.certificate) == bits(algorithm.certificate(state))


@every_algorithm
def test_a_run_goes_on_from_a_state_and_leaves_it_as_it_was(algorithm: Any) -> None:
    half = run(algorithm, max_steps=2).state
    before = bits(copied(half))
    assert bits(run(algorithm, state=half, max_steps=3).state) == bits(run(algorithm, max_steps=5).state)
    assert bits(half) == before


@pytest.mark.compiled
@every_algorithm
def test_a_state_that_need_not_be_kept_is_not_copied(algorithm: Any) -> None:
    half = run(algorithm, max_steps=2).state
    assert run(algorithm, state=half, max_steps=0, keep=False).state is half
    assert run(algorithm, state=half, max_steps=0).state is not half
    kept = run(algorithm, state=half, max_steps=3).state
    assert bits(run(algorithm, state=half, max_steps=3, keep=False).state) == bits(kept)


@every_algorithm
def test_a_trace_changes_nothing_and_shows_the_certificate(algorithm: Any) -> None:
    trace = Trace(gap=True, keep_every=2)
    traced = run(algorithm, max_steps=5, trace=trace)
    assert bits(traced.state) == bits(run(algorithm, max_steps=5).state)
    assert len(trace.entries) == traced.steps + 1
    np.testing.assert_allclose(trace.entries[-1].gap, traced.certificate.gap, rtol=1e-9, atol=1e-14)
    if not isinstance(algorithm, Perceptron | KernelPerceptron):  # these prove mistakes, and show their loss
        np.testing.assert_allclose(trace.entries[-1].objective, traced.certificate.objective, rtol=1e-9)
    assert [iteration for iteration, _, _ in trace.weights] == [e.iteration for e in trace.entries[::2]]
    assert np.array_equal(trace.weights[0][1], algorithm.start().w)


@every_algorithm
def test_a_callback_can_stop(algorithm: Any) -> None:
    seen: list[int] = []

    def stop(state: Any) -> bool:
        seen.append(state.iteration)
        return len(seen) == 2

    stopped = run(algorithm, callback=stop)
    assert stopped.steps == len(seen) == 2
    assert not stopped.state.done
    assert bits(stopped.state) == bits(run(algorithm, max_steps=2).state)


@pytest.mark.parametrize("backtracking", [False, True])
def test_change_by_change_is_epoch_by_epoch(backtracking: bool) -> None:
    steps = Steps(0.05, backtracking=backtracking)
    for kind in (
        lambda k: GradientDescent(TWO, steps, batch_size=7, tol=0.0, changes_per_step=k),
        lambda k: Perceptron(TWO, batch_size=7, averaged=True, changes_per_step=k),
    ):
        whole: Any = run(kind(None), max_steps=3).state
        single: Any = run(kind(1), max_steps=18).state  # ceil(40 / 7) = 6 changes an epoch
        assert bits(whole) == bits(single)
        assert (whole.iteration, whole.epoch) == (18, 3.0)
