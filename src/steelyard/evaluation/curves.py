"""Would more data help? The error after training on ever more of the texts, and where that leads.

The smaller parts lie within the larger ones and have the classes in proportion. Through the points goes

    error(n) = a + b n^-c        a, b >= 0,  0 < c <= 1

by weighted least squares. How sure the continuation is comes from fitting it again to points that are as uncertain as
those seen: their covariance over the scored texts (the same texts are scored at each size, so that points move
together), made larger where the curve does not pass as close to the points as it should.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.bootstrap import between
from steelyard.evaluation.intervals import LEVEL, Interval, mean, weighted_shares
from steelyard.evaluation.records import Record

SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
POWERS = np.geomspace(0.05, 1.0, 40)
DRAWS = 1000


class Point(NamedTuple):
    """The error after training on so many texts."""

    size: int
    error: Interval


@dataclass(frozen=True, eq=False)
class LearningCurve(Record):
    """The points, the curve through them, and what it says of more texts."""

    points: tuple[Point, ...]
    floor: float  # a: what no number of texts would undo
    scale: float  # b
    power: float  # c
    twice: Interval | None  # the error with twice the texts; None with fewer than three points
    gain: Interval | None  # how much less than now that is

    def at(self, size: float) -> float:
        """The curve's error after training on so many texts."""
        return float(self.floor + self.scale * size**-self.power)


def learning_curve(
    codes: Any,
    errors_after: Callable[[Array], Any],
    *,
    sizes: Sequence[int] | None = None,
    seed: int = 0,
    level: float = LEVEL,
) -> LearningCurve:
    """The error after training on parts of the texts, and with twice as many.

    Parameters
    ----------
    codes : the class number of each training text
    errors_after : is given the rows to train on, and gives back how wrong the model is on each of the texts that it is
        scored on: True or False, or a loss. The same texts each time, and none of the training texts
    sizes : how many to train on; None for a sixteenth, an eighth, a quarter, half and all
    seed : of the order in which the texts are taken

    >>> codes = np.arange(1000) % 2
    >>> curve = learning_curve(codes, lambda rows: np.arange(100) < 200 * len(rows) ** -0.5)
    >>> [point.size for point in curve.points], round(curve.twice.value, 2)
    ([63, 125, 250, 500, 1000], 0.05)
    """
    k = np.asarray(codes)
    wished = sorted({int(np.ceil(share * len(k))) for share in SHARES} if sizes is None else set(sizes))
    if not wished or wished[0] < 1 or wished[-1] > len(k):
        raise SettingError(f"sizes {wished} of {len(k)} texts.", f"Give sizes from 1 to {len(k)}.")
    order = nested_order(k, seed)
    found = [np.asarray(errors_after(np.sort(order[:size])), np.float64) for size in wished]
    if len({len(each) for each in found}) > 1 or not len(found[0]):
        raise SettingError("Not the same texts were scored each time.", "Score one held-out set at every size.")
    E = np.stack(found)
    points = tuple(Point(size, _interval(each, level)) for size, each in zip(wished, E))
    at, value = np.array(wished, float), E.mean(axis=1)
    spread = _spread(E)
    a, b, c, off = _fit(at, value, spread)
    if len(wished) < 3:
        return LearningCurve(points, a, b, c, None, None)
    drawn = _again(at, value, spread * max(1.0, off / max(len(wished) - 3, 1)), seed)
    later = drawn[:, 0] + drawn[:, 1] * (2.0 * at[-1]) ** -drawn[:, 2]
    now = drawn[:, 0] + drawn[:, 1] * at[-1] ** -drawn[:, 2]
    best = a + b * (2.0 * at[-1]) ** -c
    gain = between(a + b * at[-1] ** -c - best, now - later, level, "power law")
    return LearningCurve(points, a, b, c, between(best, later, level, "power law"), gain)


def nested_order(codes: Array, seed: int) -> Array:
    """An order of which every beginning has the classes in proportion."""
    shuffled = generator(seed, "evaluation", "learning curve").permutation(len(codes))
    _, k, size = np.unique(codes[shuffled], return_inverse=True, return_counts=True)
    by_class = np.argsort(k, kind="stable")
    rank = np.empty(len(codes))
    rank[by_class] = np.arange(len(codes)) - np.repeat(np.cumsum(size) - size, size)
    return np.asarray(shuffled[np.argsort((rank + 0.5) / size[k], kind="stable")])


def _interval(errors: Array, level: float) -> Interval:
    w = np.ones(len(errors))
    if np.isin(errors, (0.0, 1.0)).all():
        return weighted_shares(errors, w, level)
    return mean(errors, w, None, level)


def _spread(E: Array) -> Array:
    """The covariance of the points; at least that of half an error."""
    m = E.shape[1]
    return np.atleast_2d(np.cov(E)) / m + np.eye(len(E)) * (0.5 / m) ** 2 if m > 1 else np.eye(len(E))


def _fit(at: Array, value: Array, spread: Array) -> tuple[float, float, float, float]:
    """a, b, c, and the squared distance of the points from the curve, in units of their own uncertainty.

    For each c it is least squares in (a, b); where one comes out below 0, the best is on the border, with it 0.
    """
    w = 1.0 / np.diag(spread)
    x = at[None, :] ** -POWERS[:, None]
    sw, sx, sy = w.sum(), x @ w, value @ w
    sxx, sxy = (x * x) @ w, (x * value) @ w
    free = sxx * sw - sx**2
    b = np.where(free > 1e-12 * sxx * sw, (sw * sxy - sx * sy) / np.where(free > 0, free, 1.0), 0.0)
    a = (sy - b * sx) / sw
    b = np.where(a < 0, sxy / sxx, np.maximum(b, 0.0))
    a = np.where(a < 0, 0.0, np.where(b > 0, a, sy / sw))
    off = ((a[:, None] + b[:, None] * x - value) ** 2) @ w
    best = int(off.argmin())
    return float(a[best]), float(b[best]), float(POWERS[best]), float(off[best])


def _again(at: Array, value: Array, spread: Array, seed: int) -> Array:
    """(draws, 3): a, b, c of points that might have been seen."""
    random = generator(seed, "evaluation", "learning curve", "draws")
    points = random.multivariate_normal(value, spread, size=DRAWS, method="eigh")
    return np.array([_fit(at, np.maximum(each, 0.0), spread)[:3] for each in points])
