"""What a fit says when it ends short of its promise. Both are scikit-learn's `ConvergenceWarning`."""

from __future__ import annotations

import warnings

from sklearn.exceptions import ConvergenceWarning


class GapWarning(ConvergenceWarning):
    """A fit was stopped before its gap was down to `tol`; the gap that it left is told."""


class SeparableWarning(ConvergenceWarning):
    """Without a penalty, classes that can be separated have no best weights; `separating_direction_` is the proof."""


def warn_of_gap(gap: float, tol: float, steps: int, max_iter: int | None) -> None:
    """Say what is left, and why."""
    if not gap > tol:
        return
    if max_iter is not None and steps >= max_iter:
        why, what = f"max_iter={max_iter} stopped the fit", "Raise max_iter, or set it to None, to go on."
    else:
        why, what = "Rounding leaves nothing more to gain", "Scale the columns to comparable sizes, or lower C."
    warnings.warn(f"{why} at a relative gap of {gap:.1e}, above tol={tol:.1e}. {what}", GapWarning, stacklevel=4)
