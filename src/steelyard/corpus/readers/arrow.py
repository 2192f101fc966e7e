"""Tables that Arrow knows: Parquet, Arrow IPC (Feather) files and streams, anything with `__arrow_c_stream__`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

import pyarrow as pa

from steelyard.corpus.arrays import is_utf8
from steelyard.corpus.opening import Stream
from steelyard.corpus.options import Options
from steelyard.corpus.readers.memory import rows_batch, table_of_values
from steelyard.corpus.tables import SAMPLE, Batch, Table
from steelyard.errors import SourceError

ROWS = 1 << 16  # rows of a batch
Read = Callable[[list[int]], Iterator[Any]]  # the wanted columns -> record batches of exactly those


def open_parquet(stream: Stream, options: Options) -> Table:
    """A Parquet file: where it lies when it can be, so that it is never in memory as a whole."""
    import pyarrow.parquet as pq

    with _named(stream.source):
        file = pq.ParquetFile(stream.path or pa.BufferReader(stream.rest()))
        names = file.schema_arrow.names
        first = next(file.iter_batches(SAMPLE), None)

    def read(wanted: list[int]) -> Iterator[Any]:
        asked = [names[column] for column in wanted]
        return (batch.select(asked) for batch in file.iter_batches(ROWS, columns=asked))

    return _table(stream.source, names, first, read)


def open_ipc(stream: Stream, options: Options) -> Table:
    is_file = stream.head(6) == b"ARROW1"
    with _named(stream.source):
        data = pa.memory_map(stream.path) if stream.path else pa.BufferReader(stream.rest())
        if not is_file:
            return _of_reader(pa.ipc.open_stream(data), stream.source)
        file = pa.ipc.open_file(data)
        count = file.num_record_batches
        first = file.get_batch(0) if count else None
        names = file.schema.names

    def read(wanted: list[int]) -> Iterator[Any]:
        return (file.get_batch(number).select(wanted) for number in range(count))

    return _table(stream.source, names, first, read)


def open_capsule(source: Any, name: str) -> Table:
    """pandas, polars, duckdb, pyarrow: whatever speaks the Arrow PyCapsule interface."""
    with _named(name):
        try:
            reader = pa.RecordBatchReader.from_stream(source)
        except (pa.ArrowException, ValueError):
            if not hasattr(source, "iloc"):
                raise
            return _of_frame(source, name)
        return _of_reader(reader, name)


def _of_frame(frame: Any, name: str) -> Table:
    """A table of pandas that Arrow refuses: mixed values in a column, half characters, two columns of one name."""
    columns = [frame.iloc[:, k].astype(object) for k in range(frame.shape[1])]
    values = [column.where(column.notna(), None).tolist() for column in columns]
    return table_of_values([str(label) for label in frame.columns], values, name)


def _of_reader(reader: Any, source: str) -> Table:
    first = next(reader, None)

    def read(wanted: list[int]) -> Iterator[Any]:
        return (batch.select(wanted) for batch in chain([first] if first is not None else [], reader))

    return _table(source, reader.schema.names, first, read)


def _table(source: str, names: list[str], first: Any, read: Read) -> Table:
    if not names:
        raise SourceError(f"{source} has no columns.", "Give a table with texts and labels.")
    sample = [[]] * len(names) if first is None else [_sample(column) for column in first.columns]

    def batches(wanted: list[int]) -> Iterator[Batch]:
        start = 0
        with _named(source):
            for batch in read(wanted):
                yield rows_batch(list(batch.columns), source, start)
                start += batch.num_rows

    return Table(source, names, sample, batches)


def _sample(column: Any) -> list[Any]:
    try:
        values: list[Any] = column.slice(0, SAMPLE).to_pylist() if is_utf8(column) else []
    except (pa.ArrowException, UnicodeDecodeError):  # told when the rows are read, if the column is wanted
        return []
    return values


@contextmanager
def _named(source: str) -> Iterator[None]:
    """Errors of Arrow, with the name of the source."""
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        message = " ".join(str(error).split())
        raise SourceError(
            f"{source} cannot be read: {message}.", "Is it whole, and of the form that its name says?"
        ) from error
