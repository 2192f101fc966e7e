"""Labels of every kind come back as they were given; what is no label is named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from steelyard.classifier.labels import classes_of, known_codes, learn_labels
from steelyard.errors import CorpusError, SettingError

KINDS: dict[str, Any] = {
    "strings": ["b", "a", "b"],
    "numbers": [10, 9, 10],
    "truth values": [True, False, True],
    "whole floats": [2.0, 1.0, 2.0],
    "an object array": np.array(["b", "a", "b"], dtype=object),
    "numbers in an object array": np.array([10, 9, 10], dtype=object),
    "a Series": pd.Series(["b", "a", "b"]),
    "a categorical": pd.Series(["b", "a", "b"], dtype="category"),
    "an Arrow array": pa.array(["b", "a", "b"]),
    "a column": np.array([[1], [0], [1]]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_classes_keep_their_kind_and_come_back_from_their_names(kind: str) -> None:
    labels = learn_labels(KINDS[kind])
    given = np.asarray(KINDS[kind].to_pylist() if isinstance(KINDS[kind], pa.Array) else KINDS[kind]).ravel()
    assert labels.codes.tolist() == [1, 0, 1]
    assert labels.classes.dtype == given.dtype
    assert (labels.classes[labels.codes] == given).all()
    again = classes_of(labels.names, labels.kind)
    assert again.tolist() == labels.classes.tolist()
    assert known_codes(KINDS[kind], labels.names).tolist() == [1, 0, 1]


def test_numbers_stand_in_the_order_of_numbers() -> None:
    assert learn_labels([10, 9, 100]).names == ("9", "10", "100")


def test_a_label_that_is_not_known_has_no_number() -> None:
    assert known_codes([1, 2, 3], ("1", "3")).tolist() == [0, -1, 1]


@pytest.mark.parametrize(
    ("y", "error", "said"),
    [
        (["a", "a"], CorpusError, "All 2 texts have the label"),
        ([], CorpusError, "no texts"),
        (["a", None, "b"], CorpusError, "1 label is missing, in row 1, counted"),
        ([1.0, float("nan")], CorpusError, "1 label is missing, in row 1"),
        ([1, "a"], None, ""),
        (np.array([1, "a"], dtype=object), CorpusError, "several kinds: int, str"),
        ([0.5, 1.25, 2.125], CorpusError, "fractions"),
        ([[1, 0], [0, 1]], SettingError, r"shape \(2, 2\)"),
        ([[1], [0, 1]], SettingError, "lists of different lengths"),
        (None, SettingError, "y is None"),
    ],
)
def test_what_is_no_label_is_named(y: Any, error: type[Exception] | None, said: str) -> None:
    if error is None:  # NumPy makes strings of it
        assert learn_labels(y).names == ("1", "a")
        return
    with pytest.raises(error, match=said):
        learn_labels(y)
