"""Precision and recall at every threshold: of the texts at or above it, how many are in the class; of the class, how
many are at or above it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.records import Record, class_numbers, same_length, weights_of


@dataclass(frozen=True, eq=False)
class PrecisionRecall(Record):
    """The curve from the highest threshold down, a point for each distinct probability."""

    at: Array  # "yes" from here on
    precision: Array
    recall: Array
    share: Array  # of the texts that get a yes
    average: float  # average precision: the area under the steps

    def thinned(self, points: int = 200) -> PrecisionRecall:
        """The curve at about so many points, evenly spaced in what share gets a yes."""
        keep = np.unique(np.searchsorted(self.share, np.linspace(self.share[0], 1.0, points)).clip(0, len(self.at) - 1))
        return PrecisionRecall(self.at[keep], self.precision[keep], self.recall[keep], self.share[keep], self.average)


def precision_recall(inside: Any, p: Array, *, weights: Any = None) -> PrecisionRecall:
    """The curve of one class.

    Parameters
    ----------
    inside : whether each text is in the class (or 1 and 0)
    p : its probability of being in it, or a score

    >>> precision_recall([1, 1, 0, 1], np.array([0.9, 0.8, 0.7, 0.6])).average.__round__(4)
    0.9167
    """
    k = class_numbers(inside, 2)
    same_length(len(k), p=p, weights=weights)
    w = weights_of(weights, len(k))
    if not w @ k:
        raise SettingError("No text is in the class.", "Precision and recall need some that are.")
    levels, place = np.unique(-np.asarray(p, np.float64), return_inverse=True)
    said, found = np.cumsum(np.bincount(place, w)), np.cumsum(np.bincount(place, w * k))
    there = said > 0
    precision, recall = found[there] / said[there], found[there] / found[-1]
    average = float(np.diff(recall, prepend=0.0) @ precision)
    return PrecisionRecall(-levels[there], precision, recall, said[there] / said[-1], average)
