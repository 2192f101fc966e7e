"""UTF-8, one code point at a time. The bytes are known to be valid UTF-8."""

from __future__ import annotations

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import i64


@leaf
def width(lead: int) -> int:
    """How many bytes the code point takes that begins with this byte."""
    if lead < 0x80:
        return 1
    if lead < 0xE0:
        return 2
    return 3 if lead < 0xF0 else 4


@leaf
def decode(buffer: np.ndarray, at: int) -> int:
    """The code point that begins at buffer[at]."""
    a = i64(buffer[at])
    if a < 0x80:
        return a
    b = i64(buffer[at + 1]) & 0x3F
    if a < 0xE0:
        return (a & 0x1F) << 6 | b
    c = i64(buffer[at + 2]) & 0x3F
    if a < 0xF0:
        return (a & 0x0F) << 12 | b << 6 | c
    return (a & 0x07) << 18 | b << 12 | c << 6 | i64(buffer[at + 3]) & 0x3F


@leaf
def encode(code_point: int, buffer: np.ndarray, at: int) -> int:
    """Write a code point at buffer[at]; return how many bytes it took."""
    c = code_point
    if c < 0x80:
        buffer[at] = c
        return 1
    if c < 0x800:
        buffer[at] = 0xC0 | c >> 6
        buffer[at + 1] = 0x80 | c & 0x3F
        return 2
    if c < 0x10000:
        buffer[at] = 0xE0 | c >> 12
        buffer[at + 1] = 0x80 | c >> 6 & 0x3F
        buffer[at + 2] = 0x80 | c & 0x3F
        return 3
    buffer[at] = 0xF0 | c >> 18
    buffer[at + 1] = 0x80 | c >> 12 & 0x3F
    buffer[at + 2] = 0x80 | c >> 6 & 0x3F
    buffer[at + 3] = 0x80 | c & 0x3F
    return 4
