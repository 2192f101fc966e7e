"""The pictures of the book, each under the name that its chapter gives it: "3.regions"."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from steelyard.course.chapters import chapter
from steelyard.course.contents import place_of
from steelyard.errors import SettingError


@cache
def picture(name: str) -> Any:
    """One of the book's pictures, made of its numbers: `.save(path)`, `.alt()`, `.as_data()`; a notebook shows it.

    >>> from steelyard.course import picture
    >>> "setosa" in picture("3.learning").alt() or "%" in picture("3.learning").alt()
    True
    """
    found = chapter(place_of(name).number).pictures
    short = name.partition(".")[2]
    if short not in found:
        raise SettingError(f"There is no picture {name!r}.", f"This chapter has: {', '.join(found)}.")
    return found[short]()


def moves(drawn: Any) -> bool:
    """Whether it is an animation."""
    from steelyard.course.together import Moving

    return isinstance(drawn, Moving)


def save(name: str, folder: Path, language: str = "en") -> tuple[Path, str]:
    """Write a picture as PNG, or as GIF if it moves; gives the file, and in words what is to be seen."""
    drawn = picture(name)
    path = folder / f"{name.replace('.', '-')}.{'gif' if moves(drawn) else 'png'}"
    drawn.save(path, language=language)
    return path, drawn.alt(language)
