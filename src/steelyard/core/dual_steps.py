"""One example of the dual: what its alpha should be, given everything else.

With L2 the dual is: make  1/2 |sum_i alpha_i y_i x_i|^2 + sum_i c_i l*(-alpha_i / c_i)  least, 0 <= alpha_i <= c_i
(squared hinge: 0 <= alpha_i). Moving one alpha by delta moves the margin of its own example by q delta, q = |x_i|^2.

    best(loss, m, q, c, alpha)      the alpha that minimises the dual along this example, whose margin is m
    mismatch(loss, m, c, alpha)     c l(m) + c l*(-alpha / c) + alpha m >= 0: this example's part of the duality gap;
                                    0 exactly where alpha is the slope at m
    dual_slope, dual_curvature      of c l*(-alpha / c) in alpha, within the bounds 0 and bound(loss, c)

The logistic alpha is found through its logit t, alpha = c sigma(t) (Yu, Huang and Lin 2011 work on alpha itself, where
plain Newton steps leave the box): the condition  t + q (c sigma(t) - alpha) + m = 0  has a slope of at least 1, and its
root lies in [-m - q (c - alpha), -m + q alpha]. On either side of t = 0 the left side bends one way only, so that
Newton's method, kept on the root's side and in the bracket, goes straight to it; across 0 it can go round in circles.
"""

from __future__ import annotations

import math

from steelyard._jit import verb
from steelyard.core import losses
from steelyard.core.losses import Hinge, Logistic, Loss, SquaredHinge

MOST_STEPS = 100  # one a unit of t on the way, where c is huge; then the digits double


@verb(by="loss")
def best(loss: Loss, m: float, q: float, c: float, alpha: float) -> float:
    """The alpha that minimises the dual along one example."""
    raise NotImplementedError


@best.on(Logistic)
def _best_logistic(loss: Logistic, m: float, q: float, c: float, alpha: float) -> float:
    k = m - q * alpha
    low, high = -k - q * c, -k
    if 0.5 * q * c + k > 0.0:  # the sign at t = 0
        high = min(high, 0.0)
    else:
        low = max(low, 0.0)
    t = min(max(math.log(alpha / (c - alpha)) if 0.0 < alpha < c else -m, low), high)
    sigma = 0.5
    for _ in range(MOST_STEPS):
        e = math.exp(-abs(t))
        sigma = 1.0 / (1.0 + e) if t > 0.0 else e / (1.0 + e)
        step = (t + q * c * sigma + k) / (1.0 + q * c * e / ((1.0 + e) * (1.0 + e)))
        if abs(step) <= 1e-9 * (1.0 + abs(t)):
            break
        t = min(max(t - step, low), high)
    return c * sigma


@best.on(Hinge)
def _best_hinge(loss: Hinge, m: float, q: float, c: float, alpha: float) -> float:
    if q == 0.0:
        return c if m < 1.0 else 0.0
    return min(max(alpha + (1.0 - m) / q, 0.0), c)


@best.on(SquaredHinge)
def _best_squared_hinge(loss: SquaredHinge, m: float, q: float, c: float, alpha: float) -> float:
    return max(alpha + (1.0 - m - 0.5 * alpha / c) / (q + 0.5 / c), 0.0)


@verb(by="loss")
def mismatch(loss: Loss, m: float, c: float, alpha: float) -> float:
    """This example's part of the duality gap."""
    raise NotImplementedError


def _mismatch(loss: Loss, m: float, c: float, alpha: float) -> float:
    return c * losses.value(loss, 1.0, m) + c * losses.conjugate(loss, 1.0, -alpha / c) + alpha * m


for _each in (Logistic, Hinge, SquaredHinge):
    mismatch.on(_each)(_mismatch)


@verb(by="loss")
def bound(loss: Loss, c: float) -> float:
    """The most that alpha may be."""
    raise NotImplementedError


@verb(by="loss")
def dual_slope(loss: Loss, c: float, alpha: float) -> float:
    """d/d alpha of c l*(-alpha / c)"""
    raise NotImplementedError


@verb(by="loss")
def dual_curvature(loss: Loss, c: float, alpha: float) -> float:
    """d2/d alpha2 of c l*(-alpha / c)"""
    raise NotImplementedError


@bound.on(Logistic)
def _bound_logistic(loss: Logistic, c: float) -> float:
    return c


@dual_slope.on(Logistic)
def _dual_slope_logistic(loss: Logistic, c: float, alpha: float) -> float:
    return math.log(alpha / (c - alpha))


@dual_curvature.on(Logistic)
def _dual_curvature_logistic(loss: Logistic, c: float, alpha: float) -> float:
    return c / (alpha * (c - alpha))


@bound.on(Hinge)
def _bound_hinge(loss: Hinge, c: float) -> float:
    return c


@dual_slope.on(Hinge)
def _dual_slope_hinge(loss: Hinge, c: float, alpha: float) -> float:
    return -1.0


@dual_curvature.on(Hinge)
def _dual_curvature_hinge(loss: Hinge, c: float, alpha: float) -> float:
    return 0.0


@bound.on(SquaredHinge)
def _bound_squared_hinge(loss: SquaredHinge, c: float) -> float:
    return math.inf


@dual_slope.on(SquaredHinge)
def _dual_slope_squared_hinge(loss: SquaredHinge, c: float, alpha: float) -> float:
    return 0.5 * alpha / c - 1.0


@dual_curvature.on(SquaredHinge)
def _dual_curvature_squared_hinge(loss: SquaredHinge, c: float, alpha: float) -> float:
    return 0.5 / c
