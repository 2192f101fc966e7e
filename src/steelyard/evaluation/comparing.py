"""Two models on the same texts: is one better, and which texts does each alone get right?

Paired throughout, so that what is hard for both cancels out. McNemar's exact test asks whether the texts that one alone
gets right are as many as the other's; the differences' intervals come from the bootstrap over texts (accuracy,
macro-F1) and from the standard error of the differences (log loss). With groups, the bootstrap draws groups, and
McNemar's test, which takes texts for independent, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy.special import bdtr

from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.evaluation import bootstrap
from steelyard.evaluation.intervals import LEVEL, Interval, mean
from steelyard.evaluation.measures import LEAST, decisions, macro_f1
from steelyard.evaluation.records import Record, class_numbers, same_length, weights_of


class Answers(NamedTuple):
    """A model's scores and probabilities of the texts; one of them may be None."""

    Z: Array | None
    P: Array | None


@dataclass(frozen=True, eq=False)
class Comparison(Record):
    """Differences are second less first."""

    n: int
    names: tuple[str, str]
    accuracy: Interval
    macro_f1: Interval
    log_loss: Interval | None
    p_value: float | None  # of McNemar's test: so uneven a split, if both were equally good
    both_right: int
    both_wrong: int
    first_only: Array  # rows that the first alone gets right
    second_only: Array
    better: str | None  # the one that is better, where the accuracy's interval leaves out 0 and McNemar's test agrees
    level: float

    @property
    def verdict(self) -> str:
        """The outcome in a sentence."""
        low, high = sorted(abs(100.0 * end) for end in self.accuracy[1:3])
        a, b = len(self.first_only), len(self.second_only)
        alone = f"{b:,} texts only {self.names[1]} gets right, {a:,} only {self.names[0]}"
        if self.better is None:
            most = 100.0 * max(abs(self.accuracy.low), abs(self.accuracy.high))
            return (
                f"No difference shown on {self.n:,} texts: at most {most:.1f} points of accuracy either way ({alone})."
            )
        return f"{self.better} is better by {low:.1f} to {high:.1f} points of accuracy on {self.n:,} texts ({alone})."


def compare(
    codes: Any,
    first: tuple[Array | None, Array | None],
    second: tuple[Array | None, Array | None],
    classes: Sequence[str],
    *,
    names: tuple[str, str] = ("first", "second"),
    weights: Any = None,
    groups: Any = None,
    seed: int = 0,
    level: float = LEVEL,
) -> Comparison:
    """Which of two models is better on these texts, and by how much.

    Parameters
    ----------
    codes : the true class number of each text
    first, second : the models' (Z, P): scores and probabilities; one of them may be None
    classes : the classes' names
    names : what to call the models
    weights, groups : how much each text counts; texts of a group are drawn together

    >>> z = np.array([-1.0, 1.0, 1.0, -1.0])
    >>> compare([0, 1, 1, 1], (z, None), (z * [1, 1, -1, -1], None), ["neg", "pos"]).accuracy.value
    0.0
    """
    K = len(classes)
    k = class_numbers(codes, K)
    for Z, P in (first, second):
        same_length(len(k), Z=Z, P=P, weights=weights, groups=groups)
    w = weights_of(weights, len(k))
    said = [decisions(Z, P, K) for Z, P in (first, second)]
    right = [each == k for each in said]
    accuracy, f1 = _differences(k, said, w, groups, K, generator(seed, "evaluation", "compare"), level)
    alone = [np.flatnonzero(right[a] & ~right[1 - a]) for a in (0, 1)]
    p_value = mcnemar(len(alone[0]), len(alone[1])) if groups is None and weights is None else None
    shown = not accuracy.low <= 0 <= accuracy.high and (p_value is None or p_value <= 1.0 - level)
    return Comparison(
        n=len(k),
        names=names,
        accuracy=accuracy,
        macro_f1=f1,
        log_loss=_log_loss(k, first[1], second[1], w, groups, level),
        p_value=p_value,
        both_right=int((right[0] & right[1]).sum()),
        both_wrong=int((~right[0] & ~right[1]).sum()),
        first_only=alone[0],
        second_only=alone[1],
        better=names[int(accuracy.value > 0)] if shown else None,
        level=level,
    )


def mcnemar(first_only: int, second_only: int) -> float:
    """The probability of a split as uneven as that, if either side is as likely: exact, two-sided.

    >>> round(mcnemar(1, 9), 4)
    0.0215
    """
    both = first_only + second_only
    return min(1.0, 2.0 * float(bdtr(min(first_only, second_only), both, 0.5))) if both else 1.0


def _differences(
    k: Array, said: list[Array], w: Array, groups: Any, K: int, random: np.random.Generator, level: float
) -> tuple[Interval, Interval]:
    """Of accuracy and of macro-F1, from the same samples of texts for both models."""
    used, cell = np.unique((k * K + said[0]) * K + said[1], return_inverse=True)
    kinds = bootstrap.kinds_of(cell, len(used), w, None if groups is None else np.asarray(groups))
    counted = np.bincount(cell, w)[None]
    drawn = np.concatenate([counted, bootstrap.resampled(kinds, random)])
    true, answers = used // (K * K), (used // K % K, used % K)
    each, total = np.eye(K), drawn.sum(axis=1)
    accuracy, f1 = [], []
    for answer in answers:
        right = drawn @ (each[true] * (true == answer)[:, None])
        accuracy.append(right.sum(axis=1) / total)
        f1.append(macro_f1(right, drawn @ each[true], drawn @ each[answer]))
    how = "paired bootstrap" + ", groups" * (groups is not None)
    of = [pair[1] - pair[0] for pair in (accuracy, f1)]
    return tuple(bootstrap.between(float(d[0]), d[1:], level, how) for d in of)  # type: ignore[return-value]


def _log_loss(k: Array, P1: Array | None, P2: Array | None, w: Array, groups: Any, level: float) -> Interval | None:
    if P1 is None or P2 is None:
        return None
    lost = [-np.log(np.clip(P[np.arange(len(k)), k], LEAST, 1.0)) for P in (P1, P2)]
    return mean(lost[1] - lost[0], w, groups, level)
