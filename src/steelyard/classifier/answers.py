"""An answer to one text, and how a card's rules make it. Standard library alone: `plain` needs nothing else.

The rules are those of `evaluation.conformal` and `evaluation.unfamiliar`; here for one text, there for many.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from steelyard.errors import HeaderError, SettingError

ROUNDED = 0.005  # what rounding to hundredths may take from a share, or add


class Answer(NamedTuple):
    """What a model says of a text."""

    label: str
    probability: float
    probabilities: tuple[float, ...]  # of each class, in the model's order
    inside: tuple[str, ...] = ()  # the prediction set, the likeliest first; empty where the model has no rule
    unfamiliar: bool | None = None  # perhaps none of the classes; None where the model has no rule


class Rules(NamedTuple):
    """What the card says of prediction sets, of texts unlike the training texts, and of the classes' shares."""

    least: tuple[float, ...] = ()
    at_least_one: bool = True
    signs: tuple[str, ...] = ()
    levels: tuple[tuple[float, ...], ...] = ()
    limit: float = 0.0
    shares: tuple[float, ...] = ()

    def inside(self, p: Sequence[float]) -> list[int]:
        """The class numbers of the prediction set, the likeliest first."""
        if not self.least:
            return []
        order = sorted(range(len(p)), key=lambda k: (-p[k], k))
        first = order[0] if self.at_least_one else None
        return [k for k in order if k == first or self.least[k] <= p[k]]

    def unfamiliar(self, signs: Mapping[str, float]) -> bool | None:
        if not self.signs:
            return None
        total = 0.0
        for name, steps in zip(self.signs, self.levels):
            total += bisect_right(steps, signs[name]) / len(steps)
        return total > self.limit


def rules_of(card: Mapping[str, Any], classes: int, path: str) -> Rules:
    """The rules in a card; none where it has none."""
    try:
        found = Rules()
        if "data" in card:
            found = found._replace(shares=_numbers(card["data"]["shares"], classes))
        if "sets" in card:
            sets = card["sets"]
            found = found._replace(least=_numbers(sets["least"], classes), at_least_one=bool(sets["at_least_one"]))
        if "familiarity" in card:
            rule = card["familiarity"]
            levels = tuple(_numbers(steps) for steps in rule["levels"])
            signs = tuple(map(str, rule["signs"]))
            if len(signs) != len(levels) or not set(signs) <= {"score", "lead", "unknown", "length"}:
                raise ValueError("signs and levels do not fit")
            found = found._replace(signs=signs, levels=levels, limit=float(rule["limit"]))
        return found
    except (KeyError, TypeError, ValueError) as error:
        what = f"its card is not as Steelyard writes it: {error}."
        raise HeaderError(what, "Fit the model again.", path) from None


def _numbers(values: Any, wanted: int | None = None) -> tuple[float, ...]:
    found = tuple(float(value) for value in values)
    if not found or (wanted is not None and len(found) != wanted):
        raise ValueError(f"{len(found)} numbers")
    return found


def of_one_whole(shares: Sequence[float]) -> list[float]:
    """Shares that add up to 1 exactly, if they do but for what rounding to hundredths leaves."""
    total = sum(shares)
    if not abs(total - 1.0) <= ROUNDED * max(len(shares), 2) + 1e-9:
        raise SettingError(
            f"The classes' shares add up to {total:.4g}, and not to 1.", "Give shares of the whole: 0.9 and 0.1, say."
        )
    return [share / total for share in shares]


def reweighed(p: Sequence[float], trained: Sequence[float], wanted: Sequence[float]) -> list[float]:
    """`evaluation.with_priors` of one text."""
    weighed = [each * (new / old) for each, old, new in zip(p, trained, wanted)]
    total = sum(weighed)
    return [each / total for each in weighed] if total > 0 else list(wanted)
