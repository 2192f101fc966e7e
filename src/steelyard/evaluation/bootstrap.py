"""The bootstrap, on confusion matrices: what other samples of texts could have been counted.

A unit is what is drawn: a text, or a whole group of texts. It puts its weight on cells of the confusion matrix. Texts
that weigh the same and are in the same cell are alike, so what is drawn are the numbers of each kind (a multinomial),
not the texts: 2,000 samples of 25,000 texts in 400 cells cost as much as 2,000 samples of 400.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from steelyard.core.rows import Array
from steelyard.evaluation.intervals import LEVEL, Interval

DRAWS = 2000
AT_ONCE = 4_000_000  # numbers in memory at a time


@dataclass(frozen=True, eq=False)
class Kinds:
    """Kinds of units: how many there are of each, and the weight that one of them puts on each cell."""

    count: Array
    weight: csr_array


def kinds_of(cells: Array, n_cells: int, w: Array, groups: Array | None = None) -> Kinds:
    """Texts' cells and weights as units; a group is a kind of its own. A text that weighs nothing is not there."""
    there = w > 0
    cells, w, groups = cells[there], w[there], None if groups is None else groups[there]
    if groups is None:
        pairs, kind = np.unique(np.stack([cells, w], axis=1), axis=0, return_inverse=True)
        count = np.bincount(kind.ravel())
        where = (np.arange(len(pairs)), pairs[:, 0].astype(np.int64))
        return Kinds(count, csr_array((pairs[:, 1], where), shape=(len(pairs), n_cells)))
    names, unit = np.unique(groups, return_inverse=True)
    return Kinds(np.ones(len(names), np.int64), csr_array((w, (unit, cells)), shape=(len(names), n_cells)))


def resampled(kinds: Kinds, random: np.random.Generator, draws: int = DRAWS) -> Array:
    """(draws, cells): the cells' weights in samples as large as the one that there is."""
    n, at_once = int(kinds.count.sum()), max(1, AT_ONCE // max(len(kinds.count), kinds.weight.shape[1]))
    parts = []
    for first in range(0, draws, at_once):
        drawn = random.multinomial(n, kinds.count / n, size=min(at_once, draws - first))
        parts.append(np.asarray(drawn @ kinds.weight))
    return np.concatenate(parts)


def between(value: float, draws: Array, level: float = LEVEL, how: str = "bootstrap") -> Interval:
    """The interval that leaves out the same share of the draws on both sides."""
    draws = draws[np.isfinite(draws)]
    if not len(draws):
        return Interval(value, -np.inf, np.inf, how)
    low, high = np.quantile(draws, [0.5 - level / 2.0, 0.5 + level / 2.0])
    return Interval(float(value), float(min(low, value)), float(max(high, value)), how)
