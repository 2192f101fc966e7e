"""`steelyard course`: the list, a notebook, its grade, the pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from steelyard.cli.course import course, plain
from steelyard.course import contents
from steelyard.course.contents import CHAPTERS


def call(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(course, list(words))
    return done.exit_code, done.output


def test_without_a_verb_it_lists_the_chapters() -> None:
    code, said = call()
    assert code == 0 and " 3  The perceptron" in said and "steelyard course open 3" in said
    assert max(map(len, said.splitlines())) <= 80
    assert said == call("list")[1]
    told = json.loads(call("list", "--json")[1])
    assert [each["number"] for each in told] == [each.number for each in CHAPTERS if each.words().is_file()]


def test_the_list_imports_nothing_heavy() -> None:
    program = "from steelyard.cli import main\ntry:\n    main(['course'])\nexcept SystemExit: pass\n"
    program += "import sys; print([m for m in ('numpy', 'numba', 'matplotlib') if m in sys.modules], file=sys.stderr)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stderr.strip() == "[]"


def test_a_notebook_is_made_and_graded(tmp_path: Path) -> None:
    code, said = call("open", "3", "--to", str(tmp_path), "--no-browser")
    path = Path(said.strip())
    assert code == 0 and path.name == "steelyard-03-perceptron.ipynb"
    made = json.loads(path.read_text(encoding="utf-8"))
    made["cells"] = [c for c in made["cells"] if "check" in "".join(c["source"]) and c["cell_type"] == "code"][:2]
    path.write_text(json.dumps(made), encoding="utf-8")
    code, said = call("grade", str(path))
    assert code == 1 and "  3.1  no answer yet" in said and "0 of 5 exercises of chapter 3 hold." in said
    assert max(map(len, said.splitlines())) <= 80
    assert json.loads(call("grade", str(path), "--json")[1])["of"] == 5


def test_what_is_not_there(tmp_path: Path) -> None:
    for words in (["open", "99"], ["open", "3", "--language", "tlh"], ["grade", str(tmp_path / "a.ipynb")]):
        assert CliRunner().invoke(course, words).exception is not None


def test_marks_of_markdown_are_taken_off_and_code_stays() -> None:
    assert plain("a *b c* **d** `y * (X @ w) * 2` $e$ 2 * 3 * 4") == "a b c d y * (X @ w) * 2 e 2 * 3 * 4"


def test_a_chapter_that_needs_more_says_so_where_it_is_lacking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(contents.EXTRAS, "margins", ("margin", "no_such_module"))
    _, said = call("open", "8", "--to", str(tmp_path), "--no-browser")
    assert "more than the package: pip install 'steelyard[margin]'" in said
    _, said = call("open", "7", "--to", str(tmp_path), "--no-browser")
    assert "pip install" not in said
