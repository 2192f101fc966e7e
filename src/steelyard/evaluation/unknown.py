"""Words that the model does not know: tokens of a text for which it has no column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.rows import CSR, Array
from steelyard.errors import SettingError
from steelyard.evaluation.records import Record
from steelyard.features.text_columns import TextColumns, learn_columns


@dataclass(frozen=True, eq=False)
class UnknownWords(Record):
    """Shares of unknown words; a text without words has none."""

    share: float  # of all words of all texts
    shares: Array  # (n,): of each text
    words: int  # in all texts
    without: int  # texts of which no word is known, those without words included

    def as_data(self) -> dict[str, Any]:
        """As other records, with quartiles in place of a number for each text."""
        middle = np.quantile(self.shares, [0.25, 0.5, 0.75]).tolist() if len(self.shares) else []
        return {"share": self.share, "quartiles": middle, "words": self.words, "without": self.without}


def unknown_words(known: Any, every: Any) -> UnknownWords:
    """Which share of the words are unknown, by text and over all.

    Parameters
    ----------
    known, every : how many words of each text have a column, and how many there are: `word_counts` gives both

    >>> unknown_words([3, 1], [4, 4]).share
    0.5
    """
    k, n = np.asarray(known, np.float64), np.asarray(every, np.float64)
    if k.shape != n.shape or k.ndim != 1 or (k > n).any() or (k < 0).any():
        raise SettingError("More words are known than there are.", "Give two numbers for each text, known <= every.")
    shares = 1.0 - np.divide(k, n, out=np.ones_like(k), where=n > 0)
    total = float(n.sum())
    return UnknownWords(1.0 - float(k.sum()) / total if total else 0.0, shares, int(total), int((k == 0).sum()))


def word_counts(texts: Any, columns: TextColumns, counts: CSR | None = None, threads: int | None = None) -> Any:
    """(known, every): how many words of each text have a column of their own, and how many there are.

    With no view of words, it is the shortest n-grams of characters that are counted.

    Parameters
    ----------
    texts : the texts
    columns : what the model was fitted on
    counts : `columns.counts(texts)`, if they are there already

    >>> from steelyard.features.text_columns import View
    >>> columns = learn_columns(["a good film"], [View()]).columns
    >>> [each.tolist() for each in word_counts(["a bad film"], columns)]
    [[2.0], [3.0]]
    """
    place = next((i for i, view in enumerate(columns.views) if view.analyzer == "word"), 0)
    view, tree = columns.views[place], columns.trees[place]
    shortest = view.ngrams[0]
    depth = np.ones(len(tree.parent), np.int64)
    longer = tree.parent >= 0
    for _ in range(view.ngrams[1] - 1):
        depth[longer] = depth[tree.parent[longer]] + 1
    counted = np.zeros(columns.n_columns)
    counted[tree.column[(depth == shortest) & (tree.column >= 0)] + columns.starts[place]] = 1.0
    own = columns.counts(texts, threads) if counts is None else counts
    every = learn_columns(texts, [view._replace(ngrams=(shortest, shortest), min_df=1)], threads).counts
    return _row_sums(own, counted), _row_sums(every, np.ones(every.n_columns))


def _row_sums(counts: CSR, w: Array) -> Array:
    """sum_j x[i,j] w[j]"""
    before = np.concatenate([[0.0], np.cumsum(counts.data * w[counts.indices], dtype=np.float64)])
    return np.asarray(before[counts.indptr[1:]] - before[counts.indptr[:-1]])
