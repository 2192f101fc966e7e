"""Generators by name, and what a trace keeps."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.core import random
from steelyard.core.objective import certificate, scores
from steelyard.core.trace import Entry, Trace, linear_entry
from tests.core.problems import draw

pytestmark = pytest.mark.algorithms


def test_a_generator_depends_on_its_seed_and_name_alone() -> None:
    first = random.generator(7, "folds", 3).random(4)
    random.generator(7, "something else").random(100)
    assert random.generator(7, "folds", 3).random(4).tolist() == first.tolist()
    names = [("folds", 3), ("folds", 4), ("folds", "3"), ("folds3",), ("folds",)]
    seeds = [random.generator(seed, *name).random() for seed in (7, 8) for name in names]
    assert len(set(seeds)) == 10


def test_the_numbers_of_a_name_do_not_change_from_release_to_release() -> None:
    assert random.order(0, 0, 6).tolist() == random.order(0, 0, 6).tolist()
    assert sorted(random.order(3, 1, 100)) == list(range(100))
    assert sorted(random.order_in_runs(3, 1, 101)) == list(range(101))
    assert random.order(3, 1, 100).tolist() != random.order(3, 2, 100).tolist()


def test_a_trace_keeps_copies_of_every_kth_weights() -> None:
    trace, w = Trace(keep_every=2), np.zeros(2)
    for t in range(5):
        w += 1.0
        trace.add(Entry(t, t / 2, 10.0 - t, float("nan"), 0.5), w, float(t))
    assert [(t, kept.tolist(), b) for t, kept, b in trace.weights] == [(0, [1, 1], 0), (2, [3, 3], 2), (4, [5, 5], 4)]
    assert trace.column("objective").tolist() == [10, 9, 8, 7, 6]
    assert trace.column("epoch").tolist() == [0, 0.5, 1, 1.5, 2]


def test_an_entry_counts_the_cost_on_the_right_side() -> None:
    problem = draw()
    w = np.linspace(-1, 1, 5)
    z = problem.X @ w + 0.1
    entry = linear_entry(problem, w, 0.1, 3, 1.5, gap=True)
    right = np.where(z > 0, 1.0, -1.0) == problem.y
    assert entry.accuracy == pytest.approx(problem.c[right].sum() / problem.c.sum(), rel=1e-15)
    assert entry.gap == certificate(problem, w, scores(problem.X, w, 0.1)).gap
    assert np.isnan(linear_entry(problem, w, 0.1, 3, 1.5, gap=False).gap)
    nothing = linear_entry(problem, 0 * w, 0.0, 0, 0.0, gap=False)  # a score of 0 is the first class
    assert nothing.accuracy == pytest.approx(problem.c[problem.y < 0].sum() / problem.c.sum(), rel=1e-15)
