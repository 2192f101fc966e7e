"""The exact reader of delimited records against Python's csv, against pyarrow, and against itself in pieces."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from steelyard.corpus import chunks
from steelyard.corpus.opening import Stream
from steelyard.corpus.readers.delimited import _exact, _fast
from steelyard.corpus.records import Dialect, cut_records, records, well_quoted

RAW = st.text(st.sampled_from('ab,"\n\r;\t é'), max_size=40).map(str.encode)
CELL = st.text(max_size=12).map(lambda text: text.replace("\0", ""))
TABLE = st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(CELL, min_size=width, max_size=width), max_size=8))
DELIMITER = st.sampled_from(",;\t|")


def written(rows, delimiter, ending="\n"):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=ending).writerows(rows)
    return out.getvalue().encode("utf-8", "surrogatepass")


@given(TABLE, DELIMITER, st.sampled_from(["\n", "\r\n"]))
def test_what_csv_writes_is_read_back(rows, delimiter, ending):
    """(Python's csv leaves a lone carriage return unquoted when lines end in a newline: nobody can read that back.)"""
    if ending == "\n":
        rows = [[cell.replace("\r", "") for cell in row] for row in rows]
    found = records(written(rows, delimiter, ending), Dialect(delimiter.encode()))
    assert [[field.decode() for field in record.fields] for record in found] == rows


@given(RAW, st.booleans())
def test_pyarrow_agrees_wherever_it_is_asked(data, quoting):
    """Where the quick reader gives an answer it is the exact reader's, rows and places."""
    dialect, names = Dialect(b",", quoting), ["0", "1"]
    chunk = chunks.Chunk(data, "x", 1, 0)
    fast = _fast(chunk, dialect, 2, [0, 1]) if data else None
    if fast is not None:
        exact = _exact(chunk, dialect, names, [0, 1])
        assert not exact.bad
        assert [c.to_pylist() for c in fast.columns] == [c.to_pylist() for c in exact.columns]
        count = len(fast.columns[0])
        assert [fast.where(i) for i in range(count)] == [exact.where(i) for i in range(count)]


@given(RAW, st.integers(1, 20))
def test_chunks_put_together_are_the_file(data, size):
    dialect = Dialect(b",")
    parts = list(chunks.chunks(Stream(io.BytesIO(data), "x"), lambda piece: cut_records(piece, dialect), size))
    assert b"".join(part.data for part in parts) == data
    for part in parts:
        assert part.line == 1 + data[: part.offset].count(b"\n")


@given(RAW, st.integers(1, 20))
def test_cutting_a_well_quoted_file_changes_no_record(data, size):
    dialect = Dialect(b",")
    if not well_quoted(data, dialect):
        return
    whole = [(record.start, record.fields) for record in records(data, dialect)]
    pieces = []
    for part in chunks.chunks(Stream(io.BytesIO(data), "x"), lambda piece: cut_records(piece, dialect), size):
        pieces += [(part.offset + record.start, record.fields) for record in records(part.data, dialect)]
    assert pieces == whole


@given(RAW)
def test_well_quoted_means_without_fault(data):
    dialect = Dialect(b",")
    assert well_quoted(data, dialect) == all(record.fault is None for record in records(data, dialect))


@given(RAW)
def test_csv_agrees_on_records_without_fault(data):
    """Python's csv in strict mode, where neither finds a fault and no lone carriage return ends a line."""
    text = data.decode()
    if "\r" in text:
        return
    found = list(records(data, Dialect(b",")))
    try:
        expected = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except csv.Error:
        assert any(record.fault is not None for record in found)
        return
    assert [[field.decode() for field in record.fields] for record in found] == expected
