"""`select`: which recipe at which strength is worth most out of fold, and the model that it makes of all texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.lanes import Final, assign_folds
from steelyard.models.linear_text import LinearText
from steelyard.selection.counting import Counter
from steelyard.selection.familiar import lengths, unknown_shares
from steelyard.selection.planning import auto, worth_most
from steelyard.selection.recipes import Recipe, recipe_named
from steelyard.selection.telling import SelectionProgress, Tell, Telling
from steelyard.selection.trying import Attempt, Texts, Trial
from steelyard.selection.wording import why

__all__ = ["Selection", "SelectionProgress", "Trial", "select"]


@dataclass(frozen=True, eq=False)
class Selection:
    """The choice, what it was made by, and the model. K = 1 for two classes."""

    trials: tuple[Trial, ...]  # in the order they were made; those on a sample of the texts have a smaller n
    chosen: int
    strength: float
    why: str
    folds: Array  # (n,): the fold that each text was held out in
    scores: Array  # (n, K): out of fold, of the chosen recipe and strength
    candidates: tuple[tuple[int, float], ...]  # (trial, strength) of each that was tried on all texts
    losses: Array  # (candidates, n) float32: each text's out-of-fold log loss
    errors: Array  # (candidates, n) bool: whether its decision was wrong
    model: LinearText  # fitted on all texts; not calibrated
    gap: Array  # of the final fit: the certificate
    objective: Array
    unknown: Array  # (n,): the share of a text's words that the texts outside its fold do not have
    lengths: Array | None  # (n,): the row's length before it is made 1, out of fold
    duals: Array  # (n, K): w = sum_i duals[i] x_i over the rows as the fit saw them
    fit_scale: Array  # (d,): that is x[i,j] = tf fit_scale[j] / |row i|, and v = fit_scale w

    @property
    def by_candidate(self) -> dict[str, Array]:
        """What `evaluation.nested` asks for."""
        return {"losses": self.losses, "errors": self.errors}


def select(
    texts: Any,
    codes: Any,
    classes: Sequence[str],
    *,
    recipe: str | Recipe | Mapping[str, Any] = "auto",
    folds: int = 5,
    strengths: Sequence[float] | None = None,
    weights: Any = None,
    groups: Any = None,
    seed: int = 0,
    tol: float = 1e-6,
    threads: int | None = None,
    progress: Tell | None = None,
) -> Selection:
    """The best recipe and strength by out-of-fold log loss, and the model that they make of all texts.

    Parameters
    ----------
    texts, codes, classes : the texts, the class number of each, the names of the classes
    recipe : "auto", the name of one, a `Recipe`, or its data
    folds : how many; fewer where there are fewer texts or groups
    strengths : what costs are multiplied by, scikit-learn's C; a grid by default
    weights : how much each text counts; from texts of weight 0 nothing is learnt
    groups : texts of a group stay in one fold
    tol : the relative gap that the final fit is proven to
    progress : called with a `SelectionProgress`; True means enough

    >>> texts = ["good film", "bad film", "a good one", "a bad one"] * 5
    >>> select(texts, [1, 0] * 10, ("bad", "good"), recipe="words").model.predict(["good"])
    ['good']
    """
    asked = _asked(texts, codes, classes, folds, weights, groups, seed, threads)
    grid = None if strengths is None else np.unique(np.asarray(strengths, np.float64))
    if grid is not None and not (len(grid) and (grid > 0.0).all() and np.isfinite(grid).all()):
        raise SettingError(f"strengths is {strengths!r}.", "Give one or more numbers above 0.")
    telling = Telling(progress)
    if isinstance(recipe, str) and recipe == "auto":
        tried = auto(asked, grid, telling)
    else:
        one = recipe_named(recipe, asked.counter.characters())
        telling.begin(one.name, 0.8)
        tried = [Attempt(asked, one, grid).coarse(telling)]
        if not telling.enough:
            tried[0].fine(telling)
    telling.begin("the model of all texts", 1.0)
    best = worth_most([attempt for attempt in tried if attempt.texts is asked])
    return _selection(tried, tried.index(best), classes, tol)


def _asked(
    texts: Any,
    codes: Any,
    classes: Sequence[str],
    folds: int,
    weights: Any,
    groups: Any,
    seed: int,
    threads: int | None,
) -> Texts:
    k, counter = np.asarray(codes, np.int64), Counter(texts, threads)
    w = np.ones(len(k)) if weights is None else np.asarray(weights, np.float64)
    if k.shape != (len(counter),) or w.shape != k.shape:
        raise SettingError(f"There are {len(counter)} texts, {k.size} codes, {w.size} weights.", "Give one for each.")
    if len(classes) < 2 or not ((k >= 0) & (k < len(classes))).all():
        raise SettingError(
            f"The codes are not numbers of {len(classes)} classes.", "Give 0 to classes - 1, two or more."
        )
    if not ((w >= 0.0).all() and np.isfinite(w).all() and w.any()):
        raise SettingError("Weights are to be 0 or more, and not all 0.", "Check the column of weights.")
    units = len(k) if groups is None else len(np.unique(np.asarray(groups)))
    fold_of = assign_folds(k, min(folds, units), seed, None if groups is None else np.asarray(groups))
    return Texts(counter, k, len(classes), fold_of, w, seed, threads)


def _selection(tried: list[Attempt], chosen: int, classes: Sequence[str], tol: float) -> Selection:
    best = tried[chosen]
    final = best.tuning.final(best.best, tol, best.texts.threads)
    trials = tuple(attempt.trial() for attempt in tried)
    candidates = [(at, s) for at, each in enumerate(tried) if each.texts is best.texts for s in each.tried]
    return Selection(
        trials=trials,
        chosen=chosen,
        strength=float(trials[chosen].strengths[best.best]),
        why=why(trials, chosen),
        folds=best.texts.folds,
        scores=best.scores(best.best),
        candidates=tuple((at, float(trials[at].strengths[s])) for at, s in candidates),
        losses=np.stack([tried[at].each_loss(s).astype(np.float32) for at, s in candidates]),
        errors=np.stack([tried[at].wrong[s] for at, s in candidates]),
        model=_model(best, final, classes),
        gap=final.gap,
        objective=final.objective,
        unknown=unknown_shares(best),
        lengths=lengths(best),
        duals=final.pulls,
        fit_scale=best.scales.columns[:, -1],
    )


def _model(best: Attempt, final: Final, classes: Sequence[str]) -> LinearText:
    recipe = best.recipe
    return LinearText(
        best.learnt.columns, tuple(classes), final.w.astype(np.float32), final.b,
        best.scales.columns[:, -1].astype(np.float32), recipe.tf, recipe.norm, recipe=recipe.as_data(),
        df=best.learnt.df.astype(np.int32),
    )  # fmt: skip
