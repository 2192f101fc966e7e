"""Would more texts help? The chosen recipe at the chosen strength, fitted on ever more of the texts outside one fold,
and scored on that fold: no held-out part is looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard._threads import one_blas_thread
from steelyard.core.rows import Array
from steelyard.corpus.arrays import row_numbers
from steelyard.evaluation.curves import LearningCurve, learning_curve
from steelyard.selection import select

if TYPE_CHECKING:
    from steelyard.classifier.answering import Answering
    from steelyard.selection.recipes import Recipe

FOLD = 0  # is scored on


def curve(clf: Answering) -> LearningCurve:
    """The error after training on a sixteenth, an eighth, a quarter, half and all of the texts outside the fold."""
    found, known = clf.selection_, clf.known_
    recipe = found.trials[found.chosen].recipe
    inside, outside = np.flatnonzero(found.folds == FOLD), np.flatnonzero(found.folds != FOLD)
    scored, codes = known.texts.take(row_numbers(inside)), known.labels.codes
    done = 0

    def errors_after(rows: Array) -> Array:
        nonlocal done
        done += 1
        if clf.progress is not None:
            clf.progress(_step(done))
        said = _said(clf, recipe, outside[rows])(scored)
        return np.asarray(said != codes[inside])

    with one_blas_thread():
        return learning_curve(codes[outside], errors_after, seed=clf.seed)


def _step(done: int) -> Any:
    from steelyard.classifier.learning import Progress

    return Progress("learning curve", done / 6)


def _said(clf: Answering, recipe: Recipe, rows: Array) -> Callable[[Any], Array]:
    """The answers of a model that learnt from these rows alone."""
    known = clf.known_
    present, codes = np.unique(known.labels.codes[rows], return_inverse=True)
    if len(present) < 2:
        return lambda texts: np.full(len(texts), present[0])
    model = select(
        known.texts.take(row_numbers(rows)), codes, [known.labels.names[k] for k in present], recipe=recipe, folds=2,
        strengths=[clf.selection_.strength], weights=None if known.weights is None else known.weights[rows],
        seed=clf.seed, tol=1e-3, threads=clf.threads,
    ).model  # fmt: skip
    return lambda texts: present[model.decide(model.scores(texts, clf.threads))]
