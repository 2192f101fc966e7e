"""S4, the article's margins: the quadratic program, 1 / |w|, scaling, hulls, slack, kernels."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.hulls import Hulls
from steelyard.algorithms.loop import run
from steelyard.algorithms.margin_program import Margin, Meeting, hard_margin, program, solve
from steelyard.core.rows import Array
from steelyard.models import SVC


def clouds(seed: int = 0) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    return np.vstack([rng.normal(size=(15, 2)), rng.normal(size=(15, 2)) + 5.0]), np.repeat([-1.0, 1.0], 15)


def test_the_program_in_its_standard_form() -> None:
    """Section "Márgen y problema de optimización": P, q, G, h, with b unpenalised; its solution is `hard_margin`."""
    X, y = clouds()
    p = program(X, y)
    np.testing.assert_array_equal(p.P, np.diag([0.0, 1.0, 1.0]))
    np.testing.assert_array_equal(p.G, -y[:, None] * np.column_stack([np.ones(30), X]))
    assert (p.q == 0).all() and (p.h == -1).all()
    _, u, _ = solve(p)
    assert (p.G @ u <= p.h + 1e-8).all()
    found = hard_margin(X, y)
    assert isinstance(found, Margin)
    np.testing.assert_allclose(u, [found.b, *found.w], rtol=1e-6)


def test_the_margin_is_one_over_the_length_of_w() -> None:
    """On "r = 1/||w||": the least distance of a row from the plane."""
    X, y = clouds(1)
    found = hard_margin(X, y)
    assert isinstance(found, Margin)
    distances = y * (X @ found.w + found.b) / np.linalg.norm(found.w)
    assert distances.min() == pytest.approx(1 / np.linalg.norm(found.w), rel=1e-8)
    assert min((y * (X @ found.w + found.b))[y > 0].min(), 9) == pytest.approx(1.0)


def test_ten_times_the_rows_are_ten_times_the_margin() -> None:
    """On "por ejemplo 10x_n": the distance changes with the unit; the plane is the same, w a tenth."""
    X, y = clouds(2)
    one, ten = hard_margin(X, y), hard_margin(10 * X, y)
    assert isinstance(one, Margin) and isinstance(ten, Margin)
    np.testing.assert_allclose(10 * ten.w, one.w, rtol=1e-6)
    assert ten.b == pytest.approx(one.b, rel=1e-6)
    assert ten.distance == pytest.approx(10 * one.distance, rel=1e-6)


def test_the_hulls_and_the_segment_between_them() -> None:
    """Section "Interpretación como cáscara convexa": the shortest segment is 2 / |w| long and lies across the plane."""
    X, y = clouds(3)
    found, ran = hard_margin(X, y), run(Hulls(X, y, 1e-10))
    assert isinstance(found, Margin)
    assert ran.state.distance == pytest.approx(2 / np.linalg.norm(found.w), rel=1e-7)
    np.testing.assert_allclose(ran.state.w, found.w, rtol=1e-4)
    way = ran.state.ends[1] - ran.state.ends[0]
    assert abs(way @ found.w) == pytest.approx(np.linalg.norm(way) * np.linalg.norm(found.w), rel=1e-8)


def test_slack_lets_some_rows_in() -> None:
    """Section "Márgen Duro vs Márgen Suave": with rows that no plane separates, and what C costs."""
    X, y = clouds(4)
    X[y > 0] -= 3.8  # until they mix
    assert isinstance(hard_margin(X, y), Meeting)
    widths, slacks = [], []
    for C in (0.01, 1.0, 100.0):
        model = SVC(kernel="linear", C=C, tol=1e-6).fit(X, y)
        z = model.decision_function(X)
        slack = np.maximum(0, 1 - y * z)
        assert (y * z >= 1 - slack - 1e-12).all() and (slack >= 0).all()
        w = model.coef_[0]
        assert model.objective_ == pytest.approx(0.5 * w @ w + C * slack.sum(), rel=1e-6)
        widths.append(1 / np.linalg.norm(w))
        slacks.append(slack.sum())
    assert widths[0] > widths[1] > widths[2] and slacks[0] > slacks[1] >= slacks[2]
    easy, hard = clouds(5), 1e6
    soft = SVC(kernel="linear", C=hard, tol=1e-9).fit(*easy)
    firm = hard_margin(*easy)
    assert isinstance(firm, Margin)
    np.testing.assert_allclose(soft.coef_[0], firm.w, rtol=1e-3)


def test_a_kernel_separates_what_no_line_does() -> None:
    """On "phi(x_i)": a ring around a disc."""
    rng = np.random.default_rng(6)
    angle = rng.uniform(0, 2 * np.pi, 60)
    radius = np.repeat([1.0, 3.0], 30) + 0.2 * rng.normal(size=60)
    X, y = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), np.repeat([-1.0, 1.0], 30)
    assert isinstance(hard_margin(X, y), Meeting)
    assert SVC(kernel="rbf", C=100.0).fit(X, y).score(X, y) == 1.0
    assert SVC(kernel="poly", degree=2, C=100.0).fit(X, y).score(X, y) == 1.0
    assert isinstance(hard_margin(np.column_stack([X, X**2]), y), Margin)
