"""`check("3.2", answer)`: right, wrong, and a hint."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from steelyard.course import cells, words
from steelyard.course.chapters import chapter
from steelyard.course.contents import place_of
from steelyard.course.exercises import OPEN, RIGHT, WRONG, Function
from steelyard.course.words import Exercise, Prose, Run
from steelyard.errors import SettingError

LEDGER = "STEELYARD_COURSE_LEDGER"  # a file in which `grade` has every verdict written down
FAILED = "failed"
NOTHING = "No answer yet."
CHANGED = "Your function changes the arrays that it is given. Work on a copy."
NO_FUNCTION = "Not yet. A function is asked for: give the function itself, not what a call of it gives."
_tries: dict[str, int] = {}  # how often each exercise was answered wrongly: the hints come one by one


@dataclass(frozen=True)
class Verdict:
    """What is said of an answer. True if it is right."""

    exercise: str
    state: str  # "right", "wrong", "open" (no answer yet), "failed" (the answer could not be tried)
    said: str

    def __bool__(self) -> bool:
        return self.state == RIGHT

    def __repr__(self) -> str:
        return f"{self.exercise}: {self.said}"

    def _repr_markdown_(self) -> str:
        return f"**{self.exercise}**: {self.said}"


def check(number: str, answer: Any = ..., *, language: str | None = None) -> Verdict:
    """Whether the answer to an exercise is right; if not, a hint, and with each try the next one.

    >>> from steelyard.course import check
    >>> bool(check("3.1", 40))
    True
    """
    number = str(number)
    exercise = exercise_of(number, language)
    verdict = judge(exercise, answer, language)
    if os.environ.get(LEDGER):
        with open(os.environ[LEDGER], "a", encoding="utf-8") as ledger:  # noqa: PTH123 (it may be a descriptor)
            ledger.write(json.dumps([verdict.exercise, verdict.state, verdict.said]) + "\n")
    return verdict


def judge(exercise: Exercise, answer: Any, language: str | None = None) -> Verdict:
    number = exercise.number
    if answer is ... or answer is None:
        return Verdict(number, OPEN, NOTHING)
    kind = chapter(place_of(number).number, language).answers[number]
    try:
        found = kind.judge(answer)
    except (Exception, SystemExit) as error:  # the answer may be a function of the student's: what it raises is its own
        if not callable(answer) and "not callable" in str(error):
            return Verdict(number, WRONG, NO_FUNCTION)
        return Verdict(number, FAILED, f"Your answer could not be tried: {type(error).__name__}: {error}")
    if found in (RIGHT, OPEN):
        return Verdict(number, found, "Right." if found == RIGHT else NOTHING)
    if isinstance(kind, Function) and not callable(answer):
        return Verdict(number, WRONG, NO_FUNCTION)
    tries = _tries[number] = _tries.get(number, 0) + 1
    if found != WRONG:
        return Verdict(number, WRONG, f"Not yet. {exercise.wrong.get(found, CHANGED)}")
    hint = exercise.hints[min(tries, len(exercise.hints)) - 1]
    return Verdict(number, WRONG, f"Not yet. Hint: {hint}")


def exercise_of(number: str, language: str | None = None) -> Exercise:
    exercises = chapter(place_of(number).number, language).exercises
    if number not in exercises:
        raise SettingError(f"There is no exercise {number!r}.", f"This chapter has: {', '.join(exercises)}.")
    return exercises[number]


class Solution(str):
    """The solution of an exercise, as Markdown."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return str(self)


def solution(number: str, *, language: str | None = None) -> Solution:
    """How an exercise is solved.

    >>> from steelyard.course import solution
    >>> len(solution("3.1")) > 20
    True
    """
    exercise = exercise_of(str(number), language)
    scripts = chapter(place_of(exercise.number).number, language).cells
    return Solution("\n\n".join(spoken(part, scripts) for part in exercise.solution))


def spoken(part: words.Part, scripts: Any) -> str:
    if isinstance(part, Prose):
        return part.text
    return f"```python\n{scripts[part.cell].code}\n```" if isinstance(part, Run) else ""


def right_answers(which: int, namespace: dict[str, Any]) -> dict[str, Any]:
    """What the solution cells of a chapter leave in `answer`, each run after the chapter's own cells have run."""
    found = chapter(which)
    answers = {}
    for cell in found.cells.values():
        if cell.name.startswith("solution "):
            own = dict(namespace)
            cells.run(cell, own, found.place.cells)
            answers[cell.name.removeprefix("solution ")] = own["answer"]
    return answers
