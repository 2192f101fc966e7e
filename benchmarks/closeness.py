"""Of stages that minimise: how close each came to the optimum, and the loosest tolerance with which a peer does.

The table tells it of every contestant by itself, so that it shows who is off; nobody is measured by a peer's slip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.frame import Call

CLOSE, FAR = "close", "not close"
RUNS = 3  # of a peer whose order is random: a tolerance that is close once may not be so again


def told(value: float, optimum: float, within: float) -> str:
    """Is it within so much, relatively, of the optimum? NaN is not."""
    return CLOSE if value <= (1.0 + within) * optimum else FAR


def loosest(calls: Sequence[Call], answer: Callable[[Any], str], runs: int = 1) -> Call:
    """The first of the calls, from the loosest on, that came close each time; the last where none did."""
    return next((call for call in calls if all(answer(call()) == CLOSE for _ in range(runs))), calls[-1])
