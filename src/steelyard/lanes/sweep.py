"""Folds x strengths x classes, side by side: what each strength is worth out of fold, and the final fit at the best.

Strengths are tried and chosen as `search.py` says; each lane starts from the alphas of the same fold and class at a
weaker one. The final fit is on all rows, from the mean of the folds' alphas, to the gap that was asked for.

What a fit depends on is its block, and the blocks are cut before any thread starts: the same bits at any thread count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from steelyard._jit import jit
from steelyard._threads import run_parallel
from steelyard.core import losses
from steelyard.core.lane_rows import WIDTH
from steelyard.core.losses import Logistic, Loss
from steelyard.core.rows import Array, Rows
from steelyard.lanes.block import Fitted, Lane, Task, fit_block
from steelyard.lanes.columns import Ordered, by_frequency
from steelyard.lanes.final import Final, fit_final
from steelyard.lanes.scales import FoldScales
from steelyard.lanes.search import Judge, Tell, Trials, search

WAVE = 2 * WIDTH  # lanes that are worth starting together
GONE = np.zeros(0)


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
class Tuning:
    """The strengths of one problem, fitted as they are asked for. What is known so far."""

    task: Task
    ordered: Ordered
    judge: Judge
    trials: Trials
    fits: dict[Lane, Fitted] = field(default_factory=dict)

    @property
    def at_once(self) -> int:
        """How many strengths are worth fitting together."""
        return max(1, WAVE // self.trials.lanes)

    def lanes_of(self, s: int) -> list[Lane]:
        return [Lane(s, f, k) for k in range(self.task.y.shape[1]) for f in range(int(self.task.folds.max()) + 1)]

    def scores(self, s: int) -> Array:
        """(n, K), out of fold; NaN where not tried"""
        out = np.full(self.task.y.shape, np.nan)
        for lane in self.lanes_of(s):
            if lane in self.fits:
                out[self.task.folds == lane.f, lane.k] = self.fits[lane].held_out
        return out

    def gaps(self, s: int) -> Array:
        """(F, K); NaN where not tried"""
        out = np.full((int(self.task.folds.max()) + 1, self.task.y.shape[1]), np.nan)
        for lane in self.lanes_of(s):
            if lane in self.fits:
                out[lane.f, lane.k] = self.fits[lane].gap
        return out

    def steps(self, s: int) -> Array:
        """(F,): passes over the rows, of the block that a fold's last lane was in; NaN where not tried"""
        out = np.full(int(self.task.folds.max()) + 1, np.nan)
        for lane in self.lanes_of(s):
            if lane in self.fits:
                out[lane.f] = np.fmax(out[lane.f], self.fits[lane].steps)
        return out

    def donor(self, lane: Lane) -> Fitted | None:
        """The same fold and class at the nearest weaker strength that is there."""
        weaker = self.trials.weaker(lane.s)
        return None if weaker is None else self.fits[lane._replace(s=weaker)]

    def fit(self, wave: Sequence[int], threads: int | None) -> None:
        """Fit these strengths without each fold, and judge them."""
        lanes = [lane for s in wave for lane in self.lanes_of(s)]
        donors = [self.donor(lane) for lane in lanes]
        pieces = [slice(at, at + WIDTH) for at in range(0, len(lanes), WIDTH)]
        blocks = run_parallel(lambda piece: fit_block(self.task, lanes[piece], donors[piece]), pieces, threads)
        self.fits.update(zip(lanes, [fit for block in blocks for fit in block]))
        for s in wave:
            self.trials.of[s] = self.judge(self.task.y, self.scores(s))
        self._forget(wave)

    def _forget(self, wave: Sequence[int]) -> None:
        """The alphas that no fit will start from: neither a stronger one, nor one beside the best."""
        best = self.trials.best()
        keep = {best, self.trials.weaker(best), *wave}
        self.fits.update({at: fit._replace(alpha=GONE) for at, fit in self.fits.items() if at.s not in keep})

    def final(self, s: int, tol: float, threads: int | None) -> Final:
        """The fit of all rows, its weights in the caller's order of columns."""
        final = fit_final(self.task._replace(tol=tol), s, self.fits, threads)
        return final._replace(w=self.ordered.restored(final.w))


def tuning(
    X: Rows,
    y: Array,
    folds: Array,
    strengths: Sequence[float] | Array,
    *,
    loss: Loss = Logistic(),  # noqa: B008 (a loss is a constant)
    costs: Array | None = None,
    intercept: bool = True,
    fold_tol: float = 1e-3,
    judge: Judge | None = None,
    scales: FoldScales | None = None,
    seed: int = 0,
    max_steps: int | None = 200,
    weights: Array | None = None,
) -> Tuning:
    """A `Tuning` with no strength tried yet. The parameters are those of `sweep`; `weights` of the judging."""
    ordered = by_frequency(X)
    if scales is not None and ordered.columns is not None:
        scales = scales._replace(columns=scales.columns[ordered.columns])
    task = Task(
        ordered.X, y.reshape(len(y), -1).astype(np.float64), np.ones(len(y)) if costs is None else costs, folds,
        np.sort(np.asarray(strengths, dtype=np.float64)), loss, intercept, scales, fold_tol, seed, max_steps,
    )  # fmt: skip
    lanes = task.y.shape[1] * (int(folds.max()) + 1)
    judge = judge or (lambda truth, z: _loss_of(loss, truth, z))
    return Tuning(task, ordered, judge, Trials(task.strengths, folds, lanes, weights=weights))


def sweep(
    X: Rows,
    y: Array,
    folds: Array,
    strengths: Sequence[float] | Array,
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
    tuned = tuning(
        X, y, folds, strengths, loss=loss, costs=costs, intercept=intercept, fold_tol=fold_tol, judge=judge,
        scales=scales, seed=seed, max_steps=max_steps,
    )  # fmt: skip
    search(tuned.trials, lambda wave: tuned.fit(wave, threads), tuned.at_once, exhaustive, progress)
    best = tuned.trials.best()
    chosen = tuned.trials.weakest_within_error() if one_standard_error else best
    return outcome(tuned, best, chosen, tuned.final(chosen, tol, threads))


def outcome(tuned: Any, best: int, chosen: int, final: Final) -> Sweep:
    """What is known of a tuning, as one record."""
    tried = range(len(tuned.task.strengths))
    scores, gaps = (np.stack([part(s) for s in tried]) for part in (tuned.scores, tuned.gaps))
    return Sweep(tuned.task.strengths, scores, tuned.trials.fold_losses(), gaps, best, chosen, *final)


@jit
def _loss_of(loss: Loss, y: Array, z: Array) -> Array:
    out = np.zeros(len(y))
    for i in range(len(y)):
        for k in range(y.shape[1]):
            out[i] += losses.value(loss, y[i, k], z[i, k])
    return out
