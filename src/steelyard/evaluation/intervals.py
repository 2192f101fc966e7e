"""Intervals: a number is told with what it could as well have been.

    wilson      of a share: the shares p for which |p^ - p| <= z sqrt(p (1 - p) / n). Wilson (1927)
    normal      of a mean: +- z standard errors; the sum over groups where texts come in groups
    bootstrap   of anything that is counted in a confusion matrix: see bootstrap.py
    delong      of an area under a curve: see ranking.py

With weights, n is the number of equally weighted texts that would tell as much: (sum w)^2 / sum w^2 (Kish, 1965).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.special import betaincinv, ndtri

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.records import plain

LEVEL = 0.95


class Interval(NamedTuple):
    """A value, and from where to where it may well be; `how` names the method."""

    value: float
    low: float
    high: float
    how: str

    def as_data(self) -> dict[str, Any]:
        return {"value": plain(self.value), "low": plain(self.low), "high": plain(self.high), "how": self.how}


def quantile(level: float) -> float:
    """z such that a normal number is within +- z with that probability.

    >>> round(quantile(0.95), 4)
    1.96
    """
    if not 0 < level < 1:
        raise SettingError(f"level is {level}.", "Give a share between 0 and 1, such as 0.95.")
    return float(ndtri(0.5 + level / 2.0))


def wilson(right: float, of: float, level: float = LEVEL) -> Interval:
    """The interval of a share: `right` of `of`. With nothing counted, nothing is known: 0 to 1.

    >>> wilson(9, 10).low.__round__(4)
    0.5958
    """
    return shares(np.array([right], float), np.array([of], float), level)[0]


def shares(right: Array, of: Array, level: float = LEVEL) -> list[Interval]:
    """Wilson's interval of each share."""
    z = quantile(level)
    with np.errstate(invalid="ignore", divide="ignore"):
        p = right / of
        middle = (right + z * z / 2.0) / (of + z * z)
        half = z / (of + z * z) * np.sqrt(np.maximum(right * (1.0 - p), 0.0) + z * z / 4.0)
    low = np.where(of > 0, np.where(p == 0, 0.0, middle - half), 0.0)
    high = np.where(of > 0, np.where(p == 1, 1.0, middle + half), 1.0)
    return [Interval(float(v), float(a), float(b), "wilson") for v, a, b in zip(p, low, high)]


def weighted_shares(right: Array, w: Array, level: float = LEVEL) -> Interval:
    """Wilson's interval of the weighted share of what is true in `right`."""
    total, effective = w.sum(), effective_count(w)
    if total == 0:
        return wilson(0, 0, level)
    return wilson(effective * float(right @ w / total), effective, level)


def effective_count(w: Array) -> float:
    """How many equally weighted texts tell as much."""
    square = float(w @ w)
    return float(w.sum()) ** 2 / square if square > 0 else 0.0


def least_share(right: float, of: float, sure: float) -> float:
    """The share that the truth exceeds, with that certainty (Clopper and Pearson, 1934): exact, one-sided.

    >>> round(least_share(59, 59, 0.95), 3)
    0.95
    """
    return float(betaincinv(right, of - right + 1.0, 1.0 - sure)) if right > 0 else 0.0


def mean(x: Array, w: Array, groups: Array | None = None, level: float = LEVEL) -> Interval:
    """The weighted mean of x, with z standard errors; texts of a group count as one observation."""
    there = w > 0
    x, w = x[there], w[there]
    value = float(x @ w / w.sum())
    return around(value, w * (x - value) / w.sum(), None if groups is None else np.asarray(groups)[there], level)


def around(value: float, pulls: Array, groups: Array | None, level: float, how: str = "normal") -> Interval:
    """value +- z standard errors, given how far each text pulled it from the truth (sum 0)."""
    parts = pulls[pulls != 0.0] if groups is None else np.bincount(np.unique(groups, return_inverse=True)[1], pulls)
    n = len(pulls) if groups is None else len(parts)
    half = quantile(level) * float(np.sqrt(parts @ parts * n / (n - 1))) if n > 1 else np.inf
    return Interval(value, value - half, value + half, how if groups is None else f"{how}, groups")
