"""Delimiter, quoting and header of delimited text, found in its first records."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice

from steelyard.corpus.names import is_known
from steelyard.corpus.options import Options
from steelyard.corpus.records import Dialect, Record, cut_records, records
from steelyard.corpus.tables import SAMPLE
from steelyard.errors import ColumnError

DELIMITERS = (",", "\t", ";", "|")
_LOOK = 200  # records that a delimiter is judged by


def find_dialect(head: bytes, options: Options, likely: str) -> Dialect:
    """The delimiter that cuts the first records best: known names in the first, then records of one length;
    `likely` (from the file's name) among equals."""
    if options.delimiter is not None:
        delimiter = options.delimiter
    else:
        ranked = sorted(DELIMITERS, key=lambda d: d != likely)
        delimiter = max(ranked, key=lambda d: _fit(head, d))
    code = delimiter.encode()
    return Dialect(code, _quoting(head, code) if options.quoting is None else options.quoting)


def _fit(head: bytes, delimiter: str) -> tuple[int, float]:
    """How well a delimiter cuts: known names in the first record, share of the records with the usual length."""
    found = sample(head, Dialect(delimiter.encode(), True), _LOOK)
    lengths = Counter(len(record.fields) for record in found if record.fault is None)
    if not lengths:
        return 0, 0.0
    usual, count = lengths.most_common(1)[0]
    names = sum(is_known(name) for name in texts_of(found[0].fields)) if len(found[0].fields) > 1 else 0
    return names, count / len(found) if usual > 1 else 0.0


def _quoting(head: bytes, delimiter: bytes) -> bool:
    """Quotes are read as quotes, but in tab-separated text that breaks their rules."""
    quoted = Dialect(delimiter, True)
    return delimiter != b"\t" or all(record.fault is None for record in sample(head, quoted, SAMPLE))


def sample(head: bytes, dialect: Dialect, count: int) -> list[Record]:
    """The first whole records; of a single cut one, what there is."""
    end = cut_records(head, dialect) or len(head)
    return list(islice(records(head[:end], dialect), count))


def texts_of(fields: list[bytes]) -> list[str]:
    return [field.decode("utf-8", "replace") for field in fields]


def has_header(rows: list[list[str]], options: Options, source: str) -> bool:
    """Whether the first record names the columns. In doubt, ask."""
    if options.header is not None:
        return options.header
    first, below = rows[0], rows[1:]
    asked = [name for name in options.names() if isinstance(name, str)]
    if any(name in first for name in asked) or any(map(is_known, first)):
        return True
    if _like_data(first, below):
        return False
    if _like_names(first) and any(not _like_names(row) for row in below):
        return True
    shown = ", ".join(repr(name[:30]) for name in first[:5])
    raise ColumnError(f"{source}: is the first line a header? It reads {shown}.", "Pass header=True or header=False.")


def _like_data(first: list[str], below: list[list[str]]) -> bool:
    """A value of the first record comes again below it, or is a number, or is longer than any name."""
    again = any(value and value in {row[c] for row in below if c < len(row)} for c, value in enumerate(first))
    return again or any(len(value) > 60 or _is_number(value) for value in first)


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


def _like_names(row: list[str]) -> bool:
    """Several different short values of letters and digits."""
    plain = all(0 < len(value) <= 30 and re.fullmatch(r"[\w -]+", value) for value in row)
    return plain and 1 < len(row) == len(set(row))
