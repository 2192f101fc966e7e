"""The first rows of delimited text, from which header and columns are told.

The first record matters more than the others: if it is the header and cannot be read, no later row may take its
place. So it is kept even when it is at fault, as well as it can be read.
"""

from __future__ import annotations

from typing import NamedTuple

from steelyard.corpus.chunks import Chunk
from steelyard.corpus.dialects import sample, texts_of
from steelyard.corpus.places import BadRow
from steelyard.corpus.readers.decoding import bad_utf8
from steelyard.corpus.records import UNBALANCED, Dialect, Record
from steelyard.corpus.tables import SAMPLE
from steelyard.errors import SourceError


class Beginning(NamedTuple):
    source: str
    first: list[str]  # of a first record at fault what its line looks like
    below: list[list[str]]  # the good records after it
    fault: BadRow | None  # what is wrong with the first

    def rows(self, header: bool) -> list[list[str]]:
        """The good records; a header is the first of them, or there is an error."""
        if header and self.fault is not None:
            what = f"{self.fault.place}: the header cannot be read: {self.fault.reason} ({self.fault.detail})."
            other = f"; or encoding={self.fault.encoding!r}, if the file is in it" if self.fault.encoding else ""
            raise SourceError(what, f"Mend this line, or pass header=False if it is a row{other}.")
        torn = self.fault is not None and self.fault.reason == UNBALANCED
        found = self.below if torn else [self.first, *self.below]
        if not found:
            raise _unreadable(self.source)
        return found


def beginning(head: Chunk, dialect: Dialect, source: str) -> Beginning:
    found = sample(head.data, dialect, SAMPLE)
    if not found:
        raise _unreadable(source)
    below = [texts_of(record.fields) for record in found[1:] if record.fault is None]
    return Beginning(source, _first(head, found[0], dialect), below, _fault(head, found[0]))


def unbalanced(chunk: Chunk, position: int) -> BadRow:
    return BadRow(chunk.spot(position), UNBALANCED, "not closed, or text follows the closing quote")


def _first(head: Chunk, record: Record, dialect: Dialect) -> list[str]:
    if record.fault is None:
        return texts_of(record.fields)
    line = head.data[record.start :].splitlines()[0]
    return texts_of([field.strip(b'" \t') for field in line.split(dialect.delimiter)])


def _fault(head: Chunk, record: Record) -> BadRow | None:
    if record.fault is not None:
        return unbalanced(head, record.fault)
    faults = (bad_utf8(head, record.start, field) for field in record.fields)
    return next((fault for fault in faults if fault is not None), None)


def _unreadable(source: str) -> SourceError:
    return SourceError(
        f"{source}: no row can be read from its beginning.", "Is this delimited text, and is delimiter=... right?"
    )
