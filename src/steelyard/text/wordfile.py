"""The lines of a word file: a lexicon, a lemma table; plain or gzip, UTF-8, with or without a byte order mark."""

from __future__ import annotations

import codecs
import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from steelyard.errors import WordFileError

StrPath = str | os.PathLike[str]

_GZIP_MAGIC = b"\x1f\x8b"


def numbered_lines(path: StrPath) -> Iterator[tuple[int, str]]:
    """Every line that is not blank, without its line end, with its number counted from 1."""
    try:
        with _open(Path(path)) as stream:
            for number, raw in enumerate(stream, 1):
                line = _decode(raw, path, number)
                if line.strip():
                    yield number, line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise WordFileError(f"{path}: the gzip data is cut or damaged ({error}).", "Fetch the file again.") from error
    except OSError as error:
        raise WordFileError(f"{path}: cannot be read ({error.strerror}).", "Check the path.") from error


def broken(path: StrPath, number: int, what: str, advice: str) -> WordFileError:
    """The error for line `number` of `path`."""
    return WordFileError(f"{path}, line {number}: {what}", advice)


def _open(path: Path) -> IO[bytes] | gzip.GzipFile:
    with path.open("rb") as stream:
        magic = stream.read(2)
    return gzip.open(path, "rb") if magic == _GZIP_MAGIC else path.open("rb")


def _decode(raw: bytes, path: StrPath, number: int) -> str:
    # Only "\n" ends a line: a lexicon of emoticons may hold any other character.
    if number == 1:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return raw.rstrip(b"\r\n").decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} of the line is not UTF-8."
        raise broken(path, number, what, "Save the file as UTF-8.") from error
