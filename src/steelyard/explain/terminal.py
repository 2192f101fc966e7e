"""Explanations for a terminal: with colours, or with signs that say the same. Whether to use colour, the caller knows.

Without colour  +word+  speaks for the target and  -word-  against it; two signs on either side, the more. With colour
blue and orange, which the colour-blind tell apart too; what speaks against is underlined as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size

from steelyard.explain.data import Explanation, Flip, Neighbours
from steelyard.explain.shown import (
    Side,
    flip_sentences,
    heading,
    least,
    levels,
    passages,
    sentences,
    side_names,
    sides,
    sum_sentences,
    unknown,
    visible,
)
from steelyard.explain.wording import NO_BREAK, Words

RESET, BOLD, _CODES = "\x1b[0m", "\x1b[1m", re.compile(r"\x1b\[[0-9;]*m")
FOR = ("38;5;16;48;5;153", "38;5;16;48;5;75", "1;38;5;231;48;5;26")
AGAINST = ("4;38;5;16;48;5;223", "4;38;5;16;48;5;215", "1;4;38;5;16;48;5;208")
SIGNS = ("", "", "+", "++")  # by level: the weakest shade has no sign
INDENT = "  "
CUT = "[…]"
NUMBER, BAR = 6, 8  # cells
NARROW = 60  # a terminal with less room than that has one thing below the other


class Cell(NamedTuple):
    """A piece of text that is not broken, as it is printed, and how many cells it takes."""

    printed: str
    size: int


def page(shown: Any, colour: bool, width: int, language: str) -> str:
    """The lines of a record."""
    words = Words(language, minus="-")
    if isinstance(shown, Explanation):
        return "\n".join(_explanation(shown, colour, width, words))
    if isinstance(shown, Flip):
        return "\n".join(_wrapped(" ".join(flip_sentences(shown, words)), width))
    return "\n".join(_neighbours(shown, width, words))


def _explanation(e: Explanation, colour: bool, width: int, words: Words) -> Iterator[str]:
    for line in _wrapped(heading(e, words), width):
        yield f"{BOLD}{line}{RESET}" if colour else line
    missing = unknown(e, words)
    parts = [
        [(INDENT + line).rstrip() for line in _marked(e, colour, width - len(INDENT))],
        _wrapped(_legend(e, colour, width, words), width) + (_wrapped(missing, width) if missing else []),
        list(_columns(sides(e, words), width, words)) if e.terms else [],
        _wrapped(" ".join(sentences(e, words)), width),
        _wrapped(" ".join(flip_sentences(e.flip, words)), width) if e.flip is not None else [],
        list(_neighbours(e.neighbours, width, words)) if e.neighbours is not None else [],
    ]
    for lines in filter(None, parts):
        yield ""
        yield from lines


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of so many cells."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(_CODES.sub("", longer)) <= width:
            lines[-1] = longer
        else:
            lines += [word] if lines[-1] else []
            lines[-1] = word if _CODES.search(word) else _clipped(word, width)
    return [line for line in lines if line]


def _legend(e: Explanation, colour: bool, width: int, words: Words) -> str:
    """What the marks mean."""
    if not any(levels(e.pieces)):
        return ""
    plus, minus = side_names(e, words)
    number = [words.number(least(e.pieces, level), signed=False) for level in (1, 2, 3)]
    if colour:
        plus, minus = (_clipped(name, width // 2 - 1).replace(" ", NO_BREAK) for name in (plus, minus))
        return f"{_painted(plus, 3)} {_painted(minus, -3)} {words('shaded', least=number[0])}"
    return f"+ {plus}, - {minus}. {words('marked', least=number[1], double=number[2])}"


def _painted(text: str, level: int) -> str:
    codes = FOR if level > 0 else AGAINST
    return f"\x1b[{codes[abs(level) - 1]}m{text}{RESET}" if level else text


def _marked(e: Explanation, colour: bool, width: int) -> Iterator[str]:
    """The text, its pieces marked, in lines."""
    if not e.pieces:
        return
    level, last = levels(e.pieces), -1
    for first, last in passages([piece.weight for piece in e.pieces], [p.end - p.begin for p in e.pieces]):
        if first:
            yield CUT
        yield from _lines(_clusters(e, level, first, last, colour, width), width)
    if last + 1 < len(e.pieces):
        yield CUT


def _lines(clusters: Iterable[tuple[list[Cell], str]], width: int) -> Iterator[str]:
    """Clusters in lines of so many cells; a line of the text begins a line."""
    line: list[str] = []
    used = 0
    for cells, gap in clusters:
        for lump in _broken(cells, width):
            size = sum(cell.size for cell in lump)
            if line and used + 1 + size > width:
                yield " ".join(line)
                line, used = [], 0
            used += size + (used > 0)
            line.append("".join(cell.printed for cell in lump))
        if "\n" in gap:
            yield " ".join(line)
            line, used = [], 0
    if line:
        yield " ".join(line)


def _clusters(
    e: Explanation, level: Sequence[int], first: int, last: int, colour: bool, width: int
) -> Iterator[tuple[list[Cell], str]]:
    """Pieces with no white space between them, and the white space that follows."""
    cells: list[Cell] = []
    for k in range(first, last + 1):
        piece = e.pieces[k]
        cells += _cells(visible(e.text[piece.begin : piece.end]).replace("\n", " "), level[k], colour, width)
        gap = e.text[piece.end : e.pieces[k + 1].begin] if k < last else "\n"
        if gap:
            yield cells, gap
            cells = []


def _cells(text: str, level: int, colour: bool, width: int) -> list[Cell]:
    """A marked piece; one that is longer than a line in several."""
    if colour:
        return [Cell(_painted(part, level), cell_len(part)) for part in _chopped(text, width)]
    sign = SIGNS[abs(level)] if level >= 0 else SIGNS[-level].replace("+", "-")
    parts = _chopped(text, width - 2 * len(sign))
    return [Cell(sign + part + sign, cell_len(part) + 2 * len(sign)) for part in parts]


def _chopped(text: str, width: int) -> Iterator[str]:
    """The text in parts of at most so many cells."""
    since, used = 0, 0
    for at, c in enumerate(text):
        size = cell_len(c)
        if used + size > width and at > since:
            yield text[since:at]
            since, used = at, 0
        used += size
    yield text[since:]


def _broken(cells: Sequence[Cell], width: int) -> Iterator[list[Cell]]:
    """A cluster that is longer than a line in several."""
    lump: list[Cell] = []
    used = 0
    for cell in cells:
        if lump and used + cell.size > width:
            yield lump
            lump, used = [], 0
        lump.append(cell)
        used += cell.size
    yield lump


def _columns(both: tuple[Side, Side], width: int, words: Words) -> Iterator[str]:
    """What speaks either way, side by side if there is room."""
    half = (width - 2) // 2 if width >= NARROW else width
    most = max((abs(item.weight) for side in both for item in side.items), default=1.0)
    left, right = (list(_listed(side, most, half, words)) for side in both)
    if width < NARROW:
        yield from (*left, "", *right)
        return
    for a, b in zip_longest(left, right, fillvalue=""):
        yield (set_cell_size(a, half) + "  " + b).rstrip()


def _listed(side: Side, most: float, width: int, words: Words) -> Iterator[str]:
    yield _clipped(side.name, width)
    if not side.items:
        yield INDENT + words("none")
    for item in side.items:
        bar = "#" * max(round(BAR * abs(item.weight) / most), 1)
        line = f"{words.number(item.weight):>{NUMBER}} {bar:<{BAR}} "
        yield line + _clipped(item.label, width - len(line))
    if side.others:
        line = f"{words.number(side.rest):>{NUMBER}} {'':<{BAR}} "
        yield line + _clipped(words("others", n=side.others), width - len(line))


def _clipped(text: str, width: int) -> str:
    text = text.replace("\n", " ")
    return text if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def _neighbours(found: Neighbours, width: int, words: Words) -> Iterator[str]:
    yield from _wrapped(words("neighbours"), width)
    room = max((cell_len(visible(near.label)) for near in found.nearest), default=0)
    room = min(room, width // 4)
    for near in found.nearest:
        head = f"{words.number(near.weight):>{NUMBER + 2}} {set_cell_size(visible(near.label), room)} "
        text = words("row", row=near.row + 1) if near.text is None else " ".join(visible(near.text).split())
        yield (head + _clipped(text, width - cell_len(head))).rstrip()
    yield from _wrapped(" ".join(sum_sentences(found, words)), width)
