"""No tracked file names a place on somebody's machine, or a package registry's host."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]

# Spelt so that this file does not match itself.
MACHINE = re.compile(r"(?<![\w.~}])/(?:work|farm|root|opt|home|Users)/(?!\W)")
REGISTRY = re.compile(r"(?:files\.pythonhosted|pypi|registry\.npmjs|crates|deb\.debian)\.(?:org|io)")


def tracked_texts() -> list[tuple[str, str]]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout: nothing is tracked")
    names = [name for name in listed.stdout.split("\0") if (REPOSITORY / name).is_file()]
    return [(name, (REPOSITORY / name).read_bytes().decode("utf-8", "replace")) for name in names]


@pytest.mark.parametrize("pattern", [MACHINE, REGISTRY], ids=["machine", "registry"])
def test_no_tracked_file_matches(pattern: re.Pattern[str]) -> None:
    found = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in tracked_texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_the_patterns_find_what_they_are_for() -> None:
    assert MACHINE.search("see " + "/" + "work/data") and MACHINE.search('"' + "/" + "home/me/x")
    assert not MACHINE.search("course/work/data") and not MACHINE.search("http://localhost/workshop")
    assert REGISTRY.search("https://" + "pypi." + "org/simple")
