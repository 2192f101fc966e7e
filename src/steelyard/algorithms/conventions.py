"""How textbooks and libraries write the strength of an L2 penalty, and what each of them is here.

The house minimises   1/2 |w|^2 + sum_i c l(y_i, z_i)   with one cost c for all rows; others minimise

    sum                 sum_i l_i + lambda |w|^2
    half                sum_i l_i + lambda / 2 |w|^2
    mean                1/N sum_i l_i + lambda |w|^2              the lab report; the theory course's ridge has 2 l_i
    mean-half           1/N sum_i l_i + lambda / 2 |w|^2          scikit-learn's SGDClassifier, whose lambda is `alpha`
    mean-half-n         1/N sum_i l_i + lambda / 2N |w|^2         = half / N
    C                   C sum_i l_i + 1/2 |w|^2                   scikit-learn's LogisticRegression, LIBLINEAR

Given        a convention, its lambda (or C), the number of rows N
Returns      the house's c, and by what the house's objective is multiplied to give theirs

An objective multiplied by a number has the same optimum: so c is all that counts. Whether the intercept pays is a
second question. Here it does not; a textbook that writes w^T w for a w with the intercept in it makes it pay, which is
a column of ones in X and no intercept: another optimum, not another scaling.
"""

from __future__ import annotations

from typing import NamedTuple

from steelyard.errors import SettingError


class Convention(NamedTuple):
    """What is in front of sum_i l_i, and in front of 1/2 |w|^2, for lambda and N."""

    formula: str
    loss_is_mean: bool
    halves: float  # of |w|^2 for each lambda: 2 without the 1/2
    penalty_is_mean: bool = False
    strength: bool = False  # lambda multiplies the losses and not the penalty


CONVENTIONS: dict[str, Convention] = {
    "sum": Convention("sum l + lambda |w|^2", False, 2.0),
    "half": Convention("sum l + lambda/2 |w|^2", False, 1.0),
    "mean": Convention("1/N sum l + lambda |w|^2", True, 2.0),
    "mean-half": Convention("1/N sum l + lambda/2 |w|^2", True, 1.0),
    "mean-half-n": Convention("1/N sum l + lambda/(2N) |w|^2", True, 1.0, penalty_is_mean=True),
    "C": Convention("C sum l + 1/2 |w|^2", False, 1.0, strength=True),
}


class Translation(NamedTuple):
    """theirs = factor x ours, where ours has the cost c."""

    c: float
    factor: float


def to_house(name: str, value: float, n: int) -> Translation:
    """What a lambda (or C) of that convention is here, with n rows.

    >>> from steelyard.algorithms.conventions import to_house
    >>> to_house("mean", 0.01, 100)  # c = 1 / (2 N lambda); theirs is 2 lambda times ours
    Translation(c=0.5, factor=0.02)
    """
    if name not in CONVENTIONS:
        raise SettingError(f"There is no convention {name!r}.", f"There are: {', '.join(CONVENTIONS)}.")
    convention = CONVENTIONS[name]
    if convention.strength:
        return Translation(value, 1.0)
    factor = convention.halves * value / (n if convention.penalty_is_mean else 1)
    return Translation((1.0 / n if convention.loss_is_mean else 1.0) / factor, factor)


def from_house(name: str, c: float, n: int) -> float:
    """The lambda (or C) of that convention that is the house's cost c.

    >>> from steelyard.algorithms.conventions import from_house
    >>> from_house("mean", 0.5, 100)
    0.01
    """
    at_one = to_house(name, 1.0, n)
    return c if CONVENTIONS[name].strength else at_one.c / c
