"""Labels of any kind that scikit-learn knows (strings, whole numbers, truth values) and the names that a model has for
them: a model file holds strings alone, so the kind is noted in its card, and comes back when the file is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from steelyard.core.rows import Array
from steelyard.corpus.checking import as_label
from steelyard.errors import CorpusError, SettingError

KINDS = {int: "int", bool: "bool", float: "float"}  # all others are strings


class Labels(NamedTuple):
    """The labels of the training texts."""

    classes: Array  # the distinct ones, in order, as they were given
    names: tuple[str, ...]
    codes: Array  # (n,) int64: each text's position among them

    @property
    def kind(self) -> str:
        return KINDS.get(type(self.classes.tolist()[0]), "str")


def learn_labels(y: Any) -> Labels:
    """The classes that occur, in NumPy's order."""
    given = _one_column(y)
    _check_present(given)
    try:
        classes, codes = np.unique(given, return_inverse=True)
    except TypeError:
        kinds = sorted({type(label).__name__ for label in given.tolist()})
        raise CorpusError(
            f"The labels are of several kinds: {', '.join(kinds)}.", "Give labels of one kind: strings, say."
        ) from None
    if classes.dtype.kind == "f" and (classes != np.round(classes)).any() and 2 * len(classes) > len(given):
        raise CorpusError("The labels are numbers with fractions, nearly all different.", "Classes are wanted.")
    if len(classes) < 2:
        only = f"All {len(given):,} texts have the label {classes.tolist()[0]!r}." if len(given) else ""
        raise CorpusError(only or "There are no texts.", "Give texts of two classes or more.")
    return Labels(classes, names_of(classes), codes.astype(np.int64))


def known_codes(y: Any, names: Sequence[str]) -> Array:
    """The class number of each label, -1 for a label that is none of the names."""
    number = {name: k for k, name in enumerate(names)}
    given = _one_column(y)
    _check_present(given)
    by_label = {label: number.get(_name(label), -1) for label in set(given.tolist())}
    return np.array([by_label[label] for label in given.tolist()], np.int64)


def names_of(labels: Iterable[Any]) -> tuple[str, ...]:
    """The names that a model has for labels."""
    return tuple(_name(label) for label in labels)


def classes_of(names: Sequence[str], kind: str) -> Array:
    """The classes as they were given, from the names in a model file."""
    if kind == "bool":
        return np.array([name == "true" for name in names])
    if kind in ("int", "float"):
        return np.array([float(name) if kind == "float" else int(name) for name in names])
    return np.array(names, dtype=np.str_)


def _one_column(y: Any) -> Array:
    if y is None:
        raise SettingError("There are no labels: y is None.", "Give the label of each text.")
    if hasattr(y, "to_pylist"):
        y = y.to_pylist()
    try:
        given = np.asarray(y)
    except ValueError:
        raise SettingError("The labels are lists of different lengths.", "Give one label for each text.") from None
    if given.ndim == 2 and given.shape[1] == 1:
        given = given[:, 0]
    if given.ndim != 1:
        raise SettingError(f"The labels have the shape {given.shape}.", "Give one label for each text, in one column.")
    return given


def _check_present(given: Array) -> None:
    missing = [row for row, label in enumerate(given.tolist()) if label is None or label != label]
    if missing:
        first = f"the first in row {missing[0]}" if len(missing) > 1 else f"in row {missing[0]}"
        raise CorpusError(
            f"{len(missing):,} {'labels are' if len(missing) > 1 else 'label is'} missing, {first}, counted from 0.",
            "Leave these texts out, or give them a label.",
        )


def _name(label: Any) -> str:
    try:
        return str(as_label(label))
    except TypeError:
        return str(label)
