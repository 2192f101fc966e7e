"""A chapter as a Jupyter notebook: made from the chapter when it is asked for, and not kept beside it.

Prose and boxes become text, cells become code without their outputs, a picture a call that draws it, a function of
the package its text with the file where it stands, and an exercise its text and a cell to answer in. Solutions stay
in the book: `solution("3.2")` shows one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from steelyard.course import sources
from steelyard.course.chapters import Chapter, chapter
from steelyard.course.words import DOCUMENTS, Box, Exercise, Part, Picture, Prose, Run, Source

ANCHORS = re.compile(r"\s*\{#[\w-]+\}\s*$", re.M)
FORMAT = {"nbformat": 4, "nbformat_minor": 5}
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
FIRST = "from steelyard.course import check, picture, solution"


def notebook(found: Chapter, lecturer: bool = False) -> dict[str, Any]:
    """The notebook of a chapter, as data in the form of nbformat 4.5."""
    needs = f"\n\nSome of its cells need more than the package: `{found.place.needs}`" if found.place.needs else ""
    made = [text(f"# {found.number}. {found.title}\n\n{found.words.summary}{needs}"), code(FIRST)]
    made += list(cells_of(found, found.words.parts, lecturer))
    for number, cell in enumerate(made):
        cell["id"] = f"{found.place.name}-{number:03d}"
    return {"cells": made, "metadata": {**KERNEL, "steelyard": {"chapter": found.number}}, **FORMAT}


def cells_of(found: Chapter, parts: tuple[Part, ...], lecturer: bool) -> Iterator[dict[str, Any]]:
    for part in parts:
        if isinstance(part, Prose):
            yield text(part.text)
        elif isinstance(part, Run):
            yield code(found.cells[part.cell].code)
        elif isinstance(part, Source):
            yield text(source_text(part))
        elif isinstance(part, Picture):
            yield code(f'picture("{found.number}.{part.name}")')
            if part.caption:
                yield text(f"*{part.caption}*")
        elif isinstance(part, Box):
            yield from box(found, part, lecturer)
        elif isinstance(part, Exercise):
            yield from exercise(found, part, lecturer)


def source_text(part: Source) -> str:
    found = sources.excerpt(part.file, part.name)
    where = f"`{found.path}`, from line {found.line}"
    advice = "change it, restart the kernel, and run again: the change is what runs"
    return f"{where} ({advice})\n\n```python\n{found.text}\n```"


def box(found: Chapter, part: Box, lecturer: bool) -> Iterator[dict[str, Any]]:
    if part.kind == "lecturer" and not lecturer:
        return
    heads = {
        "document": f"What the document says: {DOCUMENTS.get(part.argument, '')}, {part.title}",
        "lecturer": f"For the lecturer: {part.argument}",
        "note": part.argument,
    }
    inner = list(cells_of(found, part.parts, lecturer))
    first = f"**{heads[part.kind]}**"
    if inner and inner[0]["cell_type"] == "markdown":
        first = f"{first}\n\n{''.join(inner.pop(0)['source'])}"
    yield text("\n".join(f"> {line}".rstrip() for line in first.split("\n")))
    yield from inner


def exercise(found: Chapter, part: Exercise, lecturer: bool) -> Iterator[dict[str, Any]]:
    inner = list(cells_of(found, part.parts, lecturer))
    head = f"### Exercise {part.number}: {part.title}"
    if inner and inner[0]["cell_type"] == "markdown":
        head = f"{head}\n\n{''.join(inner.pop(0)['source'])}"
    yield text(head)
    yield from inner
    starter = found.cells.get(f"starter {part.number}")
    given = starter.code if starter else "answer = ..."
    named = re.match(r"(?:.*\n)*?def (\w+)", given)
    answer = named[1] if named else "answer"
    yield code(f'{given}\n\ncheck("{part.number}", {answer})', exercise=part.number)


def text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": lines(ANCHORS.sub("", source))}


def code(source: str, **metadata: str) -> dict[str, Any]:
    about = {"steelyard": metadata} if metadata else {}
    return {"cell_type": "code", "execution_count": None, "metadata": about, "outputs": [], "source": lines(source)}


def lines(source: str) -> list[str]:
    return source.strip("\n").splitlines(keepends=True)


def write_notebook(
    which: int | str, path: str | Path | None = None, *, language: str | None = None, lecturer: bool = False
) -> Path:
    """Write the notebook of a chapter, by default beside you; a file that is there already is left as it is.

    >>> import tempfile
    >>> from steelyard.course import write_notebook
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_notebook(3, folder).name
    'steelyard-03-perceptron.ipynb'
    """
    found = chapter(which, language)
    path = Path.cwd() if path is None else Path(path)
    if path.is_dir():
        path = path / f"steelyard-{found.place.stem}.ipynb"
    if not path.exists():
        content = json.dumps(notebook(found, lecturer), ensure_ascii=False, indent=1)
        path.write_text(content + "\n", encoding="utf-8")
    return path
