"""The shortest segment between two hulls, against the quadratic program and against SciPy's hull."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from steelyard.algorithms.hulls import Hulls, polygon
from steelyard.algorithms.loop import run
from steelyard.algorithms.margin_program import Margin, Meeting, hard_margin
from steelyard.core.rows import Array

pytestmark = pytest.mark.algorithms


def two_clouds(seed: int, apart: float = 5.0, d: int = 2, n: int = 20) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    X = np.vstack([rng.normal(size=(n, d)), rng.normal(size=(n, d)) + apart])
    return X, np.repeat([-1.0, 1.0], n)


@pytest.mark.parametrize("d", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_the_segment_is_the_one_of_the_margin_program(seed: int, d: int) -> None:
    X, y = two_clouds(seed, d=d)
    ran, program = run(Hulls(X, y, tol=1e-9)), hard_margin(X, y)
    assert isinstance(program, Margin) and ran.certificate.gap <= 1e-9
    assert ran.state.distance == pytest.approx(program.distance, rel=1e-8)
    assert ran.state.distance == pytest.approx(2 / np.linalg.norm(program.w), rel=1e-8)
    np.testing.assert_allclose(ran.state.w, program.w, rtol=1e-4)
    assert ran.state.b == pytest.approx(program.b, rel=1e-4, abs=1e-4)
    np.testing.assert_allclose(ran.state.ends, program.nearest, atol=1e-4)


def test_shares_are_a_mean_of_either_class_and_the_bounds_enclose_the_distance() -> None:
    X, y = two_clouds(3)
    truth = 0.5 * run(Hulls(X, y, tol=1e-12)).state.distance ** 2
    algorithm = Hulls(X, y)
    state = algorithm.start()
    for _ in range(30):
        state = algorithm.step(state)
        known = algorithm.certificate(state)
        assert known.dual - 1e-9 <= truth <= known.objective + 1e-9
        assert (state.a >= 0).all()
        assert state.a[y > 0].sum() == pytest.approx(1) and state.a[y < 0].sum() == pytest.approx(1)


def test_hulls_that_share_a_point_end_without_a_proof() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([1.0, 1.0, -1.0, -1.0])
    ran = run(Hulls(X, y), max_steps=1000)
    assert ran.state.done and ran.state.distance < 1e-8 and isinstance(hard_margin(X, y), Meeting)


def test_the_ends_have_the_scores_minus_one_and_one() -> None:
    X, y = two_clouds(4)
    state = run(Hulls(X, y)).state
    np.testing.assert_allclose(state.ends @ state.w + state.b, [-1, 1], rtol=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_the_corners_are_those_of_scipy(seed: int) -> None:
    points = np.random.default_rng(seed).integers(0, 9, size=(40, 2)).astype(float)  # with repeats and lines
    found = points[polygon(points)]
    expected = points[ConvexHull(points).vertices]
    assert sorted(map(tuple, found)) == sorted(map(tuple, expected))
    ahead = np.roll(found, -1, axis=0)
    area = 0.5 * (found[:, 0] * ahead[:, 1] - found[:, 1] * ahead[:, 0]).sum()
    assert area == pytest.approx(ConvexHull(points).volume)  # against the clock: positive


def test_a_point_and_a_line_are_hulls_too() -> None:
    assert polygon(np.array([[1.0, 1.0], [1.0, 1.0]])).tolist() == [0]
    assert sorted(polygon(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])).tolist()) == [0, 2]
