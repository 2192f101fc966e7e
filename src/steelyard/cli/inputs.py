"""The texts of `predict` and `explain`: arguments, files of any kind, or lines on standard input, some at a time.

Nothing is kept: however long a source is, memory holds a batch of it. Lines on standard input are answered as they
come, so that a pipe can be watched.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import click

from steelyard.cli.sources import DEMO
from steelyard.errors import RowsError, SettingError, SourceError

ROWS = 4096  # of a file, at a time
PIECE = 1 << 18  # bytes of standard input, at most, at a time
STDIN = "-"
ENDINGS = (".csv", ".tsv", ".jsonl", ".json", ".parquet", ".arrow", ".txt", ".gz", ".bz2", ".xz", ".zst", ".sqlite")

Batch = Any  # strings: a list, or an Arrow array


class Inputs:
    """Texts in batches. `skipped` counts the rows that were left out."""

    def __init__(self, arguments: tuple[str, ...], literal: bool, skip_bad: bool, **reading: Any) -> None:
        self.skipped = 0
        self._arguments, self._skip_bad = arguments, skip_bad
        self._reading = reading
        self._files = bool(arguments) and not literal and are_files(arguments)
        if not arguments and sys.stdin.isatty():
            raise SettingError("There are no texts.", "Give a text, a file, or pipe lines in.")

    @property
    def are_arguments(self) -> bool:
        """Whether the texts stand on the command line."""
        return bool(self._arguments) and not self._files and self._arguments != (STDIN,)

    def batches(self) -> Iterator[Batch]:
        if self.are_arguments:
            yield [_whole(text) for text in self._arguments]
        elif self._arguments in ((), (STDIN,)) and self._are_lines():
            yield from self._lines(sys.stdin.buffer)
        else:
            yield from self._of_files(self._arguments or (STDIN,))

    def _are_lines(self) -> bool:
        """Whether standard input is lines of UTF-8, which need no reader."""
        asked = {name for name, value in self._reading.items() if value is not None}
        plain = self._reading["encoding"].lower().replace("_", "-") in ("utf-8", "utf8")
        return plain and self._reading["format"] in (None, "lines") and asked <= {"encoding", "format"}

    def _lines(self, stream: BinaryIO) -> Iterator[list[str]]:
        """Each line a text, those with nothing on them too: answers stand line for line."""
        number, parts = 0, [b""]
        read: Any = getattr(stream, "read1", stream.read)
        while True:
            piece = read(PIECE)
            *whole, rest = piece.split(b"\n") if piece else (b"".join(parts), b"")
            if not piece and not whole[0]:
                return
            if not whole:
                parts.append(rest)
                continue
            if piece:
                whole[0], parts = b"".join([*parts, whole[0]]), [rest]
            texts = []
            for line in whole:
                number += 1
                texts += self._decoded(line, number)
            if texts:
                yield texts
            if not piece:
                return

    def _decoded(self, line: bytes, number: int) -> list[str]:
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        try:
            text = line.removesuffix(b"\r").decode()
        except UnicodeDecodeError as error:
            if self._skip_bad:
                self.skipped += 1
                return []
            raise RowsError(
                f"standard input, line {number}: not UTF-8 (byte {error.start + 1} of the line).",
                "Pass encoding='cp1252' or what else it is, or skip_bad=True to leave such lines out.",
            ) from None
        return [text]

    def _of_files(self, names: tuple[str, ...]) -> Iterator[Any]:
        from steelyard.corpus import demo, stream

        settings = {name: value for name, value in self._reading.items() if value is not None}
        if len(names) == 1 and names[0].startswith(DEMO):
            yield demo(names[0].removeprefix(DEMO)).texts
            return
        source = list(names) if len(names) > 1 else names[0]
        for part in stream(source, batch_rows=ROWS, labelled=False, skip_bad=self._skip_bad, **settings):
            self.skipped += part.skipped.total
            if len(part):
                yield part.texts


def are_files(arguments: tuple[str, ...]) -> bool:
    """Whether the arguments are names of files; a mixture of files and texts is in doubt."""
    found = [is_file(word) for word in arguments]
    missing = [word for word, is_one in zip(arguments, found) if not is_one and _looks_like_a_file(word)]
    if missing:
        raise SourceError(f"There is no file {missing[0]}.", "Check its name; or pass --literal if it is a text.")
    if any(found) and not all(found):
        file = arguments[found.index(True)]
        raise click.UsageError(f"{file} is a file, and {arguments[found.index(False)]!r} is none. Pass --literal to "
                               "have all of them taken for texts, or give files alone.")  # fmt: skip
    return all(found)


def is_file(word: str) -> bool:
    if word == STDIN or word.startswith(DEMO):
        return True
    try:
        if not word:  # which `Path` takes for the folder where one is
            return False
        if Path(word).exists():
            return True
        return any(mark in word for mark in "*?[") and " " not in word and any(Path().glob(word))
    except (OSError, ValueError, NotImplementedError):  # a name that no file can have
        return False


def _looks_like_a_file(word: str) -> bool:
    return " " not in word and word.lower().endswith(ENDINGS)


def _whole(text: str) -> str:
    """An argument, if it is text: bytes that are none come as half characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SettingError("An argument is not UTF-8.", "Pipe the text in, with encoding=...") from None
    return text
