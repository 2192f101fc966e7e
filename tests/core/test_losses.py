"""Every loss against its definition in 60 digits, central differences, and the definition of the conjugate."""

from __future__ import annotations

import math
from collections.abc import Callable

import mpmath
import numpy as np
import pytest
from mpmath import mp, mpf

from steelyard._jit import jit
from steelyard.core import losses
from steelyard.core.losses import Hinge, Logistic, Loss, PerceptronLoss, Squared, SquaredHinge

pytestmark = pytest.mark.algorithms
mp.dps = 60

# By type: two NamedTuples without fields are equal, whatever their types.
DEFINITION: dict[type, Callable[[mpf, mpf], mpf]] = {
    Logistic: lambda y, z: mpmath.log1p(mpmath.exp(-y * z)) if -y * z < 1000 else -y * z,
    Hinge: lambda y, z: max(mpf(0), 1 - y * z),
    SquaredHinge: lambda y, z: max(mpf(0), 1 - y * z) ** 2,
    Squared: lambda y, z: (z - y) ** 2 / 2,
    PerceptronLoss: lambda y, z: max(mpf(0), -y * z),
}
KINK: dict[type, float] = {Hinge: 1.0, SquaredHinge: 1.0, PerceptronLoss: 0.0}
EXTREMES = [0.0, 1e-20, 0.3, 1.0, 2.5, 37.0, 700.0, 1e3, 1e20]

every_loss = pytest.mark.parametrize("loss", [kind() for kind in DEFINITION], ids=lambda loss: type(loss).__name__)


@jit
def _all(loss: Loss, y: float, z: float) -> tuple[float, float, float]:
    """The compiled bodies; the plain ones are what `losses.value` runs outside of compiled code."""
    return losses.value(loss, y, z), losses.slope(loss, y, z), losses.curvature(loss, y, z)


def known_slope(loss: Loss, y: float, z: float) -> mpf:
    """dl/dz by its formula, exact where central differences are not."""
    m = mpf(y) * mpf(z)
    if isinstance(loss, Logistic):
        return -y / (1 + mpmath.exp(m)) if m < 1e5 else mpf(0)
    if isinstance(loss, Squared):
        return mpf(z) - y
    short = 2 * max(mpf(0), 1 - m) if isinstance(loss, SquaredHinge) else mpf(1 if m <= KINK[type(loss)] else 0)
    return -y * short


@every_loss
@pytest.mark.parametrize("z", EXTREMES + [-z for z in EXTREMES])
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_values_and_slopes_to_rounding(loss: Loss, y: float, z: float) -> None:
    value, slope, curvature = _all(loss, y, z)
    assert value == pytest.approx(float(DEFINITION[type(loss)](mpf(y), mpf(z))), rel=4e-16, abs=1e-320)
    assert slope == pytest.approx(float(known_slope(loss, y, z)), rel=4e-16, abs=1e-320)
    assert 0.0 <= curvature <= 2.0
    assert (value, slope, curvature) == pytest.approx(
        (losses.value(loss, y, z), losses.slope(loss, y, z), losses.curvature(loss, y, z)), rel=4e-16
    )


@pytest.mark.parametrize("z", EXTREMES + [-z for z in EXTREMES])
def test_the_logistic_curvature_is_sigma_times_its_complement(z: float) -> None:
    e = mpmath.exp(-mpf(abs(z))) if abs(z) < 5000 else mpf(0)
    assert losses.curvature(Logistic(), 1.0, z) == pytest.approx(float(e / (1 + e) ** 2), rel=1e-15, abs=1e-320)


@every_loss
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_slopes_and_curvatures_by_central_differences(loss: Loss, y: float) -> None:
    """In 60 digits, so that the difference quotient itself is exact to h^2."""
    h = mpf(10) ** -12
    for z in [-30.0, -3.0, -0.7, 0.2, 0.9, 1.1, 4.0, 30.0]:
        f = DEFINITION[type(loss)]
        quotient = (f(mpf(y), mpf(z) + h) - f(mpf(y), mpf(z) - h)) / (2 * h)
        second = (f(mpf(y), mpf(z) + h) - 2 * f(mpf(y), mpf(z)) + f(mpf(y), mpf(z) - h)) / h**2
        assert losses.slope(loss, y, z) == pytest.approx(float(quotient), rel=1e-12, abs=1e-20)
        assert losses.curvature(loss, y, z) == pytest.approx(float(second), rel=1e-12, abs=1e-20)


@pytest.mark.parametrize("loss", [kind() for kind in KINK], ids=lambda loss: type(loss).__name__)
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_at_a_kink_the_slope_is_that_of_the_wrong_side(loss: Loss, y: float) -> None:
    at, below = KINK[type(loss)] * y, (KINK[type(loss)] - 1e-9) * y
    assert losses.slope(loss, y, at) == pytest.approx(losses.slope(loss, y, below), abs=1e-8)
    assert losses.curvature(loss, y, at) == losses.curvature(loss, y, below)


@every_loss
@pytest.mark.parametrize("z", [math.inf, -math.inf])
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_infinite_scores_are_never_nan(loss: Loss, y: float, z: float) -> None:
    value, slope, curvature = _all(loss, y, z)
    right_side = y * z > 0 and not isinstance(loss, Squared)
    assert value == (0.0 if right_side else math.inf)
    assert slope == 0.0 if right_side else abs(slope) >= 1.0
    assert not math.isnan(curvature)


def largest(f: Callable[[mpf], mpf], low: float, high: float) -> mpf:
    """The maximum of a concave function: golden thirds."""
    a, b = mpf(low), mpf(high)
    for _ in range(220):
        c, d = a + (b - a) / 3, b - (b - a) / 3
        a, b = (c, b) if f(c) < f(d) else (a, d)
    return f((a + b) / 2)


@every_loss
@pytest.mark.parametrize("y", [-1.0, 1.0])
@pytest.mark.parametrize("a", [1e-12, 0.1, 0.5, 0.75, 1 - 1e-9])
def test_the_conjugate_is_the_maximum_that_defines_it(loss: Loss, y: float, a: float) -> None:
    u = -y * a
    expected = largest(lambda z: mpf(u) * z - DEFINITION[type(loss)](mpf(y), z), -60, 60)
    assert losses.conjugate(loss, y, u) == pytest.approx(float(expected), rel=1e-11, abs=1e-13)


@every_loss
def test_fenchel_young_holds_with_equality_at_the_slope(loss: Loss) -> None:
    for y in (-1.0, 1.0):
        for z in np.linspace(-5, 5, 41):
            u = losses.slope(loss, y, z)
            assert losses.value(loss, y, z) + losses.conjugate(loss, y, u) == pytest.approx(u * z, abs=1e-13)


@every_loss
def test_outside_of_its_domain_a_conjugate_is_infinite(loss: Loss) -> None:
    if isinstance(loss, Squared):
        assert math.isfinite(losses.conjugate(loss, 1.0, 3.0))
        return
    assert losses.conjugate(loss, 1.0, 1e-9) == math.inf
    beyond = losses.conjugate(loss, 1.0, -1.0 - 1e-9)
    assert math.isfinite(beyond) if isinstance(loss, SquaredHinge) else beyond == math.inf


@every_loss
def test_the_ends_of_the_domain(loss: Loss) -> None:
    ends = {Logistic: (0.0, 0.0), Hinge: (0.0, -1.0), SquaredHinge: (0.0, -0.75), PerceptronLoss: (0.0, 0.0)}
    if type(loss) in ends:
        for y in (-1.0, 1.0):
            assert (losses.conjugate(loss, y, -0.0 * y), losses.conjugate(loss, y, -y)) == ends[type(loss)]


def test_the_course_losses() -> None:
    """Slides: z = 0.805 costs 0.37 if the review is positive, 1.17 if negative; 602 reviews at zero weights 417.27."""
    assert losses.value(Logistic(), 1.0, 0.805) == pytest.approx(0.37, abs=0.005)
    assert losses.value(Logistic(), -1.0, 0.805) == pytest.approx(1.17, abs=0.005)
    assert losses.value(Logistic(), 1.0, 0.8112) == pytest.approx(0.3676, abs=5e-5)
    assert losses.value(Logistic(), -1.0, 0.8112) == pytest.approx(1.1789, abs=1e-4)
    assert 602 * losses.value(Logistic(), 1.0, 0.0) == pytest.approx(417.274603, abs=1e-6)
