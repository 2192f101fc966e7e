"""None of these: texts unlike any that the model was trained on.

Plain numbers that a linear model has of every text are signs of strangeness: a low best score, a short lead over the
second best, many unknown words, a short row. Each sign is read as "which share of the training texts, out of fold, is
as strange or stranger", and the logarithms of these shares are added up (Fisher, 1925). A text is refused if it is
stranger than all but the share of training texts that one is ready to refuse: the false alarms. No text from outside is
needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.intervals import LEVEL, Interval, weighted_shares
from steelyard.evaluation.records import Record, same_length, weights_of

POINTS = 200


@dataclass(frozen=True, eq=False)
class Familiarity(Record):
    """The rule: how strange each sign is among the training texts, and from where on a text is refused."""

    signs: tuple[str, ...]
    levels: Array  # (signs, POINTS): the sign's values among the training texts, from familiar to strange
    limit: float
    false_alarms: float
    refused: Interval  # which share of the training texts is refused
    n: int

    def strangeness(self, Z: Array, unknown: Any = None, length: Any = None) -> Array:
        """How strange each text is; above `limit` it is refused."""
        found = _signs(Z, unknown, length)
        if missing := [name for name in self.signs if name not in found]:
            raise SettingError(f"The rule also looks at {' and '.join(missing)}.", "Give what it was fitted with.")
        return _strangeness([found[name] for name in self.signs], self.levels)

    def refuses(self, Z: Array, unknown: Any = None, length: Any = None) -> Array:
        """Whether each text is unlike the training texts."""
        return np.asarray(self.strangeness(Z, unknown, length) > self.limit)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Familiarity:
        """The rule again from `as_data()`."""
        signs, levels = tuple(data["signs"]), np.array(data["levels"], np.float64)
        return cls(**{**data, "signs": signs, "levels": levels, "refused": Interval(**data["refused"])})


def familiarity(
    Z: Array,
    unknown: Any = None,
    length: Any = None,
    *,
    false_alarms: float = 0.05,
    weights: Any = None,
    level: float = LEVEL,
) -> Familiarity:
    """The rule that tells texts unlike the training texts, fitted on what the training texts look like out of fold.

    Parameters
    ----------
    Z : scores out of fold, (n,) or (n, 1) with two classes, else (n, classes)
    unknown : the share of unknown words of each text, out of fold
    length : the length of each row before it is made 1
    false_alarms : which share of known texts may be refused

    >>> rule = familiarity(np.stack([np.linspace(1, 2, 100), np.zeros(100)], axis=1))
    >>> rule.refuses(np.array([[0.2, 0.0], [1.9, 0.0]])).tolist()
    [True, False]
    """
    if not 0 < false_alarms < 1:
        raise SettingError(f"false_alarms is {false_alarms}.", "Give a share between 0 and 1, such as 0.05.")
    found = _signs(Z, unknown, length)
    same_length(len(Z), unknown=unknown, length=length, weights=weights)
    w = weights_of(weights, len(Z))
    levels = np.stack([_levels(values, w) for values in found.values()])
    strange = _strangeness(list(found.values()), levels)
    order = np.argsort(strange, kind="stable")
    reached = np.cumsum(w[order]) / w.sum()
    limit = float(strange[order[min(int(np.searchsorted(reached, 1.0 - false_alarms)), len(Z) - 1)]])
    return Familiarity(tuple(found), levels, limit, false_alarms, weighted_shares(strange > limit, w, level), len(Z))


def _signs(Z: Array, unknown: Any, length: Any) -> dict[str, Array]:
    """Larger is stranger."""
    Z = np.asarray(Z, np.float64).reshape(len(Z), -1)
    signs = {"score": -np.abs(Z[:, 0])}
    if Z.shape[1] > 1:
        top = np.partition(Z, -2, axis=1)[:, -2:]
        signs = {"score": -top[:, 1], "lead": top[:, 0] - top[:, 1]}
    if unknown is not None:
        signs["unknown"] = np.asarray(unknown, np.float64)
    if length is not None:
        signs["length"] = -np.asarray(length, np.float64)
    return signs


def _levels(values: Array, w: Array) -> Array:
    """Values at evenly spaced logarithms of the share that is as strange or stranger, down to one text."""
    order = np.argsort(-values, kind="stable")
    reached = np.cumsum(w[order])
    shares = np.geomspace(1.0, max(1.0 / len(values), 1e-6), POINTS)
    return np.asarray(
        values[order[np.searchsorted(reached, shares * reached[-1] * (1 - 1e-12)).clip(0, len(values) - 1)]]
    )


def _strangeness(signs: list[Array], levels: Array) -> Array:
    """- sum of log shares; beyond the strangest training text a sign tells no more."""
    total = np.zeros(len(signs[0]))
    for values, steps in zip(signs, levels):
        total += np.searchsorted(steps, values, side="right") / len(steps)
    return total
