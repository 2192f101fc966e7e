"""Every public name of the room has an example that runs; so does the guide, in an empty folder."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

import pytest

from steelyard import pictures
from steelyard.pictures.words import Words

NAMES = [name for name in pictures.__all__ if name != "Picture"]


@pytest.mark.parametrize("name", [*NAMES, "Words"])
def test_example(name: str) -> None:
    documented: Any = Words if name == "Words" else getattr(pictures, name)
    [found] = doctest.DocTestFinder(recurse=False).find(documented, name)
    outcome = doctest.DocTestRunner(verbose=False).run(found)
    assert outcome.attempted > 0 and outcome.failed == 0


def test_the_guide_to_pictures(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = repository / "docs" / "guide" / "pictures.md"
    outcome = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 10 and outcome.failed == 0
    told = page.read_text(encoding="utf-8")
    assert not [name for name in pictures.PICTURES if f"`{name}`" not in told]
