"""README's commands and its example are true: each is run, in a folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.M | re.S)
COMMANDS = [
    part.strip()
    for kind, block in BLOCKS
    for line in block.splitlines()
    for part in line.split("&&")
    if not kind and part.strip()
]
TESTS = "python -m pytest -n auto"


def run(words: list[str], folder: Path) -> str:
    scripts = sysconfig.get_path("scripts")
    environment = {**os.environ, "PATH": os.pathsep.join([scripts, os.environ["PATH"]])}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_two_lines_of_commands() -> None:
    assert [block.count("\n") for kind, block in BLOCKS if not kind] == [1, 1]


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("steelyard ")])
def test_what_a_command_of_the_house_shows(command: str, tmp_path: Path) -> None:
    assert run(command.split(), tmp_path).strip()


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("pip ")])
def test_an_install_command_names_this_project_and_extras_that_it_has(command: str) -> None:
    found = re.fullmatch(r"pip install (?:\.|'\.\[([\w,]+)\]')", command)
    assert found
    extras = re.findall(r"^(\w+) = \[", (REPOSITORY / "pyproject.toml").read_text(), re.M)
    assert set(filter(None, (found[1] or "").split(","))) <= set(extras)


def test_ci_runs_the_very_test_command() -> None:
    """It would be strange to run all tests from within a test: CI's last stage is README's command."""
    last = (REPOSITORY / ".ci" / "run").read_text().strip().splitlines()[-1]
    assert TESTS in COMMANDS and f" {TESTS} " in last


def test_no_command_is_left_unchecked() -> None:
    assert all(command == TESTS or command.startswith(("pip ", "steelyard ")) for command in COMMANDS)


@pytest.mark.parametrize("example", [block for kind, block in BLOCKS if kind == "python"])
def test_an_example_prints_what_it_says(example: str, tmp_path: Path) -> None:
    said = re.findall(r"print\(.*\)  # (.*)", example)
    assert said and run([sys.executable, "-c", example], tmp_path).splitlines() == said
