"""Softmax over folds x strengths: what each strength is worth out of fold, and the final fit at the best.

Strengths are tried and chosen as `search.py` says. The K classes of a fit are its lanes; the fits of the folds run in
threads, each on from the dual point of the same fold at a weaker strength. No fit depends on which thread it was given
to, nor on the fits beside it: the same bits at any thread count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from steelyard._jit import jit
from steelyard._threads import run_parallel
from steelyard.core import softmax
from steelyard.core.rows import Array, Rows
from steelyard.lanes.columns import by_frequency
from steelyard.lanes.scales import FoldScales
from steelyard.lanes.search import Judge, Tell, Trials, search
from steelyard.lanes.softmax_fit import Point, Task, fit_final, fit_fold
from steelyard.lanes.sweep import Sweep


@dataclass
class _Table:
    """What is known so far."""

    task: Task
    judge: Judge
    trials: Trials
    scores: Array  # (S, n, K)
    gaps: Array  # (S, F, 1)
    points: dict[tuple[int, int], Point] = field(default_factory=dict)  # by strength and fold

    def fit(self, wave: Sequence[int], threads: int | None) -> None:
        pieces = [(s, f) for s in wave for f in range(self.task.fold_count)]
        fits = run_parallel(lambda piece: fit_fold(self.task, *piece, self.donor(*piece)), pieces, threads)
        for (s, f), fit in zip(pieces, fits):
            self.scores[s, self.task.folds == f] = fit.held_out
            self.gaps[s, f] = fit.gap
            self.points[s, f] = fit.point
        for s in wave:
            self.trials.of[s] = self.judge(self.task.k, self.scores[s])
        self._forget(wave)

    def donor(self, s: int, f: int) -> Point | None:
        """The same fold at the nearest weaker strength that is there."""
        weaker = self.trials.weaker(s)
        return None if weaker is None else self.points[weaker, f]

    def _forget(self, wave: Sequence[int]) -> None:
        """The dual points that no fit will start from: neither a stronger one, nor one beside the best."""
        best = self.trials.best()
        keep = {best, self.trials.weaker(best), *wave}
        self.points = {at: point for at, point in self.points.items() if at[0] in keep}


def softmax_sweep(
    X: Rows,
    k: Array,
    classes: int,
    folds: Array,
    strengths: Sequence[float],
    *,
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
    """Tune the strength of softmax regression. k: the class, 0 ... classes - 1, of each row; folds: 0 ... F - 1.

    As `sweep`, but one gap and one objective a fit, for all its classes together: `gaps` is (S, F, 1), `gap` and
    `objective` (1,). `judge` is given k and the scores; without one it is the loss, -log p of the true class.
    """
    ordered = by_frequency(X)
    if scales is not None and ordered.columns is not None:
        scales = scales._replace(columns=scales.columns[ordered.columns])
    task = Task(
        ordered.X, np.asarray(k, dtype=np.int64), classes, np.ones(len(k)) if costs is None else costs, folds,
        np.sort(np.asarray(strengths, dtype=np.float64)), intercept, scales, fold_tol, seed, max_steps,
    )  # fmt: skip
    S, F, n = len(task.strengths), task.fold_count, len(folds)
    trials = Trials(task.strengths, folds, F)
    table = _Table(task, judge or _loss_of, trials, np.full((S, n, classes), np.nan), np.full((S, F, 1), np.nan))
    search(trials, lambda wave: table.fit(wave, threads), 1, exhaustive, progress)
    best = trials.best()
    chosen = trials.weakest_within_error() if one_standard_error else best
    donors = [point for f in range(F) if (point := table.points.get((chosen, f)))]
    final = fit_final(task._replace(tol=tol), chosen, donors, threads)
    W = ordered.restored(final.w)
    return Sweep(
        task.strengths, table.scores, trials.fold_losses(), table.gaps, best, chosen, W, final.b, final.gap,
        final.objective, final.pulls,
    )  # fmt: skip


@jit
def _loss_of(k: Array, z: Array) -> Array:
    out = np.empty(len(k))
    for i in range(len(k)):
        out[i] = softmax.value(k[i], z[i])
    return out
