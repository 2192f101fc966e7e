"""One class against one: a score for each pair of classes, and what the pairs say together."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from steelyard.core.rows import Array


def pairs(n_classes: int) -> list[tuple[int, int]]:
    """(0, 1), (0, 2), ..., (1, 2), ...: the order of the columns of all scores."""
    return list(combinations(range(n_classes), 2))


def votes(Z: Array, n_classes: int) -> Array:
    """How many pairs each class wins; a score above 0 is the first of the pair's."""
    won = np.zeros((len(Z), n_classes))
    for z, (i, j) in zip(Z.T, pairs(n_classes)):
        won[:, i] += z > 0
        won[:, j] += z <= 0
    return won


def scores_of_classes(Z: Array, n_classes: int) -> Array:
    """Votes, with the scores' sums, squeezed below 1/3, to order classes of equal votes; a score of 0 is the first's.

    That is scikit-learn's `decision_function_shape="ovr"`.
    """
    won, sums = np.zeros((2, len(Z), n_classes))
    for z, (i, j) in zip(Z.T, pairs(n_classes)):
        won[:, i] += z >= 0
        won[:, j] += z < 0
        sums[:, i] += z
        sums[:, j] -= z
    return np.asarray(won + sums / (3.0 * (np.abs(sums) + 1.0)))


def matrix_of_pairs(P: Array, n_classes: int) -> Array:
    """R[n, i, j] = P(i rather than j) from one column a pair."""
    R = np.zeros((len(P), n_classes, n_classes))
    for p, (i, j) in zip(P.T, pairs(n_classes)):
        R[:, i, j], R[:, j, i] = p, 1.0 - p
    return R


def sides(k: Array, c: Array, i: int, j: int) -> tuple[Array, Array, Array]:
    """Rows, labels and costs of a pair: +1 for its first class, with two classes in all for the second."""
    rows = np.flatnonzero(((k == i) | (k == j)) & (c > 0))
    y = np.where(k[rows] == i, 1.0, -1.0)
    return rows, -y if k.max() == 1 else y, c[rows]
