"""Folds x strengths x classes, side by side: what each strength is worth out of fold, and the final fit at the best.

 1. coarse   every second strength, the weakest first, a few at a time; each lane starts from the alphas of the same
             fold and class at a weaker one. Enough once a strength is clearly worse out of fold than the best
 2. fine     the strengths beside the best
 3. choose   the least mean loss out of fold; or, asked for, the weakest within one standard error of it
 4. final    on all rows, from the mean of the folds' alphas, to the gap that was asked for

What a fit depends on is its block, and the blocks are cut before any thread starts: the same bits at any thread count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

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

WAVE = 2 * WIDTH  # lanes that are worth starting together
CLEARLY = 2.0  # standard errors

Judge = Callable[[Array, Array], Array]  # (y, scores), both (m, K), to the loss of each of the m examples


class Progress(NamedTuple):
    """What a callback is told after each wave."""

    done: int  # lanes
    most: int  # lanes, if no strength is left out
    strengths: Array
    losses: Array  # mean out-of-fold loss of each strength; NaN where not tried


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

    @property
    def losses(self) -> Array:
        """Mean out-of-fold loss of each strength."""
        return np.asarray(self.fold_losses.mean(axis=1))


@dataclass
class _Table:
    """What is known so far."""

    task: Task
    judge: Judge
    fits: dict[Lane, Fitted] = field(default_factory=dict)
    of: dict[int, Array] = field(default_factory=dict)  # strength number -> loss of each example

    @property
    def classes(self) -> int:
        return int(self.task.y.shape[1])

    @property
    def fold_count(self) -> int:
        return int(self.task.folds.max()) + 1

    def lanes_of(self, s: int) -> list[Lane]:
        return [Lane(s, f, k) for k in range(self.classes) for f in range(self.fold_count)]

    def scores(self, s: int) -> Array:
        out = np.full(self.task.y.shape, np.nan)
        for lane in self.lanes_of(s):
            if lane in self.fits:
                out[self.task.folds == lane.f, lane.k] = self.fits[lane].held_out
        return out

    def mean_losses(self) -> Array:
        return np.array([self.of[s].mean() if s in self.of else np.nan for s in range(len(self.task.strengths))])

    def best(self) -> int:
        return int(np.nanargmin(self.mean_losses()))

    def clearly_worse(self, s: int) -> bool:
        """Is strength s worse than the best by more than chance? The same examples are compared, pair by pair."""
        more = self.of[s] - self.of[self.best()]
        return bool(more.mean() > CLEARLY * more.std() / np.sqrt(len(more)))


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
    progress: Callable[[Progress], bool | None] | None = None,
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
    table = _Table(
        Task(
            ordered.X, y.reshape(len(y), -1).astype(np.float64), np.ones(len(y)) if costs is None else costs, folds,
            np.sort(np.asarray(strengths, dtype=np.float64)), loss, intercept, scales, fold_tol, seed, max_steps,
        ),
        judge or (lambda truth, z: _loss_of(loss, truth, z)),
    )  # fmt: skip
    _try_strengths(table, exhaustive, threads, progress)
    best = table.best()
    chosen = _weakest_within_error(table, best) if one_standard_error else best
    final = fit_final(table.task._replace(tol=tol), chosen, table.fits, threads)
    return _outcome(table, best, chosen, final._replace(w=ordered.restored(final.w)))


def _try_strengths(
    table: _Table, exhaustive: bool, threads: int | None, progress: Callable[[Progress], bool | None] | None
) -> None:
    S, per_strength = len(table.task.strengths), table.classes * table.fold_count
    at_once = max(1, WAVE // per_strength)
    coarse = list(range(0, S, 1 if exhaustive or S < 5 else 2))
    for first in range(0, len(coarse), at_once):
        wave = coarse[first : first + at_once]
        _fit_wave(table, wave, threads)
        if progress is not None and progress(_told(table)):
            return
        if not exhaustive and table.clearly_worse(wave[-1]):
            break
    while fine := [s for s in (table.best() - 1, table.best() + 1) if 0 <= s < S and s not in table.of]:
        _fit_wave(table, fine, threads)
        if progress is not None and progress(_told(table)):
            return


def _fit_wave(table: _Table, wave: Sequence[int], threads: int | None) -> None:
    lanes = [lane for s in wave for lane in table.lanes_of(s)]
    donors = [_donor(table, lane) for lane in lanes]
    pieces = [slice(at, at + WIDTH) for at in range(0, len(lanes), WIDTH)]
    blocks = run_parallel(lambda piece: fit_block(table.task, lanes[piece], donors[piece]), pieces, threads)
    table.fits.update(zip(lanes, [fit for block in blocks for fit in block]))
    for s in wave:
        table.of[s] = table.judge(table.task.y, table.scores(s))


def _donor(table: _Table, lane: Lane) -> Fitted | None:
    """The same fold and class at the nearest weaker strength that is there."""
    weaker = [s for s in table.of if s < lane.s]
    return table.fits[lane._replace(s=max(weaker))] if weaker else None


def _told(table: _Table) -> Progress:
    most = len(table.task.strengths) * table.classes * table.fold_count
    return Progress(len(table.fits), most, table.task.strengths, table.mean_losses())


def _weakest_within_error(table: _Table, best: int) -> int:
    """The weakest strength whose fold losses are within one standard error of the best one's mean."""
    at_best = _by_fold(table, best)
    most = at_best.mean() + at_best.std(ddof=1) / np.sqrt(len(at_best))
    return min(s for s in table.of if _by_fold(table, s).mean() <= most or s == best)


def _by_fold(table: _Table, s: int) -> Array:
    folds = table.task.folds
    return np.asarray(np.bincount(folds, table.of[s]) / np.bincount(folds))


def _outcome(table: _Table, best: int, chosen: int, final: Final) -> Sweep:
    S, F, K = len(table.task.strengths), table.fold_count, table.classes
    fold_losses, gaps = np.full((S, F), np.nan), np.full((S, F, K), np.nan)
    for s in table.of:
        fold_losses[s] = _by_fold(table, s)
    for lane, fit in table.fits.items():
        gaps[lane] = fit.gap
    scores = np.stack([table.scores(s) for s in range(S)])
    return Sweep(table.task.strengths, scores, fold_losses, gaps, best, chosen, *final)


@jit
def _loss_of(loss: Loss, y: Array, z: Array) -> Array:
    out = np.zeros(len(y))
    for i in range(len(y)):
        for k in range(y.shape[1]):
            out[i] += losses.value(loss, y[i, k], z[i, k])
    return out
