"""`select`: which recipe at which strength is worth most out of fold, and the model it makes of all texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from scipy.special import log_expit, log_softmax

from steelyard.algorithms.calibration import platt, temperature
from steelyard.core.losses import Logistic, SquaredHinge
from steelyard.core.rows import CSR, Array
from steelyard.errors import SettingError
from steelyard.features.text_columns import Learnt, learn_columns
from steelyard.lanes import FoldScales, Sweep, assign_folds, fold_scales, softmax_sweep, sweep
from steelyard.models.linear_text import LinearText
from steelyard.selection.recipes import RECIPES, Recipe, recipe_named

STRENGTHS = np.logspace(-1, 3, 9)


class SelectionProgress(NamedTuple):
    """What a callback is told."""

    step: str  # what is being done, in words
    done: float  # share, 0 to 1, of the expected work


@dataclass(frozen=True, eq=False)
class Trial:
    """One recipe that was tried. S strengths, F folds; NaN where not tried."""

    recipe: Recipe
    strengths: Array  # (S,)
    losses: Array  # (S,): mean out-of-fold log loss
    fold_losses: Array  # (S, F)
    errors: Array  # (S,): out-of-fold error rate
    best: int
    gap: float  # the largest of its fold fits at the best
    n: int  # texts it was judged on


@dataclass(frozen=True, eq=False)
class Selection:
    """The choice and what it was made by. K = 1 for two classes."""

    trials: tuple[Trial, ...]
    chosen: int
    strength: float
    why: str
    folds: Array  # (n,)
    scores: Array  # (n, K): out of fold, of the chosen recipe and strength
    losses: Array  # (candidates, n): each text's out-of-fold log loss
    errors: Array  # (candidates, n): whether its decision was wrong
    candidates: tuple[tuple[int, float], ...]  # trial number and strength
    model: LinearText
    gap: Array
    objective: Array
    unknown: Array | None
    lengths: Array | None
    duals: Array  # (n, K): w = sum_i duals[i] x_i, with x_i = tf fit_scale / |x|
    fit_scale: Array  # (d,) or (d, K)
    by_candidate: dict[str, Array] = field(default_factory=dict)


Told = Callable[[SelectionProgress], bool | None]


def select(
    texts: Any,
    codes: Any,
    classes: Sequence[str],
    *,
    recipe: str | Recipe | dict[str, Any] = "auto",
    folds: int = 5,
    strengths: Sequence[float] | None = None,
    weights: Any = None,
    groups: Any = None,
    seed: int = 0,
    tol: float = 1e-6,
    threads: int | None = None,
    progress: Told | None = None,
) -> Selection:
    """The best recipe and strength by out-of-fold loss, and the model that they make of all texts.

    >>> texts = ["good film", "bad film", "a good one", "a bad one"] * 5
    >>> select(texts, [1, 0] * 10, ("bad", "good"), recipe="words").model.predict(["good"])
    ['good']
    """
    k = np.asarray(codes, np.int64)
    fold_of = assign_folds(k, min(folds, len(k)), seed, groups)
    c = np.ones(len(k)) if weights is None else np.asarray(weights, np.float64)
    several = [each for each in RECIPES.values() if len(classes) == 2 or each.many == "softmax"]
    tried = several if isinstance(recipe, str) and recipe == "auto" else [recipe_named(recipe)]
    grid = STRENGTHS if strengths is None else np.asarray(strengths, np.float64)
    outcomes = []
    for at, each in enumerate(tried):
        if progress is not None:
            progress(SelectionProgress(each.name, at / len(tried)))
        outcomes.append(_try(texts, k, len(classes), each, fold_of, grid, c, seed, tol, threads))
    chosen = int(np.argmin([np.nanmin(trial.losses) for trial, *_ in outcomes]))
    trial, swept, learnt, scales, each_loss, wrong = outcomes[chosen]
    each_loss, wrong = (np.concatenate([outcome[at] for outcome in outcomes]) for at in (4, 5))
    model = LinearText(
        learnt.columns, tuple(classes), swept.w.astype(np.float32), swept.b, scales.columns[:, -1].astype(np.float32),
        trial.recipe.tf, trial.recipe.norm, recipe=trial.recipe.as_data(), df=learnt.df.astype(np.int32),
    )  # fmt: skip
    best = float(trial.strengths[trial.best])
    candidates = tuple((at, float(s)) for at, o in enumerate(outcomes) for s in o[0].strengths)
    return Selection(
        tuple(o[0] for o in outcomes), chosen, best,
        f"{trial.recipe.name} at strength {best:g}: the least loss out of fold.", fold_of, swept.scores[swept.chosen],
        each_loss, wrong, candidates, model, swept.gap, swept.objective, None, None, swept.pulls, scales.columns[:, -1],
        {"losses": each_loss, "errors": wrong},
    )  # fmt: skip


def _try(
    texts: Any, k: Array, classes: int, recipe: Recipe, folds: Array, grid: Array, c: Array, seed: int, tol: float,
    threads: int | None,
) -> tuple[Trial, Sweep, Learnt, FoldScales, Array, Array]:  # fmt: skip
    learnt = learn_columns(texts, recipe.views, threads)
    X = _with_tf(learnt.counts, recipe.tf)
    if recipe.ratios and classes > 2:
        raise SettingError("Ratios of many classes: not in this version.", "Choose another recipe.")
    y = np.where(k == 1, 1.0, -1.0) if classes == 2 else np.where(k[:, None] == np.arange(classes), 1.0, -1.0)
    scales = fold_scales(X, folds, idf=recipe.idf, ratios_of=y if recipe.ratios else None, norm=recipe.norm)
    loss = Logistic() if recipe.loss == "logistic" else SquaredHinge()
    options: dict[str, Any] = {"costs": c, "tol": tol, "scales": scales, "seed": seed, "threads": threads}
    if classes > 2 and recipe.many == "softmax":
        swept = softmax_sweep(
            X, k, classes, folds, grid, judge=lambda k, z: _log_losses(k, z, folds, c), **options
        )  # fmt: skip
    else:
        swept = sweep(
            X, y, folds, grid, loss=loss, judge=lambda y, z: _log_losses(k, z, folds, c), **options
        )  # fmt: skip
    S, n = len(swept.strengths), len(k)
    losses, wrong = np.full((S, n), np.nan, np.float32), np.zeros((S, n), bool)
    for s in np.flatnonzero(~np.isnan(swept.scores[:, 0, 0])):
        losses[s] = _log_losses(k, swept.scores[s], folds, c)
        wrong[s] = _decided(swept.scores[s]) != k
    mean = losses @ c / c.sum()
    by_fold = np.stack([losses[:, folds == f] @ c[folds == f] / c[folds == f].sum() for f in range(folds.max() + 1)], 1)
    trial = Trial(
        recipe, swept.strengths, mean, by_fold, np.where(np.isnan(mean), np.nan, wrong @ c / c.sum()), swept.best,
        float(swept.gaps[swept.best].max()), n,
    )  # fmt: skip
    return trial, swept, learnt, scales, losses, wrong


def _decided(z: Array) -> Array:
    return (z[:, 0] > 0.0).astype(np.int64) if z.shape[1] == 1 else z.argmax(axis=1)


def _with_tf(counts: CSR, tf: str) -> CSR:
    if tf == "count":
        return counts
    data = np.ones_like(counts.data) if tf == "binary" else (1.0 + np.log(counts.data)).astype(np.float32)
    return counts._replace(data=data)


def _log_losses(k: Array, z: Array, folds: Array, c: Array) -> Array:
    """Of probabilities that the scores of the other folds calibrate."""
    out = np.empty(len(k))
    for f in range(int(folds.max()) + 1):
        inside = folds == f
        if z.shape[1] == 1:
            a, b = platt(z[~inside, 0], k[~inside] == 1, c[~inside])
            out[inside] = -log_expit(np.where(k[inside] == 1, 1.0, -1.0) * (a * z[inside, 0] + b))
        else:
            T = temperature(z[~inside], k[~inside], c[~inside])
            out[inside] = -log_softmax(z[inside] / T, axis=1)[np.arange(int(inside.sum())), k[inside]]
    return out
