"""Weights that no convex objective can have are refused by name; they do not end in NaN, or in an answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import steelyard
from steelyard.errors import SettingError
from tests.models.problems import classes

CLASSIFIERS = ["LogisticRegression", "LinearSVC", "SVC", "RidgeClassifier", "SGDClassifier", "Perceptron"]


@pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf])
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_class_weight_is_a_number_from_0_on(name: str, weight: float) -> None:
    X, y = classes(2)
    if name == "RidgeClassifier" and weight == np.inf:
        pytest.skip("scikit-learn's check of the data says it")
    with pytest.raises(SettingError, match="class_weight"):
        getattr(steelyard, name)(class_weight={"ape": weight}).fit(X, y)


@pytest.mark.parametrize("name", ["LogisticRegression", "LogisticRegressionCV", "LinearSVC", "RidgeClassifier"])
def test_a_row_weighs_0_or_more(name: str) -> None:
    X, y = classes(2)
    c = np.ones(len(y))
    c[3] = -2.0
    with pytest.raises(SettingError, match=r"sample_weight is -2.0 in row 3"):
        getattr(steelyard, name)().fit(X, y, sample_weight=c)


@pytest.mark.parametrize("Cs", [[-1.0, 1.0], [0.0], [np.nan]])
def test_strengths_to_try_are_above_0(Cs: Any) -> None:
    X, y = classes(2)
    with pytest.raises(SettingError, match="Cs holds"):
        steelyard.LogisticRegressionCV(Cs=Cs).fit(X, y)
