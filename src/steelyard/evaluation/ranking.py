"""The area under the ROC curve: how often a text of the class is ranked above one that is not.

    A = sum over (i in, j out) of w_i w_j [s_i > s_j] (1/2 on a tie) / (sum_in w  sum_out w)

Its interval is that of DeLong, DeLong and Clarke-Pearson (1988): each text's placement among the others tells how far
the text pulled A. With many classes, the mean over classes of "this one against the rest" is a sum of the same pulls.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit, logit

from steelyard.core.rows import Array
from steelyard.evaluation.intervals import LEVEL, Interval, around, effective_count, wilson


def auc(inside: Array, s: Array, w: Array, groups: Array | None = None, level: float = LEVEL) -> Interval | None:
    """The area for one class; None if all texts, or none, are inside."""
    if not (w @ inside and w @ ~inside):
        return None
    value, pulls = area(inside, s, w)
    least = min(effective_count(w * inside), effective_count(w * ~inside))
    return _bounded(value, pulls, w, least, groups, level)


def mean_auc(codes: Array, S: Array, w: Array, groups: Array | None = None, level: float = LEVEL) -> Interval | None:
    """The mean over the classes that occur of "one against the rest"; column k of S ranks class k."""
    there = [k for k in range(S.shape[1]) if w @ (codes == k) and w @ (codes != k)]
    if not there:
        return None
    areas, pulls, least = 0.0, np.zeros(len(codes)), np.inf
    for k in there:
        value, pull = area(codes == k, S[:, k], w)
        areas, pulls = areas + value / len(there), pulls + pull / len(there)
        least = min(least, effective_count(w * (codes == k)))
    return _bounded(areas, pulls, w, least, groups, level)


def area(inside: Array, s: Array, w: Array) -> tuple[float, Array]:
    """The area, and how far each text pulled it from the truth."""
    _, place, count = np.unique(s, return_inverse=True, return_counts=True)
    heavy_in = np.bincount(place, w * inside, len(count))
    heavy_out = np.bincount(place, w * ~inside, len(count))
    total_in, total_out = heavy_in.sum(), heavy_out.sum()
    below = (np.cumsum(heavy_out) - heavy_out / 2.0)[place] / total_out  # the share of the outside below each text
    above = 1.0 - (np.cumsum(heavy_in) - heavy_in / 2.0)[place] / total_in
    value = float((w * inside) @ below / total_in)
    pulls = np.where(inside, (below - value) / total_in, (above - value) / total_out) * w
    return value, pulls


def _bounded(value: float, pulls: Array, w: Array, least: float, groups: Array | None, level: float) -> Interval:
    """The interval on the scale of log odds, where it cannot leave 0 to 1.

    With a perfect ranking nothing pulls, which is not to say that it is certain: as many disjoint pairs as there can be
    are then counted as right answers.
    """
    if not 0.0 < value < 1.0 or not pulls.any():
        sure = wilson(value * least, least, level)
        return sure._replace(how="wilson over disjoint pairs")
    there = w > 0
    half = around(value, pulls[there], None if groups is None else np.asarray(groups)[there], level).high - value
    at, half = float(logit(value)), half / (value * (1.0 - value))
    return Interval(
        value, float(expit(at - half)), float(expit(at + half)), "delong" + ", groups" * (groups is not None)
    )
