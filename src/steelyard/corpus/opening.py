"""From a path to a stream of UTF-8 bytes: decompressed, transcoded, with a look ahead.

Compression is told by the first bytes, not by the file's name.
"""

from __future__ import annotations

import codecs
import lzma
import sys
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import pyarrow as pa

from steelyard.corpus.options import Options
from steelyard.errors import SourceError

STDIN = "-"
STDIN_NAME = "standard input"
_COMPRESSION = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\x28\xb5\x2f\xfd": "zstd", b"\xfd7zXZ\x00": "xz"}
BINARY = (b"PAR1", b"ARROW1", b"\xff\xff\xff\xff", b"SQLite format 3\0")  # formats that are no text
_PIECE = 1 << 20
LOOK = 512  # bytes that UTF-16 is known by


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class Stream:
    """Bytes in order, with `head` to look at what comes without taking it. Errors name the source."""

    def __init__(self, raw: Readable, source: str, path: str | None = None) -> None:
        self._raw = raw
        self.source = source
        self.path = path  # of the file that holds these very bytes
        self.file: BinaryIO | None = None  # to be closed with the stream
        self._ahead = b""
        self._ended = False

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()

    def head(self, size: int) -> bytes:
        """The next `size` bytes (fewer at the end), left in place."""
        if len(self._ahead) < size and not self._ended:
            pieces, count = [self._ahead], len(self._ahead)
            while count < size and (piece := self._take(size - count)):
                pieces.append(piece)
                count += len(piece)
            self._ahead = b"".join(pieces)
        return self._ahead[:size]

    def read(self, size: int) -> bytes:
        """Exactly `size` bytes, but for the end."""
        data = self.head(size)
        self._ahead = self._ahead[len(data) :]
        return data

    def skip(self, start: bytes) -> int:
        """Take `start` away if it comes next, and tell how many bytes that was."""
        return len(self.read(len(start))) if self.head(len(start)) == start else 0

    def rest(self) -> bytes:
        pieces = []
        while piece := self.read(_PIECE):
            pieces.append(piece)
        return b"".join(pieces)

    def _take(self, size: int) -> bytes:
        try:
            data = self._raw.read(size)
        except (OSError, EOFError, lzma.LZMAError) as error:
            raise SourceError(
                f"{self.source} cannot be read to its end: {error}.", "The file is cut or damaged: get it again."
            ) from error
        self._ended = not data
        return bytes(data)


class _Transcoded:
    """Bytes in another encoding, handed on as UTF-8. Bytes that the encoding does not have are handed on
    as they are, so that they are found later as the bad UTF-8 of one row."""

    def __init__(self, raw: Stream, encoding: str) -> None:
        self._raw = raw
        self._encoding = encoding
        self._decoder: Any = codecs.getincrementaldecoder(encoding)("surrogateescape")

    def read(self, size: int) -> bytes:
        while data := self._raw.read(size):
            if out := self._decode(data):
                return out
        return self._decode(b"", final=True)

    def _decode(self, data: bytes, final: bool = False) -> bytes:
        try:
            text: str = self._decoder.decode(data, final)
            return text.encode("utf-8", "surrogateescape")
        except UnicodeError as error:
            raise SourceError(
                f"{self._raw.source} is not in {self._encoding}: {error}.",
                "Give another encoding=..., 'utf-8' for one.",
            ) from error


def open_path(path: str, options: Options) -> Stream:
    """The decompressed bytes of a file, or of standard input for "-", as UTF-8 where they are text."""
    if path == STDIN:
        return _prepared(Stream(sys.stdin.buffer, STDIN_NAME), options)
    file = _file(path)
    try:
        stream = _prepared(Stream(file, path, path), options)
    except SourceError:
        file.close()
        raise
    stream.file = file
    return stream


def _prepared(raw: Stream, options: Options) -> Stream:
    stream = decompressed(raw)
    if options.transcodes and not stream.head(16).startswith(BINARY):
        return Stream(_Transcoded(stream, options.encoding), stream.source)
    if stream.head(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        raise SourceError(f"{stream.source} begins like a file in UTF-16.", "Pass encoding='utf-16'.")
    order = _byte_order(stream.head(LOOK)) if not stream.head(16).startswith(BINARY) else ""
    if order:
        raise SourceError(f"{stream.source} begins like a file in UTF-16.", f"Pass encoding='utf-16-{order}'.")
    return stream


def _byte_order(data: bytes) -> str:
    """ "le" or "be" where every other byte is often 0, and the bytes between never are: UTF-16 without its mark."""
    even, odd = (data[start::2].count(0) for start in (0, 1))
    if min(even, odd) > 0 or max(even, odd) < max(3, len(data) // 20):
        return ""
    return "le" if odd else "be"


def decompressed(stream: Stream) -> Stream:
    head = stream.head(6)
    for magic, codec in _COMPRESSION.items():
        if head.startswith(magic):
            return Stream(_decompress(stream, codec), stream.source)
    return stream


def _file(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise SourceError(
            f"{path} cannot be opened: {error.strerror or error}.", "Check its name and your rights."
        ) from error


def _decompress(stream: Stream, codec: str) -> Readable:
    if codec == "xz":
        return lzma.LZMAFile(_File(stream))  # type: ignore[arg-type]
    if not pa.Codec.is_available(codec):
        raise SourceError(
            f"{stream.source} is compressed with {codec}, which this pyarrow lacks.", "Decompress it first."
        )
    compressed: Readable = pa.CompressedInputStream(pa.PythonFile(_File(stream), mode="r"), codec)
    return compressed


class _File:
    """A stream in the dress of a file, for those who insist on one."""

    closed = False

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        return self._stream.rest() if size is None or size < 0 else self._stream.read(size)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def close(self) -> None:
        self.closed = True
