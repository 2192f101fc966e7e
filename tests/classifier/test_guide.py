"""The guide's blocks run as they stand: Python prints what it says, the shell's commands end well."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from steelyard import cli


def blocks(repository: Path, kind: str) -> list[str]:
    page = (repository / "docs" / "guide" / "classifier.md").read_text(encoding="utf-8")
    return [block for found, block in re.findall(r"^```(\w*)\n(.*?)^```", page, re.M | re.S) if found == kind]


def test_python_prints_what_it_says(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    found = blocks(repository, "python")
    assert len(found) >= 5
    for block in found:
        said = re.findall(r"^print\(.*\)  # (.*)$", block, re.M)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(block, "docs/guide/classifier.md", "exec"), names)
        assert out.getvalue().splitlines() == said


def test_the_shells_commands_end_well(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [
        line for block in blocks(repository, "") for line in block.splitlines() if line.startswith("steelyard ")
    ]
    assert len(commands) >= 10
    for command in commands:
        with pytest.raises(SystemExit) as end:
            cli.main(shlex.split(command)[1:])
        out, err = capsys.readouterr()
        assert not end.value.code and out, f"{command}: {err}"
    assert {"reviews.steelyard", "reviews.html", "bilan.html", "reviews.joblib"} <= {p.name for p in tmp_path.iterdir()}
