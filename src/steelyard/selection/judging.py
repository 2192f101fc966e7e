"""What out-of-fold scores are worth: the log loss of each text, after calibration, and whether its decision is wrong.

Calibrated first, so that losses of logistic models, of softmax and of margins can be compared, and so that a strength
is not preferred for the size of its scores. The scores of a fold are calibrated by those of the other folds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import log_expit, log_softmax

from steelyard.algorithms.calibration import platt, temperature
from steelyard.core.rows import Array

CELLS = 400_000  # of scores, that a calibration is fitted on: more make it no better


class Judged(NamedTuple):
    losses: Array  # (n,): -ln P(true class)
    wrong: Array  # (n,): whether the scores as they are decide for another class


def judge(k: Array, Z: Array, folds: Array, weights: Array, seen: Array) -> Judged:
    """What scores out of fold are worth, text by text.

    `seen` (classes, F): whether there are texts of a class outside a fold. A text whose class is new to the fold can't
    be right: it costs ln(n + classes), whatever its scores are.
    """
    losses, wrong, possible = np.empty(len(k)), np.empty(len(k), bool), seen[k, folds]
    for f in range(seen.shape[1]):
        inside = folds == f
        others = np.flatnonzero(~inside & possible & (weights > 0.0))
        others = others[:: max(1, len(others) * Z.shape[1] // CELLS)]
        losses[inside], wrong[inside] = _judged(k[inside], Z[inside], k[others], Z[others], weights[others])
    losses[~possible], wrong[~possible] = np.log(len(k) + len(seen)), True
    return Judged(losses, wrong)


def _judged(k: Array, Z: Array, own_k: Array, own_Z: Array, weights: Array) -> Judged:
    """Those of (k, Z), calibrated by the texts of (own_k, own_Z)."""
    if Z.shape[1] == 1:
        slope, shift = platt(own_Z[:, 0], own_k == 1, weights)
        if slope < 0.0:  # scores that say nothing: a fold's own texts were among those that the other folds learnt from
            slope, shift = 0.0, platt(np.zeros(len(own_k)), own_k == 1, weights)[1]
        m = np.where(k == 1, 1.0, -1.0) * (slope * Z[:, 0] + shift)
        return Judged(-log_expit(m), (Z[:, 0] > 0.0) != (k == 1))
    T = temperature(own_Z, own_k, weights)
    return Judged(-log_softmax(Z / T, axis=1)[np.arange(len(k)), k], Z.argmax(axis=1) != k)


def tamed(Z: Array, folds: Array, seen: Array) -> Array:
    """Scores of classes that a fold has not seen: the least of the others (two classes: what ln n would be worth)."""
    Z = Z.copy()
    for f in np.flatnonzero(~seen.all(axis=0)):
        inside = folds == f
        if Z.shape[1] == 1:
            most = np.log(len(Z) + 2.0)
            Z[inside] = np.where(np.isfinite(Z[inside]), np.clip(Z[inside], -most, most), 0.0)
        else:
            rows = Z[inside]
            rows[:, ~seen[:, f]] = rows[:, seen[:, f]].min(axis=1, keepdims=True)
            Z[inside] = rows
    return Z
