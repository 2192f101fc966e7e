"""The laws of the one loop, for every iterative algorithm of two classes and of many."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import copied, run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.newton_softmax import NewtonSoftmax
from steelyard.algorithms.perceptron import Perceptron
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.trace import Trace
from tests.core.problems import draw

pytestmark = pytest.mark.algorithms
TWO = draw(n=40, d=4)
ALGORITHMS: list[Any] = [
    GradientDescent(TWO, Steps(0.02), tol=1e-9),
    GradientDescent(TWO, Steps(0.05, decay=0.01), batch_size=7),
    GradientDescent(TWO, Steps(1.0, backtracking=True), batch_size=16, changes_per_step=1),
    Perceptron(TWO, batch_size=3, averaged=True),
    Newton(TWO, tol=1e-14),
    NewtonSoftmax(MulticlassProblem(TWO.X, (TWO.y > 0).astype(np.int64), TWO.c, 2, True), tol=1e-14),
]
every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda a: type(a).__name__)


def bits(state: Any) -> list[bytes]:
    return [np.asarray(part).tobytes() for part in state]


@every_algorithm
def test_stepping_by_hand_is_running(algorithm: Any) -> None:
    state = algorithm.start()
    for _ in range(6):
        if not state.done:
            state = algorithm.step(state)
    ran = run(algorithm, max_steps=6)
    assert bits(ran.state) == bits(state)
    assert ran.certificate == algorithm.certificate(state)


@every_algorithm
def test_a_run_goes_on_from_a_state_and_leaves_it_as_it_was(algorithm: Any) -> None:
    half = run(algorithm, max_steps=2).state
    before = bits(copied(half))
    assert bits(run(algorithm, state=half, max_steps=3).state) == bits(run(algorithm, max_steps=5).state)
    assert bits(half) == before


@every_algorithm
def test_a_trace_changes_nothing_and_shows_the_certificate(algorithm: Any) -> None:
    trace = Trace(gap=True, keep_every=2)
    traced = run(algorithm, max_steps=5, trace=trace)
    assert bits(traced.state) == bits(run(algorithm, max_steps=5).state)
    assert len(trace.entries) == traced.steps + 1
    assert trace.entries[-1].gap == pytest.approx(traced.certificate.gap, rel=1e-9, abs=1e-14)
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
