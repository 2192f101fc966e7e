"""What tells texts that are unlike the others, out of fold: the share of unknown words, and the length of the row."""

from __future__ import annotations

import numpy as np

from steelyard.core.rows import CSR, Array
from steelyard.features.text_columns import TextColumns
from steelyard.lanes import document_frequencies
from steelyard.selection.trying import Attempt


def lengths(attempt: Attempt) -> Array | None:
    """The length of each row as the fold that left it out sees it, 0 if it knows none of its columns."""
    if not attempt.recipe.norm:
        return None
    folds, a = attempt.texts.folds, attempt.scales.columns
    empty = _sums(attempt.rows, (a > 0.0).astype(np.float64), folds) == 0.0
    return np.where(empty, 0.0, 1.0 / attempt.scales.rows[np.arange(len(folds)), folds])


def unknown_shares(attempt: Attempt) -> Array:
    """The share of each text's words that no text outside its fold has (as often as `min_df` asks for).

    With no view of words, it is the shortest n-grams of characters that are counted.
    """
    columns, texts, counts = attempt.learnt.columns, attempt.texts, attempt.learnt.counts
    place = next((i for i, view in enumerate(columns.views) if view.analyzer == "word"), 0)
    shortest = _shortest(columns, place)
    df = document_frequencies(counts, texts.folds, texts.weights > 0.0)
    known = _sums(counts, (df >= attempt.min_df[:, None]) * shortest[:, None].astype(np.float64), texts.folds)
    view = columns.views[place]
    if view.min_df > 1:  # some have no column at all
        every = texts.counter.of([view._replace(ngrams=(view.ngrams[0], view.ngrams[0]), min_df=1)]).counts
        total = _sums(every, np.ones((every.n_columns, 1)), np.zeros(len(texts.folds), np.int64))
    else:
        total = _sums(counts, shortest[:, None].astype(np.float64), np.zeros(len(texts.folds), np.int64))
    return 1.0 - np.divide(known, total, out=np.ones_like(known), where=total > 0.0)


def _shortest(columns: TextColumns, place: int) -> Array:
    """(d,): whether a column is one of the shortest terms of that view."""
    tree, shortest = columns.trees[place], columns.views[place].ngrams[0]
    depth, longer = np.ones(len(tree.parent), np.int64), tree.parent >= 0
    for _ in range(columns.views[place].ngrams[1] - 1):
        depth[longer] = depth[tree.parent[longer]] + 1
    out = np.zeros(columns.n_columns, bool)
    out[tree.column[(depth == shortest) & (tree.column >= 0)] + columns.starts[place]] = True
    return out


def _sums(X: CSR, a: Array, folds: Array) -> Array:
    """sum_j x[i,j] a[j, fold of i]"""
    fold_of = np.repeat(folds, np.diff(X.indptr))
    before = np.concatenate([[0.0], np.cumsum(X.data * a[X.indices, fold_of], dtype=np.float64)])
    return np.asarray(before[X.indptr[1:]] - before[X.indptr[:-1]])
