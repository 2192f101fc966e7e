"""The reliability curve: of the texts told with probability p, which share is right?

Bins of equal width are what the expected calibration error (ECE) is usually taken over; bins of equal counts are
steadier where nearly all probabilities lie at one end. The ECE of a finite sample is above 0 for a perfectly calibrated
model too: `by_chance` is what such a model would show on as many texts. `rms`, the root of the mean squared difference,
has that part taken off (Kumar, Liang and Ma, 2019).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.intervals import LEVEL, Interval, shares
from steelyard.evaluation.records import Record, class_numbers, same_length, weights_of

DRAWS = 200


@dataclass(frozen=True, eq=False)
class Reliability(Record):
    """Bin by bin; empty bins have a count of 0 and no shares."""

    by: str  # "width" or "count"
    of: int | None  # the class whose probability it is; None: of the class that is said
    edges: Array  # (bins + 1,)
    counts: Array  # (bins,): weight of the texts
    told: Array  # (bins,): mean probability
    right: tuple[Interval, ...]  # which share was right
    ece: float  # mean over the texts of |right - told| of their bins
    by_chance: float  # the ECE that a perfectly calibrated model would show
    rms: float  # root of the mean squared difference, less chance's part


def reliability(
    codes: Any,
    P: Array,
    bins: int = 15,
    *,
    by: str = "width",
    of: int | None = None,
    weights: Any = None,
    seed: int = 0,
    level: float = LEVEL,
) -> Reliability:
    """How often what is told with probability p is true.

    Parameters
    ----------
    codes, P : the true class numbers, and probabilities (n, classes)
    bins : how many
    by : "width" for bins as wide as each other, "count" for bins with as many texts
    of : a class number for the probabilities of that class; None for those of the class that is said

    >>> P = np.array([[0.8, 0.2]] * 5)
    >>> round(reliability([0, 0, 0, 0, 1], P).ece, 6)
    0.0
    """
    if by not in ("width", "count") or bins < 1:
        raise SettingError(f"{bins} bins by {by!r}.", "Give 1 bin or more, by 'width' or by 'count'.")
    k = class_numbers(codes, P.shape[1])
    same_length(len(k), P=P, weights=weights)
    w = weights_of(weights, len(k))
    told = P.max(axis=1) if of is None else P[:, of]
    right = (P.argmax(axis=1) == k) if of is None else k == of
    edges = np.linspace(0.0, 1.0, bins + 1) if by == "width" else _even(told, bins)
    place = np.clip(np.searchsorted(edges, told, side="left") - 1, 0, len(edges) - 2)
    size, square = _sum(place, w, edges), _sum(place, w * w, edges)
    mean, share = _mean(_sum(place, w * told, edges), size), _mean(_sum(place, w * right, edges), size)
    effective = np.divide(size**2, square, out=np.zeros_like(size), where=square > 0)
    part, gap = size / size.sum(), np.nan_to_num(share - mean)
    return Reliability(
        by=by,
        of=of,
        edges=edges,
        counts=size,
        told=mean,
        right=tuple(shares(np.nan_to_num(share) * effective, effective, level)),
        ece=float(part @ np.abs(gap)),
        by_chance=_by_chance(told, place, w, edges, seed),
        rms=_without_chance(part, gap, np.nan_to_num(share), effective),
    )


def _even(told: Array, bins: int) -> Array:
    """Edges with as many texts between them; equal probabilities stay together."""
    inner = np.quantile(told, np.linspace(0.0, 1.0, bins + 1)[1:-1])
    return np.unique(np.concatenate([[0.0], inner, [1.0]]))


def _sum(place: Array, values: Array, edges: Array) -> Array:
    return np.bincount(place, values, len(edges) - 1)


def _mean(total: Array, size: Array) -> Array:
    return np.divide(total, size, out=np.full_like(size, np.nan), where=size > 0)


def _by_chance(told: Array, place: Array, w: Array, edges: Array, seed: int) -> float:
    """The mean ECE where each text is right with just the probability that was told.

    What a bin is off by is about normal, with variance sum w^2 p (1 - p), and its size sqrt(2 / pi) of the deviation on
    the average. Bins with few texts are drawn instead.
    """
    spread = _sum(place, w * w * told * (1.0 - told), edges)
    few = np.bincount(place, minlength=len(edges) - 1) < 30
    expected = np.sqrt(2.0 / np.pi * spread)
    rows = np.flatnonzero(few[place])
    if len(rows):
        random = generator(seed, "evaluation", "reliability")
        right = random.random((DRAWS, len(rows))) < told[rows]
        for bin_ in np.unique(place[rows]):
            here = place[rows] == bin_
            off = (right[:, here] - told[rows][here]) @ w[rows][here]
            expected[bin_] = np.abs(off).mean()
    return float(expected.sum() / w.sum())


def _without_chance(part: Array, gap: Array, share: Array, effective: Array) -> float:
    enough = effective > 1.0
    chance = np.divide(share * (1.0 - share), effective - 1.0, out=np.zeros_like(share), where=enough)
    return float(np.sqrt(max(part[enough] @ (gap**2 - chance)[enough], 0.0)))
