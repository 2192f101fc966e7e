"""What a chapter runs: a script cut into cells by lines of `# %% name`.

    # %% fit
    model = Perceptron().fit(X, y)
    print(model.gap_)
    # > 0.0

Lines that begin with "# >" say what the cell prints; the tests hold them to it, numbers to the digits that are shown.
The script runs by itself, from top to bottom. Two kinds of cells are set apart: `# %% starter 3.2` is what an exercise
gives to begin with, and `# %% solution 3.2` leaves the right answer in a variable named `answer`.
"""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any, NamedTuple

from steelyard.course.words import BookError

MARK = "# >"
CELL = re.compile(r"# %% (.+)")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")


class Cell(NamedTuple):
    name: str
    code: str
    output: str  # what it prints, or nothing
    line: int  # of the script, of its first line of code


def read(path: Path) -> dict[str, Cell]:
    """The cells of a script by their names, in their order."""
    found: dict[str, Cell] = {}
    name, lines, first = "", list[str](), 0
    text = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate([*text, "# %% end"], 1):
        mark = CELL.fullmatch(line)
        if mark is None:
            lines.append(line)
            continue
        if name in found:
            raise BookError(f"{path.name}: there are two cells {name!r}.")
        if name:
            found[name] = made(name, lines, first)
        name, lines, first = mark[1].strip(), [], number + 1
    return found


def made(name: str, lines: list[str], first: int) -> Cell:
    code = "\n".join(line for line in lines if not line.startswith(MARK)).strip("\n")
    output = "\n".join(line[len(MARK) :].removeprefix(" ") for line in lines if line.startswith(MARK))
    return Cell(name, code, output, first)


def is_apart(cell: Cell) -> bool:
    """Whether it belongs to an exercise and not to the chapter's own way."""
    return cell.name.startswith(("starter ", "solution "))


def run(cell: Cell, namespace: dict[str, Any], path: Path) -> str:
    """Run a cell, and give what it printed."""
    padded = "\n" * (cell.line - 1) + cell.code  # an error names the line of the script
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(padded, str(path), "exec"), namespace)
    return "\n".join(line.rstrip() for line in printed.getvalue().rstrip().split("\n"))


def same(printed: str, expected: str) -> bool:
    """Whether two outputs agree: their words exactly, their numbers to the last digit shown, give or take one.

    >>> from steelyard.course.cells import same
    >>> same("loss 0.3676", "loss 0.3677"), same("loss 0.37", "gain 0.37")
    (True, False)
    """
    mine, theirs = NUMBER.findall(printed), NUMBER.findall(expected)
    if words_of(printed) != words_of(expected) or len(mine) != len(theirs):
        return False
    return all(near(a, b) for a, b in zip(mine, theirs, strict=True))


def words_of(output: str) -> list[str]:
    return NUMBER.sub("#", output).split()


def near(a: str, b: str) -> bool:
    if a == b:
        return True
    if not any(mark in a + b for mark in ".e"):
        return False  # whole numbers are counts: no one more, no one less
    last = max(unit(a), unit(b))
    return abs(float(a) - float(b)) <= 1.01 * last


def unit(number: str) -> float:
    """One in the last place."""
    digits, _, power = number.lower().partition("e")
    return float(10.0 ** (int(power or 0) - len(digits.partition(".")[2])))


def with_outputs(path: Path, printed: dict[str, str]) -> str:
    """The script again, with these outputs below its cells and nothing else changed."""
    pieces = re.split(r"(?m)^(# %% .+)\n", path.read_text(encoding="utf-8"))
    for at in range(1, len(pieces), 2):
        name = pieces[at].removeprefix("# %% ").strip()
        if name in printed:
            kept = [line for line in pieces[at + 1].split("\n") if not line.startswith(MARK)]
            code = "\n".join(kept).rstrip()
            said = "".join(f"\n{MARK} {line}".rstrip(" ") for line in printed[name].split("\n") if printed[name])
            room = len("\n".join(kept)) - len(code)
            pieces[at + 1] = code + said + "\n" * room
        pieces[at] += "\n"
    return "".join(pieces)
