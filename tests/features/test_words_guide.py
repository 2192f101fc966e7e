"""The guide's examples run as they stand."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_guide_on_words(repository: Path) -> None:
    outcome = doctest.testfile(str(repository / "docs" / "guide" / "words.md"), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 10 and outcome.failed == 0
