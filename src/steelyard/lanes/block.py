"""One block: up to eight fits over the same rows, each with its fold held out, its strength and its class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.algorithms.dual_descent import DualDescent, State
from steelyard.algorithms.loop import run
from steelyard.core.lane_problem import Scales, lane_weights, relative_gap
from steelyard.core.lane_rows import WIDTH
from steelyard.core.lane_weights import LaneWeights, lane_scores
from steelyard.core.losses import Logistic, Loss
from steelyard.core.objective import Problem
from steelyard.core.penalties import L2
from steelyard.core.rows import Array, Rows
from steelyard.lanes.scales import FoldScales
from steelyard.lanes.warm import warm_start

SURE = 30.0


class Lane(NamedTuple):
    """One fit: at strength number `s`, without fold `f`, class `k` against the rest."""

    s: int
    f: int
    k: int


class Task(NamedTuple):
    """What all lanes share."""

    X: Rows
    y: Array  # (n, K), -1 or +1
    costs: Array  # (n,): multiplied by the strength
    folds: Array  # (n,)
    strengths: Array
    loss: Loss
    intercept: bool
    scales: FoldScales | None
    tol: float
    seed: int
    max_steps: int | None


class Fitted(NamedTuple):
    """What a lane leaves behind: alphas to go on from, intercept, gap, and the scores of the fold it never saw."""

    alpha: Array
    b: float
    gap: float
    held_out: Array  # one a row of its fold
    steps: int


def fit_block(task: Task, lanes: Sequence[Lane], donors: Sequence[Fitted | None]) -> list[Fitted]:
    """Fit the lanes, at most eight; a lane with a donor starts from its alphas."""
    problem, scales = lane_problem(task, lanes)
    alone = one_sided(problem) if task.intercept else np.zeros(WIDTH)
    problem.c[:, alone != 0.0] = 0.0  # nothing to fit
    algorithm = DualDescent(problem, task.tol, task.seed, scales, threads=1)
    state = run(algorithm, state=_start(algorithm, donors), max_steps=task.max_steps, keep=False).state
    state.lean[alone != 0.0] = alone[alone != 0.0]
    held = np.array([lane.f for lane in lanes])
    z = held_out(task.X, lane_weights(state.w, scales), state.lean, held, task.folds)
    gaps = relative_gap(*_proven(algorithm, state))
    return [
        Fitted(
            state.alpha[:, at].copy(), float(state.lean[at]), float(gaps[at]), z[task.folds == lane.f, at], state.steps
        )
        for at, lane in enumerate(lanes)
    ]


def one_sided(problem: Problem) -> Array:
    """For each lane whose examples are all of one side, the intercept that says so; else 0.

    The loss of such a lane has no least value for the logistic loss, only a limit, 0: at SURE it is below 1e-13.
    """
    y, c = (side.reshape(len(side), -1) for side in (problem.y, problem.c))
    above, below = ((c > 0.0) & (y > 0.0)).any(axis=0), ((c > 0.0) & (y < 0.0)).any(axis=0)
    sure = SURE if isinstance(problem.loss, Logistic) else 1.0
    return np.where(above != below, np.where(above, sure, -sure), 0.0)


def _proven(algorithm: DualDescent, state: State) -> tuple[Array, Array]:
    proven = algorithm.certificate(state)
    return np.asarray(proven.objective), np.asarray(proven.dual)


def _start(algorithm: DualDescent, donors: Sequence[Fitted | None]) -> State:
    if not any(donors):
        return algorithm.start()
    alpha, b = np.zeros(algorithm.problem.c.shape), np.zeros(WIDTH)
    for at, donor in enumerate(donors):
        if donor is not None:
            alpha[:, at], b[at] = donor.alpha, donor.b
    return warm_start(algorithm, alpha, b)


def lane_problem(task: Task, lanes: Sequence[Lane]) -> tuple[Problem, Scales | None]:
    """The lanes as one problem; lanes that are left over cost nothing."""
    n = len(task.folds)
    y, c = np.ones((n, WIDTH)), np.zeros((n, WIDTH))
    for at, lane in enumerate(lanes):
        y[:, at] = task.y[:, lane.k]
        c[:, at] = np.where(task.folds == lane.f, 0.0, task.strengths[lane.s] * task.costs)
    scales = None if task.scales is None else task.scales.of([lane.f for lane in lanes])
    return Problem(task.X, y, c, task.loss, L2(), task.intercept), scales


@jit(lanes=True)
def held_out(X: Rows, W: LaneWeights, b: Array, held: Array, folds: Array) -> Array:
    """scores[i, l] of each row in the lanes that did not see it."""
    scores, z = np.empty((len(folds), len(b))), np.empty(len(b))
    for i in range(len(folds)):
        wanted = False
        for lane in range(len(held)):
            wanted = wanted or held[lane] == folds[i]
        if wanted:
            lane_scores(W, X, i, z)
            for lane in range(len(b)):
                scores[i, lane] = z[lane] + b[lane]
    return scores
