"""The perceptron against its naive twin, and its theorem."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.loop import run
from steelyard.algorithms.perceptron import Perceptron
from steelyard.core import random
from steelyard.core.rows import squared_norm
from tests.core.problems import draw
from tests.naive import perceptron as naive

pytestmark = pytest.mark.algorithms


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("size", [1, 7, 60])
def test_weights_and_their_mean_are_those_of_the_naive_twin(sparse: bool, size: int) -> None:
    problem = draw(sparse=sparse)
    epochs = 4
    state = run(Perceptron(problem, batch_size=size, averaged=True), max_steps=epochs).state
    orders = [random.order(0, e, 60) if size < 60 else np.arange(60) for e in range(epochs)]
    batches = [order[k : k + size] for order in orders for k in range(0, 60, size)]
    history = naive.history(draw().X, problem.y, problem.c, batches)
    w, b = state.average()
    np.testing.assert_allclose([*state.w, state.b], history[-1], rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose([*w, b], np.mean(history, axis=0), rtol=1e-11, atol=1e-12)
    assert state.iteration == len(batches) == epochs * -(-60 // size)


@pytest.mark.parametrize("size", [1, 10, None])
def test_it_stops_when_nothing_is_misclassified(size: int | None) -> None:
    problem = draw(separable=True)
    ran = run(Perceptron(problem, batch_size=size), max_steps=5000)
    assert ran.state.done
    assert ran.certificate == (0.0, 0.0, 0.0)
    z = problem.X @ ran.state.w + ran.state.b
    assert (problem.y * z > 0)[problem.c > 0].all()
    again = run(Perceptron(problem, batch_size=size), max_steps=ran.steps - 1)
    assert not again.state.done


def test_it_does_not_stop_where_nothing_separates() -> None:
    problem = draw(seed=3)
    ran = run(Perceptron(problem), max_steps=50)
    assert not ran.state.done
    assert ran.certificate.gap == 1.0


def test_at_zero_weights_every_example_is_a_mistake() -> None:
    problem = draw(intercept=False)
    first = run(Perceptron(problem, batch_size=None), max_steps=1).state
    np.testing.assert_allclose(first.w, (problem.c * problem.y) @ problem.X, rtol=1e-13)
    assert first.mistakes == np.count_nonzero(problem.c)
    assert first.b == 0.0


def test_novikoffs_bound_on_the_number_of_mistakes() -> None:
    """At most (R / margin)^2 of them, whatever the order: Novikoff (1962), margin and R with the column of ones."""
    rng = np.random.default_rng(5)
    problem = draw(n=80, separable=True)
    w = rng.normal(size=6)
    w /= np.linalg.norm(w)
    with_one = np.column_stack([problem.X, np.ones(80)])
    z = with_one @ w
    far = np.abs(z) > 0.4
    problem = problem._replace(X=problem.X[far], y=np.sign(z[far]), c=np.ones(far.sum()))
    radius = max(squared_norm(problem.X, i) + 1 for i in range(far.sum()))
    mistakes = 0

    def count(state: object) -> None:
        nonlocal mistakes
        mistakes += state.mistakes  # type: ignore[attr-defined]

    assert run(Perceptron(problem), callback=count, max_steps=10_000).state.done
    assert 0 < mistakes <= radius / np.abs(z[far]).min() ** 2
