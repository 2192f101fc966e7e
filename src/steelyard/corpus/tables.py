"""What every reader makes of its source: a table of named columns that comes in batches.

A reader opens a source far enough to know the columns and to show a sample of them; which columns are the
texts and the labels is then decided in one place (`columns.choose`), and the reader is asked for those alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from steelyard.corpus.places import BadRow, Place

SAMPLE = 1000  # rows shown to whoever guesses the columns

Values = Any  # one column of a batch: a pyarrow Array, or a list of Python values (None = missing)


class Batch(NamedTuple):
    columns: list[Values]  # the wanted columns, in the wanted order
    where: Callable[[int], Place]  # the place of row i of this batch; may be slow, asked for bad rows only
    bad: Sequence[BadRow] = ()  # rows that could not be read, and are not among the columns


class Table(NamedTuple):
    source: str
    names: list[str]
    sample: list[list[Any]]  # for each column its first values
    batches: Callable[[list[int]], Iterator[Batch]]  # positions of the wanted columns -> their rows
    notes: Sequence[str] = ()  # what was found out on the way, in plain sentences
    obvious: bool = False  # the format itself says which column is what: no guess to be told
    headless: bool = False  # the columns have no names of their own but "0", "1", ...
