"""The real functions of the package, as they stand in its files today."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

from steelyard.course.words import BookError

PACKAGE = Path(__file__).resolve().parents[1]


class Excerpt(NamedTuple):
    file: str  # below the package
    name: str
    line: int  # where it begins
    text: str

    @property
    def path(self) -> Path:
        return PACKAGE / self.file


def excerpt(file: str, name: str) -> Excerpt:
    """`Class.method`, a function, a class or a constant of a file; "contract" is the comment at its top.

    >>> from steelyard.course.sources import excerpt
    >>> excerpt("algorithms/perceptron.py", "changes").text.split("(")[0]
    '@jit\\ndef changes'
    """
    path = PACKAGE / file
    if not path.is_file():
        raise BookError(f"There is no {file} in the package.")
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    node = tree.body[0] if name == "contract" else found(tree, name)
    if node is None:
        raise BookError(f"{file} has no {name}.")
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
    lines = text.splitlines()[first - 1 : node.end_lineno]
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return Excerpt(file, name, first, "\n".join(line[indent:] for line in lines))


def found(tree: ast.Module, dotted: str) -> ast.stmt | None:
    body: list[ast.stmt] = tree.body
    node: ast.stmt | None = None
    for name in dotted.split("."):
        node = next((each for each in reversed(body) if name in names_of(each)), None)
        body = getattr(node, "body", [])
    return node


def names_of(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}
