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
from steelyard.lanes.columns import Ordered, by_frequency
from steelyard.lanes.final import Final
from steelyard.lanes.scales import FoldScales
from steelyard.lanes.search import Judge, Tell, Trials, search
from steelyard.lanes.softmax_fit import Point, Task, fit_final, fit_fold
from steelyard.lanes.sweep import Sweep, outcome

AT_ONCE = 4  # classes that are put in order together


@dataclass
class SoftmaxTuning:
    """The strengths of one problem, fitted as they are asked for. What is known so far."""

    task: Task
    ordered: Ordered
    judge: Judge
    trials: Trials
    held_out: dict[int, Array] = field(default_factory=dict)  # by strength: (n, K)
    proven: dict[int, Array] = field(default_factory=dict)  # by strength: (F, 1)
    made: dict[tuple[int, int], int] = field(default_factory=dict)  # steps, by strength and fold
    points: dict[tuple[int, int], Point] = field(default_factory=dict)  # by strength and fold

    at_once = 1

    def scores(self, s: int) -> Array:
        """(n, K), out of fold; NaN where not tried"""
        return self.held_out[s] if s in self.held_out else np.full((len(self.task.k), self.task.classes), np.nan)

    def gaps(self, s: int) -> Array:
        """(F, 1); NaN where not tried"""
        return self.proven[s] if s in self.proven else np.full((self.task.fold_count, 1), np.nan)

    def steps(self, s: int) -> Array:
        """(F,): passes over the rows, or Newton's steps; NaN where not tried"""
        return np.array([self.made.get((s, f), np.nan) for f in range(self.task.fold_count)])

    def fit(self, wave: Sequence[int], threads: int | None) -> None:
        """Fit these strengths without each fold, and judge them."""
        pieces = [(s, f) for s in wave for f in range(self.task.fold_count)]
        fits = run_parallel(lambda piece: fit_fold(self.task, *piece, self.donor(*piece)), pieces, threads)
        for s in wave:
            self.held_out[s], self.proven[s] = self.scores(s), self.gaps(s)
        for (s, f), fit in zip(pieces, fits):
            self.held_out[s][self.task.folds == f] = fit.held_out
            self.proven[s][f] = fit.gap
            self.points[s, f], self.made[s, f] = fit.point, fit.steps
        for s in wave:
            self.trials.of[s] = self.judge(self.task.k, self.held_out[s])
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

    def final(self, s: int, tol: float, threads: int | None) -> Final:
        """The fit of all rows, its weights in the caller's order of columns."""
        donors = [point for f in range(self.task.fold_count) if (point := self.points.get((s, f)))]
        final = fit_final(self.task._replace(tol=tol), s, donors, threads)
        return final._replace(w=restored(self.ordered, final.w))


def restored(ordered: Ordered, W: Array) -> Array:
    """W in the caller's order of columns, in place, some classes at a time: the largest array is not made twice."""
    for at in range(0, W.shape[1], AT_ONCE):
        W[:, at : at + AT_ONCE] = ordered.restored(W[:, at : at + AT_ONCE])
    return W


def softmax_tuning(
    X: Rows,
    k: Array,
    classes: int,
    folds: Array,
    strengths: Sequence[float] | Array,
    *,
    costs: Array | None = None,
    intercept: bool = True,
    fold_tol: float = 1e-3,
    judge: Judge | None = None,
    scales: FoldScales | None = None,
    seed: int = 0,
    max_steps: int | None = 200,
    weights: Array | None = None,
) -> SoftmaxTuning:
    """A `SoftmaxTuning` with no strength tried yet. The parameters are those of `softmax_sweep`."""
    ordered = by_frequency(X)
    if scales is not None and ordered.columns is not None:
        scales = scales._replace(columns=scales.columns[ordered.columns])
    task = Task(
        ordered.X, np.asarray(k, dtype=np.int64), classes, np.ones(len(k)) if costs is None else costs, folds,
        np.sort(np.asarray(strengths, dtype=np.float64)), intercept, scales, fold_tol, seed, max_steps,
    )  # fmt: skip
    trials = Trials(task.strengths, folds, task.fold_count, weights=weights)
    return SoftmaxTuning(task, ordered, judge or _loss_of, trials)


def softmax_sweep(
    X: Rows,
    k: Array,
    classes: int,
    folds: Array,
    strengths: Sequence[float] | Array,
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
    tuned = softmax_tuning(
        X, k, classes, folds, strengths, costs=costs, intercept=intercept, fold_tol=fold_tol, judge=judge,
        scales=scales, seed=seed, max_steps=max_steps,
    )  # fmt: skip
    search(tuned.trials, lambda wave: tuned.fit(wave, threads), tuned.at_once, exhaustive, progress)
    best = tuned.trials.best()
    chosen = tuned.trials.weakest_within_error() if one_standard_error else best
    return outcome(tuned, best, chosen, tuned.final(chosen, tol, threads))


@jit
def _loss_of(k: Array, z: Array) -> Array:
    out = np.empty(len(k))
    for i in range(len(k)):
        out[i] = softmax.value(k[i], z[i])
    return out
