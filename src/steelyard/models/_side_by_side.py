"""Several two-class problems over the same rows: one class against the others, with or without a fold.

L2 on many sparse columns is solved eight problems at a time, in lanes; all else one after another, in threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from steelyard._threads import run_parallel
from steelyard.algorithms.dual_descent import DualDescent
from steelyard.algorithms.loop import run
from steelyard.core.lane_rows import WIDTH
from steelyard.core.losses import Loss
from steelyard.core.objective import Certificate, Problem
from steelyard.core.penalties import Penalty
from steelyard.core.rows import Array, Rows
from steelyard.lanes.columns import Ordered, by_frequency
from steelyard.models._solve import PATIENCE, SMALLEST_TOL, Asked, Solved, solve_two, wants_dual

WORTH = 4  # problems: eight lanes cost what two or three fits cost


class Side(NamedTuple):
    """One problem: who is on which side, and how much each row counts."""

    y: Array
    c: Array


class Shared(NamedTuple):
    """What the problems share."""

    X: Rows
    loss: Loss
    penalty: Penalty
    intercept: bool
    asked: Asked

    def problem(self, y: Array, c: Array) -> Problem:
        return Problem(self.X, y, c, self.loss, self.penalty, self.intercept)


def solve_each(shared: Shared, sides: Sequence[Side]) -> list[Solved]:
    """Each problem proven to its own gap."""
    if len(sides) < WORTH or shared.asked.trace or not wants_dual(shared.problem(*sides[0])):
        return run_parallel(lambda side: solve_two(shared.problem(*side), shared.asked), sides)
    ordered = by_frequency(shared.X)
    blocks = [sides[at : at + WIDTH] for at in range(0, len(sides), WIDTH)]
    solved = run_parallel(lambda block: _solve_block(shared._replace(X=ordered.X), ordered, block), blocks)
    return [each for block in solved for each in block]


def _solve_block(shared: Shared, ordered: Ordered, sides: Sequence[Side]) -> list[Solved]:
    """Up to eight lanes; one that is left over costs nothing."""
    n, asked = len(sides[0].y), shared.asked
    y, c = np.ones((n, WIDTH)), np.zeros((n, WIDTH))
    for lane, side in enumerate(sides):
        y[:, lane], c[:, lane] = side
    algorithm = DualDescent(shared.problem(y, c), max(asked.tol, SMALLEST_TOL), asked.seed, threads=1)
    most = PATIENCE if asked.max_iter is None else asked.max_iter
    state, proven, steps = run(algorithm, max_steps=most)
    W = ordered.restored(state.w)
    proofs = zip(*(np.asarray(part).tolist() for part in proven))
    return [
        Solved(W[:, lane].copy()[None], state.lean[lane : lane + 1].copy(), Certificate(*proof), steps, None)
        for lane, proof in zip(range(len(sides)), proofs)
    ]
