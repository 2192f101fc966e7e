"""Honest numbers: what a classifier is worth, how sure that is, and when it had better say nothing.

Functions of arrays: `codes` (n,) the true class numbers, `Z` (n, K) scores, `P` (n, classes) probabilities, from texts
that the model was not fitted on (out of fold, or a held-out file). Each gives a record of numbers with `as_data()`.
The names below are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it; no name may be a module's own, or importing that module would hide it
_HOME: dict[str, str] = {
    "Interval": "steelyard.evaluation.intervals",
    "wilson": "steelyard.evaluation.intervals",
    "Measures": "steelyard.evaluation.measures",
    "measure": "steelyard.evaluation.measures",
    "Calibration": "steelyard.models.linear_text",
    "calibrate": "steelyard.evaluation.calibrating",
    "calibrated": "steelyard.evaluation.calibrating",
    "out_of_fold_probabilities": "steelyard.evaluation.calibrating",
    "Reliability": "steelyard.evaluation.bins",
    "reliability": "steelyard.evaluation.bins",
    "Nested": "steelyard.evaluation.nesting",
    "nested": "steelyard.evaluation.nesting",
    "PrecisionRecall": "steelyard.evaluation.precision_recall_curve",
    "precision_recall": "steelyard.evaluation.precision_recall_curve",
    "Threshold": "steelyard.evaluation.operating_points",
    "thresholds": "steelyard.evaluation.operating_points",
    "SetRule": "steelyard.evaluation.conformal",
    "prediction_sets": "steelyard.evaluation.conformal",
    "sets": "steelyard.evaluation.conformal",
    "Familiarity": "steelyard.evaluation.unfamiliar",
    "familiarity": "steelyard.evaluation.unfamiliar",
    "Priors": "steelyard.evaluation.prior_shift",
    "estimate_priors": "steelyard.evaluation.prior_shift",
    "with_priors": "steelyard.evaluation.prior_shift",
    "LearningCurve": "steelyard.evaluation.curves",
    "learning_curve": "steelyard.evaluation.curves",
    "Doubtful": "steelyard.evaluation.doubts",
    "doubtful": "steelyard.evaluation.doubts",
    "NearDuplicates": "steelyard.evaluation.duplicates",
    "near_duplicates": "steelyard.evaluation.duplicates",
    "UnknownWords": "steelyard.evaluation.unknown",
    "unknown_words": "steelyard.evaluation.unknown",
    "word_counts": "steelyard.evaluation.unknown",
    "Comparison": "steelyard.evaluation.comparing",
    "compare": "steelyard.evaluation.comparing",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.evaluation' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
