"""Answers, verdicts, notebooks, and how a notebook is graded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steelyard.course import check, checking, grade, solution, write_notebook
from steelyard.course.exercises import OPEN, RIGHT, WRONG, Function, Number, Property, Values, Word
from steelyard.course.notebook import notebook
from steelyard.errors import SettingError, SourceError


def test_numbers_and_values() -> None:
    answer = Number(0.832, within=5e-4, wrong={"order": 0.168})
    said = [answer.judge(each) for each in (0.832, np.float32(0.8321), [0.832], 0.168, 0.5, "0.832", "x", np.nan, None)]
    assert said == [RIGHT, RIGHT, RIGHT, "order", WRONG, RIGHT, WRONG, WRONG, WRONG]
    values = Values([1.0, np.inf], within=0.01)
    assert [values.judge(each) for each in ([1, np.inf], (1.0, 5.0), [1.0], 1.0)] == [RIGHT, WRONG, WRONG, WRONG]


def test_words_are_compared_without_case_and_accents() -> None:
    answer = Word("aburridísima", also=("tedious",), wrong={"lemma": "aburrido"})
    assert [answer.judge(w) for w in ("  Aburridisima ", "TEDIOUS", "aburrido", 3)] == [RIGHT, RIGHT, "lemma", WRONG]


def test_functions_are_tried_on_every_case_and_leave_the_arrays_alone() -> None:
    cases = [(np.array([1.0, -2.0]),), (np.array([0.0]),)]
    answer = Function(lambda x: -x, cases, wrong={"sign": lambda x: x})

    def in_place(x: Any) -> Any:
        x *= -1
        return x

    said = [answer.judge(each) for each in (lambda x: 0.0 - x, lambda x: x, lambda x: x**3, in_place, lambda x: ..., 5)]
    assert said == [RIGHT, "sign", WRONG, "changed", OPEN, WRONG]
    assert cases[0][0].tolist() == [1.0, -2.0]


def test_properties_name_what_is_wrong() -> None:
    answer = Property(lambda x: None if x > 0 else "negative", ["negative"])
    assert answer.judge(1) == RIGHT and answer.judge(-1) == "negative" and answer.mistakes == ["negative"]


def test_verdicts_say_right_wrong_and_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "_tries", {})
    assert check("3.1", 40) and repr(check("3.1", 40)) == "3.1: Right."
    assert not check("3.1") and check("3.1").state == "open"
    rounded = check("3.1", 30)
    assert rounded.state == "wrong" and "left over" in rounded.said and "Hint" not in rounded.said
    first, second, third = (check("3.2", [5, 5, 5]).said for _ in range(3))
    assert "Hint" in first and first != second == third  # hints come one by one, the last one stays
    assert "could not be tried: ZeroDivisionError" in check("3.3", lambda *_: 1 / 0).said
    assert "40 iterations" in solution("3.1") and "```python" in solution("3.1")
    for unknown in ("3.99", "99.1", "x"):
        with pytest.raises(SettingError):
            check(unknown, 1)


def test_a_notebook_has_the_form_of_nbformat() -> None:
    made = notebook_of(3)
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in made["cells"]]
    assert len(ids) == len(set(ids)) and all(0 < len(name) <= 64 for name in ids)
    for cell in made["cells"]:
        keys = {"cell_type", "id", "metadata", "source"}
        code = cell["cell_type"] == "code"
        assert set(cell) == keys | ({"execution_count", "outputs"} if code else set())
        assert all(isinstance(line, str) for line in cell["source"]) and "{#" not in "".join(cell["source"])
        if code:
            compile("".join(cell["source"]), "cell", "exec")
    text = "".join("".join(cell["source"]) for cell in made["cells"])
    assert "For the lecturer" not in text and "Let me" not in text and "def changes(" in text
    assert "For the lecturer" in json.dumps(notebook_of(3, lecturer=True))


def notebook_of(which: int, **settings: Any) -> dict[str, Any]:
    from steelyard.course.chapters import chapter

    return notebook(chapter(which), **settings)


def test_a_notebook_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    path = write_notebook(3, tmp_path)
    assert path.parent == tmp_path
    path.write_text("mine", encoding="utf-8")
    assert write_notebook("perceptron", tmp_path) == path and path.read_text(encoding="utf-8") == "mine"


def filled(folder: Path, answers: dict[str, str], also: dict[str, str] | None = None) -> Path:
    """The notebook of chapter 3 with these texts in the cells of exercises, and without its other code."""
    made = notebook_of(3)
    kept = []
    for cell in made["cells"]:
        number = cell["metadata"].get("steelyard", {}).get("exercise")
        if number is not None:
            cell["source"] = [f"{answers[number]}\ncheck({number!r}, answer)"] if number in answers else cell["source"]
        if number is not None or "import check" in "".join(cell["source"]) or cell["cell_type"] == "markdown":
            kept.append(cell)
    for source in (also or {}).values():
        kept.insert(2, {"cell_type": "code", "source": [source], "metadata": {}})
    path = folder / "mine.ipynb"
    path.write_text(json.dumps({**made, "cells": kept}), encoding="utf-8")
    return path


def solutions() -> dict[str, str]:
    from steelyard.course.chapters import chapter

    found = {name: cell.code for name, cell in chapter(3).cells.items() if name.startswith("solution ")}
    return {name.removeprefix("solution "): f"import numpy as np\n{code}" for name, code in found.items()}


def test_a_notebook_with_all_answers_holds(tmp_path: Path) -> None:
    report = grade(filled(tmp_path, solutions()))
    assert [result.state for result in report.results] == ["right"] * 5
    assert report.right == 5 and not report.faults and not report.timed_out


def test_what_does_not_hold_is_told(tmp_path: Path) -> None:
    answers = {"3.1": "answer = 30", "3.2": "answer = nobody", "3.3": "answer = lambda *_: 1 / 0"}
    report = grade(filled(tmp_path, answers, {"magic": "%matplotlib inline\n!ls\nopen('left.txt', 'w').close()"}))
    assert [result.state for result in report.results[:4]] == ["wrong", "missing", "failed", "open"]
    assert "left over" in report.results[0].said
    assert len(report.faults) == 1 and "NameError" in report.faults[0]
    assert not Path("left.txt").exists() and not (tmp_path / "left.txt").exists()


def test_a_notebook_that_does_not_end_is_stopped(tmp_path: Path) -> None:
    report = grade(filled(tmp_path, {"3.1": "answer = 40", "3.2": "while True: pass"}), seconds=15)
    assert report.timed_out and [r.state for r in report.results[:2]] == ["right", "missing"]


@pytest.mark.parametrize("content", [None, "{", '{"cells": []}', '{"metadata": {"steelyard": {"chapter": "x"}}}'])
def test_what_is_no_notebook_of_the_course_is_refused(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match="notebook"):
        grade(path)


def test_importing_the_course_is_light() -> None:
    heavy = "('numpy', 'numba', 'matplotlib', 'markdown_it')"
    program = f"import sys, steelyard.course; print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.strip() == "[]"


@pytest.mark.parametrize("number", ["2.5", "3.5", "12.4"])
@pytest.mark.parametrize("answer", ["a word", 3.0, [1, 2], {}])
def test_a_function_is_asked_for_by_name(number: str, answer: object) -> None:
    assert "A function is asked for" in check(number, answer).said


def test_a_function_that_ends_the_program_does_not_end_the_lesson() -> None:
    assert check("3.3", lambda *_: sys.exit(3)).state == "failed"


def test_a_function_that_learns_nothing_yet_is_no_answer() -> None:
    assert check("3.5", lambda X, y: (np.zeros(X.shape[1]), 0.0)).state == "open"
    assert check("3.5", lambda X, y: (np.ones(X.shape[1]), 0.0)).state == "wrong"
