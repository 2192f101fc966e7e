"""The softmax loss against 60 digits, and at the ends of the scale."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from mpmath import mp, mpf

from steelyard.core import losses, softmax
from steelyard.core.losses import Logistic

pytestmark = pytest.mark.algorithms
mp.dps = 60

SCORES = [
    [0.6, 1.1, -1.5, 1.2, 3.2, -1.1],
    [0.0, 0.0, 0.0],
    [37.0, -37.0, 0.0],
    [1e3, 1e3, -1e3],
    [1e20, 0.0, -1e20],
    [-1e20, -1e20],
    [5.0],
]
every_score = pytest.mark.parametrize("scores", SCORES, ids=str)


def exact(scores: list[float]) -> tuple[mpf, list[mpf]]:
    top = max(scores)
    parts = [mpmath.exp(mpf(z) - mpf(top)) if z - top > -1e6 else mpf(0) for z in scores]
    return mpf(top) + mpmath.log(sum(parts)), [part / sum(parts) for part in parts]


@every_score
def test_log_sum_exp_probabilities_value_and_slope(scores: list[float]) -> None:
    z, p = np.array(scores), np.empty(len(scores))
    total, expected = exact(scores)
    assert softmax.log_sum_exp(z) == pytest.approx(float(total), rel=1e-15)
    softmax.probabilities(z, p)
    np.testing.assert_allclose(p, [float(e) for e in expected], rtol=1e-14, atol=1e-320)
    for k in range(len(scores)):
        assert softmax.value(k, z) == pytest.approx(float(total - mpf(scores[k])), rel=1e-14, abs=1e-320)
        slope = np.empty(len(scores))
        softmax.slope(k, z, slope)
        others = [float(e if j != k else -sum(expected[:k] + expected[k + 1 :])) for j, e in enumerate(expected)]
        np.testing.assert_allclose(slope, others, rtol=1e-14, atol=1e-320)


def test_the_course_softmax() -> None:
    """The slide's row of six; its .056 and .099 are wrong (they sum to 1.002)."""
    p = np.empty(6)
    softmax.probabilities(np.array([0.6, 1.1, -1.5, 1.2, 3.2, -1.1]), p)
    np.testing.assert_allclose(p, [0.05483, 0.09039, 0.00671, 0.09990, 0.73815, 0.01002], atol=5e-6)


def test_slopes_by_central_differences() -> None:
    z, h = np.array([0.3, -1.2, 2.0, 0.0]), 1e-6
    for k in range(4):
        slope = np.empty(4)
        softmax.slope(k, z, slope)
        for j, e in enumerate(np.eye(4)):
            quotient = (softmax.value(k, z + h * e) - softmax.value(k, z - h * e)) / (2 * h)
            assert slope[j] == pytest.approx(quotient, abs=1e-9)


def test_two_classes_are_the_logistic_loss() -> None:
    for z in [-50.0, -1.0, 0.0, 0.4, 30.0, 1e20]:
        assert softmax.value(1, np.array([0.0, z])) == pytest.approx(losses.value(Logistic(), 1.0, z), rel=1e-15)
        assert softmax.value(0, np.array([0.0, z])) == pytest.approx(losses.value(Logistic(), -1.0, z), rel=1e-15)


def test_infinite_scores() -> None:
    p, inf = np.empty(3), math.inf
    softmax.probabilities(np.array([0.0, -inf, 0.0]), p)
    assert p.tolist() == [0.5, 0.0, 0.5]
    softmax.probabilities(np.array([0.0, inf, 0.0]), p)
    assert p.tolist() == [0.0, 1.0, 0.0]
    assert softmax.value(1, np.array([0.0, inf])) == 0.0
    assert softmax.value(0, np.array([0.0, inf])) == inf
    assert softmax.value(0, np.array([-inf, 0.0])) == inf


def test_fenchel_young_holds_with_equality_at_the_slope() -> None:
    z, p = np.array([0.3, -1.2, 2.0, 0.0]), np.empty(4)
    softmax.probabilities(z, p)
    for k in range(4):
        u = p - np.eye(4)[k]
        assert softmax.value(k, z) + softmax.conjugate(k, p) == pytest.approx(u @ z, abs=1e-14)


def test_the_conjugate_is_the_maximum_that_defines_it() -> None:
    """No score does better than the one whose softmax is p."""
    rng = np.random.default_rng(0)
    p = rng.dirichlet(np.ones(4))
    u = p - np.eye(4)[2]
    reached = [u @ z - softmax.value(2, z) for z in np.log(p) + rng.normal(size=(2000, 4)) * rng.random((2000, 1))]
    assert max(reached) <= softmax.conjugate(2, p) <= max(reached) + 1e-2
    assert u @ np.log(p) - softmax.value(2, np.log(p)) == pytest.approx(softmax.conjugate(2, p), abs=1e-14)


def test_entropy_of_certainty_and_of_ignorance() -> None:
    assert softmax.entropy(np.array([0.0, 1.0, 0.0])) == 0.0
    assert softmax.entropy(np.full(8, 0.125)) == pytest.approx(math.log(8), rel=1e-15)
