"""The guide's blocks run as they stand, one after another, in an empty folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def test_the_guide_to_explaining_runs(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (repository / "docs" / "guide" / "explaining.md").read_text(encoding="utf-8")
    blocks = list(re.finditer(r"```python\n(.*?)```", page, re.DOTALL))
    assert len(blocks) >= 7
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks:
        lines_above = "\n" * page.count("\n", 0, block.start(1))  # so that errors name the line of the page
        exec(compile(lines_above + block[1], "docs/guide/explaining.md", "exec"), names)
