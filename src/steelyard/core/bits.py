"""Machine words: eight bytes read at once, the lowest bit that is set, and a hash of bytes.

Three things that plain Numba cannot say. Each has a Python body, which is what runs when compilation
is off, and an intrinsic of one or two machine instructions, which is what runs when it is on.
All words are uint64: a mix of int64 and uint64 would become float64 in Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from steelyard._jit import ENABLED, leaf

# np.int64, told to the type checker as what it is to the reader: a whole number. A count that begins as
# i64(0) and not as 0 is one type throughout; Numba compiles every callee twice for a literal 0.
i64 = cast("Callable[[Any], int]", np.int64)

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd; the bits of the golden ratio
_HALF = np.uint64(32)


def load64(buffer: np.ndarray, at: int) -> np.uint64:
    """Bytes at .. at+7 as a little-endian word. The caller sees to it that they are there."""
    return np.uint64(int.from_bytes(buffer[at : at + 8].tobytes(), "little"))


def store64(buffer: np.ndarray, at: int, word: np.uint64) -> None:
    """Write a word as eight little-endian bytes."""
    buffer[at : at + 8] = np.frombuffer(int(word).to_bytes(8, "little"), np.uint8)


def trailing_zeros(word: np.uint64) -> int:
    """The place of the lowest bit that is set; 64 for zero."""
    n = int(word)
    return (n & -n).bit_length() - 1 if n else 64


if ENABLED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    def _pointer(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
        base = context.make_array(array_type)(context, builder, array).data
        return builder.bitcast(builder.gep(base, [at]), ir.IntType(64).as_pointer())

    @intrinsic
    def _load64(typing: Any, buffer: Any, at: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.load(_pointer(context, builder, signature.args[0], *arguments), align=1)

        return types.uint64(buffer, types.int64), code

    @intrinsic
    def _store64(typing: Any, buffer: Any, at: Any, word: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array, where, value = arguments
            builder.store(value, _pointer(context, builder, signature.args[0], array, where), align=1)
            return context.get_dummy_value()

        return types.void(buffer, types.int64, types.uint64), code

    @intrinsic
    def _trailing_zeros(typing: Any, word: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), code

    @overload(load64, inline="always")
    def _(buffer, at):  # type: ignore[no-untyped-def]
        return lambda buffer, at: _load64(buffer, at)

    @overload(store64, inline="always")
    def _(buffer, at, word):  # type: ignore[no-untyped-def]
        return lambda buffer, at, word: _store64(buffer, at, word)

    @overload(trailing_zeros, inline="always")
    def _(word):  # type: ignore[no-untyped-def]
        return lambda word: _trailing_zeros(word)


@leaf
def low_bytes(word: np.uint64, n: int) -> np.uint64:
    """The first n (1..8) of a word's bytes, the others cleared."""
    return word & (~np.uint64(0) >> np.uint64(64 - 8 * n))


@leaf
def hash_bytes(buffer: np.ndarray, start: int, end: int) -> np.uint64:
    """A hash of buffer[start:end], 1 byte or more; up to 7 bytes after `end` may be read, not used.

    For 8 bytes or fewer it is one to one, zero padding apart: equal hash and equal length, equal bytes.
    """
    h = MULTIPLIER
    at = start
    while at < end:
        word = load64(buffer, at)
        if end - at < 8:
            word = low_bytes(word, end - at)
        h = (h ^ word) * MULTIPLIER
        h ^= h >> _HALF
        at += 8
    return h


@leaf
def same_bytes(a: np.ndarray, start_a: int, b: np.ndarray, start_b: int, length: int) -> bool:
    """Are the `length` bytes of a at start_a those of b at start_b? May read 7 bytes further."""
    at = 0
    while length - at >= 8:
        if load64(a, start_a + at) != load64(b, start_b + at):
            return False
        at += 8
    if at == length:
        return True
    return bool(low_bytes(load64(a, start_a + at) ^ load64(b, start_b + at), length - at) == np.uint64(0))
