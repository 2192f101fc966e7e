"""A query on a SQLite file, or on any DB-API connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from steelyard.corpus.opening import Stream
from steelyard.corpus.options import Options
from steelyard.corpus.readers.memory import ROWS, rows_batch
from steelyard.corpus.tables import SAMPLE, Batch, Table
from steelyard.errors import SourceError


def open_sqlite(stream: Stream, options: Options) -> Table:
    """A SQLite file, opened for reading only. Without a query: its table, if it has but one."""
    if stream.path is None:
        raise SourceError(f"{stream.source}: a SQLite database must be a plain file.", "Decompress it first.")
    address = f"file:{quote(str(Path(stream.path).absolute()))}?mode=ro"
    connection = sqlite3.connect(address, uri=True)
    notes: list[str] = []
    try:
        query = options.query or _only_table(connection, stream.source, notes)
        table = open_query(connection, query, stream.source, notes)
    except SourceError:
        connection.close()
        raise

    def batches(wanted: list[int]) -> Iterator[Batch]:
        with closing(connection):
            yield from table.batches(wanted)

    return table._replace(batches=batches)


def open_query(connection: Any, query: str | None, source: str, notes: list[str] | None = None) -> Table:
    """The rows of a query on any connection that follows Python's DB-API."""
    if not query:
        raise SourceError(f"{source} is a database connection.", "Pass query='select ... from ...'.")
    try:
        cursor = connection.cursor()
        cursor.execute(query)
        if cursor.description is None:
            raise SourceError(f"{source}: the query gives no rows: {query!r}.", "Give a select.")
        names = [str(column[0]) for column in cursor.description]
        first = cursor.fetchmany(SAMPLE)
    except Exception as error:  # every driver has errors of its own
        raise _sql_error(source, error) from error
    sample = [[row[column] for row in first] for column in range(len(names))]
    return Table(source, names, sample, lambda wanted: _batches(cursor, first, source, wanted), notes or [])


def _batches(cursor: Any, first: list[Any], source: str, wanted: list[int]) -> Iterator[Batch]:
    start, rows = 0, first
    while rows:
        yield rows_batch([[row[column] for row in rows] for column in wanted], source, start)
        start += len(rows)
        try:
            rows = cursor.fetchmany(ROWS)
        except Exception as error:  # every driver has errors of its own
            raise _sql_error(source, error) from error


def _sql_error(source: str, error: Exception) -> SourceError:
    if isinstance(error, SourceError):
        return error
    return SourceError(f"{source}: the query failed: {error}", "Try the query in the database's own shell.")


def _only_table(connection: sqlite3.Connection, source: str, notes: list[str]) -> str:
    try:
        found = connection.execute("select name from sqlite_master where type in ('table', 'view')").fetchall()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _sql_error(source, error) from error
    names = [name for (name,) in found if not name.startswith("sqlite_")]
    if len(names) != 1:
        shown = ", ".join(map(repr, names)) or "none"
        raise SourceError(f"{source}: which rows? Its tables: {shown}.", "Pass query='select ... from ...'.")
    notes.append(f"{source}: rows from its only table, {names[0]!r}.")
    return 'select * from "{}"'.format(names[0].replace('"', '""'))
