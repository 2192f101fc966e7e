"""README's picture shows what the model says today."""

from __future__ import annotations

import runpy
from pathlib import Path


def test_the_scale_is_the_models(repository: Path) -> None:
    script = runpy.run_path(str(repository / "docs" / "pictures" / "scale.py"))
    shares, intercept, score = script["contributions"](script["REVIEW"])
    drawn = script["draw"](shares, intercept, score)
    kept = (repository / "docs" / "pictures" / "scale.svg").read_text(encoding="utf-8")
    assert drawn == kept, "run: python docs/pictures/scale.py"
