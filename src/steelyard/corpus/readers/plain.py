"""Texts alone, one a line."""

from __future__ import annotations

from steelyard.corpus.opening import Stream
from steelyard.corpus.options import Options
from steelyard.corpus.readers.lines import batches_of_lines
from steelyard.corpus.tables import Table


def open_lines(stream: Stream, options: Options) -> Table:
    def itself(line: str) -> tuple[str]:
        return (line,)

    return Table(stream.source, ["text"], [[]], lambda wanted: batches_of_lines(stream, itself, 1), obvious=True)
