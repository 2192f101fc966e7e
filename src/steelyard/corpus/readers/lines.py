"""What the formats with one record a line share. Lines with nothing on them are no records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from steelyard.corpus.chunks import Chunk, chunks
from steelyard.corpus.opening import Stream
from steelyard.corpus.places import BadRow
from steelyard.corpus.readers.decoding import bad_utf8
from steelyard.corpus.tables import Batch


class LineError(Exception):
    """Raised by the parser of a line: a reason in a word or two, the particulars, the character if known (from 0)."""

    def __init__(self, reason: str, detail: str = "", character: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail
        self.character = character


Parse = Callable[[str], Sequence[Any]]  # one line -> the values of its wanted columns


def batches_of_lines(stream: Stream, parse: Parse, width: int) -> Iterator[Batch]:
    for chunk in chunks(stream):
        yield batch_of_lines(chunk, parse, width)


def batch_of_lines(chunk: Chunk, parse: Parse, width: int) -> Batch:
    rows: list[Sequence[Any]] = []
    starts: list[int] = []
    bad: list[BadRow] = []
    start = 0
    for line in chunk.data.split(b"\n"):
        if line and not line.isspace():
            try:
                rows.append(parse(line.removesuffix(b"\r").decode("utf-8")))
                starts.append(start)
            except (UnicodeDecodeError, LineError) as error:
                bad.append(_bad_row(chunk, start, line, error))
        start += len(line) + 1
    columns: list[Any] = [[row[k] for row in rows] for k in range(width)]
    return Batch(columns, lambda row: chunk.place(starts[row]), bad)


def _bad_row(chunk: Chunk, start: int, line: bytes, error: UnicodeDecodeError | LineError) -> BadRow:
    if isinstance(error, UnicodeDecodeError):
        fault = bad_utf8(chunk, start, line)
        assert fault is not None  # the line has just been refused
        return fault
    if error.character is None:
        return BadRow(chunk.place(start), error.reason, error.detail)
    before = line.decode("utf-8")[: error.character].encode("utf-8")
    return BadRow(chunk.spot(start + len(before)), error.reason, error.detail)
