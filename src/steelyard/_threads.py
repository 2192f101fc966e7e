"""Threads over independent pieces of work.

Compiled loops give up the GIL, so plain threads use every core. The pieces are made before the
threads start and their results come back in the order of the pieces: no result depends on how many
threads there were, or on which was quicker.

BLAS has threads of its own, and its sums change their last bits with their number. Code that calls it
for a result that must not does so inside `one_blas_thread()`, and shares out blocks here instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, TypeVar

from steelyard.errors import SettingError

T = TypeVar("T")
R = TypeVar("R")


def thread_count(threads: int | None = None) -> int:
    """How many threads to use: the argument, else STEELYARD_THREADS, else every core this process may use."""
    if threads is None:
        wish = os.environ.get("STEELYARD_THREADS", "").strip()
        if not wish:
            return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
        if not wish.isdecimal() or int(wish) < 1:
            raise SettingError(f"STEELYARD_THREADS is {wish!r}.", "Set it to a whole number, 1 or more, or unset it.")
        return int(wish)
    if threads < 1:
        raise SettingError(f"threads is {threads}.", "Give a whole number, 1 or more, or None for every core.")
    return int(threads)


def run_parallel(work: Callable[[T], R], pieces: Iterable[T], threads: int | None = None) -> list[R]:
    """`[work(p) for p in pieces]`, side by side."""
    todo: Sequence[T] = list(pieces)
    workers = min(thread_count(threads), len(todo)) if len(todo) > 1 else 1
    if workers == 1:
        return [work(piece) for piece in todo]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, todo))


def one_blas_thread() -> AbstractContextManager[Any]:
    """BLAS on one thread inside a `with`. What brings BLAS (scipy.linalg) is to be imported before the first use."""
    return _blas().limit(limits=1, user_api="blas")  # type: ignore[no-any-return]


@cache
def _blas() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()  # looks for the libraries in this process: some milliseconds, once
