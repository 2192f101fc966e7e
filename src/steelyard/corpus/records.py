"""Delimited records, byte by byte: where they begin, what fields they have, what is wrong with them.

The rules are those of RFC 4180, read strictly: a field that begins with a quote ends with a quote, and a
quote inside it is written twice; a quote inside a field that does not begin with one is a letter like any
other. Lines with nothing on them are no records. This is the exact and slow reader; `readers.delimited` uses
it for what pyarrow's fast one cannot say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

UNBALANCED = "unbalanced quote"
_LINE_END = re.compile(rb"\r\n?|\n")


class Dialect(NamedTuple):
    delimiter: bytes = b","
    quoting: bool = True  # False: a quote is a letter everywhere


class Record(NamedTuple):
    start: int  # position of its first byte
    fields: list[bytes]
    fault: int | None = None  # position of the quote that is not closed as it should be


@lru_cache
def _field(dialect: Dialect) -> re.Pattern[bytes]:
    delimiter = re.escape(dialect.delimiter)
    plain = rb"([^%b\r\n]*)" % delimiter
    quoted = rb'"([^"]*+(?:""[^"]*+)*+)"(?=[%b\r\n]|\Z)' % delimiter
    return re.compile(quoted + rb"|" + plain if dialect.quoting else rb"()(?!)|" + plain)


def _letter(delimiter: bytes) -> bytes:
    """A quote that does not begin a field."""
    return rb'(?<=[^%b\r\n])"' % re.escape(delimiter)


@lru_cache
def _whole_records(delimiter: bytes) -> re.Pattern[bytes]:
    """Lines, but for newlines inside quotes. A field that is not closed as it should be ends at its next quote."""
    return re.compile(rb'(?:(?:[^"\n]++|%b|"[^"]*+(?:""[^"]*+)*+")*+\n)*+' % _letter(delimiter))


@lru_cache
def _well_quoted(delimiter: bytes) -> re.Pattern[bytes]:
    """No quotes, or quotes that are letters, or fields in quotes that are closed as they should be."""
    field = rb'"[^"]*+(?:""[^"]*+)*+"(?=[%b\r\n]|\Z)' % re.escape(delimiter)
    return re.compile(rb'(?:[^"]++|%b|%b)*+' % (_letter(delimiter), field))


def records(data: bytes, dialect: Dialect) -> Iterator[Record]:
    """The records of whole lines, in order. After a fault the next line begins anew."""
    field, start = _field(dialect), 0
    while start < len(data):
        fields: list[bytes] = []
        position, fault = _one_record(data, start, field, dialect, fields)
        if fault is not None:
            yield Record(start, [], fault)
            ending = _LINE_END.search(data, start)
            start = ending.end() if ending else len(data)
            continue
        if position > start:
            yield Record(start, fields)
        start = position + (2 if data[position : position + 2] == b"\r\n" else 1)


def _one_record(
    data: bytes, position: int, field: re.Pattern[bytes], dialect: Dialect, fields: list[bytes]
) -> tuple[int, int | None]:
    """Put the fields of the record at `position` into `fields`; return where it ends, and its fault if any."""
    while True:
        match = field.match(data, position)
        assert match is not None  # the empty field always matches
        quoted, plain = match.groups()
        if quoted is None and dialect.quoting and plain.startswith(b'"'):
            return position, position
        fields.append(plain if quoted is None else quoted.replace(b'""', b'"'))
        position = match.end()
        if data[position : position + 1] != dialect.delimiter:
            return position, None
        position += 1


def cut_records(data: bytes, dialect: Dialect) -> int:
    """The length of the whole records at the beginning of `data`: up to the last newline outside quotes."""
    if not dialect.quoting or b'"' not in data:
        return data.rfind(b"\n") + 1
    match = _whole_records(dialect.delimiter).match(data)
    return match.end() if match else 0


def well_quoted(data: bytes, dialect: Dialect) -> bool:
    """Whether every field that begins with a quote ends as it should."""
    return not dialect.quoting or b'"' not in data or _well_quoted(dialect.delimiter).fullmatch(data) is not None
