"""Near-duplicates: texts that share most of their shingles (runs of words or of characters), each pair with its exact
similarity. Texts with the same shingles are looked at once, so a thousand copies of a notice cost no more than one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.evaluation.records import Record
from steelyard.evaluation.set_join import all_pairs
from steelyard.evaluation.shingles import Sets, distinct_sets
from steelyard.features.text_columns import View, learn_columns
from steelyard.text.documents import each_text

SHINGLES = {
    "words": View("word", (3, 3), r"(?u)\b\w+\b"),
    "characters": View("char", (4, 4)),
}
SHORT = 150  # characters: the median text below which characters are taken


@dataclass(frozen=True, eq=False)
class NearDuplicates(Record):
    """Pairs that are alike. A text that equals an earlier one is paired with the first such and no other."""

    rows: Array  # of the texts
    others: Array  # of the other texts, or of the same where there are no others: then others < rows
    similarity: Array  # of their sets of shingles, from `least` to 1
    groups: Array | None  # (n,): texts of a number hang together by pairs; None between two corpora
    least: float
    shingles: str

    def __len__(self) -> int:
        return len(self.rows)


def near_duplicates(
    texts: Any, others: Any = None, *, least: float = 0.8, shingles: str = "auto", threads: int | None = None
) -> NearDuplicates:
    """All pairs of texts that share most of their shingles: among the texts, or between them and others.

    Parameters
    ----------
    texts : the texts
    others : other texts (the training part, say); None for pairs among the texts
    least : the least similarity, above 0, at most 1
    shingles : "words" (three in a row), "characters" (four in a row), or "auto": words unless the texts are short.
        Case does not count, and with words neither do punctuation marks. A text without shingles is like no other

    >>> near_duplicates(["see the nice film tonight", "something else", "see the nice film tonight!"]).rows.tolist()
    [2]
    """
    if not 0 < least <= 1 or shingles not in ("auto", *SHINGLES):
        raise SettingError(
            f"least={least}, shingles={shingles!r}.", "Give 0 < least <= 1, and 'auto', 'words' or 'characters'."
        )
    here = list(each_text(texts))
    every = here if others is None else here + list(each_text(others))
    kind = _kind(every) if shingles == "auto" else shingles
    sets = distinct_sets(learn_columns(every, [SHINGLES[kind]], threads).counts)
    side = _sides(sets, len(here), others is not None)
    u, v, alike = all_pairs(sets, side, least, threads)
    if others is None:
        a, b, similar = _with_copies(sets, u, v, alike)
        return NearDuplicates(a, b, similar, _groups(a, b, len(here)), least, kind)
    return NearDuplicates(*_across(sets, u, v, alike, len(here)), None, least, kind)


def _kind(texts: list[str]) -> str:
    return "words" if len(texts) and np.median([len(text) for text in texts]) >= SHORT else "characters"


def _sides(sets: Sets, here: int, two: bool) -> Array:
    """By set: 1 if one of the texts has it, 2 if one of the others, 3 if both. Without others all is 3."""
    side = np.zeros(len(sets.starts) - 1, np.int8)
    of = sets.of
    side[of[:here][of[:here] >= 0]] = 1 if two else 3
    side[of[here:][of[here:] >= 0]] |= 2
    return side


def _firsts(of: Array, sets: int, offset: int = 0) -> Array:
    """The first text with each set; -1: none."""
    first = np.full(sets, -1)
    there = np.flatnonzero(of >= 0)[::-1]
    first[of[there]] = there + offset
    return first


def _with_copies(sets: Sets, u: Array, v: Array, alike: Array) -> tuple[Array, Array, Array]:
    """Pairs of texts: those of distinct sets by the first text of each, and every copy with the first."""
    first = _firsts(sets.of, len(sets.starts) - 1)
    there = np.flatnonzero(sets.of >= 0)
    copies = there[first[sets.of[there]] != there]
    a, b = np.maximum(first[u], first[v]), np.minimum(first[u], first[v])
    a, b = np.concatenate([a, copies]), np.concatenate([b, first[sets.of[copies]]])
    return _in_order(a, b, np.concatenate([alike, np.ones(len(copies))]))


def _across(sets: Sets, u: Array, v: Array, alike: Array, here: int) -> tuple[Array, Array, Array]:
    """Pairs of a text and one of the others: each text with the first of the others that has such a set."""
    n = len(sets.starts) - 1
    theirs = _firsts(sets.of[here:], n)
    same = np.arange(n)
    mine, other = np.concatenate([u, v, same]), np.concatenate([v, u, same])
    alike = np.concatenate([alike, alike, np.ones(n)])
    keep = theirs[other] >= 0
    mine, other, alike = mine[keep], other[keep], alike[keep]
    rows = np.flatnonzero(sets.of[:here] >= 0)
    table = csr_array((np.arange(1, len(mine) + 1), (mine, np.arange(len(mine)))), shape=(n, len(mine)))
    picked = table[sets.of[rows]].tocoo()
    pair = picked.data - 1
    return _in_order(rows[picked.row], theirs[other[pair]], alike[pair])


def _in_order(a: Array, b: Array, alike: Array) -> tuple[Array, Array, Array]:
    order = np.lexsort((b, a))
    return a[order], b[order], alike[order]


def _groups(a: Array, b: Array, n: int) -> Array:
    """The number of each text's group; groups are numbered by their first texts."""
    _, label = connected_components(coo_array((np.ones(len(a)), (a, b)), shape=(n, n)), directed=False)
    _, first, number = np.unique(label, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[number])
