"""Out of fold means out of fold: a fold's scores are those of a pipeline that never saw it, and chance is chance."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy import sparse

from steelyard.core.rows import Array
from steelyard.features.text_columns import learn_columns
from steelyard.lanes import softmax_sweep, sweep
from steelyard.selection import Recipe, recipe_named, select, trying
from tests.core.problems import csr
from tests.selection.corpora import meaningless, telling

EXACT = 1e-10


def refitted(recipe: Recipe, train: list[str], k: Array, test: list[str], classes: int, C: float) -> Array:
    """The scores of `test` by a model of `train` alone: NumPy for what is learnt from texts, a fit of all rows."""
    learnt = learn_columns(train, recipe.views)
    starts = learnt.columns.starts
    x, new = (_dense(counts) for counts in (learnt.counts, learnt.columns.counts(test)))
    x, new = (np.where(part > 0, 1.0 + np.log(np.maximum(part, 1.0)), 0.0) for part in (x, new))
    df, n = (x > 0).sum(axis=0), len(train)
    a = np.log((1.0 + n) / (1.0 + df)) + 1.0
    if recipe.ratios:
        squares = np.zeros(len(a))
        for each in range(classes):
            p, q = (1.0 + (x[side] > 0).sum(axis=0) for side in (k == each, k != each))
            squares += np.mean(k == each) * np.log((p / p.sum()) / (q / q.sum())) ** 2
        a *= np.sqrt(squares)
    for first, last in pairwise(starts):
        a[first:last] /= np.sqrt(np.square(x[:, first:last] * a[first:last]).sum())
    rows, new_rows = (
        part * a / np.maximum(np.sqrt(np.square(part * a).sum(axis=1)), 1e-300)[:, None] for part in (x, new)
    )
    folds = np.arange(n) % 2  # the sweep's own folds are of no interest: its final fit is
    fitted = (
        softmax_sweep(csr(rows), k, classes, folds, [C], tol=EXACT)
        if classes > 2
        else sweep(csr(rows), np.where(k == 1, 1.0, -1.0), folds, [C], tol=EXACT)
    )
    return new_rows @ fitted.w + fitted.b


def _dense(m: object) -> Array:
    return sparse.csr_array((m.data, m.indices, m.indptr), (len(m.indptr) - 1, m.n_columns)).toarray()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "classes"),
    [("words", 2), ("words, weighted", 2), ("words and spelling, weighted", 2), ("words and characters, weighted", 3)],
)
def test_a_folds_scores_are_those_of_a_pipeline_refitted_on_the_other_folds(
    name: str, classes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "FOLD_TOL", EXACT)
    texts, k = telling(60, classes)
    recipe, C = recipe_named(name), 3.0
    found = select(texts, k, [str(each) for each in range(classes)], recipe=recipe, folds=3, strengths=[C])
    for f in range(3):
        train, test = np.flatnonzero(found.folds != f), np.flatnonzero(found.folds == f)
        z = refitted(recipe, [texts[i] for i in train], k[train], [texts[i] for i in test], classes, C)
        np.testing.assert_allclose(found.scores[test], z, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("name", ["words", "longer words, weighted", "words and characters, weighted, margins"])
@pytest.mark.parametrize("classes", [2, 3])
def test_labels_that_mean_nothing_are_told_no_better_than_by_chance(name: str, classes: int) -> None:
    """Over the seeds together: the share that is right, and the loss against that of the classes' shares."""
    right, losses = [], []
    for seed in range(4):
        texts, k = meaningless(90, classes, seed)
        found = select(texts, k, [str(each) for each in range(classes)], recipe=name, strengths=[1.0], seed=seed)
        right.append(1.0 - found.errors[0].mean())
        losses.append(found.losses[0].mean())
    chance = 1.0 / classes
    assert abs(np.mean(right) - chance) < 4.0 * np.sqrt(chance * (1.0 - chance) / (4 * 90))
    assert np.mean(losses) > np.log(classes) - 0.015


def test_auto_cannot_make_meaning_either() -> None:
    texts, k = meaningless(150, 2, 5)
    found = select(texts, k, ("a", "b"))
    assert found.losses.mean(axis=1).min() > np.log(2.0) - 0.02, "the best of some thirty candidates is a little lucky"


def test_what_ratios_of_all_texts_would_tell() -> None:
    """The same texts with the final fit's ratios in every fold: the leak that fold-wise ratios close."""
    texts, k = meaningless(90, 2, 0)
    attempt = _attempt(texts, k)
    attempt.scales.columns[:] = attempt.scales.columns[:, -1:]
    attempt.scales.rows[:] = attempt.scales.rows[:, -1:]
    attempt.tuning.fit([4], 1)
    assert attempt.tuning.trials.losses()[4] < 0.9 * np.log(2.0)


def _attempt(texts: list[str], k: Array) -> trying.Attempt:
    from steelyard.selection.counting import Counter

    given = trying.Texts(Counter(texts), k, 2, np.arange(90) // 2 % 5, np.ones(90), 0, None)
    attempt = trying.Attempt(given, recipe_named("longer words, weighted"))
    attempt._judged = []
    return attempt


def test_the_words_of_other_folds_are_unknown() -> None:
    texts, k = telling(60)
    texts[7] = "unheardof " + texts[7]
    found = select(texts, k, ("a", "b"), recipe="words", strengths=[1.0], folds=3)
    known = {word for i, text in enumerate(texts) if found.folds[i] != found.folds[7] for word in text.split()}
    share = np.mean([word not in known for word in texts[7].split()])
    assert found.unknown[7] == pytest.approx(share)
    assert share >= 1.0 / len(texts[7].split())
