"""The guide's block runs as it stands, and its words are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steelyard.report import html
from steelyard.report.private import LEAST_COUNT
from steelyard.report.sections.confusions import MATRIX
from tests.report.examples import contents
from tests.report.reading import read


def page(repository: Path) -> str:
    return (repository / "docs" / "guide" / "report.md").read_text(encoding="utf-8")


def test_the_guide_to_the_report_runs(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = page(repository)
    blocks = list(re.finditer(r"```python\n(.*?)```", guide, re.DOTALL))
    assert blocks
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        lines_above = "\n" * guide.count("\n", 0, block.start(1))  # so that errors name the line of the page
        exec(compile(lines_above + block[1], "docs/guide/report.md", "exec"), {})


def test_the_guide_tells_of_every_section(repository: Path) -> None:
    guide = page(repository).replace('"', "”")
    for heading in (e.text for e in read(html(contents(2))).every("h2")):
        assert heading.replace("“", "”") in guide, heading
    assert f"at least {LEAST_COUNT} training texts" in guide and f"up to {MATRIX} classes" in guide
