"""The hard margin: known planes, hulls, proofs of both answers, and the course's mistake."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.svm import SVC

from steelyard.algorithms.margin_program import Margin, Meeting, Program, hard_margin, program, solve
from steelyard.errors import MarginError

clarabel = pytest.importorskip("clarabel")
pytestmark = pytest.mark.algorithms


def separable(seed: int, n: int = 40, d: int = 2) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    return rng.normal(size=(n, d)) + np.outer(y, np.full(d, 3.0)) + 5.0, y


def test_the_standard_form_of_the_course_without_its_mistake() -> None:
    X, y = separable(0)
    p = program(X, y)
    np.testing.assert_array_equal(p.P, np.diag([0.0, 1.0, 1.0]))  # over (b, w1, w2)
    np.testing.assert_allclose(p.G @ [2.0, 3.0, 4.0], -y * (X @ [3.0, 4.0] + 2.0), rtol=1e-14)
    np.testing.assert_array_equal(p.h, -np.ones(len(y)))
    p = program(np.array([[3.0, 3.0], [1.0, 2.0]]), np.array([1.0, -1.0]))  # two points, sqrt(5) apart
    _, right, _ = solve(p)
    _, wrong, _ = solve(Program(np.eye(3), p.q, p.G, p.h))  # b penalised too
    assert 1.0 / np.linalg.norm(right[1:]) == pytest.approx(np.sqrt(5) / 2)
    assert 1.0 / np.linalg.norm(wrong[1:]) < 0.99 * np.sqrt(5) / 2


@pytest.mark.parametrize("shift", [0.0, 1e3])
@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e4])
def test_a_plane_that_is_known(shift: float, scale: float) -> None:
    # the squares [-2, -1] x [-1, 1] and [1, 2] x [-1, 1]: distance 2, w = (1, 0), b = 0
    square = np.array([[1.0, -1.0], [2.0, -1.0], [1.0, 1.0], [2.0, 1.0]])
    X = np.vstack([square, square * [-1, 1]]) * scale + shift
    found = hard_margin(X, np.repeat([1.0, -1.0], 4))
    assert isinstance(found, Margin)
    np.testing.assert_allclose(found.w * scale, [1.0, 0.0], atol=1e-7)
    assert found.b == pytest.approx(-shift / scale, rel=1e-6, abs=1e-7)
    assert found.distance == pytest.approx(2.0 * scale, rel=1e-7)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("d", [2, 10])
def test_distance_of_the_hulls_is_two_over_the_norm(seed: int, d: int) -> None:
    X, y = separable(seed, d=d)
    found = hard_margin(X, y)
    assert isinstance(found, Margin)
    z = y * (X @ found.w + found.b)
    assert z.min() == pytest.approx(1.0, abs=1e-12)
    assert found.distance == pytest.approx(2.0 / np.linalg.norm(found.w), rel=1e-7)
    assert -1e-14 <= found.certificate.gap <= 1e-7
    np.testing.assert_allclose(X.T @ found.pulls, found.w, rtol=1e-5, atol=1e-7)
    assert found.pulls.sum() == pytest.approx(0.0, abs=1e-12)
    peer = SVC(kernel="linear", C=1e8, tol=1e-8).fit(X, y)
    np.testing.assert_allclose(found.w, peer.coef_[0], rtol=1e-4, atol=1e-6)
    # no other plane does better: the margins of random ones
    rng = np.random.default_rng(seed)
    others = rng.normal(size=(200, d)) + found.w / np.linalg.norm(found.w)
    others /= np.linalg.norm(others, axis=1, keepdims=True)
    gaps = (X[y > 0] @ others.T).min(axis=0) - (X[y < 0] @ others.T).max(axis=0)
    assert gaps.max() <= found.distance * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_a_common_point_proves_that_no_plane_separates(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(30, 3)) * 10 + 100, np.where(np.arange(30) % 2 == 0, 1.0, -1.0)
    found = hard_margin(X, y)
    assert isinstance(found, Meeting)
    assert (found.shares >= 0).all()
    for side, point in zip((y < 0, y > 0), found.points, strict=True):
        assert found.shares[side].sum() == pytest.approx(1.0)
        np.testing.assert_allclose(found.shares[side] @ X[side], point)
    np.testing.assert_allclose(found.points[0], found.points[1], rtol=1e-7)


def test_exclusive_or_meets_in_the_middle() -> None:
    found = hard_margin(np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([1.0, 1.0, -1.0, -1.0]))
    assert isinstance(found, Meeting)
    np.testing.assert_allclose(found.points, 0.5, atol=1e-8)
    np.testing.assert_allclose(found.shares, 0.5, atol=1e-6)


@pytest.mark.parametrize("apart", [1e-3, 1e-6, 1e-9, 1e-11, 1e-13])
def test_hulls_that_nearly_touch_are_never_said_to_meet(apart: float) -> None:
    try:
        found = hard_margin(np.array([[0.0], [1.0], [1.0 + apart], [2.0]]), np.array([-1.0, -1.0, 1.0, 1.0]))
    except MarginError:
        assert apart < 1e-4  # refused: nothing could be proven
    else:
        assert isinstance(found, Margin) or apart < 1e-12
        assert isinstance(found, Meeting) or found.distance == pytest.approx(apart, rel=1e-3)


def test_hulls_that_touch_meet() -> None:
    found = hard_margin(np.array([[0.0], [1.0], [1.0], [2.0]]), np.array([-1.0, -1.0, 1.0, 1.0]))
    assert isinstance(found, Meeting)
    np.testing.assert_allclose(found.points, 1.0, atol=1e-7)


@pytest.mark.parametrize("columns", list(combinations(range(4), 2)))
def test_iris_as_the_course_has_it(columns: tuple[int, int]) -> None:
    X, k = load_iris(return_X_y=True)
    X = X[:, columns]
    easy, hard = (hard_margin(X[k != out], np.where(k[k != out] == 1, 1.0, -1.0)) for out in (2, 0))
    assert isinstance(easy, Margin)  # setosa and versicolor, in every pair of columns
    assert isinstance(hard, Meeting)  # versicolor and virginica, in none
