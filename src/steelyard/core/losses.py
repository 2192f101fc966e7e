"""Losses of one example: what a score z costs when the truth is y.

    value(loss, y, z)          l(y, z)
    slope(loss, y, z)          dl/dz
    curvature(loss, y, z)      d2l/dz2
    conjugate(loss, y, u)      max over z of  u z - l(y, z);  infinite where there is no maximum

y is -1 or +1 (any number for `Squared`). All but `Squared` depend on the margin m = y z alone.

Conventions. Slope, curvature and conjugate are those of l as a function of the *score* z, not of the margin.
Where a loss has a kink (hinge and squared hinge at m = 1, perceptron at m = 0) slope and curvature are those
of the wrong side: an example that sits on the kink still pulls. So the perceptron learns from w = 0, where
every margin is 0. The conjugate of a margin loss is finite where u = -y a with a in [0, 1] (squared hinge:
a >= 0); with a = alpha / c these are the dual's boxes. There 0 log 0 = 0. The house scales costs, never
losses: squared is 1/2 (z - y)^2, squared hinge max(0, 1 - m)^2 as LIBLINEAR has it.

Every function is exact to rounding from -1e20 to 1e20 and never NaN at an infinite score (`Squared` and
`SquaredHinge` become infinite there, as they should).

A loss is a NamedTuple, and tuples without fields are equal whatever their type: ask `type(loss) is Hinge`, not `==`.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

from steelyard._jit import verb


class Logistic(NamedTuple):
    """log(1 + exp(-m))"""


class Hinge(NamedTuple):
    """max(0, 1 - m)"""


class SquaredHinge(NamedTuple):
    """max(0, 1 - m)^2"""


class Squared(NamedTuple):
    """1/2 (z - y)^2"""


class PerceptronLoss(NamedTuple):
    """max(0, -m)"""


Loss: TypeAlias = Logistic | Hinge | SquaredHinge | Squared | PerceptronLoss


@verb(by="loss")
def value(loss: Loss, y: float, z: float) -> float:
    """l(y, z)"""
    raise NotImplementedError


@verb(by="loss")
def slope(loss: Loss, y: float, z: float) -> float:
    """dl/dz"""
    raise NotImplementedError


@verb(by="loss")
def curvature(loss: Loss, y: float, z: float) -> float:
    """d2l/dz2"""
    raise NotImplementedError


@verb(by="loss")
def conjugate(loss: Loss, y: float, u: float) -> float:
    """max over z of u z - l(y, z)"""
    raise NotImplementedError


# Logistic. With e = exp(-|m|) nothing overflows: sigma(-m) is e/(1+e) on the right side, 1/(1+e) on the wrong one.


@value.on(Logistic)
def _logistic(loss: Logistic, y: float, z: float) -> float:
    m = y * z
    return math.log1p(math.exp(-m)) if m > 0 else math.log1p(math.exp(m)) - m


@slope.on(Logistic)
def _logistic_slope(loss: Logistic, y: float, z: float) -> float:
    m = y * z
    e = math.exp(-abs(m))
    return -y * e / (1.0 + e) if m > 0 else -y / (1.0 + e)


@curvature.on(Logistic)
def _logistic_curvature(loss: Logistic, y: float, z: float) -> float:
    e = math.exp(-abs(y * z))
    return e / ((1.0 + e) * (1.0 + e))


@conjugate.on(Logistic)
def _logistic_conjugate(loss: Logistic, y: float, u: float) -> float:
    a = -y * u
    if a < 0.0 or a > 1.0:
        return math.inf
    if a == 0.0 or a == 1.0:
        return 0.0
    return a * math.log(a) + (1.0 - a) * math.log1p(-a)


# Hinge


@value.on(Hinge)
def _hinge(loss: Hinge, y: float, z: float) -> float:
    return max(0.0, 1.0 - y * z)


@slope.on(Hinge)
def _hinge_slope(loss: Hinge, y: float, z: float) -> float:
    return -y if y * z <= 1.0 else 0.0 * y


@curvature.on(Hinge)
def _hinge_curvature(loss: Hinge, y: float, z: float) -> float:
    return 0.0


@conjugate.on(Hinge)
def _hinge_conjugate(loss: Hinge, y: float, u: float) -> float:
    a = -y * u
    return -a if 0.0 <= a <= 1.0 else math.inf


# Squared hinge


@value.on(SquaredHinge)
def _squared_hinge(loss: SquaredHinge, y: float, z: float) -> float:
    short = max(0.0, 1.0 - y * z)
    return short * short


@slope.on(SquaredHinge)
def _squared_hinge_slope(loss: SquaredHinge, y: float, z: float) -> float:
    return -2.0 * y * max(0.0, 1.0 - y * z)


@curvature.on(SquaredHinge)
def _squared_hinge_curvature(loss: SquaredHinge, y: float, z: float) -> float:
    return 2.0 if y * z <= 1.0 else 0.0


@conjugate.on(SquaredHinge)
def _squared_hinge_conjugate(loss: SquaredHinge, y: float, u: float) -> float:
    a = -y * u
    return a * a / 4.0 - a if a >= 0.0 else math.inf


# Squared


@value.on(Squared)
def _squared(loss: Squared, y: float, z: float) -> float:
    return 0.5 * (z - y) * (z - y)


@slope.on(Squared)
def _squared_slope(loss: Squared, y: float, z: float) -> float:
    return z - y


@curvature.on(Squared)
def _squared_curvature(loss: Squared, y: float, z: float) -> float:
    return 1.0


@conjugate.on(Squared)
def _squared_conjugate(loss: Squared, y: float, u: float) -> float:
    return 0.5 * u * u + u * y


# Perceptron


@value.on(PerceptronLoss)
def _perceptron(loss: PerceptronLoss, y: float, z: float) -> float:
    return max(0.0, -y * z)


@slope.on(PerceptronLoss)
def _perceptron_slope(loss: PerceptronLoss, y: float, z: float) -> float:
    return -y if y * z <= 0.0 else 0.0 * y


@curvature.on(PerceptronLoss)
def _perceptron_curvature(loss: PerceptronLoss, y: float, z: float) -> float:
    return 0.0


@conjugate.on(PerceptronLoss)
def _perceptron_conjugate(loss: PerceptronLoss, y: float, u: float) -> float:
    return 0.0 if 0.0 <= -y * u <= 1.0 else math.inf
