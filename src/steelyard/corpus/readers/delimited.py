"""CSV, TSV and other delimited text.

pyarrow parses the chunks at close to the speed of memory; a chunk that it refuses, or whose quotes are not in
order, is read again by `records`, which says exactly which rows are at fault and reads all others.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice

import pyarrow as pa
import pyarrow.csv as pacsv

from steelyard.corpus.arrays import strings
from steelyard.corpus.chunks import Chunk, chunks
from steelyard.corpus.dialects import find_dialect, has_header
from steelyard.corpus.opening import Stream
from steelyard.corpus.options import Options
from steelyard.corpus.places import BadRow, Place
from steelyard.corpus.readers.beginning import Beginning, beginning, unbalanced
from steelyard.corpus.readers.decoding import bad_utf8, decode
from steelyard.corpus.records import Dialect, Record, cut_records, records, well_quoted
from steelyard.corpus.tables import Batch, Table

HEAD = 1 << 18  # bytes that delimiter, header and columns are judged by
RAGGED = "ragged row"


def open_csv(stream: Stream, options: Options) -> Table:
    return _open(stream, options, ",")


def open_tsv(stream: Stream, options: Options) -> Table:
    return _open(stream, options, "\t")


def open_tabbed_lines(stream: Stream, options: Options) -> Table:
    """`text<TAB>label` on every line, without quoting and without header."""
    dialect = Dialect(b"\t", False)
    return _table(stream, dialect, options.header or False, beginning(_head(stream), dialect, stream.source))


def _open(stream: Stream, options: Options, likely: str) -> Table:
    head = _head(stream)
    dialect = find_dialect(head.data, options, likely)
    start = beginning(head, dialect, stream.source)
    return _table(stream, dialect, has_header([start.first, *start.below], options, stream.source), start)


def _head(stream: Stream) -> Chunk:
    data = stream.head(HEAD)
    body = data.removeprefix(BOM_UTF8)
    return Chunk(body, stream.source, 1, len(data) - len(body))


def _table(stream: Stream, dialect: Dialect, header: bool, start: Beginning) -> Table:
    rows = start.rows(header)
    width = len(rows[0])
    names = rows[0] if header else [str(column) for column in range(width)]
    whole = [row for row in rows[header:] if len(row) == width]
    return Table(
        stream.source,
        names,
        [[row[column] for row in whole] for column in range(width)],
        partial(_batches, stream, dialect, names, header),
        _notes(stream.source, dialect, header),
        headless=not header,
    )


def _notes(source: str, dialect: Dialect, header: bool) -> list[str]:
    name = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "bars"}.get(dialect.delimiter.decode(), "another sign")
    quoting = "" if dialect.quoting else ", quotes are letters"
    plain = name == "commas" and header and dialect.quoting
    return [] if plain else [f"{source}: columns parted by {name}, {'a' if header else 'no'} header line{quoting}."]


def _batches(stream: Stream, dialect: Dialect, names: list[str], header: bool, wanted: list[int]) -> Iterator[Batch]:
    for chunk in chunks(stream, lambda data: cut_records(data, dialect)):
        body = chunk
        if header:
            starts = [record.start for record in islice(records(chunk.data, dialect), 2)]
            header = not starts  # blank lines only: it is still to come
            body = chunk.after(starts[1] if len(starts) > 1 else len(chunk.data))
        if body.data:
            yield _fast(body, dialect, len(names), wanted) or _exact(body, dialect, names, wanted)


def _fast(chunk: Chunk, dialect: Dialect, width: int, wanted: list[int]) -> Batch | None:
    """The chunk by pyarrow, or None where anything about it is unusual."""
    if not well_quoted(chunk.data, dialect) or chunk.data.startswith(BOM_UTF8):
        return None
    names = [str(column) for column in range(width)]
    asked = [names[column] for column in wanted]
    try:
        table = pacsv.read_csv(
            pa.BufferReader(chunk.data),
            pacsv.ReadOptions(column_names=names, block_size=len(chunk.data) + 1, use_threads=False),
            pacsv.ParseOptions(
                delimiter=dialect.delimiter.decode(),
                quote_char='"' if dialect.quoting else False,
                newlines_in_values=dialect.quoting,
            ),
            pacsv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), include_columns=asked, strings_can_be_null=False
            ),
        )
    except pa.ArrowException:
        return None
    columns = [table.column(column).combine_chunks() for column in range(len(asked))]
    return Batch(columns, _locator(chunk, dialect))


def _locator(chunk: Chunk, dialect: Dialect) -> Callable[[int], Place]:
    @cache
    def starts() -> list[int]:
        return [record.start for record in records(chunk.data, dialect)]

    return lambda row: chunk.place(starts()[row])


def _exact(chunk: Chunk, dialect: Dialect, names: list[str], wanted: list[int]) -> Batch:
    """The chunk record by record: the good ones, and what is wrong with each of the others."""
    rows: list[list[str]] = []
    starts: list[int] = []
    bad: list[BadRow] = []
    for record in records(chunk.data, dialect):
        fault = _fault(chunk, record, names, wanted)
        if fault is not None:
            bad.append(fault)
            continue
        rows.append([decode(record.fields[column]) for column in wanted])
        starts.append(record.start)
    columns = [strings([row[k] for row in rows]) for k in range(len(wanted))]
    return Batch(columns, lambda row: chunk.place(starts[row]), bad)


def _fault(chunk: Chunk, record: Record, names: list[str], wanted: list[int]) -> BadRow | None:
    if record.fault is not None:
        return unbalanced(chunk, record.fault)
    if len(record.fields) != len(names):
        detail = f"{len(record.fields)} fields where the first line has {len(names)}"
        return BadRow(chunk.place(record.start), RAGGED, detail)
    for column in wanted:
        fault = bad_utf8(chunk, record.start, record.fields[column], names[column])
        if fault is not None:
            return fault
    return None
