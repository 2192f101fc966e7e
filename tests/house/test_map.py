"""docs/map.md keeps its word: every `file.py:name` that it points to is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
MAP = (REPOSITORY / "docs" / "map.md").read_text(encoding="utf-8")
ROWS = [line for line in MAP.splitlines() if line.startswith("| ") and not line.startswith(("| I want", "| ---"))]
POINTERS = sorted(set(re.findall(r"`([\w./-]+\.py)(?::([\w.]+))?`", MAP)))


def find(path: Path, dotted: str) -> bool:
    """Whether the file defines `name` or `Class.name`, as a function, a class or a constant."""
    nodes = ast.parse(path.read_text(encoding="utf-8")).body
    for name in filter(None, dotted.split(".")):
        inside = [node for node in nodes if name in defined(node)]
        if not inside:
            return False
        nodes = getattr(inside[-1], "body", [])
    return True


def defined(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


@pytest.mark.parametrize(("file", "name"), POINTERS)
def test_pointer_resolves(file: str, name: str) -> None:
    places = [REPOSITORY / "src" / "steelyard" / file, REPOSITORY / file]
    path = next((place for place in places if place.is_file()), None)
    assert path is not None, f"there is no {file} in src/steelyard, nor in the repository"
    assert find(path, name), f"{file} does not define {name}"


def test_every_row_points_somewhere() -> None:
    assert ROWS
    assert [row for row in ROWS if not re.search(r"`[\w./-]+\.py(:[\w.]+)?`", row)] == []


def test_a_missing_name_is_found_out() -> None:
    here = Path(__file__)
    assert find(here, "find") and find(here, "MAP")
    assert not find(here, "no_such_name") and not find(here, "find.inside")
