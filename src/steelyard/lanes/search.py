"""Which strengths are tried, and which is taken; the same for every kind of fit.

1. coarse   every second strength, the weakest first, a few at a time. Enough once a strength is clearly worse out of
            fold than the best, or hardly better than the one before
2. fine     the strengths beside the best
3. choose   the least mean loss out of fold; or, asked for, the weakest within one standard error of it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from steelyard.core.rows import Array

CLEARLY = 2.0  # standard errors

Judge = Callable[[Array, Array], Array]  # (truth, scores (m, K)) to the loss of each of the m examples


class Progress(NamedTuple):
    """What a callback is told after each wave."""

    done: int  # lanes
    most: int  # lanes, if no strength is left out
    strengths: Array
    losses: Array  # mean out-of-fold loss of each strength; NaN where not tried


Tell = Callable[[Progress], bool | None]  # True: enough


@dataclass
class Trials:
    """What the strengths that were tried are worth."""

    strengths: Array  # (S,), ascending
    folds: Array  # (n,)
    lanes: int  # fits a strength
    of: dict[int, Array] = field(default_factory=dict)  # strength number -> out-of-fold loss of each example
    weights: Array | None = None  # how much each example counts

    def losses(self) -> Array:
        """Mean loss of each strength, NaN where not tried."""
        return np.array([self._mean(self.of[s]) if s in self.of else np.nan for s in range(len(self.strengths))])

    def _mean(self, each: Array) -> float:
        return float(np.average(each, weights=self.weights))

    def fold_losses(self) -> Array:
        """(S, F): the mean over each fold."""
        F = int(self.folds.max()) + 1
        return np.array([self._by_fold(s) if s in self.of else np.full(F, np.nan) for s in range(len(self.strengths))])

    def _by_fold(self, s: int) -> Array:
        w = np.ones(len(self.folds)) if self.weights is None else self.weights
        return np.asarray(np.bincount(self.folds, w * self.of[s]) / np.bincount(self.folds, w))

    def best(self) -> int:
        return int(np.nanargmin(self.losses()))

    def weaker(self, s: int) -> int | None:
        """The nearest weaker strength that was tried."""
        return max((tried for tried in self.of if tried < s), default=None)

    def clearly_worse(self, s: int) -> bool:
        """Is strength s worse than the best by more than chance? The same examples are compared, pair by pair."""
        more = self.of[s] - self.of[self.best()]
        return bool(self._mean(more) > CLEARLY * more.std() / np.sqrt(len(more)))

    def hardly_better(self, s: int, worth: float) -> bool:
        """Does strength s take less than this share off the loss of the next weaker one? Not asked if 0."""
        weaker = self.weaker(s)
        if worth == 0.0 or weaker is None:
            return False
        before = self._mean(self.of[weaker])
        return before - self._mean(self.of[s]) < worth * before

    def weakest_within_error(self) -> int:
        """The weakest strength whose fold losses are within one standard error of the best one's mean."""
        best = self.best()
        at_best = self._by_fold(best)
        most = at_best.mean() + at_best.std(ddof=1) / np.sqrt(len(at_best))
        return min(s for s in self.of if self._by_fold(s).mean() <= most or s == best)

    def told(self) -> Progress:
        done, most = (self.lanes * count for count in (len(self.of), len(self.strengths)))
        return Progress(done, most, self.strengths, self.losses())


Fit = Callable[[Sequence[int]], None]  # fits a wave of strengths and writes into `trials.of`


def search(trials: Trials, fit: Fit, at_once: int, exhaustive: bool, tell: Tell | None) -> None:
    """Try strengths until enough are known: all of them, or coarse and fine."""
    S = len(trials.strengths)
    first = list(range(0, S, 1 if exhaustive or S < 5 else 2))
    if coarse(trials, fit, at_once, first, tell, exhaustive):
        fine(trials, fit, 1, tell)


def coarse(
    trials: Trials,
    fit: Fit,
    at_once: int,
    wanted: Sequence[int],
    tell: Tell | None = None,
    exhaustive: bool = False,
    worth: float = 0.0,
) -> bool:
    """Try these strengths, the weakest first, until enough are known. False if the callback said enough.

    `worth`: which share of the loss a stronger one must take off for still stronger ones to be tried.
    """
    for first in range(0, len(wanted), at_once):
        wave = wanted[first : first + at_once]
        fit(wave)
        if tell is not None and tell(trials.told()):
            return False
        if not exhaustive and (trials.clearly_worse(wave[-1]) or trials.hardly_better(wave[-1], worth)):
            break
    return True


def fine(trials: Trials, fit: Fit, at_once: int = 1, tell: Tell | None = None, worth: float = 0.0) -> bool:
    """Try the strengths beside the best, until it has both neighbours. False if the callback said enough.

    Where only one neighbour is missing, the next beyond it is tried as well if two cost no more time than one.
    `worth`: which share of the loss the best must take off that of the next weaker one for a stronger one to be tried.
    """
    S = len(trials.strengths)
    while True:
        best = trials.best()
        beside = [s for s in (best - 1, best + 1) if 0 <= s < S and s not in trials.of]
        if not beside or (beside == [best + 1] and trials.hardly_better(best, worth)):
            return True
        if len(beside) == 1 and at_once > 1:
            beyond = 2 * beside[0] - best
            beside = sorted(s for s in (beside[0], beyond) if 0 <= s < S and s not in trials.of)
        fit(beside)
        if tell is not None and tell(trials.told()):
            return False
