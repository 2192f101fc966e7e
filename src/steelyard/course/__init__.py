"""The textbook: chapters to read, to run, to change, and exercises that know whether they are solved.

    from steelyard.course import check, picture
    check("3.2", 37)          right, wrong, and a hint
    picture("3.regions")      a picture of the book, with its numbers

`docs/authoring.md` tells how a chapter is written. Each one is three files that share its name (`contents.CHAPTERS`):

    book/en/03-perceptron.md    its words, in one folder a language: prose, formulas, exercises with hints and solutions
    book/cells/perceptron.py    what it runs, cell by cell, and below each cell what it prints; a script of its own
    lessons/perceptron.py       what answers are right, and which pictures are drawn

The way of a chapter: `words` and `cells` read it, `chapters` joins them; from there `notebook` makes a notebook, `site`
the pages of the book. Nothing is kept twice: both are made when they are asked for.

The names below are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it
_HOME: dict[str, str] = {
    "check": "steelyard.course.checking",
    "solution": "steelyard.course.checking",
    "picture": "steelyard.course.gallery",
    "chapter": "steelyard.course.chapters",
    "CHAPTERS": "steelyard.course.contents",
    "write_notebook": "steelyard.course.notebook",
    "grade": "steelyard.course.grading",
    "build": "steelyard.course.site",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.course' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
