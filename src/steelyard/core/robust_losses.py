"""Losses that stochastic descent can take besides those of `losses.py`: value and slope, no conjugate, no certificate.

Margin losses are in m = y z, y = -1 or +1; the others, made for regression, in the residual r = z - y. `Huber` and the
insensitive ones are given the width `epsilon` of the zone in which they are gentle. Seen from here, `losses.value` and
`losses.slope` answer for them as for all others.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from steelyard.core.losses import slope, value


class ModifiedHuber(NamedTuple):
    """max(0, 1 - m)^2 where m > -1, its tangent -4 m below"""


class Huber(NamedTuple):
    """1/2 r^2 where |r| <= epsilon, its tangent outside"""

    epsilon: float


class Insensitive(NamedTuple):
    """max(0, |r| - epsilon)"""

    epsilon: float


class SquaredInsensitive(NamedTuple):
    """max(0, |r| - epsilon)^2"""

    epsilon: float


RobustLoss: TypeAlias = ModifiedHuber | Huber | Insensitive | SquaredInsensitive


@value.on(ModifiedHuber)
def _modified_huber(loss: ModifiedHuber, y: float, z: float) -> float:
    m = y * z
    short = max(0.0, 1.0 - m)
    return short * short if m > -1.0 else -4.0 * m


@slope.on(ModifiedHuber)
def _modified_huber_slope(loss: ModifiedHuber, y: float, z: float) -> float:
    m = y * z
    return -2.0 * y * max(0.0, 1.0 - m) if m > -1.0 else -4.0 * y


@value.on(Huber)
def _huber(loss: Huber, y: float, z: float) -> float:
    r = abs(z - y)
    return 0.5 * r * r if r <= loss.epsilon else loss.epsilon * (r - 0.5 * loss.epsilon)


@slope.on(Huber)
def _huber_slope(loss: Huber, y: float, z: float) -> float:
    return min(max(z - y, -loss.epsilon), loss.epsilon)


@value.on(Insensitive)
def _insensitive(loss: Insensitive, y: float, z: float) -> float:
    return max(0.0, abs(z - y) - loss.epsilon)


@slope.on(Insensitive)
def _insensitive_slope(loss: Insensitive, y: float, z: float) -> float:
    r = z - y
    return 1.0 if r > loss.epsilon else -1.0 if r < -loss.epsilon else 0.0


@value.on(SquaredInsensitive)
def _squared_insensitive(loss: SquaredInsensitive, y: float, z: float) -> float:
    over = max(0.0, abs(z - y) - loss.epsilon)
    return over * over


@slope.on(SquaredInsensitive)
def _squared_insensitive_slope(loss: SquaredInsensitive, y: float, z: float) -> float:
    r = z - y
    return 2.0 * (max(r - loss.epsilon, 0.0) + min(r + loss.epsilon, 0.0))
