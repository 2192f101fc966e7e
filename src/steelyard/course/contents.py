"""The chapters in their order, and where their files are."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import NamedTuple

from steelyard.errors import SettingError

BOOK = Path(__file__).parent / "book"
LANGUAGES = ("en",)  # an edition is a folder of words
EXTRAS = {"margins": ("margin", "clarabel"), "counting": ("languages", "stopwordsiso")}  # what these run on besides


class Place(NamedTuple):
    """Where a chapter stands."""

    number: int
    name: str

    @property
    def stem(self) -> str:
        return f"{self.number:02d}-{self.name}"

    def words(self, language: str = "en") -> Path:
        return BOOK / language / f"{self.stem}.md"

    @property
    def cells(self) -> Path:
        return BOOK / "cells" / f"{self.name}.py"

    @property
    def lesson(self) -> str:
        return f"steelyard.course.lessons.{self.name}"

    @property
    def needs(self) -> str:
        """The command that installs what its cells need besides the package, or nothing."""
        return f"pip install 'steelyard[{EXTRAS[self.name][0]}]'" if self.name in EXTRAS else ""

    @property
    def lacks(self) -> bool:
        """Whether that is not installed."""
        return self.name in EXTRAS and importlib.util.find_spec(EXTRAS[self.name][1]) is None


NAMES = (
    "words",  # scales and words: features
    "arm",  # linear scores, decision
    "perceptron",
    "likelihood",  # likelihood and loss
    "descending",  # gradient, stochastic, mini-batch
    "newton",
    "softmax",
    "margins",  # support vector machines
    "counting",  # naive Bayes
    "generative",  # generative and discriminative
    "duals",  # ridge, duals and kernels
    "measuring",  # honest measuring
    "imdb",  # from the toy to IMDB
)
CHAPTERS = tuple(Place(number, name) for number, name in enumerate(NAMES, 1))


def place(which: int | str) -> Place:
    """The chapter of that number or name.

    >>> from steelyard.course.contents import place
    >>> place("perceptron").number
    3
    """
    for each in CHAPTERS:
        if str(which) in (str(each.number), each.name, each.stem):
            return each
    raise SettingError(f"There is no chapter {which!r}.", f"The chapters are 1 to {len(CHAPTERS)}.")


def place_of(number: str) -> Place:
    """The chapter that an exercise or a picture belongs to: "3" of "3.2" or "3.regions"."""
    return place(number.partition(".")[0])


def edition(language: str | None) -> str:
    """The language asked for, by argument or by the environment's STEELYARD_LANGUAGE."""
    wish = language or os.environ.get("STEELYARD_LANGUAGE") or "en"
    if language is not None and language not in LANGUAGES:
        raise SettingError(f"There is no edition in {language!r}.", f"There are: {', '.join(LANGUAGES)}.")
    return wish if wish in LANGUAGES else "en"
