"""Penalties against their definitions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest

from steelyard.core import penalties
from steelyard.core.penalties import L1, L2, ElasticNet, NoPenalty, Penalty

pytestmark = pytest.mark.algorithms

Definition: TypeAlias = Callable[[Any], Any]

CASES: list[tuple[Penalty, Definition]] = [
    (NoPenalty(), lambda w: 0.0 * w),
    (L2(), lambda w: 0.5 * w**2),
    (L1(), lambda w: np.abs(w)),
    (ElasticNet(0.3), lambda w: 0.3 * np.abs(w) + 0.35 * w**2),
    (ElasticNet(1.0), lambda w: np.abs(w)),
    (ElasticNet(0.0), lambda w: 0.5 * w**2),
]
every_penalty = pytest.mark.parametrize(("penalty", "definition"), CASES, ids=lambda case: str(case)[:20])
WEIGHTS = [-1e20, -3.0, -0.2, 0.0, 1e-9, 0.7, 2.0, 1e20]


@every_penalty
def test_values(penalty: Penalty, definition: Definition) -> None:
    for w in WEIGHTS:
        assert penalties.value(penalty, w) == pytest.approx(definition(w), rel=1e-15)


@every_penalty
def test_slopes_and_curvatures_by_central_differences(penalty: Penalty, definition: Definition) -> None:
    f, h = definition, 1e-4
    for w in [-3.0, -0.2, 0.7, 2.0]:
        assert penalties.slope(penalty, w) == pytest.approx((f(w + h) - f(w - h)) / (2 * h), abs=1e-9)
        second = (f(w + h) - 2 * f(w) + f(w - h)) / h**2
        assert penalties.curvature(penalty, w) == pytest.approx(second, abs=1e-6)
    assert penalties.slope(penalty, 0.0) == 0.0
    assert penalties.kink(penalty) == pytest.approx(f(1e-12) / 1e-12, abs=1e-9)


@every_penalty
@pytest.mark.parametrize("step", [0.1, 1.0, 7.0])
def test_prox_is_the_least_point(penalty: Penalty, definition: Definition, step: float) -> None:
    for v in [-4.0, -0.6, -0.01, 0.0, 0.3, 1.0, 9.0]:
        u = penalties.prox(penalty, v, step)
        others = u + np.linspace(-1, 1, 2001) ** 3
        cost = step * definition(others) + 0.5 * (others - v) ** 2
        assert step * definition(u) + 0.5 * (u - v) ** 2 <= cost.min() * (1 + 1e-15) + 1e-15


@every_penalty
def test_the_conjugate_is_the_maximum_that_defines_it(penalty: Penalty, definition: Definition) -> None:
    w = np.linspace(-100, 100, 2_000_001)
    for v in [-3.0, -1.0, -0.31, 0.0, 0.29, 0.999, 2.0]:
        conjugate = penalties.conjugate(penalty, v)
        reached = (v * w - definition(w)).max()
        assert reached == pytest.approx(conjugate, abs=1e-8) if math.isfinite(conjugate) else reached > 9.0 * abs(v) - 9


@every_penalty
@pytest.mark.parametrize("largest", [0.0, 0.5, 1.0, 1.0 + 1e-15, 3.0, 7e11])
def test_admissible_is_finite_and_as_large_as_can_be(penalty: Penalty, definition: Definition, largest: float) -> None:
    factor = penalties.admissible(penalty, largest)
    assert 0.0 <= factor <= 1.0
    assert math.isfinite(penalties.conjugate(penalty, factor * largest))
    if factor < 1.0:
        assert penalties.conjugate(penalty, (factor + 1e-9) * (1 + 1e-9) * largest) == math.inf
