"""What a fit says when it ends short of its promise. Both are scikit-learn's `ConvergenceWarning`."""

from __future__ import annotations

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from steelyard.core.rows import Array


class GapWarning(ConvergenceWarning):
    """A fit was stopped before its gap was down to `tol`; the gap that it left is told."""


class SeparableWarning(ConvergenceWarning):
    """Without a penalty, classes that can be separated have no best weights; `separating_direction_` is the proof."""


# What scikit-learn says first, by the solver that was named: filters of warnings that were written for it go on working
FIRST_WORDS = {
    "lbfgs": "lbfgs failed to converge",
    "liblinear": "Liblinear failed to converge, increase the number of iterations.",
    "newton-cg": "newton-cg failed to converge. Increase the number of iterations.",
    "newton-cholesky": "Newton solver did not converge after {steps} iterations",
    "sag": "The max_iter was reached which means the coef_ did not converge",
    "saga": "The max_iter was reached which means the coef_ did not converge",
}


def warn_of_gap(gap: float, tol: float, steps: int, max_iter: int | None, solver: str = "lbfgs") -> None:
    """Say what is left, and why."""
    if not gap > tol:
        return
    if max_iter is not None and steps >= max_iter:
        why = f"{FIRST_WORDS[solver].format(steps=steps)}: max_iter={max_iter} stopped the fit"
        what = "Raise max_iter, or set it to None, to go on."
    else:
        why, what = "Rounding leaves nothing more to gain", "Scale the columns to comparable sizes, or lower C."
    warnings.warn(f"{why} at a relative gap of {gap:.1e}, above tol={tol:.1e}. {what}", GapWarning, stacklevel=4)


def warn_of_fold_gaps(gaps: Array, tol: float, max_iter: int | None) -> None:
    """Say how far the folds' fits were left from their optimum."""
    short = gaps > tol
    if short.any():
        warnings.warn(
            f"max_iter={max_iter} stopped {int(short.sum())} of the folds' fits at relative gaps up to "
            f"{float(np.nanmax(gaps)):.1e}, above {tol:.1e} (`fold_gaps_`). Raise max_iter, or set it to None.",
            GapWarning,
            stacklevel=4,
        )
