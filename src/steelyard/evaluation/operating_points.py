"""A threshold for a wanted precision, or a wanted recall: "say yes from here on".

By the figure itself (`sure=None`): the lowest threshold at which the precision is as wanted; the highest at which the
recall is. As often as not, the truth is then a little below what was wanted.

With certainty (`sure=0.95`): the truth is as wanted with that probability. Given the probabilities, which texts are in
the class is left to chance, so a chain of thresholds laid down without a look at the classes can be tested one after
the other, down to the first that fails (fixed sequence testing; Angelopoulos et al., 2021: "learn then test"). A chain
stops at its first failure, and the first links hold few texts: so there are several chains, which share the risk.
The recall only falls with the threshold, so there one chain is enough.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.intervals import LEVEL, Interval, effective_count, least_share, wilson
from steelyard.evaluation.precision_recall_curve import PrecisionRecall, precision_recall
from steelyard.evaluation.records import Record, class_numbers, weights_of

LINKS, CHAINS = 60, 4


@dataclass(frozen=True, eq=False)
class Threshold(Record):
    """Yes from `at` on. Where no threshold gives what was wanted, `at` is infinite and nothing is a yes."""

    at: float
    wanted: str  # "precision" or "recall"
    value: float
    sure: float | None
    reached: bool
    precision: Interval
    recall: Interval
    share: float  # of the texts that get a yes


def thresholds(
    inside: Any,
    p: Array,
    *,
    precision: float | None = None,
    recall: float | None = None,
    sure: float | None = None,
    weights: Any = None,
    level: float = LEVEL,
) -> Threshold:
    """From which probability on to say yes, so that the precision (or the recall) is at least as wanted.

    Parameters
    ----------
    inside : whether each text is in the class; or whether the decision on it was right, with p its probability: then
        the threshold says which decisions to keep so that so many of them are right
    p : its probability of being in the class, or a score
    precision, recall : one of them, as wanted
    sure : with which certainty, such as 0.95; None for the figure itself

    >>> found = thresholds([1, 1, 0, 1], np.array([0.9, 0.8, 0.7, 0.6]), precision=0.75)
    >>> found.at, found.precision.value
    (0.6, 0.75)
    """
    name, value = _wanted(precision, recall)
    k = class_numbers(inside, 2)
    w = weights_of(weights, len(k))
    curve = precision_recall(k, p, weights=w)
    scale = effective_count(w)  # texts that the shares of the curve are of
    positives = scale * float(w @ k / w.sum())
    if sure is not None and not 0 < sure < 1:
        raise SettingError(f"sure is {sure}.", "Give a share between 0 and 1, such as 0.95.")
    if name == "precision":
        at = _lowest_precise(curve, value) if sure is None else _surely_precise(curve, value, sure, scale)
    else:
        at = _highest_complete(curve, value, sure, positives)
    if at is None:
        nothing = wilson(0, 0, level)
        return Threshold(np.inf, name, value, sure, False, nothing, wilson(0, positives, level), 0.0)
    said = float(curve.share[at]) * scale
    return Threshold(
        at=float(curve.at[at]),
        wanted=name,
        value=value,
        sure=sure,
        reached=True,
        precision=wilson(float(curve.precision[at]) * said, said, level),
        recall=wilson(float(curve.recall[at]) * positives, positives, level),
        share=float(curve.share[at]),
    )


def _wanted(precision: float | None, recall: float | None) -> tuple[str, float]:
    if (precision is None) == (recall is None):
        raise SettingError("One of precision and recall is needed.", "Give precision=0.95, or recall=0.9.")
    name, value = ("precision", precision) if precision is not None else ("recall", recall)
    assert value is not None
    if not 0 < value <= 1:
        raise SettingError(f"{name} is {value}.", "Give a share above 0, at most 1.")
    return name, float(value)


def _lowest_precise(curve: PrecisionRecall, wanted: float) -> int | None:
    good = np.flatnonzero(curve.precision >= wanted - 1e-12)
    return int(good[-1]) if len(good) else None


def _surely_precise(curve: PrecisionRecall, wanted: float, sure: float, scale: float) -> int | None:
    """The lowest threshold that one of the chains reaches."""
    each = 1.0 - (1.0 - sure) / CHAINS
    least = np.log(1.0 - each) / np.log(wanted) if wanted < 1 else np.inf  # fewer cannot prove it
    if least > scale:
        return None
    links = np.unique(np.searchsorted(curve.share, np.geomspace(least / scale, 1.0, LINKS)).clip(0, len(curve.at) - 1))
    passed = [
        least_share(float(curve.precision[i]) * said, said, each) >= wanted
        for i in links
        for said in [float(curve.share[i]) * scale]
    ]
    reached = []
    for start in np.linspace(0, len(links), CHAINS, endpoint=False).astype(int):
        run = np.argmin([*passed[start:], False])  # links until the first failure
        if run:
            reached.append(int(links[start + run - 1]))
    return max(reached, default=None)


def _highest_complete(curve: PrecisionRecall, wanted: float, sure: float | None, positives: float) -> int | None:
    if sure is None:
        return int(np.flatnonzero(curve.recall >= wanted - 1e-12)[0])

    def is_sure(at: int) -> bool:
        return least_share(float(curve.recall[at]) * positives, positives, sure) >= wanted

    first = bisect_left(range(len(curve.at)), True, key=is_sure)
    return first if first < len(curve.at) else None
