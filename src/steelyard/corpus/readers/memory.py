"""Lists, dicts and rows of Python values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Any

from steelyard.corpus.places import BadRow, Place
from steelyard.corpus.tables import SAMPLE, Batch, Table
from steelyard.errors import ColumnError, SourceError

ROWS = 1 << 16  # rows of a batch


def table_of_columns(columns: Mapping[str, Sequence[Any]], source: str, obvious: bool = False) -> Table:
    """Sequences of equal length, by name."""
    for name, column in columns.items():
        if isinstance(column, str | bytes | Set):
            kind = type(column).__name__
            raise ColumnError(f"{source}: column {name!r} is a {kind}, not a list.", "Give its values in their order.")
    values = [list(column) for column in columns.values()]
    lengths = {name: len(column) for name, column in zip(columns, values, strict=True)}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name} {length:,}" for name, length in lengths.items())
        raise ColumnError(f"{source}: the columns differ in length: {shown}.", "Give as many labels as texts.")
    return table_of_values([str(name) for name in columns], values, source, obvious)


def table_of_values(names: list[str], values: list[list[Any]], source: str, obvious: bool = False) -> Table:
    """Lists of equal length, and their names, of which some may be the same."""
    sample = [column[:SAMPLE] for column in values]
    return Table(source, names, sample, partial(_batches, source, values), obvious=obvious)


def table_of_mappings(rows: Sequence[Any], source: str) -> Table:
    """A list of dicts, whose keys are the columns."""
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise SourceError(f"{Place(source, row=number)} is no record with named columns: {str(row)[:40]!r}.")
    names = dict.fromkeys(key for row in rows for key in row)
    if not names:
        raise SourceError(f"{source} is empty.", "Give at least two rows.")
    return table_of_columns({name: [row.get(name) for row in rows] for name in names}, source)


def _batches(source: str, columns: list[list[Any]], wanted: list[int]) -> Iterator[Batch]:
    for start in range(0, len(columns[0]), ROWS):
        yield rows_batch([columns[column][start : start + ROWS] for column in wanted], source, start)


def rows_batch(columns: list[Any], source: str, start: int, bad: Sequence[BadRow] = ()) -> Batch:
    """A batch whose row i is row `start` + i of the source."""
    return Batch(columns, lambda row: Place(source, row=start + row + 1), bad)
