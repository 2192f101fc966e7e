"""The strongest terms of each class, each with the number of training texts that it occurs in.

The weight is that of one unit of tf, before the text's length: what idf, log-count ratios and the fit made of the term.
A great weight on a term that is in few texts says little of the language and much of those texts, hence the counts, and
the other order: by how much a term moves the scores of the training texts, |v| sqrt(df), the root of the sum of squares
that it puts on their scales (with a tf of 1, before the length).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.explain.data import ClassTerms, StrongTerm
from steelyard.models.linear_text import LinearText
from steelyard.text.tree import Tree

KINDS = ("word", "char", "char_wb")


def strongest(
    model: LinearText, most: int = 20, *, by: str = "weight", kind: str | None = None, least_df: int = 1
) -> tuple[ClassTerms, ...]:
    """The terms that weigh most for each class.

    Parameters
    ----------
    model : the model
    most : so many terms a class, at most
    by : "weight", or "spread": how much they move the scores of the training texts. (By weight, where the model does
        not know in how many texts a term occurs.)
    kind : "word", "char" or "char_wb": terms of such views alone
    least_df : terms that occur in at least so many training texts, where the model knows

    >>> from steelyard.explain.examples import weather
    >>> [(each.name, [(term.term, term.weight, term.df) for term in each.terms]) for each in strongest(weather())]
    [('wet', [('rain', 2.0, 1)]), ('dry', [('sun', 2.0, 1)])]
    """
    if kind is not None and kind not in KINDS:
        raise SettingError(f"There are no terms of the kind {kind!r}.", f"The kinds are {', '.join(KINDS)}.")
    if by not in ("weight", "spread"):
        raise SettingError(f"Nothing is ordered by {by!r}.", "Give 'weight' or 'spread'.")
    allowed = _allowed(model, kind, least_df)
    times = np.sqrt(model.df) if by == "spread" and model.df is not None else np.float32(1.0)
    found = [_greatest(weights * times, allowed, most) for weights in _weights(model)]
    named = terms_of(model, np.unique(np.concatenate(found)))
    return tuple(
        ClassTerms(
            name,
            tuple(
                StrongTerm(named[j][0], float(weights[j]), None if model.df is None else int(model.df[j]), named[j][1])
                for j in columns.tolist()
            ),
        )
        for name, columns, weights in zip(model.classes, found, _weights(model))
    )


def terms_of(model: LinearText, columns: Array) -> dict[int, tuple[str, str]]:
    """The term and the kind of some columns, without naming all of them."""
    found: dict[int, tuple[str, str]] = {}
    starts = model.columns.starts.tolist()
    for view, tree, first, last in zip(model.columns.views, model.columns.trees, starts, starts[1:]):
        own = columns[(columns >= first) & (columns < last)] - first
        node_of = np.full(tree.n_columns, -1, np.int64)
        nodes = np.flatnonzero(tree.column >= 0)
        node_of[tree.column[nodes]] = nodes
        found |= {first + int(j): (_spelt(tree, int(node_of[j])), view.analyzer) for j in own}
    return found


def _spelt(tree: Tree, node: int) -> str:
    """A term, from its node up to the first of its symbols."""
    symbols: list[str] = []
    blob, starts = tree.symbols.blob, tree.symbols.starts
    while node >= 0:
        k = int(tree.symbol[node])
        symbols.append(bytes(blob[starts[k] : starts[k + 1]]).decode())
        node = int(tree.parent[node])
    return tree.between.join(reversed(symbols))


def _weights(model: LinearText) -> list[Any]:
    """The weights for each class."""
    if model.v.shape[1] == 1:
        return [-model.v[:, 0], model.v[:, 0]]
    return list(model.v.T)


def _allowed(model: LinearText, kind: str | None, least_df: int) -> Array:
    allowed = np.ones(len(model.v), bool)
    if kind is not None:
        sizes = np.diff(model.columns.starts)
        allowed &= np.repeat([view.analyzer == kind for view in model.columns.views], sizes)
    if model.df is not None:
        allowed &= model.df >= least_df
    return allowed


def _greatest(weights: Array, allowed: Array, most: int) -> Array:
    """The columns with the greatest weights above 0, the greatest first; ties by column."""
    columns = np.flatnonzero(allowed & (weights > 0.0))
    if len(columns) > most:
        least = np.partition(weights[columns], -most)[-most] if most else np.inf
        columns = columns[weights[columns] >= least]
    order = np.lexsort((columns, -weights[columns]))
    return columns[order][:most]
