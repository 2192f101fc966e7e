"""What the models check before they call an algorithm, in one place.

scikit-learn's own checks do the work, so that its users meet the errors they know; the few of its helpers that are not
public are named here and nowhere else.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.metrics import make_scorer
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.multiclass import (
    _check_partial_fit_first_call,
    check_classification_targets,
)
from sklearn.utils.validation import (
    _check_sample_weight,
    check_is_fitted,
    check_non_negative,
    validate_data,
)

from steelyard.core.rows import Array
from steelyard.errors import SettingError

__all__ = [
    "HasMethods",
    "Interval",
    "StrOptions",
    "check_is_fitted",
    "check_non_negative",
    "check_settings",
    "check_two",
    "class_weights",
    "first_call",
    "indicators",
    "new_rows",
    "no_negative",
    "scorer_for",
    "targets",
    "training_data",
    "weights",
]


def check_settings(model: BaseEstimator) -> None:
    """Each parameter against the model's `_parameter_constraints`."""
    model._validate_params()


def check_two(classes: Array) -> None:
    """One class is nothing to learn."""
    if len(classes) < 2:
        raise ValueError(
            "This solver needs samples of at least 2 classes in the data, but the data contains only one class: "
            f"{classes.tolist()[0]!r}"
        )


def training_data(model: BaseEstimator, X: Any, y: Any, *, sparse: bool = False, **options: Any) -> tuple[Any, Array]:
    """Rows and class labels that may be learnt from; the model remembers how many columns there were."""
    X, y = validate_data(model, X, y, accept_sparse="csr" if sparse else False, **options)
    check_classification_targets(y)
    return X, y


def targets(
    model: BaseEstimator, X: Any, y: Any, *, sparse: bool = False, several: bool = True, **options: Any
) -> tuple[Any, Array]:
    """Rows and numbers that may be learnt from; y may have several columns."""
    X, y = validate_data(
        model, X, y, accept_sparse="csr" if sparse else False, multi_output=several, y_numeric=True, **options
    )
    return X, y


def new_rows(model: BaseEstimator, X: Any, *, sparse: bool = False, **options: Any) -> Any:
    """Rows to answer for: as many columns as the model has learnt."""
    check_is_fitted(model)
    return validate_data(model, X, accept_sparse="csr" if sparse else False, reset=False, **options)


def weights(sample_weight: Any, X: Any, dtype: Any = np.float64) -> Array:
    """How much each row counts: 1 where nothing was said."""
    return np.asarray(_check_sample_weight(sample_weight, X, dtype=dtype))


def class_weights(class_weight: Any, classes: Array, y: Array, mass: Array | None = None) -> Array:
    """How much each class counts, in the order of `classes`; `mass`: the rows' weights, for "balanced"."""
    if mass is not None and isinstance(class_weight, str):
        by_class = np.bincount(np.searchsorted(classes, y), weights=mass, minlength=len(classes))
        found: Array = mass.sum() / (len(classes) * np.where(by_class > 0.0, by_class, 1.0))
    else:
        found = np.asarray(compute_class_weight(class_weight, classes=classes, y=y), dtype=np.float64)
    for label, weight in zip(np.asarray(classes).tolist(), found.tolist(), strict=True):
        if not 0.0 <= weight < np.inf:
            raise SettingError(f"class_weight gives the class {label!r} {weight}.", "Give a number, 0 or more.")
    return found


def no_negative(c: Array, name: str = "sample_weight") -> Array:
    """Weights of rows with which a convex objective stays one."""
    good = c >= 0.0  # NaN is not
    if not good.all():
        row = int(np.argmin(good))
        raise SettingError(f"{name} is {c[row]} in row {row}.", "Give numbers, 0 or more.")
    return c


def first_call(model: BaseEstimator, classes: Any) -> bool:
    """Is this the first `partial_fit`? Sets `classes_` then; later, checks that `classes` is the same."""
    return bool(_check_partial_fit_first_call(model, classes))


def scorer_for(scorer: Any, classes: Array) -> Any:
    """The scorer, told of all classes where it wants to know: a fold may lack one."""
    known = inspect.signature(scorer._score_func).parameters if hasattr(scorer, "_score_func") else {}
    if "labels" not in known:
        return scorer
    told = {"labels": classes} | ({"pos_label": classes[-1]} if len(classes) == 2 and "pos_label" in known else {})
    return make_scorer(
        scorer._score_func, greater_is_better=scorer._sign == 1, response_method=scorer._response_method,
        **{**told, **scorer._kwargs},
    )  # fmt: skip


def indicators(y: Array, classes: Array, c: Array) -> Array:
    """Y[i, k] = c[i] where row i is in class k, else 0."""
    unknown = np.setdiff1d(y, classes)
    if len(unknown):
        raise ValueError(f"The target label(s) {unknown} in y do not exist in the initial classes {classes}")
    Y = np.zeros((len(y), len(classes)), dtype=c.dtype)
    Y[np.arange(len(y)), np.searchsorted(classes, y)] = c
    return Y
