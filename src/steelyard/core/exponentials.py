"""exp of a short vector, many at once.

The mathematical library's exp takes one number at a time; this one is plain arithmetic that the compiler turns into
SIMD instructions, some five times as fast. u = n log 2 + r with |r| <= log 2 / 2; exp(r) is its Taylor polynomial of
degree 12, whose rest is below 2e-16; 2^n is made by writing n into the exponent bits of a float64.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit
from steelyard.core.rows import Array

LOWEST = -700.0  # everything below counts as this: exp(LOWEST) = 1e-304 is the least that comes out
_PER_LOG_2 = 1.4426950408889634
_LOG_2_HIGH = 6.93147180369123816490e-01  # log 2 in two parts: n times the first is exact
_LOG_2_LOW = 1.90821492927058770002e-10
_ROUNDER = 6755399441055744.0  # 1.5 x 2^52: adding and subtracting it rounds to a whole number


@jit(_nrt=False, fastmath={"contract"})
def exponentials(u: Array, p: Array, power: Array, bits: Array) -> None:
    """p = exp(u) for u <= 700, to 2 units in the last place; power is room to work in, bits its view as int64"""
    for k in range(len(u)):
        at = max(u[k], LOWEST)
        n = (at * _PER_LOG_2 + _ROUNDER) - _ROUNDER
        r = (at - n * _LOG_2_HIGH) - n * _LOG_2_LOW
        bits[k] = (np.int64(n) + 1023) << 52
        y = r * (1.0 / 479001600.0) + 1.0 / 39916800.0
        y = y * r + 1.0 / 3628800.0
        y = y * r + 1.0 / 362880.0
        y = y * r + 1.0 / 40320.0
        y = y * r + 1.0 / 5040.0
        y = y * r + 1.0 / 720.0
        y = y * r + 1.0 / 120.0
        y = y * r + 1.0 / 24.0
        y = y * r + 1.0 / 6.0
        y = y * r + 0.5
        y = y * r + 1.0
        p[k] = y * r + 1.0
    for k in range(len(u)):
        p[k] *= power[k]
