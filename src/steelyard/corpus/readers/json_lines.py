"""JSON lines: one object a line, its keys the columns. A file that is one JSON array of objects is read too."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any

from steelyard.corpus.opening import Stream
from steelyard.corpus.options import Options
from steelyard.corpus.readers.lines import LineError, batches_of_lines
from steelyard.corpus.readers.memory import table_of_mappings
from steelyard.corpus.tables import SAMPLE, Batch, Table
from steelyard.errors import SourceError

HEAD = 1 << 18  # bytes that the keys are taken from
NOT_JSON = "not JSON"
_ADVICE = 'Write one object a line: {"text": "...", "label": "..."}'


def open_json_lines(stream: Stream, options: Options) -> Table:
    head = stream.head(HEAD).removeprefix(BOM_UTF8)
    if head.lstrip().startswith(b"["):
        return table_of_mappings(_array(stream), stream.source)
    found = _first_objects(head)
    names = list(dict.fromkeys(key for row in found for key in row))
    if not names:
        raise SourceError(f"{stream.source}: no line of its beginning is a JSON object.", _ADVICE)

    def batches(wanted: list[int]) -> Iterator[Batch]:
        keys = [names[column] for column in wanted]
        return batches_of_lines(stream, lambda line: [_object(line).get(key) for key in keys], len(keys))

    return Table(stream.source, names, [[row.get(name) for row in found] for name in names], batches)


def _first_objects(head: bytes) -> list[dict[str, Any]]:
    found = []
    for line in head.split(b"\n")[:SAMPLE]:
        try:
            found.append(_object(line.decode("utf-8", "replace")))
        except LineError:  # told with its place when the rows are read
            continue
    return found


def _object(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise LineError(NOT_JSON, error.msg, error.pos) from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, brackets without end
        raise LineError(NOT_JSON, str(error)) from None
    if not isinstance(value, dict):
        raise LineError(NOT_JSON, "a JSON value, but no object")
    return value


def _array(stream: Stream) -> list[Any]:
    try:
        values: list[Any] = json.loads(stream.rest())
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{stream.source} is not JSON: {error}.", _ADVICE) from error
    return values
