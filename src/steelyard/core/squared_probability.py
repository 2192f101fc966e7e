"""The squared error of a probability: a loss that some take for classification, here to show why not to.

It is 1/2 (sigma(z) - t)^2 with t = 1 for y = +1 and 0 for y = -1; with m = y z that is 1/2 sigma(-m)^2. Its slope in z,
-y sigma(-m)^2 sigma(m), goes to 0 on the far wrong side: who is surely wrong learns nothing. Its curvature,
sigma(-m)^2 sigma(m) (2 sigma(m) - sigma(-m)), is below 0 where sigma(m) < 1/3: it is not convex, and has no conjugate
that could prove anything. As the others: seen from here, `losses.value`, `slope` and `curvature` answer for it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from steelyard._jit import jit
from steelyard.core.losses import curvature, slope, value


class SquaredProbability(NamedTuple):
    """1/2 sigma(-m)^2"""


@jit
def _sigma(m: float) -> float:
    e = math.exp(-abs(m))
    return 1.0 / (1.0 + e) if m > 0.0 else e / (1.0 + e)


@value.on(SquaredProbability)
def _squared_probability(loss: SquaredProbability, y: float, z: float) -> float:
    p = _sigma(-y * z)
    return 0.5 * p * p


@slope.on(SquaredProbability)
def _squared_probability_slope(loss: SquaredProbability, y: float, z: float) -> float:
    wrong, right = _sigma(-y * z), _sigma(y * z)
    return -y * wrong * wrong * right


@curvature.on(SquaredProbability)
def _squared_probability_curvature(loss: SquaredProbability, y: float, z: float) -> float:
    wrong, right = _sigma(-y * z), _sigma(y * z)
    return wrong * wrong * right * (2.0 * right - wrong)
