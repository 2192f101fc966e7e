"""One recipe, tried on texts: what each strength is worth out of fold.

Everything a fold may learn only from the texts outside it are scales over counts that all folds share (`lanes.scales`),
so that a recipe's folds and strengths are lanes over the same rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from steelyard.core.losses import Logistic, SquaredHinge
from steelyard.core.rows import Array
from steelyard.lanes import SoftmaxTuning, Tuning, coarse, fine, fold_scales, softmax_tuning, tuning
from steelyard.selection.counting import Counter, with_tf
from steelyard.selection.judging import judge, tamed
from steelyard.selection.recipes import Recipe
from steelyard.selection.telling import Telling

STRENGTHS = np.logspace(-2, 2.5, 10)  # of margins a tenth of it: their loss grows with the square
COARSE = (4, 6, 8)  # 1, 10, 100; those beside the best follow
WORTH = 0.002  # a strength must take so much off the loss of the next weaker one for stronger ones to be tried
FOLD_TOL = 1e-3


@dataclass(frozen=True, eq=False)
class Trial:
    """One recipe that was tried. S strengths, F folds; NaN where not tried."""

    recipe: Recipe
    strengths: Array  # (S,)
    losses: Array  # (S,): mean out-of-fold log loss, calibrated
    fold_losses: Array  # (S, F)
    errors: Array  # (S,): out-of-fold error rate
    best: int
    gap: float  # the largest of its fold fits at the best
    n: int  # texts it was judged on


@dataclass(frozen=True, eq=False)
class Texts:
    """The texts that recipes are tried on, and what all trials share."""

    counter: Counter
    k: Array  # (n,): class numbers
    classes: int
    folds: Array  # (n,)
    weights: Array  # (n,)
    seed: int
    threads: int | None

    @cached_property
    def seen(self) -> Array:
        """(classes, F): whether there are texts of a class outside a fold."""
        F, counts = int(self.folds.max()) + 1, self.weights > 0.0
        inside = np.bincount((self.k * F + self.folds)[counts], minlength=self.classes * F).reshape(-1, F)
        return np.asarray(inside < inside.sum(axis=1, keepdims=True))

    def some(self, rows: Array) -> Texts:
        """Some of the texts, in the folds they are in."""
        return replace(
            self, counter=self.counter.some(rows), k=self.k[rows], folds=self.folds[rows], weights=self.weights[rows]
        )


class Attempt:
    """A recipe under way on some texts."""

    def __init__(self, texts: Texts, recipe: Recipe, strengths: Array | None = None) -> None:
        self.texts, self.recipe, self.given = texts, recipe, strengths is not None
        self.wrong: dict[int, Array] = {}  # by strength: whether each text's decision is wrong
        self.learnt = texts.counter.of(recipe.views)
        self.rows = with_tf(self.learnt.counts, recipe.tf)
        self.scales = fold_scales(
            self.rows, texts.folds, idf=recipe.idf, min_df=self.min_df, ratios_of=texts.k if recipe.ratios else None,
            norm=recipe.norm, views=self.learnt.columns.starts[:-1].tolist() if recipe.alike else (),
            teach=texts.weights > 0.0, threads=texts.threads,
        )  # fmt: skip
        grid = STRENGTHS * (1.0 if recipe.loss == "logistic" else 0.1) if strengths is None else strengths
        self.tuning = self._tuning(grid)

    @property
    def min_df(self) -> Array:
        """One a column."""
        return np.repeat([view.min_df for view in self.recipe.views], np.diff(self.learnt.columns.starts))

    def _tuning(self, grid: Array) -> Tuning | SoftmaxTuning:
        t, recipe = self.texts, self.recipe
        shared: dict[str, Any] = {
            "costs": t.weights, "weights": t.weights, "scales": self.scales, "seed": t.seed, "fold_tol": FOLD_TOL,
            "judge": self._judge,
        }  # fmt: skip
        if t.classes > 2 and recipe.many == "softmax":
            return softmax_tuning(self.rows, t.k, t.classes, t.folds, grid, **shared)
        y = np.where(t.k == 1 if t.classes == 2 else t.k[:, None] == np.arange(t.classes), 1.0, -1.0)
        loss = Logistic() if recipe.loss == "logistic" else SquaredHinge()
        return tuning(self.rows, y, t.folds, grid, loss=loss, **shared)

    def coarse(self, telling: Telling, wanted: Sequence[int] = COARSE) -> Attempt:
        """Try strengths far apart; all of those that were given by hand."""
        wanted = range(len(self.tuning.trials.strengths)) if self.given else wanted
        coarse(self.tuning.trials, self._fit, self.tuning.at_once, wanted, telling.wave, self.given, 2 * WORTH)
        return self

    def fine(self, telling: Telling) -> Attempt:
        """Try the strengths beside the best."""
        fine(self.tuning.trials, self._fit, self.tuning.at_once, telling.wave, WORTH)
        return self

    def _fit(self, wave: Sequence[int]) -> None:
        self._judged: list[Array] = []
        self.tuning.fit(wave, self.texts.threads)
        self.wrong.update(zip(wave, self._judged, strict=True))

    def _judge(self, _: Array, Z: Array) -> Array:
        t = self.texts
        found = judge(t.k, tamed(Z, t.folds, t.seen), t.folds, t.weights, t.seen)
        self._judged.append(found.wrong)
        return found.losses

    @property
    def best(self) -> int:
        return self.tuning.trials.best()

    @property
    def tried(self) -> list[int]:
        """The strengths that were tried, by number."""
        return sorted(self.tuning.trials.of)

    @property
    def loss(self) -> float:
        """Mean log loss at the best strength."""
        return float(self.tuning.trials.losses()[self.best])

    def each_loss(self, s: int) -> Array:
        """(n,): each text's log loss."""
        return self.tuning.trials.of[s]

    def scores(self, s: int) -> Array:
        """(n, K), out of fold."""
        return tamed(self.tuning.scores(s), self.texts.folds, self.texts.seen)

    def trial(self) -> Trial:
        """What is known of it, as a record."""
        trials, w = self.tuning.trials, self.texts.weights
        errors = np.full(len(trials.strengths), np.nan)
        for s in self.tried:
            errors[s] = np.average(self.wrong[s], weights=w)
        gap = float(np.nanmax(self.tuning.gaps(self.best)))
        return Trial(
            self.recipe, trials.strengths, trials.losses(), trials.fold_losses(), errors, self.best, gap, len(w)
        )
