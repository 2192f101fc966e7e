"""The words of a chapter: Markdown, and a few lines of the book's own.

    # Title {#id}                       the chapter's; below it, in one paragraph, what the chapter is about
    {source core/losses.py:value}       a function of the package, as it stands there
    {run fit}                           a cell of the chapter's script, with what it prints
    {picture regions} What it shows.    a picture of the chapter's lesson
    ::: exercise 3.1 Title              an exercise; in it  ::: hint,  ::: wrong NAME,  ::: solution;  closed by  :::
    ::: document S2 "its passage"       what a document of the course says, and where it errs; closed by  :::
    ::: lecturer 90 minutes             time, and what students stumble over; closed by  :::
    ::: note Title                      an aside; closed by  :::

Each stands on a line of its own, outside fenced code. Formulas are `$...$` and `$$...$$`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from steelyard.errors import SteelyardError

DOCUMENTS = {
    "S1": "Cours 10 : Régression logistique (Grobol, 2021)",
    "S2": "TP1: Perceptron, Logistic regression, Softmax",
    "S3": "Cours 8 : Régression logistique (Lacoste-Julien, 2015)",
    "S4": "SVM con Manzanas y VSM en textos (2023)",
    "S5": "CIS 421/521: Logistic Regression (slides)",
}


class BookError(SteelyardError, ValueError):
    """A chapter is not written as it should be; says file and line."""


class Prose(NamedTuple):
    text: str


class Source(NamedTuple):
    """A function or a class of the package."""

    file: str
    name: str


class Run(NamedTuple):
    cell: str


class Picture(NamedTuple):
    name: str
    caption: str


class Box(NamedTuple):
    kind: str  # "document", "lecturer", "note"
    argument: str  # S1 to S5; the time; the title
    title: str
    parts: tuple[Part, ...]


class Exercise(NamedTuple):
    number: str
    title: str
    parts: tuple[Part, ...]  # what is asked
    hints: tuple[str, ...]
    wrong: dict[str, str]  # what is said to a wrong answer that many give
    solution: tuple[Part, ...]


Part = Prose | Source | Run | Picture | Box | Exercise


class Words(NamedTuple):
    """A chapter as it is told."""

    title: str
    summary: str
    parts: tuple[Part, ...]


class Line(NamedTuple):
    number: int
    text: str
    fenced: bool


DIRECTIVE = re.compile(r"\{(source|run|picture) ([^{}]+)\}\s*(.*)")
TITLE = re.compile(r"# ([^\n]+)\n\s*\n(.+?)(?:\n\s*\n(.*)|\Z)", re.S)
OPENING = re.compile(r":::\s+(\w+)\s*(.*)")


def read(path: Path) -> Words:
    """The words of one file."""
    try:
        return Reader(path.read_text(encoding="utf-8")).words()
    except BookError as error:
        raise BookError(f"{path.name}: {error.what}", error.next) from None


def numbered(text: str) -> Iterator[Line]:
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"`{3,}|~{3,}", line)
        inside = bool(fence)
        if mark and not fence:
            fence = mark[0]
        elif mark and line.strip() == fence:
            fence = ""
        yield Line(number, line, inside or bool(mark))


class Reader:
    """Goes through the lines once."""

    def __init__(self, text: str) -> None:
        self.lines = list(numbered(text))
        self.at = 0

    def words(self) -> Words:
        parts = self.parts(top=True)
        first = parts[0] if parts else None
        found = TITLE.match(first.text) if isinstance(first, Prose) else None
        if not found:
            raise BookError("It begins with # Title, and a paragraph that says what it is about.")
        rest = told([found[3] or ""])
        return Words(found[1].strip(), " ".join(found[2].split()), (*rest, *parts[1:]))

    def parts(self, top: bool = False) -> tuple[Part, ...]:
        """Parts up to a line of ::: that is not an opening one, or opens a part of an exercise."""
        parts: list[Part] = []
        prose: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            found = None if line.fenced else self.special(line)
            if found is None:
                prose.append(line.text)
            elif isinstance(found, bool):
                if top:
                    raise BookError(f"line {line.number}: {line.text!r} closes nothing.")
                break
            else:
                parts += [*told(prose), found]
                prose = []
            self.at += 1
        return (*parts, *told(prose))

    def special(self, line: Line) -> Part | bool | None:
        """The part that begins here; True for the end of the part we are in; None for prose."""
        if line.text.startswith(":::"):
            opening = OPENING.fullmatch(line.text.rstrip())
            return (
                True
                if opening is None or opening[1] in ("hint", "wrong", "solution")
                else self.box(line, *opening.groups())
            )
        found = DIRECTIVE.fullmatch(line.text.rstrip())
        if found is None:
            return None
        kind, argument, rest = found.groups()
        if kind == "picture":
            return Picture(argument, rest)
        if rest:
            raise BookError(f"line {line.number}: nothing follows {{{kind} ...}} on its line.")
        return Run(argument) if kind == "run" else Source(*source_of(argument, line.number))

    def box(self, line: Line, kind: str, rest: str) -> Part:
        self.at += 1
        parts = self.parts()
        if kind == "exercise":
            return self.exercise(line, rest, parts)
        self.closed(line)
        argument, _, title = rest.partition(" ") if kind == "document" else (rest, "", "")
        if kind not in ("document", "lecturer", "note") or (kind == "document" and argument not in DOCUMENTS):
            raise BookError(f"line {line.number}: there is no box {kind!r} {argument!r}.")
        return Box(kind, argument, title.strip(), parts)

    def exercise(self, line: Line, rest: str, parts: tuple[Part, ...]) -> Exercise:
        number, _, title = rest.partition(" ")
        hints: list[str] = []
        wrong: dict[str, str] = {}
        solution: tuple[Part, ...] = ()
        while self.at < len(self.lines) and (opening := OPENING.fullmatch(self.lines[self.at].text.rstrip())):
            kind, name = opening.groups()
            self.at += 1
            inner = self.parts()
            if kind == "solution":
                solution = inner
                continue
            if len(inner) != 1 or not isinstance(inner[0], Prose):
                raise BookError(f"line {line.number}: a hint of exercise {number} is prose alone.")
            if kind == "hint":
                hints.append(inner[0].text)
            else:
                wrong[name.strip()] = inner[0].text
        self.closed(line)
        if not (hints and solution and parts):
            raise BookError(f"line {line.number}: exercise {number} asks something, has a ::: hint and a ::: solution.")
        return Exercise(number, title.strip(), parts, tuple(hints), wrong, solution)

    def closed(self, line: Line) -> None:
        if self.at >= len(self.lines) or self.lines[self.at].text.strip() != ":::":
            raise BookError(f"line {line.number}: {line.text!r} is not closed by ::: on a line of its own.")


def told(lines: list[str]) -> list[Part]:
    text = "\n".join(lines).strip("\n")
    return [Prose(text)] if text.strip() else []


def source_of(argument: str, number: int) -> tuple[str, str]:
    file, colon, name = argument.partition(":")
    if not colon:
        raise BookError(f"line {number}: {{source FILE:NAME}} names a file below the package, and what in it.")
    return file.strip(), name.strip()


def walk(parts: tuple[Part, ...]) -> Iterator[Part]:
    """All parts, with those inside boxes and exercises."""
    for part in parts:
        yield part
        if isinstance(part, Box):
            yield from walk(part.parts)
        elif isinstance(part, Exercise):
            yield from walk(part.parts)
            yield from walk(part.solution)
