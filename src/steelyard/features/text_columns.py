"""Text columns: one or several views of the texts (words, characters), side by side in one row.

What a model of texts is fitted on, stored with and explained by. Where a vectorizer has scikit-learn's shape and its
alphabetical order, this has the house's: counts that all weightings share (`counts`), and the scale of each column
beside them, so that folds can have scales of their own over the same counts (`lanes.fold_scales`).

A row is   tf(x[i,j]) scale[j] / |row i|,   tf a count, 1 (binary) or 1 + ln count (log); the length only if `norm`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard._threads import thread_count
from steelyard.core.rows import CSR, Array
from steelyard.features._few import FEW, SHORT, FewView
from steelyard.features._rows import AS_IT_IS
from steelyard.features._symbols import ANY, Analysis
from steelyard.features._terms import learn, look_up
from steelyard.text.grams import Wanted
from steelyard.text.normalise import as_texts
from steelyard.text.patterns import WORDS, rule_of
from steelyard.text.tree import Children, Tree, children

MARKS = r"(?u)\w+|[^\w\s]"  # words, and every mark a token of its own


class View(NamedTuple):
    """One way of taking texts apart: n-grams of words, of characters, or of characters within words."""

    analyzer: str = "word"  # "word", "char" or "char_wb"
    ngrams: tuple[int, int] = (1, 2)
    pattern: str = MARKS  # of words only: one of `text.patterns.PATTERNS`
    lowercase: bool = True
    min_df: int = 1

    def analysis(self, df_min: int = 1, df_max: int = ANY) -> Analysis:
        rule = rule_of(self.pattern if self.analyzer == "word" else WORDS, self.lowercase)
        return Analysis(self.analyzer, rule, None, Wanted(*self.ngrams, df_min, df_max, self.analyzer == "char_wb"))


class TextColumns:
    """The columns of fitted views: view after view, each in the alphabetical order of its terms."""

    def __init__(self, views: Sequence[View], trees: Sequence[Tree], lookups: Sequence[Children] | None = None) -> None:
        self.views, self.trees = tuple(views), tuple(trees)
        self._lookups = None if lookups is None else tuple(lookups)
        self._few: tuple[FewView, ...] = ()
        self.starts = np.cumsum([0, *(tree.n_columns for tree in trees)])  # the first column of each view; at last, d

    @property
    def n_columns(self) -> int:
        return int(self.starts[-1])

    @property
    def lookups(self) -> tuple[Children, ...]:
        """The look-up table of each view's tree; made when first asked for."""
        if self._lookups is None:
            self._lookups = tuple(children(tree) for tree in self.trees)
        return self._lookups

    def names(self) -> list[str]:
        """The terms, by column."""
        return [name for tree in self.trees for name in tree.names()]

    def counts(self, texts: Any, threads: int | None = None) -> CSR:
        """How often each column's term occurs in each text, in float32."""
        if _are_few(texts):
            return self._counts_of_few(texts)
        threads, found = thread_count(threads), []
        for view, tree, lookup in zip(self.views, self.trees, self.lookups):
            plain = as_texts(texts, view.lowercase)
            found.append(look_up(plain, tree, lookup, view.analysis(), AS_IT_IS, np.dtype(np.float32), threads))
        return _side_by_side([CSR(m.indptr, m.indices, m.data, t.n_columns) for m, t in zip(found, self.trees)])

    def _counts_of_few(self, texts: Sequence[str]) -> CSR:
        if not self._few:
            self._few = tuple(
                FewView(view.analysis(), tree, lookup, view.lowercase, view.pattern)
                for view, tree, lookup in zip(self.views, self.trees, self.lookups)
            )
        indptr, columns, counts = np.zeros(len(texts) + 1, np.int64), [], []
        for i, text in enumerate(texts):
            for view, start in zip(self._few, self.starts.tolist()):
                j, x = view.count(text)
                columns.append(j + np.int32(start) if start else j)
                counts.append(x)
                indptr[i + 1] += len(j)
        np.cumsum(indptr, out=indptr)
        return CSR(indptr, _joined(columns), _joined(counts).astype(np.float32), self.n_columns)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_few": ()}  # made again from the trees


def _are_few(texts: Any) -> bool:
    """A list of few short strings that UTF-8 can hold."""
    if not isinstance(texts, list | tuple) or not 0 < len(texts) <= FEW:
        return False
    try:
        return all(type(text) is str and len(text) <= SHORT and text.encode() is not None for text in texts)
    except UnicodeEncodeError:  # the other way names it
        return False


def _joined(parts: Sequence[Array]) -> Array:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


class Learnt(NamedTuple):
    """What texts taught: the columns, the counts of these very texts, and in how many of them each column occurs."""

    columns: TextColumns
    counts: CSR  # float32
    df: Array


def learn_columns(texts: Any, views: Sequence[View], threads: int | None = None) -> Learnt:
    """The columns that occur in at least `min_df` of the texts, view by view.

    >>> learnt = learn_columns(["a good film", "not a good film"], [View(ngrams=(1, 1))])
    >>> learnt.columns.names(), learnt.df.tolist()
    (['a', 'film', 'good', 'not'], [2, 2, 2, 1])
    """
    threads = thread_count(threads)
    plain, trees, parts, df = {}, [], [], []
    for view in views:
        if view.lowercase not in plain:
            plain[view.lowercase] = as_texts(texts, view.lowercase)
        learned = learn(plain[view.lowercase], view.analysis(view.min_df), threads)
        m = learned.matrix(AS_IT_IS, np.dtype(np.float32), threads)
        trees.append(learned.tree)
        parts.append(CSR(m.indptr, m.indices, m.data, learned.tree.n_columns))
        df.append(learned.document_frequency())
    return Learnt(TextColumns(views, trees), _side_by_side(parts), np.concatenate(df))


def laid_together(parts: Sequence[Learnt]) -> Learnt:
    """What the views of several taught, as if they had been learnt in one go; the texts must be the same.

    >>> one, two = (learn_columns(["a good film"], [View(ngrams=(n, n))]) for n in (1, 2))
    >>> laid_together([one, two]).columns.names()
    ['a', 'film', 'good', 'a good', 'good film']
    """
    if len(parts) == 1:
        return parts[0]
    columns = TextColumns(
        [view for part in parts for view in part.columns.views], [tree for part in parts for tree in part.columns.trees]
    )
    return Learnt(columns, _side_by_side([part.counts for part in parts]), np.concatenate([part.df for part in parts]))


def _side_by_side(parts: Sequence[CSR]) -> CSR:
    """One matrix, the columns of the second part after those of the first, and so on."""
    if len(parts) == 1:
        return parts[0]
    indptr = np.sum([part.indptr for part in parts], axis=0)
    indices, data = np.empty(indptr[-1], np.int32), np.empty(indptr[-1], parts[0].data.dtype)
    at, first = indptr[:-1].copy(), 0
    for part in parts:
        _lay(part.indptr, part.indices, part.data, first, at, indices, data)
        first += part.n_columns
    return CSR(indptr, indices, data, first)


@jit
def _lay(indptr: Array, columns: Array, values: Array, first: int, at: Array, indices: Array, data: Array) -> None:
    """Write a part's entries into the rows, at[i] on; `at` moves behind them."""
    for i in range(len(at)):
        for k in range(indptr[i], indptr[i + 1]):
            indices[at[i]], data[at[i]] = columns[k] + first, values[k]
            at[i] += 1
