"""A file to a model: the arrays are the mapped file itself, and every number that points somewhere is checked.

Compiled loops do not look at the bounds of what they index, and a checksum proves only that a file is as its writer
made it. So what they will follow is gone through once, with whole-array operations: strings, trees, look-up tables.
"""

from __future__ import annotations

import os

import numpy as np

from steelyard.core.intern import NUMBER, are_slots_of
from steelyard.core.rows import Array
from steelyard.errors import ArrayError, IndexRangeError
from steelyard.features.text_columns import TextColumns, View
from steelyard.models.linear_text import Calibration, LinearText
from steelyard.store.container import Container, open_container
from steelyard.store.facts import LARGEST, LONGEST_RUN, PADDING, ViewFacts, check_arrays, facts_of, name_of
from steelyard.store.header import AGAIN
from steelyard.text.symbols import Symbols
from steelyard.text.tree import Children, Tree

TYPES = {"F64": "<f8", "I64": "<i8", "U64": "<u8", "F32": "<f4", "I32": "<i4", "U8": "u1"}
_FREE = ~np.uint64(0)


def load(path: str | os.PathLike[str], verify: bool = True) -> LinearText:
    """The model in a file. Its arrays are mapped: read when they are used, shared among processes.

    What is written to such an array stays in this process. `verify=False` leaves out the checksum of the arrays.

    >>> from steelyard.store import load, save
    >>> from steelyard.store.examples import new_folder, weather
    >>> model = load(save(weather(), new_folder() / "weather.steelyard"))
    >>> model.scores(["sun"]).round(3).tolist()
    [[2.0]]
    """
    c = open_container(path, verify)
    facts = facts_of(c)
    check_arrays(c, facts)
    _check_weights(c)
    views, trees, lookups = [], [], []
    for number, view in enumerate(facts.views):
        tree, lookup = _vocabulary(c, number, view)
        views.append(View(view.analyzer, view.ngrams, view.pattern, view.lowercase, view.min_df))
        trees.append(tree)
        lookups.append(lookup)
    return LinearText(
        TextColumns(views, trees, lookups),
        facts.classes,
        array(c, "v"),
        array(c, "b"),
        array(c, "scale"),
        facts.tf,
        facts.norm,
        Calibration(*facts.calibration),
        facts.recipe,
        facts.card,
        array(c, "df") if "df" in c.places else None,
    )


def array(c: Container, name: str) -> Array:
    """An array of the file, as it lies there."""
    place = c.places[name]
    count = int(np.prod(place.shape))
    if not count:  # NumPy makes no view of nothing
        return np.zeros(place.shape, TYPES[place.dtype])
    return np.frombuffer(c.data, TYPES[place.dtype], count, place.start).reshape(place.shape)


def _check_weights(c: Container) -> None:
    """What is computed with is numbers, and what was counted is counts."""
    for name in ("v", "b", "scale"):
        if not are_numbers(array(c, name)):
            raise ArrayError(f"the array {name!r} holds what is no number.", AGAIN, c.path)
    if "df" in c.places and (array(c, "df") < 0).any():
        raise ArrayError("the array 'df' holds counts below 0.", AGAIN, c.path)


def are_numbers(values: Array) -> bool:
    """All finite, and none so large that a product would not be."""
    return bool((np.abs(values) <= min(LARGEST, float(np.finfo(values.dtype).max))).all())


def _vocabulary(c: Container, number: int, view: ViewFacts) -> tuple[Tree, Children]:
    """A view's tree and look-up table, all of whose numbers lead to something."""

    def part(name: str) -> Array:
        return array(c, name_of(number, name))

    symbols = Symbols(part("blob"), part("starts"))
    tree = Tree(symbols, part("parent"), part("symbol"), part("column"), view.columns, view.between)
    lookup = Children(part("first"), part("keys"), part("nodes"), tree.column)
    wrong = _wrong_strings(symbols, view) or _wrong_tree(tree) or _wrong_lookup(tree, lookup)
    if not wrong and view.analyzer == "word":
        wrong = _wrong_slots(part("slots"), symbols)
    if wrong:
        raise IndexRangeError(f"in view {number}, {wrong}.", AGAIN, c.path)
    return tree, lookup


def _wrong_strings(symbols: Symbols, view: ViewFacts) -> str:
    """What is wrong with the strings, "" if nothing."""
    blob, starts = symbols.blob, symbols.starts
    if starts[0] != 0 or starts[-1] != blob.size - PADDING or (starts[1:] < starts[:-1]).any():
        return "the strings do not lie one after the other"
    try:
        characters = len(str(blob[: starts[-1]].data, "utf-8"))
    except UnicodeDecodeError:
        return "the strings are no UTF-8"
    begins = starts[:-1][np.diff(starts) > 0]
    if (blob[begins] & 0xC0 == 0x80).any():
        return "a string begins within a character"
    if view.analyzer != "word" and not characters == symbols.n == begins.size:
        return "a character of the alphabet is no single character"
    return ""


def _wrong_tree(tree: Tree) -> str:
    n = tree.parent.size
    if (tree.parent < -1).any() or (tree.parent >= np.arange(n)).any():
        return "a node of the tree does not come after its parent"
    if n and (tree.symbol.min() < 0 or tree.symbol.max() >= tree.symbols.n):
        return "a node of the tree has a symbol that is not there"
    owned = tree.column[tree.column != -1]
    if owned.size != tree.n_columns:
        return f"{owned.size} nodes have columns, of which there are {tree.n_columns}"
    if owned.size and (owned.min() < 0 or owned.max() >= owned.size):
        return "a node of the tree has a column that is not there"
    if (np.bincount(owned, minlength=owned.size) > 1).any():
        return "two nodes of the tree have one column"
    return ""


def _wrong_lookup(tree: Tree, lookup: Children) -> str:
    """Each slot leads to the node that its key spells, and no look-up passes many slots."""
    n = tree.parent.size
    first, used = lookup.first, np.flatnonzero(lookup.keys != _FREE)
    if first.size and (first.min() < -1 or first.max() >= n):
        return "a symbol leads to a node that is not there"
    if lookup.nodes.min() < 0 or lookup.nodes.max() >= max(n, 1):
        return "a slot leads to a node that is not there"
    if used.size != np.count_nonzero(tree.parent >= 0) or _longest_run(used, lookup.keys.size) > LONGEST_RUN:
        return "the look-up table of the tree has too many slots or too few"
    nodes = lookup.nodes[used]
    spelt = tree.parent[nodes].astype(np.uint64) << np.uint64(32) | tree.symbol[nodes].astype(np.uint64)
    if (spelt != lookup.keys[used]).any():
        return "a slot leads to another node than its key"
    roots = np.flatnonzero(first >= 0)
    if (tree.symbol[first[roots]] != roots).any() or (tree.parent[first[roots]] >= 0).any():
        return "a symbol leads to another node than its own"
    return ""


def _wrong_slots(slots: Array, symbols: Symbols) -> str:
    """Each word once, and where it is looked for: words are hashed again when texts are counted, and crowd as here."""
    used = np.flatnonzero(slots)
    number = (slots[used] & NUMBER).astype(np.int64) - 1
    if used.size != symbols.n or (number < 0).any() or (number >= symbols.n).any():
        return "the look-up table of the words leads to what is not there"
    if (np.bincount(number, minlength=symbols.n) > 1).any():
        return "the look-up table of the words has a word twice"
    if _longest_run(used, slots.size) > LONGEST_RUN:
        return "the look-up table of the words is too crowded"
    if not are_slots_of(slots, symbols.blob, symbols.starts):
        return "the look-up table of the words is not that of these words"
    return ""


def _longest_run(used: Array, size: int) -> int:
    """The longest run of used slots in a row, over the end and on from the beginning; endless if none is free."""
    if used.size == size:
        return LONGEST_RUN + 1
    breaks = np.flatnonzero(np.diff(used) != 1)
    edges = np.concatenate([[-1], breaks, [used.size - 1]])
    longest = int(np.diff(edges).max()) if used.size else 0
    if used.size and used[0] == 0 and used[-1] == size - 1 and breaks.size:  # the last run goes on in the first
        longest = max(longest, int(breaks[0]) + 1 + used.size - 1 - int(breaks[-1]))
    return longest
