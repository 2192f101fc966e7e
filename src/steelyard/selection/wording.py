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
    said += f", the least of {len(whole)} recipes" if others else ""
    said += f" (next: {others[0].recipe.name}, {_loss(others[0]):.4f})." if others else "."
    if sample:
        said += (
            f" They are the best of {len(sample)} recipes" if others else f" It is the best of {len(sample)} recipes"
        )
        said += f" on a sample of {sample[0].n:,} texts."
    return said


def _loss(trial: Trial) -> float:
    return float(trial.losses[trial.best])
