"""What a callback is told as the work goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Progress(NamedTuple):
    """Where the work is."""

    step: str  # what is being done, in words
    done: float  # share, 0 to 1, of the expected work


Told = Callable[[Progress], Any]


def tell(progress: Told | None, step: str, done: float) -> None:
    if progress is not None:
        progress(Progress(step, done))


def within(progress: Told | None, share: float) -> Callable[[Any], None] | None:
    """For work that is the first part of the whole: its own progress, as a share of the whole's."""
    if progress is None:
        return None
    return lambda told: tell(progress, told.step, told.done * share)
