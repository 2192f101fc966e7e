"""Which fold each example is held out in: shuffled by a named seed, classes and groups shared out evenly."""

from __future__ import annotations

import numpy as np

from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.errors import SettingError


def assign_folds(labels: Array, count: int = 5, seed: int = 0, groups: Array | None = None) -> Array:
    """The fold, 0 ... count - 1, of each example. Every class is spread evenly; a group stays together.

    >>> int(assign_folds(np.array([0, 0, 1, 1]), count=2).sum())
    2
    """
    units = len(labels) if groups is None else len(np.unique(groups))
    if not 2 <= count <= units:
        raise SettingError(
            f"{count} folds of {units} examples or groups.", "Ask for 2 folds or more, and no more than that."
        )
    return _stratified(labels, count, seed) if groups is None else _grouped(labels, count, seed, groups)


def _stratified(labels: Array, count: int, seed: int) -> Array:
    """Dealt out like cards, class after class, each class shuffled: folds differ by one example at most."""
    shuffled = generator(seed, "folds").permutation(len(labels))
    by_class = shuffled[np.argsort(labels[shuffled], kind="stable")]
    folds = np.empty(len(labels), np.int64)
    folds[by_class] = np.arange(len(labels)) % count
    return folds


def _grouped(labels: Array, count: int, seed: int, groups: Array) -> Array:
    """The largest groups first, each to the fold where it leaves the classes most even."""
    _, k = np.unique(labels, return_inverse=True)
    names, g = np.unique(groups, return_inverse=True)
    table = np.zeros((len(names), int(k.max()) + 1))
    np.add.at(table, (g, k), 1.0)
    shuffled = generator(seed, "folds").permutation(len(names))
    biggest_first = shuffled[np.argsort(-table[shuffled].sum(axis=1), kind="stable")]
    share = table / np.maximum(table.sum(axis=0), 1.0)  # of each class
    filled, fold_of = np.zeros((count, table.shape[1])), np.empty(len(names), np.int64)
    for group in biggest_first:
        grown = np.square(filled + share[group]).sum(axis=1) - np.square(filled).sum(axis=1)
        fold = int(np.argmin(grown))
        fold_of[group] = fold
        filled[fold] += share[group]
    return np.asarray(fold_of[g])
