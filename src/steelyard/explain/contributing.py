"""What each term of each text puts on the scale, exactly: many texts at once, through their counts.

A score is  z[k] = b[k] + sum_j tf(x[j]) v[j,k] / |x|  (`models/linear_text.py`), so column j's contribution to it is

    tf(x[j]) v[j,k] / |x|

with the length |x| of this very text. Contributions and intercept add up to the score but for rounding: to 1e-12 of the
sum of their absolute values. Of two classes there is one score, for the second; the first's is minus it. Of many, a
class has its own score, and "this class against that" is the difference of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.rows import CSR, Array
from steelyard.errors import SettingError
from steelyard.models.linear_text import LinearText

NOBODY = -1  # against no class in particular


@dataclass(frozen=True, eq=False)
class Contributions:
    """One score of each text, taken apart. Text i's are at counts.indptr[i]:counts.indptr[i + 1]."""

    counts: CSR  # how often each term occurs
    values: Array  # (nnz,): what each puts on the scale, float64
    targets: Array  # (n,): the class whose score it is
    against: Array  # (n,): the class whose score is taken off; NOBODY
    scores: Array  # (n,): the explained scores, as the model gives them
    intercepts: Array  # (n,)
    lengths: Array  # (n,): |x|, 1 without norm
    all_scores: Array  # (n, K): every score of the model

    def of(self, i: int) -> tuple[Array, Array, Array]:
        """Columns, counts and contributions of text i."""
        part = slice(int(self.counts.indptr[i]), int(self.counts.indptr[i + 1]))
        return self.counts.indices[part], self.counts.data[part], self.values[part]

    def sums(self) -> Array:
        """What the terms of each text put on the scale together."""
        return np.bincount(_rows(self.counts), self.values, len(self.scores))


def contributions(
    model: LinearText,
    texts: Any = None,
    *,
    counts: CSR | None = None,
    targets: Any = None,
    against: Any = None,
    threads: int | None = None,
) -> Contributions:
    """Take the scores of many texts apart, term by term.

    Parameters
    ----------
    model : the model
    texts : the texts; or their `counts`, if they were counted already
    targets : the class whose score is explained: a name, or one for each text (a name or a number). Of two classes the
        second if none is given; of many, the one that is said
    against : the class whose score is taken off; the same. Of two classes it is always the other one
    threads : at most so many

    >>> from steelyard.explain.examples import weather
    >>> found = contributions(weather(), ["sun and more sun", "rain"])
    >>> (found.sums() + found.intercepts).round(3).tolist(), found.scores.round(3).tolist()
    ([1.633, -2.0], [1.633, -2.0])
    """
    counts = model.counts(texts, threads) if counts is None else counts
    z = model.scores_of(counts, threads)
    one, other = _sides(model, z, targets, against)
    value = tf_of(counts.data, model.tf)
    row = _rows(counts)
    lengths = lengths_of(model, counts, value, row)
    values = value / lengths[row] * _difference(model.v, counts.indices, one[row], other[row])
    n = np.arange(len(z))
    at = n if len(z) else slice(0)
    return Contributions(
        counts, values, one, other, _difference(z, at, one, other), _difference(model.b[None], n * 0, one, other),
        lengths, z,
    )  # fmt: skip


def tf_of(counts: Array, tf: str) -> Array:
    """Counts as tf counts them, in float64: `term_frequency` for arrays."""
    if tf == "binary":
        return np.ones(len(counts))
    x = np.asarray(counts, np.float64)
    return 1.0 + np.log(x) if tf == "log" else x


def lengths_of(model: LinearText, counts: CSR, value: Array, row: Array) -> Array:
    """|x| of each text; 1 without norm, and for a text with no terms."""
    n = len(counts.indptr) - 1
    if not model.norm:
        return np.ones(n)
    squares = np.bincount(row, np.square(value * model.scale[counts.indices]), n)
    return np.where(squares > 0.0, np.sqrt(squares), 1.0)


def class_number(model: LinearText, name: Any) -> int:
    """The number of a class, by its name (or its number)."""
    if isinstance(name, str) and name in model.classes:
        return model.classes.index(name)
    if isinstance(name, int | np.integer) and 0 <= name < len(model.classes):
        return int(name)
    known = ", ".join(map(repr, model.classes[:10])) + (", ..." if len(model.classes) > 10 else "")
    raise SettingError(f"There is no class {name!r}.", f"The model's classes are {known}.")


def _sides(model: LinearText, z: Array, targets: Any, against: Any) -> tuple[Array, Array]:
    """The class explained for each text, and the one it is compared with."""
    n, two = len(z), len(model.classes) == 2
    if targets is None:
        one = np.ones(n, np.int64) if two else model.decide(z).astype(np.int64)
    else:
        one = _numbers(model, targets, n)
    other = np.full(n, NOBODY) if against is None else _numbers(model, against, n)
    if two:
        other = np.where(other == NOBODY, 1 - one, other)
    if (one == other).any():
        name = model.classes[one[one == other][0]]
        raise SettingError(f"{name!r} is compared with itself.", "Give another class for `against`.")
    return one, other


def _numbers(model: LinearText, names: Any, n: int) -> Array:
    if isinstance(names, str) or not isinstance(names, Sequence | np.ndarray):
        return np.full(n, class_number(model, names))
    if len(names) != n:
        raise SettingError(f"{len(names)} classes were given for {n} texts.", "Give one for each text, or one for all.")
    return np.array([class_number(model, name) for name in names], np.int64)


def _difference(A: Array, rows: Any, one: Array, other: Array) -> Array:
    """A[rows, one] - A[rows, other] in float64, where A may have the single column of two classes."""
    if A.shape[1] == 1:
        return np.asarray(np.where(one == 1, 1.0, -1.0) * A[rows, 0] + 0.0)  # no minus 0
    found = A[rows, one].astype(np.float64)
    versus = other != NOBODY
    return np.asarray(np.where(versus, found - np.where(versus, A[rows, other], 0.0), found))


def _rows(counts: CSR) -> Array:
    """The row of each entry."""
    return np.repeat(np.arange(len(counts.indptr) - 1), np.diff(counts.indptr))
