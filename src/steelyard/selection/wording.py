"""Why a recipe was chosen, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence

from steelyard.selection.trying import Trial


def why(trials: Sequence[Trial], chosen: int) -> str:
    """What was compared, on how many texts, and by how much the chosen one is ahead."""
    best = trials[chosen]
    whole = [trial for trial in trials if trial.n == best.n]
    sample = [trial for trial in trials if trial.n < best.n]
    said = f"{best.recipe.name}, strength {best.strengths[best.best]:.3g}: log loss {_loss(best):.4f} out of fold"
    if len(trials) == 1:
        tried = int((best.losses == best.losses).sum())
        return f"{said}, the least of {tried} strengths." if tried > 1 else f"{said}."
    others = sorted((trial for trial in whole if trial is not best), key=_loss)
    said += _beside(best, others[0], len(whole)) if others else "."
    if sample:
        said += (
            f" They are the best of {len(sample)} recipes" if others else f" It is the best of {len(sample)} recipes"
        )
        said += f" on a sample of {sample[0].n:,} texts."
    return said


def _beside(best: Trial, other: Trial, recipes: int) -> str:
    """How it compares with the least loss of the others."""
    beside = f"{other.recipe.name}, {_loss(other):.4f}"
    if _loss(best) <= _loss(other):
        return f", the least of {recipes} recipes (next: {beside})."
    wrong = (f"{100.0 * trial.errors[trial.best]:.1f} %" for trial in (best, other))
    return f", even with the least of {recipes} recipes ({beside}), and wrong less often ({' against '.join(wrong)})."


def _loss(trial: Trial) -> float:
    return float(trial.losses[trial.best])
