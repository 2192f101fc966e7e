"""Scores to probabilities that mean what they say: fitted on scores of texts that the model was not fitted on.

Two classes: Platt's slope and shift. Many: a temperature. Separated scores would ask for an endless slope; Platt's
targets hold two classes back, and one more text of middling margin on the wrong side holds many back.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit, softmax

from steelyard.algorithms.calibration import platt, temperature
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.records import class_numbers, same_length, weights_of
from steelyard.models.linear_text import Calibration


def calibrate(codes: Any, Z: Array, *, weights: Any = None) -> Calibration:
    """The slope and shift that make scores log odds; with many classes a slope alone, 1 / temperature.

    Parameters
    ----------
    codes : the true class number of each text
    Z : scores out of fold, (n,) or (n, 1) with two classes, else (n, classes)
    weights : how much each text counts

    >>> z = np.array([-2.0, -1.0, 1.0, 2.0] * 10)
    >>> calibration = calibrate([0, 0, 1, 1, 0, 1, 0, 1] * 5, z)
    >>> round(calibration.slope, 3), abs(round(calibration.shift, 3))
    (0.874, 0.0)
    """
    Z = np.asarray(Z, np.float64).reshape(len(Z), -1)
    k = class_numbers(codes, max(2, Z.shape[1]))
    same_length(len(k), Z=Z, weights=weights)
    w = weights_of(weights, len(k))
    if not np.isfinite(Z[w > 0]).all():
        raise SettingError("Some scores are no numbers.", "Give a score for each text; a weight of 0 leaves texts out.")
    Z, k, w = Z[w > 0], k[w > 0], w[w > 0]
    if Z.shape[1] == 1:
        return Calibration(*platt(Z[:, 0], k == 1, w))
    Z, k, w = _and_one_wrong(Z, k, w)
    found = temperature(Z, k, w)
    return Calibration(1.0 / found if found < np.inf else 0.0, 0.0)


def _and_one_wrong(Z: Array, k: Array, w: Array) -> tuple[Array, Array, Array]:
    """One more text: scores as those of the text with the middle margin, and its class the second best."""
    top = np.partition(Z, -2, axis=1)[:, -2:]
    middle = int(np.argsort(top[:, 1] - top[:, 0], kind="stable")[len(Z) // 2])
    second = int(np.argsort(Z[middle], kind="stable")[-2])
    return np.concatenate([Z, Z[middle : middle + 1]]), np.append(k, second), np.append(w, w.mean())


def calibrated(Z: Array, calibration: Calibration) -> Array:
    """Probabilities (n, classes) of scores, as `LinearText.probabilities` gives them.

    >>> calibrated(np.array([0.0]), Calibration(2.0, 0.0)).tolist()
    [[0.5, 0.5]]
    """
    logits = calibration.slope * np.asarray(Z, np.float64).reshape(len(Z), -1) + calibration.shift
    if logits.shape[1] > 1:
        return np.asarray(softmax(logits, axis=1))
    return np.stack([expit(-logits[:, 0]), expit(logits[:, 0])], axis=1)


def out_of_fold_probabilities(codes: Any, Z: Array, folds: Array, *, weights: Any = None) -> Array:
    """Probabilities of scores out of fold, those of each fold calibrated by the other folds alone."""
    Z = np.asarray(Z, np.float64).reshape(len(Z), -1)
    k, w = np.asarray(codes), weights_of(weights, len(Z))
    P = np.empty((len(Z), max(2, Z.shape[1])))
    for fold in np.unique(folds):
        inside = folds == fold
        P[inside] = calibrated(Z[inside], calibrate(k[~inside], Z[~inside], weights=w[~inside]))
    return P
