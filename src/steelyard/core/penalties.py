"""Penalties of one weight; the penalty of a model is their sum over its columns. The intercept pays none.

    value(penalty, w)             r(w)
    slope(penalty, w)             dr/dw; at the kink of |w| the one nearest to 0, which is 0
    curvature(penalty, w)         d2r/dw2 off the kink: what every weight has at least
    kink(penalty)                 dr/dw just above 0: the height of the kink, 0 where there is none
    prox(penalty, v, step)        the u that makes  step r(u) + 1/2 (u - v)^2  least
    conjugate(penalty, v)         max over w of  v w - r(w);  infinite where there is no maximum
    admissible(penalty, largest)  the largest factor in [0, 1] that makes the conjugate finite at every v with
                                  |v| <= largest: how far a dual point must shrink

Strength is not in here: it is in the costs (C of each example), so that a penalty has one scale in the house.
Use them as `penalties.value(...)`: the words are those of `losses`.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

from steelyard._jit import verb


class NoPenalty(NamedTuple):
    """0"""


class L2(NamedTuple):
    """1/2 w^2"""


class L1(NamedTuple):
    """|w|"""


class ElasticNet(NamedTuple):
    """ratio |w| + (1 - ratio) 1/2 w^2"""

    ratio: float


Penalty: TypeAlias = NoPenalty | L2 | L1 | ElasticNet


@verb(by="penalty")
def value(penalty: Penalty, w: float) -> float:
    """r(w)"""
    raise NotImplementedError


@verb(by="penalty")
def slope(penalty: Penalty, w: float) -> float:
    """dr/dw"""
    raise NotImplementedError


@verb(by="penalty")
def curvature(penalty: Penalty, w: float) -> float:
    """d2r/dw2 off the kink"""
    raise NotImplementedError


@verb(by="penalty")
def kink(penalty: Penalty) -> float:
    """dr/dw just above 0"""
    raise NotImplementedError


@verb(by="penalty")
def prox(penalty: Penalty, v: float, step: float) -> float:
    """argmin over u of step r(u) + 1/2 (u - v)^2"""
    raise NotImplementedError


@verb(by="penalty")
def conjugate(penalty: Penalty, v: float) -> float:
    """max over w of v w - r(w)"""
    raise NotImplementedError


@verb(by="penalty")
def admissible(penalty: Penalty, largest: float) -> float:
    """The largest factor in [0, 1] that brings |v| = largest into the conjugate's domain."""
    raise NotImplementedError


# None: its dual is finite only where the pulls cancel in every column, so the dual point shrinks to 0.


@value.on(NoPenalty)
def _none(penalty: NoPenalty, w: float) -> float:
    return 0.0


@slope.on(NoPenalty)
def _none_slope(penalty: NoPenalty, w: float) -> float:
    return 0.0


@curvature.on(NoPenalty)
def _none_curvature(penalty: NoPenalty, w: float) -> float:
    return 0.0


@kink.on(NoPenalty)
def _none_kink(penalty: NoPenalty) -> float:
    return 0.0


@prox.on(NoPenalty)
def _none_prox(penalty: NoPenalty, v: float, step: float) -> float:
    return v


@conjugate.on(NoPenalty)
def _none_conjugate(penalty: NoPenalty, v: float) -> float:
    return 0.0 if v == 0.0 else math.inf


@admissible.on(NoPenalty)
def _none_admissible(penalty: NoPenalty, largest: float) -> float:
    return 1.0 if largest == 0.0 else 0.0


# L2


@value.on(L2)
def _l2(penalty: L2, w: float) -> float:
    return 0.5 * w * w


@slope.on(L2)
def _l2_slope(penalty: L2, w: float) -> float:
    return w


@curvature.on(L2)
def _l2_curvature(penalty: L2, w: float) -> float:
    return 1.0


@kink.on(L2)
def _l2_kink(penalty: L2) -> float:
    return 0.0


@prox.on(L2)
def _l2_prox(penalty: L2, v: float, step: float) -> float:
    return v / (1.0 + step)


@conjugate.on(L2)
def _l2_conjugate(penalty: L2, v: float) -> float:
    return 0.5 * v * v


@admissible.on(L2)
def _l2_admissible(penalty: L2, largest: float) -> float:
    return 1.0


# L1


@value.on(L1)
def _l1(penalty: L1, w: float) -> float:
    return abs(w)


@slope.on(L1)
def _l1_slope(penalty: L1, w: float) -> float:
    return 0.0 if w == 0.0 else math.copysign(1.0, w)


@curvature.on(L1)
def _l1_curvature(penalty: L1, w: float) -> float:
    return 0.0


@kink.on(L1)
def _l1_kink(penalty: L1) -> float:
    return 1.0


@prox.on(L1)
def _l1_prox(penalty: L1, v: float, step: float) -> float:
    return math.copysign(max(abs(v) - step, 0.0), v)


@conjugate.on(L1)
def _l1_conjugate(penalty: L1, v: float) -> float:
    # A dual point scaled by `admissible` may stand out of the domain by the rounding of one product.
    return 0.0 if abs(v) <= 1.0 + 1e-15 else math.inf


@admissible.on(L1)
def _l1_admissible(penalty: L1, largest: float) -> float:
    return 1.0 / max(1.0, largest)


# Elastic net


@value.on(ElasticNet)
def _elastic(penalty: ElasticNet, w: float) -> float:
    return penalty.ratio * abs(w) + 0.5 * (1.0 - penalty.ratio) * w * w


@slope.on(ElasticNet)
def _elastic_slope(penalty: ElasticNet, w: float) -> float:
    kink = 0.0 if w == 0.0 else math.copysign(penalty.ratio, w)
    return kink + (1.0 - penalty.ratio) * w


@curvature.on(ElasticNet)
def _elastic_curvature(penalty: ElasticNet, w: float) -> float:
    return 1.0 - penalty.ratio


@kink.on(ElasticNet)
def _elastic_kink(penalty: ElasticNet) -> float:
    return penalty.ratio


@prox.on(ElasticNet)
def _elastic_prox(penalty: ElasticNet, v: float, step: float) -> float:
    shrunk = math.copysign(max(abs(v) - step * penalty.ratio, 0.0), v)
    return shrunk / (1.0 + step * (1.0 - penalty.ratio))


@conjugate.on(ElasticNet)
def _elastic_conjugate(penalty: ElasticNet, v: float) -> float:
    over = max(abs(v) - penalty.ratio, 0.0)
    if penalty.ratio == 1.0:
        return 0.0 if over <= 1e-15 else math.inf
    return 0.5 * over * over / (1.0 - penalty.ratio)


@admissible.on(ElasticNet)
def _elastic_admissible(penalty: ElasticNet, largest: float) -> float:
    return 1.0 / max(1.0, largest) if penalty.ratio == 1.0 else 1.0
