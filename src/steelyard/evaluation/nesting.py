"""What choosing costs: the best of many tried on the same folds looks a little better than it is.

For each fold f the choice is made again, by the other folds' losses alone, and what it chose is scored on f. Nobody has
chosen on the texts that score him, so the mean over the folds is not flattered by the choice. It is what a choice by
somewhat fewer texts is worth: a little less than that by all of them, never more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.intervals import LEVEL, Interval, mean, weighted_shares
from steelyard.evaluation.records import Record, same_length, weights_of


@dataclass(frozen=True, eq=False)
class Nested(Record):
    """The chosen candidate's figures as they look, and without the flattery of the choice."""

    candidates: int
    chosen: int  # by all folds
    chosen_by_fold: tuple[int, ...]
    folds: tuple[int, ...]
    naive_loss: Interval
    loss: Interval
    naive_accuracy: Interval | None
    accuracy: Interval | None
    optimism: Interval  # loss - naive_loss, text by text

    @property
    def agreed(self) -> float:
        """The share of the folds whose choice was the one that was made."""
        return float(np.mean([each == self.chosen for each in self.chosen_by_fold]))


def nested(
    losses: Any,
    errors: Any | None,
    folds: Any,
    *,
    weights: Any = None,
    groups: Any = None,
    level: float = LEVEL,
) -> Nested:
    """The loss and accuracy of the best candidate, corrected for its having been chosen on the same folds.

    Parameters
    ----------
    losses : (candidates, n), each text's out-of-fold loss; NaN where a candidate was not tried
    errors : (candidates, n), whether the decision was wrong; None if only the loss matters
    folds : (n,), the fold that each text was held out in
    weights, groups : how much each text counts; texts of a group count as one observation

    >>> losses = np.array([[1.0, 1.0, 5.0, 5.0], [5.0, 5.0, 1.0, 1.0]])
    >>> result = nested(losses, None, [0, 0, 1, 1])
    >>> result.naive_loss.value, result.loss.value
    (3.0, 5.0)
    """
    L = np.atleast_2d(np.asarray(losses))
    fold_of = np.asarray(folds)
    same_length(L.shape[1], folds=fold_of, weights=weights, groups=groups)
    w = weights_of(weights, L.shape[1])
    names, place = np.unique(fold_of, return_inverse=True)
    if len(names) < 2:
        raise SettingError("There is one fold.", "A choice is checked on another fold: give two or more.")
    totals = _fold_totals(L, w, place, len(names))
    if not np.isfinite(totals).all(axis=1).any():
        raise SettingError("No candidate was tried on every fold.", "Give at least one that was.")
    chosen = _best(totals.sum(axis=1))
    by_fold = [_best(np.delete(totals, f, axis=1).sum(axis=1), totals[:, f]) for f in range(len(names))]
    own = np.asarray(by_fold)[place]
    each, naive = L[own, np.arange(len(w))], L[chosen]
    return Nested(
        candidates=len(L),
        chosen=chosen,
        chosen_by_fold=tuple(by_fold),
        folds=tuple(names.tolist()),
        naive_loss=mean(naive, w, groups, level),
        loss=mean(each, w, groups, level),
        naive_accuracy=_accuracy(errors, np.full(len(w), chosen), w, groups, level),
        accuracy=_accuracy(errors, own, w, groups, level),
        optimism=mean(np.asarray(each, float) - naive, w, groups, level),
    )


def joined(parts: Sequence[Array]) -> Array:
    """Losses (strengths, n) of several trials, one under the other, as `nested` takes them."""
    return np.concatenate([np.atleast_2d(part) for part in parts])


def _fold_totals(L: Array, w: Array, place: Array, folds: int) -> Array:
    """(candidates, folds): the sum of losses; NaN where any is missing."""
    return np.stack([L[:, place == f].astype(np.float64) @ w[place == f] for f in range(folds)], axis=1)


def _best(totals: Array, own: Array | None = None) -> int:
    """The least total among the candidates that were tried, on the fold that they are to be scored on too."""
    known = np.isfinite(totals) if own is None else np.isfinite(totals) & np.isfinite(own)
    return int(np.where(known, totals, np.inf).argmin())


def _accuracy(errors: Any | None, own: Array, w: Array, groups: Any, level: float) -> Interval | None:
    if errors is None:
        return None
    right = ~np.asarray(errors, bool)[own, np.arange(len(w))]
    return weighted_shares(right, w, level) if groups is None else mean(right.astype(float), w, groups, level)
