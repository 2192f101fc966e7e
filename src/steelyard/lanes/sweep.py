"""Folds x strengths x classes, side by side: what each strength is worth out of fold, and the final fit at the best.

Strengths are tried and chosen as `search.py` says; each lane starts from the alphas of the same fold and class at a
weaker one. The final fit is on all rows, from the mean of the folds' alphas, to the gap that was asked for.

What a fit depends on is its block, and the blocks are cut before any thread starts: the same bits at any thread count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from steelyard._jit import jit
from steelyard._threads import run_parallel
from steelyard.core import losses
from steelyard.core.lane_rows import WIDTH
from steelyard.core.losses import Logistic, Loss
from steelyard.core.rows import Array, Rows
from steelyard.lanes.block import Fitted, Lane, Task, fit_block
from steelyard.lanes.columns import by_frequency
from steelyard.lanes.final import Final, fit_final
from steelyard.lanes.scales import FoldScales
from steelyard.lanes.search import Judge, Tell, Trials, search

WAVE = 2 * WIDTH  # lanes that are worth starting together


@dataclass(frozen=True)
class Sweep:
    """The outcome. S strengths, F folds, K classes (1 if there are two), n rows, d columns; NaN where not tried."""

    strengths: Array  # (S,), ascending
    scores: Array  # (S, n, K): each row's, by the fit that did not see it
    fold_losses: Array  # (S, F)
    gaps: Array  # (S, F, K)
    best: int  # which strength has the least loss
    chosen: int  # which one was taken
    w: Array  # (d, K), in the caller's order of columns; with scales, on the shared counts
    b: Array  # (K,)
    gap: Array  # (K,), of the final fits
    objective: Array  # (K,)
    pulls: Array  # (n, K), of the final fits: w = sum_i pulls[i] x_i, with x_i as they saw it

    @property
    def losses(self) -> Array:
        """Mean out-of-fold loss of each strength."""
        return np.asarray(self.fold_losses.mean(axis=1))


@dataclass
class _Table:
    """What is known so far."""

    task: Task
    judge: Judge
    trials: Trials
    fits: dict[Lane, Fitted] = field(default_factory=dict)

    def lanes_of(self, s: int) -> list[Lane]:
        return [Lane(s, f, k) for k in range(self.task.y.shape[1]) for f in range(int(self.task.folds.max()) + 1)]

    def scores(self, s: int) -> Array:
        out = np.full(self.task.y.shape, np.nan)
        for lane in self.lanes_of(s):
            if lane in self.fits:
                out[self.task.folds == lane.f, lane.k] = self.fits[lane].held_out
        return out

    def donor(self, lane: Lane) -> Fitted | None:
        """The same fold and class at the nearest weaker strength that is there."""
        weaker = self.trials.weaker(lane.s)
        return None if weaker is None else self.fits[lane._replace(s=weaker)]

    def fit(self, wave: Sequence[int], threads: int | None) -> None:
        lanes = [lane for s in wave for lane in self.lanes_of(s)]
        donors = [self.donor(lane) for lane in lanes]
        pieces = [slice(at, at + WIDTH) for at in range(0, len(lanes), WIDTH)]
        blocks = run_parallel(lambda piece: fit_block(self.task, lanes[piece], donors[piece]), pieces, threads)
        self.fits.update(zip(lanes, [fit for block in blocks for fit in block]))
        for s in wave:
            self.trials.of[s] = self.judge(self.task.y, self.scores(s))


def sweep(
    X: Rows,
    y: Array,
    folds: Array,
    strengths: Sequence[float],
    *,
    loss: Loss = Logistic(),  # noqa: B008 (a loss is a constant)
    costs: Array | None = None,
    intercept: bool = True,
    tol: float = 1e-6,
    fold_tol: float = 1e-3,
    judge: Judge | None = None,
    one_standard_error: bool = False,
    exhaustive: bool = False,
    scales: FoldScales | None = None,
    seed: int = 0,
    threads: int | None = None,
    max_steps: int | None = 200,
    progress: Tell | None = None,
) -> Sweep:
    """Tune the strength. y: -1 or +1, (n,) or (n, K) for one against the rest; folds: 0 ... F - 1 for each row.

    The fits of folds are proven to `fold_tol`, the final ones to `tol`. `judge` says what an example's scores cost;
    without one it is the loss itself, summed over the classes. Strengths are tried until one is clearly past the best,
    all of them if `exhaustive`. A `progress` that returns True ends the trying. A fit that has not reached its gap in
    `max_steps` ends with the gap it has.
    """
    ordered = by_frequency(X)
    if scales is not None and ordered.columns is not None:
        scales = scales._replace(columns=scales.columns[ordered.columns])
    task = Task(
        ordered.X, y.reshape(len(y), -1).astype(np.float64), np.ones(len(y)) if costs is None else costs, folds,
        np.sort(np.asarray(strengths, dtype=np.float64)), loss, intercept, scales, fold_tol, seed, max_steps,
    )  # fmt: skip
    lanes = task.y.shape[1] * (int(folds.max()) + 1)
    table = _Table(task, judge or (lambda truth, z: _loss_of(loss, truth, z)), Trials(task.strengths, folds, lanes))
    search(table.trials, lambda wave: table.fit(wave, threads), max(1, WAVE // lanes), exhaustive, progress)
    best = table.trials.best()
    chosen = table.trials.weakest_within_error() if one_standard_error else best
    final = fit_final(task._replace(tol=tol), chosen, table.fits, threads)
    return _outcome(table, best, chosen, final._replace(w=ordered.restored(final.w)))


def _outcome(table: _Table, best: int, chosen: int, final: Final) -> Sweep:
    S, F, K = len(table.task.strengths), int(table.task.folds.max()) + 1, table.task.y.shape[1]
    gaps = np.full((S, F, K), np.nan)
    for lane, fit in table.fits.items():
        gaps[lane] = fit.gap
    scores = np.stack([table.scores(s) for s in range(S)])
    return Sweep(table.task.strengths, scores, table.trials.fold_losses(), gaps, best, chosen, *final)


@jit
def _loss_of(loss: Loss, y: Array, z: Array) -> Array:
    out = np.zeros(len(y))
    for i in range(len(y)):
        for k in range(y.shape[1]):
            out[i] += losses.value(loss, y[i, k], z[i, k])
    return out
