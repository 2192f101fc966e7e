"""Class shares that differ where the classifier is used: "in my mail, one in a hundred is a complaint".

If only the shares changed, and not what the texts of a class are like, Bayes' rule says how the probabilities change:
P'[k] ~ P[k] wanted[k] / trained[k]. Without labels the new shares can be estimated, by the EM of Saerens, Latinne and
Decaestecker (2002): the maximum of sum_i log sum_k q_k P[i,k] / trained[k], which is concave in q.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.bootstrap import between
from steelyard.evaluation.intervals import LEVEL, Interval
from steelyard.evaluation.records import Record, weights_of

MOST, ENOUGH, DRAWS = 1000, 1e-9, 100


@dataclass(frozen=True, eq=False)
class Priors(Record):
    """The classes' shares where the texts come from."""

    shares: tuple[Interval, ...]
    steps: int

    @property
    def values(self) -> Array:
        return np.array([share.value for share in self.shares])


def with_priors(P: Array, trained: Any, wanted: Any) -> Array:
    """Probabilities for other class shares.

    Parameters
    ----------
    P : probabilities (n, classes), calibrated where the classes had the shares `trained`
    trained : the shares (or numbers of texts) of the classes that P was calibrated with
    wanted : the shares where the classifier is used

    >>> with_priors(np.array([[0.5, 0.5]]), [1, 1], [99, 1]).round(2).tolist()
    [[0.99, 0.01]]
    """
    old, new = _shares(trained, P.shape[1], "trained"), _shares(wanted, P.shape[1], "wanted")
    if (old == 0).any():
        raise SettingError("A class has no share in `trained`.", "Every class needs some training texts.")
    weighed = P * (new / old)
    total = weighed.sum(axis=1, keepdims=True)
    return np.where(total > 0, weighed / np.where(total > 0, total, 1.0), new)


def estimate_priors(P: Array, trained: Any, *, weights: Any = None, seed: int = 0, level: float = LEVEL) -> Priors:
    """The classes' shares among texts without labels, from their probabilities.

    Parameters
    ----------
    P : probabilities (n, classes) of the texts, calibrated where the classes had the shares `trained`
    trained : the shares (or numbers of texts) of the classes that P was calibrated with
    weights : how much each text counts

    >>> P = np.array([[0.9, 0.1]] * 3 + [[0.1, 0.9]])
    >>> estimate_priors(P, [1, 1]).shares[0].value.__round__(3)
    0.812
    """
    old = _shares(trained, P.shape[1], "trained")
    w = weights_of(weights, len(P))
    ratios = P / old
    found, steps = _em(ratios, w, old)
    random = generator(seed, "evaluation", "priors")
    drawn = [
        _em(ratios, w * random.multinomial(len(P), np.full(len(P), 1.0 / len(P))), found, 1e-6)[0] for _ in range(DRAWS)
    ]
    intervals = [between(float(q), draws, level) for q, draws in zip(found, np.array(drawn).T)]
    return Priors(tuple(intervals), steps)


def _em(ratios: Array, w: Array, start: Array, enough: float = ENOUGH) -> tuple[Array, int]:
    q, step = np.maximum(start, 1e-6), 0
    q = q / q.sum()
    for step in range(1, MOST + 1):  # noqa: B007
        likely = ratios @ q
        new = q * (ratios.T @ np.divide(w, likely, out=np.zeros_like(w), where=likely > 0)) / w.sum()
        moved, q = float(np.abs(new - q).sum()), new / new.sum()
        if moved < enough:
            break
    return q, step


def _shares(values: Any, K: int, name: str) -> Array:
    shares = np.asarray(values, np.float64)
    if shares.shape != (K,) or not np.isfinite(shares).all() or (shares < 0).any() or not shares.any():
        raise SettingError(f"{name} is {values!r:.80} for {K} classes.", "Give a share of 0 or more for each class.")
    return np.asarray(shares / shares.sum())
