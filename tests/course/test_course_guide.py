"""docs/guide/course.md is true: each of its commands is run, in a folder of its own; the book is built elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from steelyard.cli.course import course

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "guide" / "course.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"^```\n(.*?)^```", GUIDE, re.M | re.S) for line in block.splitlines()]


def test_all_commands_are_steelyards() -> None:
    assert len(COMMANDS) >= 8 and all(command.startswith("steelyard course") for command in COMMANDS)


def test_every_command_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        words = command.split()[2:]
        if words[:1] == ["build"]:
            continue  # tests/course/test_book.py
        done = CliRunner().invoke(course, words)
        # a notebook without answers does not hold: that is an answer too
        assert done.exit_code == (1 if words[:1] == ["grade"] else 0), f"{command}\n{done.output}"
        assert done.output.strip()


def test_options_that_are_named_are_there() -> None:
    known = {name for verb in course.commands.values() for option in verb.params for name in option.opts}
    assert set(re.findall(r"(?<!-)(--[a-zA-Z][\w-]*)", GUIDE)) <= known
