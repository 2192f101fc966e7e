"""Blocks: consecutive rows. A sum over the rows is the sum of its blocks' sums, added in block order.

Where a block begins depends on the number of rows and on nothing else, so the result has the same bits whoever computes
the blocks: one thread, many, or another machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from steelyard._threads import run_parallel, thread_count
from steelyard.core.rows import Array

ROWS_PER_BLOCK = 4096  # some 100 microseconds of work: far above the price of a thread, small enough to share out
WIDE = 1 << 18  # numbers: 2 MB, more than stay in a core's cache

T = TypeVar("T")


class Block(NamedTuple):
    """Rows start, start + 1, ..., stop - 1."""

    start: int
    stop: int


def blocks(n: int, size: int = ROWS_PER_BLOCK) -> list[Block]:
    """n rows cut into blocks of `size`; the last may be shorter."""
    return [Block(start, min(start + size, n)) for start in range(0, n, size)]


def wide_blocks(n: int, width: int) -> list[Block]:
    """The blocks for a sum of arrays of `width` numbers: two halves where adding many up would be most of the work."""
    return blocks(n) if width < WIDE else blocks(n, max(ROWS_PER_BLOCK, -(-n // 2)))


def for_each_block(work: Callable[[Block], T], of: Sequence[Block], threads: int | None = None) -> list[T]:
    """What `work` gives for each block, in block order."""
    return run_parallel(work, of, threads)


def sum_over_blocks(work: Callable[[Block], Array], of: Sequence[Block], threads: int | None = None) -> Array:
    """The sum, in block order, of the arrays that `work` gives. At most two arrays a thread are alive at a time."""
    wave = thread_count(threads)
    total: Array | None = None
    for first in range(0, len(of), wave):
        for part in run_parallel(work, of[first : first + wave], threads):
            total = part if total is None else np.add(total, part, out=total)
    if total is None:
        raise ValueError("no blocks to add up")
    return total
