"""What a classifier is worth on texts that it was not fitted on: each figure with its interval.

Classes that occur neither in the truth nor in the answers are left out of the macro-F1, as scikit-learn leaves them
out. An interval says by `how` it was found; `intervals.py` says what that means, and docs/decisions/intervals.md why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.evaluation import bootstrap
from steelyard.evaluation.bins import reliability
from steelyard.evaluation.intervals import LEVEL, Interval, effective_count, mean, shares, weighted_shares
from steelyard.evaluation.ranking import auc, mean_auc
from steelyard.evaluation.records import Record, class_numbers, same_length, weights_of

LEAST = np.finfo(np.float64).eps  # as scikit-learn's log_loss


class ClassMeasures(NamedTuple):
    """One class: of the texts said to be in it, how many are; of those in it, how many were found."""

    name: str
    precision: Interval
    recall: Interval
    f1: Interval
    support: float  # the weight of its texts
    said: float  # the weight of the texts said to be in it


class Baseline(NamedTuple):
    """Always the same answer."""

    name: str
    accuracy: Interval
    macro_f1: float
    log_loss: float  # of always giving the classes' shares


@dataclass(frozen=True, eq=False)
class Measures(Record):
    """What `measure` finds. Without probabilities, what needs them is None."""

    n: int
    effective: float  # equally weighted texts that would tell as much
    classes: tuple[str, ...]
    accuracy: Interval
    macro_f1: Interval
    auc: Interval | None  # of the second of two classes; of many, the mean of one against the rest
    log_loss: Interval | None
    brier: Interval | None
    ece: float | None  # expected calibration error, 15 bins of equal width, of the class that is said
    baseline: Baseline
    per_class: tuple[ClassMeasures, ...]
    confusion: Array  # [true, said]: weight of the texts
    level: float


def measure(
    codes: Any,
    Z: Array | None,
    P: Array | None,
    classes: Sequence[str],
    *,
    weights: Any = None,
    groups: Any = None,
    seed: int = 0,
    level: float = LEVEL,
) -> Measures:
    """Accuracy, macro-F1, AUC, log loss, calibration error, and each class's precision and recall.

    Parameters
    ----------
    codes : the true class number of each text
    Z : scores, (n,) or (n, 1) with two classes (above 0: the second), else (n, classes); None: P decides
    P : probabilities (n, classes), or None
    classes : the classes' names
    weights : how much each text counts
    groups : texts of one group (an author, a thread) are drawn together: intervals by the bootstrap over groups
    seed : of the bootstrap

    >>> m = measure([0, 0, 1, 1], None, np.array([[0.9, 0.1], [0.4, 0.6], [0.2, 0.8], [0.3, 0.7]]), ["neg", "pos"])
    >>> m.accuracy.value, round(m.accuracy.low, 3), m.baseline.accuracy.value
    (0.75, 0.301, 0.5)
    """
    K = len(classes)
    k = class_numbers(codes, K)
    same_length(len(k), Z=Z, P=P, weights=weights, groups=groups)
    w = weights_of(weights, len(k))
    said = decisions(Z, P, K)
    counted = np.zeros((K, K))
    np.add.at(counted, (k, said), w)
    drawn = _draws(k * K + said, w, groups, K, seed)
    grouped = drawn if groups is not None else None
    one_by_one = None if P is None else _one_by_one(k, P)
    return Measures(
        n=len(k),
        effective=effective_count(w),
        classes=tuple(classes),
        accuracy=_accuracy(k == said, w, grouped, level),
        macro_f1=_macro_f1(counted, drawn, level, groups is not None),
        auc=_auc(k, Z, P, w, groups, level),
        log_loss=None if one_by_one is None else mean(one_by_one[0], w, groups, level),
        brier=None if one_by_one is None else mean(one_by_one[1], w, groups, level),
        ece=None if P is None else reliability(k, P, weights=w).ece,
        baseline=_baseline(k, w, classes, level),
        per_class=_per_class(k, said, w, classes, grouped, level),
        confusion=counted,
        level=level,
    )


def decisions(Z: Array | None, P: Array | None, K: int) -> Array:
    """The class that is said: by the scores, as the model decides; by the probabilities where there are no scores."""
    if Z is not None and K == 2:
        return (np.asarray(Z).reshape(len(Z), -1)[:, -1] > 0.0).astype(np.int64)
    best = P if Z is None else Z
    return np.asarray(np.asarray(best).argmax(axis=1))


class Draws(NamedTuple):
    """Resampled confusion matrices: each class's weight on the diagonal, in its row, in its column."""

    right: Array  # (draws, K)
    true: Array
    said: Array


def _draws(cells: Array, w: Array, groups: Any, K: int, seed: int) -> Draws:
    used, cell = np.unique(cells, return_inverse=True)
    kinds = bootstrap.kinds_of(cell, len(used), w, None if groups is None else np.asarray(groups))
    drawn = bootstrap.resampled(kinds, generator(seed, "evaluation", "measure"))
    row, column, each = used // K, used % K, np.eye(K)
    return Draws(drawn @ (each[row] * (row == column)[:, None]), drawn @ each[row], drawn @ each[column])


def _ratio(part: Array, whole: Array) -> Array:
    return np.asarray(np.divide(part, whole, out=np.full(np.broadcast(part, whole).shape, np.nan), where=whole > 0))


def _accuracy(right: Array, w: Array, drawn: Draws | None, level: float) -> Interval:
    if drawn is None:
        return weighted_shares(right, w, level)
    every = _ratio(drawn.right.sum(axis=1), drawn.true.sum(axis=1))
    return bootstrap.between(float(right @ w / w.sum()), every, level, "bootstrap, groups")


def macro_f1(right: Array, true: Array, said: Array) -> Array:
    """The mean over the classes that occur of 2 right / (true + said), along the last axis."""
    return np.asarray(np.nanmean(_ratio(2.0 * right, true + said), axis=-1))


def _macro_f1(counted: Array, drawn: Draws, level: float, grouped: bool) -> Interval:
    value = float(macro_f1(np.diag(counted), counted.sum(axis=1), counted.sum(axis=0)))
    return bootstrap.between(value, macro_f1(*drawn), level, "bootstrap" + ", groups" * grouped)


def _auc(k: Array, Z: Array | None, P: Array | None, w: Array, groups: Any, level: float) -> Interval | None:
    ranks = np.asarray(Z if Z is not None else P)
    ranks = ranks.reshape(len(k), -1)
    if ranks.shape[1] <= 2 and (P is None or P.shape[1] == 2):
        return auc(k == 1, ranks[:, -1], w, groups, level)
    return mean_auc(k, ranks if P is None else P, w, groups, level)


def _one_by_one(k: Array, P: Array) -> tuple[Array, Array]:
    """Each text's log loss and Brier score (the squared distance of P from the truth, summed over classes)."""
    true = P[np.arange(len(k)), k]
    return -np.log(np.clip(true, LEAST, 1.0)), (P**2).sum(axis=1) - 2.0 * true + 1.0


def _baseline(k: Array, w: Array, classes: Sequence[str], level: float) -> Baseline:
    size = np.bincount(k, w, len(classes))
    share = size / size.sum()
    commonest = int(size.argmax())
    present = int((size > 0).sum())
    entropy = -float(share[share > 0] @ np.log(share[share > 0]))
    f1 = 2.0 * share[commonest] / (1.0 + share[commonest]) / present
    return Baseline(str(classes[commonest]), weighted_shares(k == commonest, w, level), float(f1), entropy)


def _per_class(
    k: Array, said: Array, w: Array, classes: Sequence[str], drawn: Draws | None, level: float
) -> tuple[ClassMeasures, ...]:
    """F1 is 2 J / (1 + J), J the share of right ones among the texts that are or are said to be in the class: so its
    interval is a share's."""
    K, right = len(classes), k == said
    n_true, n_said, n_both = (_effective(rows, weight, K) for rows, weight in _sides(k, said, w))
    heavy = np.bincount(k, w * right, K)
    true, answered = np.bincount(k, w, K), np.bincount(said, w, K)
    f1 = _ratio(2.0 * heavy, true + answered)
    if drawn is not None:
        precision, recall, both = (
            _drawn(v, d, level)
            for v, d in (
                (_ratio(heavy, answered), _ratio(drawn.right, drawn.said)),
                (_ratio(heavy, true), _ratio(drawn.right, drawn.true)),
                (f1, _ratio(2.0 * drawn.right, drawn.true + drawn.said)),
            )
        )
    else:
        precision = shares(np.nan_to_num(_ratio(heavy, answered)) * n_said, n_said, level)
        recall = shares(np.nan_to_num(_ratio(heavy, true)) * n_true, n_true, level)
        union = true + answered - heavy
        both = [_as_f1(j) for j in shares(np.nan_to_num(_ratio(heavy, union)) * n_both, n_both, level)]
    numbers = zip(classes, precision, recall, both, true, answered)
    return tuple(ClassMeasures(str(c), p, r, f, float(t), float(a)) for c, p, r, f, t, a in numbers)


def _sides(k: Array, said: Array, w: Array) -> tuple[tuple[Array, Array], ...]:
    """The rows that count for recall, precision and F1, with their weights."""
    wrong = k != said
    return (k, w), (said, w), (np.concatenate([k, said[wrong]]), np.concatenate([w, w[wrong]]))


def _effective(k: Array, w: Array, K: int) -> Array:
    return np.nan_to_num(_ratio(np.bincount(k, w, K) ** 2, np.bincount(k, w * w, K)))


def _as_f1(share: Interval) -> Interval:
    value, low, high = (2.0 * j / (1.0 + j) for j in share[:3])
    return Interval(value, low, high, share.how)


def _drawn(values: Array, draws: Array, level: float) -> list[Interval]:
    return [bootstrap.between(float(v), d, level, "bootstrap, groups") for v, d in zip(values, draws.T)]
