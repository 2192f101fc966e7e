"""Would more texts help? The chosen recipe at the chosen strength, fitted on ever more of the texts outside a fold, and
scored on that fold; fold by fold, until enough texts are scored. No held-out part is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard._threads import one_blas_thread
from steelyard.classifier.progress import tell
from steelyard.core.rows import Array
from steelyard.corpus.arrays import row_numbers
from steelyard.evaluation.curves import SHARES, LearningCurve, learning_curve, nested_order
from steelyard.selection import select

if TYPE_CHECKING:
    from steelyard.classifier.answering import Answering
    from steelyard.selection.recipes import Recipe

ENOUGH = 2_000  # texts to be scored


def curve(clf: Answering) -> LearningCurve:
    """The error after training on a sixteenth, an eighth, a quarter, half and all of the texts outside a fold."""
    found, known = clf.selection_, clf.known_
    recipe, codes = found.trials[found.chosen].recipe, known.labels.codes
    parts = [Part(np.flatnonzero(found.folds == f), np.flatnonzero(found.folds != f)) for f in folds_of(found.folds)]
    orders = [part.outside[nested_order(codes[part.outside], clf.seed)] for part in parts]
    least = min(len(order) for order in orders)
    done = 0

    def errors_after(rows: Array) -> Array:
        nonlocal done
        wrong = []
        for part, order in zip(parts, orders):
            tell(clf.progress, "learning curve", done / (len(SHARES) * len(parts)))
            done += 1
            said = _said(clf, recipe, np.sort(order[: len(rows)]))(known.texts.take(row_numbers(part.inside)))
            wrong.append(said != codes[part.inside])
        return np.concatenate(wrong)

    with one_blas_thread():
        return learning_curve(codes[np.sort(orders[0][:least])], errors_after, seed=clf.seed)


class Part(NamedTuple):
    """The rows of a fold, and all others."""

    inside: Array
    outside: Array


def folds_of(folds: Array) -> list[int]:
    """The first folds that hold enough texts; all where they do not."""
    sizes = np.cumsum(np.bincount(folds))
    return list(range(min(int(np.searchsorted(sizes, ENOUGH)) + 1, len(sizes))))


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
