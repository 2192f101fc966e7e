"""`python -m steelyard.course.outputs 3 4`: run the cells of chapters and write what they print below them.

For who writes a chapter; read the difference before committing it, since the prose speaks of these numbers.
"""

from __future__ import annotations

import sys
from typing import Any

from steelyard.course import cells
from steelyard.course.contents import place


def ran(which: int | str) -> tuple[dict[str, str], dict[str, Any]]:
    """What the cells of a chapter print today, by their names, and what they leave; those of exercises are left out."""
    where = place(which)
    namespace: dict[str, Any] = {"__name__": f"chapter_{where.number}"}
    found = [cell for cell in cells.read(where.cells).values() if not cells.is_apart(cell)]
    return {cell.name: cells.run(cell, namespace, where.cells) for cell in found}, namespace


def main(which: list[str]) -> None:
    for each in which:
        path = place(each).cells
        path.write_text(cells.with_outputs(path, ran(each)[0]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
