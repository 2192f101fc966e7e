"""A chapter: its words, its cells and its lesson, joined and checked against each other."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from steelyard.course import cells, sources, words
from steelyard.course.contents import Place, edition, place
from steelyard.course.exercises import Answer
from steelyard.course.words import BookError, Exercise, Picture, Run, Source, Words
from steelyard.errors import SettingError


@dataclass(frozen=True)
class Chapter:
    """One chapter in one language."""

    place: Place
    language: str
    words: Words
    cells: Mapping[str, cells.Cell]
    answers: Mapping[str, Answer]
    pictures: Mapping[str, Callable[[], Any]]

    @property
    def number(self) -> int:
        return self.place.number

    @property
    def title(self) -> str:
        return self.words.title

    @property
    def exercises(self) -> dict[str, Exercise]:
        return {part.number: part for part in words.walk(self.words.parts) if isinstance(part, Exercise)}


def chapter(which: int | str, language: str | None = None) -> Chapter:
    """The chapter of that number or name; in English where there is no edition in the language.

    >>> from steelyard.course import chapter
    >>> chapter(3).number
    3
    """
    return joined(place(which), edition(language))


@cache
def joined(where: Place, language: str) -> Chapter:
    path = where.words(language)
    if not path.is_file():
        raise SettingError(f"Chapter {where.number} is not written yet.")
    lesson = importlib.import_module(where.lesson)
    found = Chapter(where, language, words.read(path), cells.read(where.cells), lesson.ANSWERS, lesson.PICTURES)
    check_parts(found)
    return found


def check_parts(chapter: Chapter) -> None:
    """That what the words name is there, and what is there is named."""
    name = chapter.place.words(chapter.language).name
    parts = list(words.walk(chapter.words.parts))
    for part in parts:
        if isinstance(part, Source):
            sources.excerpt(part.file, part.name)
        if isinstance(part, Run) and part.cell not in chapter.cells:
            raise BookError(f"{name}: there is no cell {part.cell!r}.")
        if isinstance(part, Picture) and part.name not in chapter.pictures:
            raise BookError(f"{name}: there is no picture {part.name!r}.")
    for number, exercise in chapter.exercises.items():
        if number not in chapter.answers:
            raise BookError(f"{name}: exercise {number} has no answer in the lesson.")
        unsaid = set(chapter.answers[number].mistakes) ^ set(exercise.wrong)
        if unsaid - {"changed"}:
            raise BookError(f"{name}: exercise {number} and its answer disagree on the mistakes {sorted(unsaid)}.")
    unused = set(chapter.answers) - set(chapter.exercises)
    unused |= set(chapter.pictures) - {part.name for part in parts if isinstance(part, Picture)}
    said = {part.cell for part in parts if isinstance(part, Run)}
    unused |= {each.name for each in chapter.cells.values() if not cells.is_apart(each)} - said
    if unused:
        raise BookError(f"{name}: these are never mentioned: {', '.join(sorted(unused))}.")
