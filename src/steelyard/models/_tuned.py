"""What `LogisticRegressionCV` finds out of fold: in lanes, or fold by fold; the same table of scores either way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse

from steelyard._threads import run_parallel
from steelyard.core.objective import Certificate
from steelyard.core.penalties import Penalty
from steelyard.core.rows import Array, Rows
from steelyard.lanes.search import Tell, search
from steelyard.lanes.softmax_sweep import softmax_tuning
from steelyard.lanes.sweep import tuning
from steelyard.models._linear import linear_scores
from steelyard.models._rows import rows_of, signs
from steelyard.models._solve import (
    FEW_COLUMNS,
    FEW_COLUMNS_SOFTMAX,
    PATIENCE,
    SMALLEST_TOL,
    Asked,
    Solved,
    Start,
    fit_logistic,
)

LANE_TOL = 1e-3  # of the folds' fits in lanes, whose weights nobody sees


class Trial(NamedTuple):
    """What is tried: checked rows, their costs at C = 1, who is held out when, the Cs and ratios, and the judge."""

    X: Any
    y: Array
    classes: Array
    c: Array
    splits: list[tuple[Array, Array]]
    Cs: Array
    ratios: list[float]
    penalty: Callable[[float, float], Penalty]  # of a C and a ratio
    intercept: bool
    asked: Asked
    fold_tol: float | None
    score: Callable[[Array, int], float]  # of the scores of a fold's held-out rows


class Found(NamedTuple):
    """F folds, R ratios, S values of C; NaN where not tried."""

    scores: Array  # (F, R, S): what the scorer says
    steps: Array  # (F, R, S)
    gaps: Array  # (F, R, S)
    held_out: Array  # (R, S, n, lines): each row's scores from the fit that did not see it
    paths: Array | None  # (F, R, S, lines, columns + 1), the intercept last; not kept in lanes
    final: Callable[[int, int], Solved]  # the fit of all rows at a ratio and a C


def fits_lanes(trial: Trial) -> bool:
    """L2, many sparse columns, and every row held out just once."""
    n = len(trial.y)
    seen = np.bincount(np.concatenate([test for _, test in trial.splits]), minlength=n)
    whole = all(len(train) + len(test) == n for train, test in trial.splits) and bool((seen == 1).all())
    few = FEW_COLUMNS if len(trial.classes) == 2 else FEW_COLUMNS_SOFTMAX
    plain = trial.ratios == [0.0] and bool(np.isfinite(trial.Cs).all())
    return bool(whole and plain and issparse(trial.X) and trial.X.shape[1] > few)


def by_lanes(trial: Trial, exhaustive: bool, tell: Tell | None) -> Found:
    """Folds and Cs (and classes) side by side; see `steelyard.lanes`."""
    two, folds = len(trial.classes) == 2, np.empty(len(trial.y), dtype=np.int64)
    for number, (_, test) in enumerate(trial.splits):
        folds[test] = number
    settings: dict[str, Any] = {
        "costs": trial.c, "intercept": trial.intercept, "seed": trial.asked.seed,
        "fold_tol": max(trial.asked.tol, LANE_TOL) if trial.fold_tol is None else trial.fold_tol,
        "max_steps": trial.asked.max_iter or PATIENCE,
    }  # fmt: skip
    rows = rows_of(trial.X)
    tuned: Any
    if two:
        tuned = tuning(rows, signs(trial.y, trial.classes[1]), folds, trial.Cs, **settings)
    else:
        k = np.searchsorted(trial.classes, trial.y)
        tuned = softmax_tuning(rows, k, len(trial.classes), folds, trial.Cs, **settings)
    search(tuned.trials, lambda wave: tuned.fit(wave, None), tuned.at_once, exhaustive, tell)
    order = np.searchsorted(tuned.trials.strengths, trial.Cs)
    held_out = np.stack([tuned.scores(s) for s in order])[None]
    scores = np.full((len(trial.splits), 1, len(order)), np.nan)
    for at, s in enumerate(order):
        if s in tuned.trials.of:
            scores[:, 0, at] = [trial.score(held_out[0, at, test], f) for f, (_, test) in enumerate(trial.splits)]
    gaps = np.stack([tuned.gaps(s).max(axis=1) for s in order], axis=1)[:, None]
    steps = np.stack([tuned.steps(s) for s in order], axis=1)[:, None]

    def final(ratio: int, at: int) -> Solved:
        if trial.asked.max_iter is not None:  # lanes would have Newton's method go on
            return _fit(trial, rows, 0.0, at, trial.asked.tol, None)
        end = tuned.final(int(order[at]), max(trial.asked.tol, SMALLEST_TOL), None)
        value, gap = float(end.objective[0]), float(end.gap[0])
        return Solved(end.w.T, end.b, Certificate(value, value * (1.0 - gap), gap), trial.asked.max_iter or 0, None)

    return Found(scores, steps, gaps, held_out, None, final)


class _Path(NamedTuple):
    """What one fold and one ratio gave along the Cs; fields as in `Found`."""

    scores: Array
    steps: Array
    gaps: Array
    held_out: list[Array]
    weights: Array


def by_folds(trial: Trial) -> Found:
    """One fit after another, weakest C first, each from the weights of the last; folds and ratios in threads."""
    rows, F, R, S = rows_of(trial.X), len(trial.splits), len(trial.ratios), len(trial.Cs)

    def path(piece: tuple[int, float]) -> _Path:
        f, ratio = piece
        train, test = trial.splits[f]
        counted = trial._replace(c=trial.c * np.bincount(train, minlength=len(trial.y)))
        fits: dict[int, Solved] = {}
        start: Start = None
        tol = trial.asked.tol if trial.fold_tol is None else trial.fold_tol
        for at in np.argsort(trial.Cs, kind="stable").tolist():
            fits[at] = _fit(counted, rows, ratio, at, tol, start)
            start = (fits[at].W, fits[at].b)
        solved = [fits[at] for at in range(S)]
        z = [linear_scores(trial.X[test], each.W, each.b) for each in solved]
        return _Path(
            np.array([trial.score(each, f) for each in z]),
            np.array([each.steps for each in solved]),
            np.array([each.certificate.gap for each in solved]),
            z,
            np.array([np.concatenate([each.W, each.b[:, None]], axis=1) for each in solved]),
        )

    paths = run_parallel(path, [(f, ratio) for f in range(F) for ratio in trial.ratios])
    scores, steps, gaps = (np.array(part).reshape(F, R, S) for part in zip(*(each[:3] for each in paths)))
    weights = np.array([each.weights for each in paths])
    weights = weights.reshape(F, R, S, *weights.shape[2:])

    def final(ratio: int, at: int) -> Solved:
        mean = weights[:, ratio, at].mean(axis=0)
        return _fit(trial, rows, trial.ratios[ratio], at, trial.asked.tol, (mean[:, :-1], mean[:, -1]))

    return Found(scores, steps, gaps, _held_out(trial, paths), weights, final)


def _fit(trial: Trial, rows: Rows, ratio: float, at: int, tol: float, start: Start) -> Solved:
    C = float(trial.Cs[at])
    cost = trial.c if np.isinf(C) else C * trial.c
    asked, penalty = trial.asked._replace(tol=tol), trial.penalty(C, ratio)
    return fit_logistic(rows, trial.y, trial.classes, cost, penalty, trial.intercept, asked, start)


def _held_out(trial: Trial, paths: list[_Path]) -> Array:
    """(R, S, n, lines): the mean where a row was held out several times, NaN where never."""
    R, S, n = len(trial.ratios), len(trial.Cs), len(trial.y)
    total, times = np.zeros((R, S, n, paths[0].weights.shape[1])), np.zeros(n)
    for number, each in enumerate(paths):
        test = trial.splits[number // R][1]
        for at in range(S):
            np.add.at(total[number % R, at], test, each.held_out[at])
        times[test] += number % R == 0
    return total / np.where(times > 0, times, np.nan)[:, None]


def best_of(scores: Array, Cs: Array, one_standard_error: bool) -> tuple[int, int]:
    """(ratio, C) of the best of scores (F, R, S), those not tried aside; of several, the first C, its first ratio.

    Or, at that ratio, the smallest C within one standard error of the best.
    """
    total = np.where(np.isnan(scores).any(axis=0), -np.inf, scores.sum(axis=0))
    C, ratio = np.unravel_index(total.T.argmax(), total.T.shape)
    if one_standard_error and len(scores) > 1:
        error = scores[:, ratio, C].std(ddof=1) * np.sqrt(len(scores))
        near = np.flatnonzero(total[ratio] >= total[ratio, C] - error)
        C = near[Cs[near].argmin()]
    return int(ratio), int(C)
