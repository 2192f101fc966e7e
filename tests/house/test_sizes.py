"""The house is small: files, algorithm files and functions keep to a size, or say why not.

A line in EXCEPTIONS lets one file or function be larger and gives the reason; once it is no longer
needed it fails, so the list shrinks by itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

FILE, ALGORITHM_FILE, FUNCTION, MEDIAN_FUNCTION = 250, 160, 40, 10

# "room/file.py" or "room/file.py:Class.function" (below src/steelyard) -> the reason
EXCEPTIONS: dict[str, str] = {
    "course/book/cells/margins.py": "one script is one chapter, and what its cells print stands in it",
}

HOUSE = Path(__file__).resolve().parents[2] / "src" / "steelyard"


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, int]]:
    """Each function with its number of lines, signature and docstring not counted."""
    for node in ast.iter_child_nodes(tree):
        inner = prefix
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{prefix}{node.name}."
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            yield inner[:-1], (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
        yield from functions(node, inner)


def measured() -> Iterator[tuple[str, int, int]]:
    """Each file and function: its name, its lines, the lines it may have."""
    for path in sorted(HOUSE.rglob("*.py")):
        name, text = path.relative_to(HOUSE).as_posix(), path.read_text(encoding="utf-8")
        yield name, len(text.splitlines()), ALGORITHM_FILE if name.startswith("algorithms/") else FILE
        for function, lines in functions(ast.parse(text)):
            yield f"{name}:{function}", lines, FUNCTION


def test_files_and_functions_are_small() -> None:
    large = [
        f"{n}: {lines} lines, at most {most}" for n, lines, most in measured() if lines > most and n not in EXCEPTIONS
    ]
    assert not large, "split them, or list them in EXCEPTIONS with a reason"


def test_every_exception_is_needed_and_has_a_reason() -> None:
    too_large = {name for name, lines, most in measured() if lines > most}
    assert set(EXCEPTIONS) <= too_large, "these are no longer too large (or are gone): take them off the list"
    assert all(len(reason.split()) >= 3 for reason in EXCEPTIONS.values())


def test_the_median_function_is_short() -> None:
    assert median(lines for name, lines, _ in measured() if ":" in name) <= MEDIAN_FUNCTION


def test_the_measure_counts_bodies_and_knows_nested_functions() -> None:
    source = (
        'class A:\n  def f(self,\n        a):\n    """Doc\n    more."""\n    def g():\n      return 1\n    return g\n'
    )
    assert list(functions(ast.parse(source))) == [("A.f", 3), ("A.f.g", 1)]
