"""fastText's lines: `__label__x text`, the label in front, or behind."""

from __future__ import annotations

from steelyard.corpus.opening import Stream
from steelyard.corpus.options import Options
from steelyard.corpus.readers.lines import LineError, batches_of_lines
from steelyard.corpus.tables import Table

MARK = "__label__"
SEVERAL = "several labels"


def open_fasttext(stream: Stream, options: Options) -> Table:
    def parse(wanted: list[int], line: str) -> list[str | None]:
        row = text_and_label(line)
        return [row[column] for column in wanted]

    return Table(
        stream.source,
        ["text", "label"],
        [[], []],
        lambda wanted: batches_of_lines(stream, lambda line: parse(wanted, line), len(wanted)),
        obvious=True,
    )


def text_and_label(line: str) -> tuple[str, str | None]:
    text, label = _label_in_front(line) if line.startswith(MARK) else _label_behind(line)
    if f" {MARK}" in text or text.startswith(MARK):
        raise LineError(SEVERAL, "a text can have one label only")
    return text, label


def _label_in_front(line: str) -> tuple[str, str | None]:
    label, _, text = line.removeprefix(MARK).partition(" ")
    return text, label


def _label_behind(line: str) -> tuple[str, str | None]:
    text, mark, label = line.rpartition(f" {MARK}")
    return (text, label) if mark and " " not in label.strip() else (line, None)
