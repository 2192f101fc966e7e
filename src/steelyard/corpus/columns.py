"""Which column holds the texts, which the labels: as told, else as names or contents leave no doubt."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from steelyard.corpus.names import LABEL_NAMES, TEXT_NAMES, plain
from steelyard.corpus.options import ColumnName, Options
from steelyard.corpus.tables import Table
from steelyard.errors import ColumnError

LONG = 20  # characters of a value that looks like a text even with no space in it
SHORT = 60  # characters of the longest value that still looks like a label
_EXAMPLE = 40  # characters of a value shown in an error


class Columns(NamedTuple):
    """Positions in the table."""

    text: int
    label: int | None = None
    group: int | None = None
    weight: int | None = None
    notes: Sequence[str] = ()

    def wanted(self) -> list[int]:
        return [column for column in self[:4] if isinstance(column, int)]


def choose(table: Table, options: Options) -> Columns:
    """Find the columns, or say which there are and what to pass."""
    text, group, weight = (_told(table, name) for name in (options.text, options.group, options.weight))
    label = _told(table, options.label) if options.labelled else None
    free = [column for column in range(len(table.names)) if column not in (group, weight)]
    guessed: list[str] = []
    if text is None:
        text = _guess(table, [c for c in free if c != label], "text", TEXT_NAMES, _looks_like_texts, guessed)
    if label is None and options.labelled:
        label = _guess(table, [c for c in free if c != text], "label", LABEL_NAMES, _looks_like_labels, guessed)
    if text == label:
        raise ColumnError(f"The texts and the labels would both be column {table.names[text]!r}.", listing(table))
    notes = [f"{table.source}: {', '.join(guessed)}."] if guessed and not table.obvious else []
    return Columns(text, label, group, weight, notes)


def _told(table: Table, name: Any) -> int | None:
    return find(table, name) if isinstance(name, str | int) else None


def find(table: Table, name: ColumnName) -> int:
    """The position of a column given by name, or by position."""
    if isinstance(name, int):
        if table.names.count(str(name)) == 1:  # pandas numbers columns, and keeps the numbers when it moves them
            return table.names.index(str(name))
        if 0 <= name < len(table.names):
            return name
        raise ColumnError(
            f"{table.source} has no column {name}: they go from 0 to {len(table.names) - 1}.", listing(table)
        )
    if table.names.count(name) == 1:
        return table.names.index(name)
    if name in table.names:
        raise ColumnError(f"{table.source} has several columns named {name!r}.", "Give the position, from 0.")
    near = difflib.get_close_matches(name, table.names, n=3, cutoff=0.5)
    hint = f"Nearest: {', '.join(map(repr, near))}. " if near else ""
    raise ColumnError(f"{table.source} has no column {name!r}.", hint + listing(table))


def _guess(
    table: Table,
    free: list[int],
    role: str,
    names: frozenset[str],
    looks_like: Callable[[list[Any]], bool],
    guessed: list[str],
) -> int:
    """The only free column with one of the names; else, or among several, the only one that looks like it."""
    named = [column for column in free if plain(table.names[column]) in names]
    alike = named if len(named) == 1 else [c for c in named or free if looks_like(table.sample[c])]
    if role == "text" and len(free) == len(table.names) == 1:
        alike = free
    if len(alike) != 1:
        raise _doubt(table, role, len(alike))
    how = "by its name" if named else "by its contents"
    guessed.append(f"{role}s from column {table.names[alike[0]]!r} ({how})")
    return alike[0]


def _looks_like_texts(values: list[Any]) -> bool:
    """Most values differ, and have several words or are long."""
    texts = [value for value in values if isinstance(value, str) and value.strip()]
    wordy = sum(" " in text.strip() or len(text) >= LONG for text in texts)
    return bool(texts) and 2 * wordy > len(texts) and (2 * len(set(texts)) > len(texts) or len(texts) < 4)


def _looks_like_labels(values: list[Any]) -> bool:
    """Short values, each about twice or more."""
    labels = [str(value).strip() for value in values if value is not None and not isinstance(value, list | dict)]
    labels = [label for label in labels if label]
    return len(labels) >= 4 and 2 * len(set(labels)) <= len(labels) and max(map(len, labels)) <= SHORT


def _doubt(table: Table, role: str, count: int) -> ColumnError:
    if role == "label" and len(table.names) == 1:
        what = f"{table.source} has one column, {table.names[0]!r}, so no labels."
        return ColumnError(
            what, "To read texts without labels pass labelled=False (and check delimiter=... if this surprises you)."
        )
    found = "no column" if count == 0 else "more than one column"
    name = "0" if table.headless else "'...'"
    what = f"{table.source}: {found} looks like the {role}s."
    return ColumnError(what, f"Pass {role}={name}. {listing(table)}")


def listing(table: Table) -> str:
    """The columns with an example of each."""
    examples = []
    for name, values in zip(table.names, table.sample, strict=False):
        value = next((str(value) for value in values if value not in (None, "")), "")
        value = " ".join(value.split())
        examples.append(f"  {name!r}: {value[:_EXAMPLE]}{'...' if len(value) > _EXAMPLE else ''}")
    return "Its columns, with an example:\n" + "\n".join(examples)
