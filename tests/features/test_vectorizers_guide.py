"""The guide's blocks run as they stand, one after another."""

from __future__ import annotations

import re
from pathlib import Path


def test_the_guide_to_vectorizers(repository: Path) -> None:
    page = (repository / "docs" / "guide" / "vectorizers.md").read_text(encoding="utf-8")
    blocks = list(re.finditer(r"```python\n(.*?)```", page, re.DOTALL))
    assert len(blocks) == 3
    names: dict[str, object] = {}
    for block in blocks:
        lines_above = "\n" * page.count("\n", 0, block.start(1))  # so that errors name the line of the page
        exec(compile(lines_above + block[1], "docs/guide/vectorizers.md", "exec"), names)
