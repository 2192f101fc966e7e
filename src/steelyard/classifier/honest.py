"""Honest numbers: what the out-of-fold scores say of the model that was fitted on all texts.

Calibration first; then, from probabilities that no text helped to calibrate (each fold's by the others), the measures,
the prediction sets and the doubtful labels. With two classes the calibration's shift is moved into the intercept, so
that z = 0 is where p = 1/2: the answer and its probability cannot contradict each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steelyard._threads import one_blas_thread
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.bins import Reliability, reliability
from steelyard.evaluation.calibrating import calibrate, calibrated, out_of_fold_probabilities
from steelyard.evaluation.conformal import SetRule, prediction_sets
from steelyard.evaluation.doubts import Doubtful, doubtful
from steelyard.evaluation.measures import Measures, measure
from steelyard.evaluation.nesting import Nested, nested
from steelyard.evaluation.operating_points import Threshold, thresholds
from steelyard.evaluation.precision_recall_curve import PrecisionRecall, precision_recall
from steelyard.evaluation.unfamiliar import Familiarity, familiarity
from steelyard.models.linear_text import UNCHANGED, Calibration, LinearText
from steelyard.selection.choosing import Selection

LEAST_SLOPE = 1e-3  # where the scores say nothing, or the contrary of the truth, they are hardly listened to
WANTED = (("precision", 0.9), ("precision", 0.95), ("precision", 0.99), ("recall", 0.9), ("recall", 0.95))


@dataclass(frozen=True, eq=False)
class Points:
    """From which probability on to say yes: to the second of two classes; with many, to whichever answer it is."""

    of: str | None
    curve: PrecisionRecall
    points: tuple[Threshold, ...]


@dataclass(frozen=True, eq=False)
class Honest:
    """The numbers, and the rules that were made with them."""

    fitted: Calibration  # of the scores as the fit left them
    calibration: Calibration  # of the scores as the model gives them
    move: float  # what the intercept moved by
    scores: Array  # (n, K) out of fold, as the model gives them
    probabilities: Array  # (n, classes) out of fold
    measures: Measures
    nested: Nested | None
    before: Reliability
    after: Reliability
    sets: SetRule
    familiarity: Familiarity
    doubtful: Doubtful
    points: Points | None

    def applied(self, model: LinearText) -> LinearText:
        """The model with its calibration."""
        return replace(model, b=model.b + self.move, calibration=self.calibration)


def honest_numbers(
    selection: Selection,
    codes: Array,
    classes: Sequence[str],
    *,
    weights: Any = None,
    groups: Any = None,
    seed: int = 0,
    calibrating: bool = True,
    coverage: float = 0.95,
    false_alarms: float = 0.05,
) -> Honest:
    """All that the out-of-fold scores tell. BLAS has one thread, so that the last bits do not hang on their number."""
    with one_blas_thread():
        Z, folds = selection.scores, selection.folds
        fitted = calibrate(codes, Z, weights=weights) if calibrating else UNCHANGED
        calibration, move = moved(fitted, codes, weights)
        P = out_of_fold_probabilities(codes, Z, folds, weights=weights) if calibrating else calibrated(Z, UNCHANGED)
        scores = Z + move
        return Honest(
            fitted, calibration, move, scores, P,
            measure(codes, None, P, classes, weights=weights, groups=groups, seed=seed),
            _nested(selection, weights, groups),
            reliability(codes, calibrated(Z, UNCHANGED), weights=weights, seed=seed),
            reliability(codes, P, weights=weights, seed=seed),
            prediction_sets(codes, P, coverage, weights=weights, seed=seed),
            # not by the length: a short text is none that is strange (docs/decisions/none-of-these.md)
            familiarity(scores, selection.unknown, false_alarms=false_alarms, weights=weights),
            doubtful(codes, P),
            operating_points(codes, P, classes, weights),
        )  # fmt: skip


def moved(fitted: Calibration, codes: Array, weights: Any = None) -> tuple[Calibration, float]:
    """The calibration of scores whose zero is moved to where p = 1/2, and by how much it moves."""
    slope, shift = fitted
    if slope < LEAST_SLOPE:
        slope = LEAST_SLOPE
        if shift:  # two classes: their shares are all that is known
            second = np.average(codes, weights=weights)
            shift = float(np.log(second / (1.0 - second)))
    return Calibration(slope, 0.0), shift / slope


def _nested(selection: Selection, weights: Any, groups: Any) -> Nested | None:
    if len(np.unique(selection.folds)) < 2:
        return None
    tried = selection.by_candidate
    return nested(tried["losses"], tried["errors"], selection.folds, weights=weights, groups=groups)


def yes_to(codes: Array, P: Array, of: str | None, classes: Sequence[str]) -> tuple[Array, Array]:
    """Whether a yes is right, and its probability; `of` None: a yes to whichever answer it is."""
    if of is None:
        return P.argmax(axis=1) == codes, P.max(axis=1)
    if of not in classes:
        raise SettingError(f"There is no class {of!r}.", f"There are: {', '.join(classes)}.")
    k = list(classes).index(of)
    return codes == k, P[:, k]


def found_threshold(
    codes: Array, P: Array, of: str | None, classes: Sequence[str], weights: Any = None, **wanted: Any
) -> Threshold:
    """From which probability on to say yes."""
    inside, p = yes_to(codes, P, of, classes)
    return thresholds(inside, p, weights=weights, **wanted)


def operating_points(codes: Array, P: Array, classes: Sequence[str], weights: Any = None) -> Points | None:
    """The curve of precision and recall, and a few wanted values of each; None where nothing is right."""
    of = str(classes[1]) if len(classes) == 2 else None
    inside, p = yes_to(codes, P, of, classes)
    if not np.average(inside, weights=weights):
        return None
    curve = precision_recall(inside, p, weights=weights).thinned()
    found = [thresholds(inside, p, **{name: value}, weights=weights) for name, value in WANTED]
    return Points(of, curve, tuple(found))
