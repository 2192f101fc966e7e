"""A stream of bytes cut into chunks of whole records, each knowing where it stands in the file.

A chunk carries its own bytes, so that whatever is found wrong in it can be located exactly by looking at
them again: no source is read twice, and memory stays bounded however long the file is.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from typing import NamedTuple

from steelyard.corpus.opening import Stream
from steelyard.corpus.places import Place
from steelyard.errors import SourceError

SIZE = 4 << 20  # bytes read at a time
LONGEST = 64 << 20  # a record longer than this is a quote that nobody closed


class Chunk(NamedTuple):
    data: bytes  # whole records
    source: str
    line: int  # of its first byte, from 1
    offset: int  # of its first byte in the file, decompressed

    def place(self, position: int) -> Place:
        """The line in which the byte at `position` stands."""
        return Place(self.source, line=self.line + self.data.count(b"\n", 0, position))

    def spot(self, position: int) -> Place:
        """The line, the character in it and the offset of the byte at `position`."""
        begin = self.data.rfind(b"\n", 0, position) + 1
        character = len(self.data[begin:position].decode("utf-8", "replace")) + 1
        line = self.place(position).line
        return Place(self.source, line=line, character=character, byte=self.offset + position)

    def after(self, position: int) -> Chunk:
        """What follows the first `position` bytes."""
        line = self.line + self.data.count(b"\n", 0, position)
        return Chunk(self.data[position:], self.source, line, self.offset + position)


Cut = Callable[[bytes], int]  # bytes -> the length of the whole records they begin with; 0 = none is whole yet


def cut_lines(data: bytes) -> int:
    return data.rfind(b"\n") + 1


def chunks(stream: Stream, cut: Cut = cut_lines, size: int | None = None) -> Iterator[Chunk]:
    """The stream's bytes in order, in chunks of about `size` bytes; the last may lack its newline."""
    size = size or SIZE
    line, offset, rest = 1, stream.skip(codecs.BOM_UTF8), b""
    while piece := stream.read(size):
        rest += piece
        end = cut(rest) or _forced(rest, stream.source, line)
        if end:
            yield Chunk(rest[:end], stream.source, line, offset)
            line, offset, rest = line + rest.count(b"\n", 0, end), offset + end, rest[end:]
    if rest:
        yield Chunk(rest, stream.source, line, offset)


def _forced(data: bytes, source: str, line: int) -> int:
    """Give up on a record that never ends: let its first line go, where the reader will find the open quote."""
    if len(data) < LONGEST:
        return 0
    end = data.find(b"\n") + 1
    if not end:
        raise SourceError(f"{source}, line {line} is longer than {LONGEST >> 20} MB.", "Is this a text file?")
    return end
