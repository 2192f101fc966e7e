"""`grade`: run a notebook as it stands, and tell which of its exercises hold.

The notebook's code cells run one after the other, in a process of their own with a time-out, in a new empty folder
and without a display. A cell that fails is noted, and the next one runs. What counts is what `check` said last of each
exercise. It is for the learner, not for an examination: the code of a notebook runs with the rights of who grades it
and can do whatever they can, and it could call `check` with an answer that was copied.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steelyard.course.chapters import chapter
from steelyard.course.checking import FAILED, LEDGER
from steelyard.course.exercises import OPEN, RIGHT
from steelyard.errors import SourceError

MISSING = "missing"  # the notebook never asks


@dataclass(frozen=True)
class Result:
    """What became of one exercise."""

    number: str
    title: str
    state: str  # "right", "wrong", "open", "failed", "missing"
    said: str


@dataclass(frozen=True)
class Report:
    """What a notebook achieves."""

    chapter: int
    results: tuple[Result, ...]
    faults: tuple[str, ...]  # cells that failed: "cell 7: NameError: ..."
    timed_out: bool

    @property
    def right(self) -> int:
        return sum(result.state == RIGHT for result in self.results)

    def as_data(self) -> dict[str, Any]:
        """The same as plain data."""
        exercises = [vars(result) for result in self.results]
        return {
            "chapter": self.chapter,
            "right": self.right,
            "of": len(self.results),
            "exercises": exercises,
            "faults": list(self.faults),
            "timed_out": self.timed_out,
        }


def grade(path: str | Path, *, seconds: float = 120.0, language: str | None = None) -> Report:
    """Run the notebook's code, for at most so many seconds, and report on its exercises."""
    cells, number = opened(Path(path))
    with tempfile.TemporaryDirectory(prefix="steelyard-grade-") as folder:
        ledger, faults = Path(folder, "ledger"), Path(folder, "faults")
        ledger.touch()
        faults.touch()
        timed_out = run(cells, ledger, faults, seconds)
        said = [json.loads(line) for line in ledger.read_text(encoding="utf-8").splitlines()]
        failed = [json.loads(line) for line in faults.read_text(encoding="utf-8").splitlines()]
    last = {exercise: (state, text) for exercise, state, text in said}
    results = []
    for exercise in chapter(number, language).exercises.values():
        state, text = last.get(exercise.number, (MISSING, "The notebook does not ask, or did not come that far."))
        results.append(Result(exercise.number, exercise.title, state, text))
    return Report(number, tuple(results), tuple(failed), timed_out)


def opened(path: Path) -> tuple[list[str], int]:
    """The code cells of a notebook, and the chapter that it says it is."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SourceError(f"There is no notebook {path}.") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise SourceError(f"{path} is no notebook: it is not JSON.", "Give a file whose name ends in .ipynb.") from None
    try:
        number = int(data["metadata"]["steelyard"]["chapter"])
        cells = ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == "code"]
    except (KeyError, TypeError, ValueError):
        raise SourceError(
            f"{path} is no notebook of this course.", "Notebooks are made by: steelyard course open CHAPTER"
        ) from None
    return cells, number


RUNNER = """
import ast, json, sys
cells, faults = json.loads(sys.stdin.read()), sys.argv[1]
space = {"__name__": "__main__"}
for number, source in enumerate(cells, 1):
    lines = ["pass" if line.lstrip()[:1] in ("%", "!") else line for line in source.splitlines()]
    try:
        exec(compile("\\n".join(lines), f"<cell {number}>", "exec"), space)
    except BaseException as error:
        with open(faults, "a", encoding="utf-8") as file:
            file.write(json.dumps(f"code cell {number}: {type(error).__name__}: {error}") + "\\n")
        if isinstance(error, KeyboardInterrupt):
            raise
"""


def run(cells: list[str], ledger: Path, faults: Path, seconds: float) -> bool:
    """Whether the time ran out."""
    work = ledger.parent / "work"
    work.mkdir()
    environment = {**os.environ, LEDGER: str(ledger), "MPLBACKEND": "agg"}
    try:
        subprocess.run(
            [sys.executable, "-c", RUNNER, str(faults)],
            input=json.dumps(cells),
            cwd=work,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return True
    return False


def state_in_words(state: str) -> str:
    """For the terminal."""
    return {RIGHT: "right", OPEN: "no answer yet", FAILED: "could not be tried", MISSING: "not reached"}.get(
        state, "wrong"
    )
