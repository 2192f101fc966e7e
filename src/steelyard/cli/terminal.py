"""What the verbs' pages are made of: words that fit a line of a terminal, and colour where it is welcome.

Nothing heavy is imported at the top: `steelyard predict` answers in the time that a larger import would take.
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click

WIDTH = 80
NARROWEST = 30
CLASSES = 12  # how many are shown


def room() -> int:
    """The cells of a line: as many as a narrower terminal has, or COLUMNS says."""
    from shutil import get_terminal_size

    return max(min(get_terminal_size((WIDTH, 24)).columns, WIDTH), NARROWEST)


def coloured(stream: Any = None) -> bool:
    """Whether to use colour: on a terminal that can, unless NO_COLOR says no or FORCE_COLOR yes."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stdout if stream is None else stream
    return bool(stream.isatty()) and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    return click.style(text, bold=True) if coloured() else text


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A title, and its lines below it; nothing where there are none."""
    told = list(lines)
    if told:
        yield f"\n{bold(title)}"
        yield from ("  " + clipped(line, WIDTH - 2).rstrip() for line in told)


def paragraph(text: str, indent: int = 2) -> list[str]:
    """A text in lines."""
    return textwrap.wrap(printable(text), WIDTH - indent)


def class_lines(counts: Mapping[str, int]) -> Iterator[str]:
    """The largest classes with a bar each, and what the others amount to."""
    if not counts:
        return
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    total, most = sum(counts.values()), order[0][1]
    for name, count in order[:CLASSES]:
        yield f"  {clipped(name, 28)} {count:>11,} {count / total:>7.1%}  {'#' * max(round(26 * count / most), 1)}"
    rest = [count for _, count in order[CLASSES:]]
    if rest:
        yield f"  and {counted(len(rest), 'class')} more, of {rest[-1]:,} to {rest[0]:,} texts"


def counted(count: int, thing: str) -> str:
    plural = thing + ("es" if thing.endswith("s") else "s")
    return f"{count:,} {thing if count == 1 else plural}"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def clipped(text: str, width: int) -> str:
    """Exactly so many cells of a terminal: cut, or filled with spaces."""
    plain = printable(text)
    if plain.isascii():
        return plain.ljust(width) if len(plain) <= width else plain[: width - 3] + "..."
    from rich.cells import cell_len, set_cell_size

    return set_cell_size(plain, width) if cell_len(plain) <= width else set_cell_size(plain, width - 3) + "..."


def file_size(size: int) -> str:
    """7.9 MB, 36 kB"""
    return f"{size / 1e6:.1f} MB" if size >= 999_500 else f"{max(size / 1e3, 1):.0f} kB"


def cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def printable(text: str) -> str:
    """What would steer the terminal becomes a space."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else " " for character in text)


def csv_row(values: Iterable[Any]) -> str:
    """A line of CSV."""
    import csv
    import io

    into = io.StringIO()
    csv.writer(into, lineterminator="\n").writerow(values)
    return into.getvalue()
