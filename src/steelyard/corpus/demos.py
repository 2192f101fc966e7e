"""The demo corpora that come with the package."""

from __future__ import annotations

import difflib
from importlib.resources import as_file, files

from steelyard.corpus.corpora import Corpus
from steelyard.corpus.reading import read
from steelyard.errors import SettingError

DEMOS = ("reviews-en", "reviews-fr", "reviews-es", "support-en")


def demo(name: str) -> Corpus:
    """A small corpus to try things on: "reviews-en", "reviews-fr", "reviews-es" (pos, neg), "support-en" (4 classes).

    >>> import steelyard
    >>> len(steelyard.demo("reviews-en"))
    300
    """
    if name not in DEMOS:
        near = difflib.get_close_matches(str(name), DEMOS, n=1)
        hint = f"Did you mean {near[0]!r}? " if near else ""
        raise SettingError(f"There is no demo corpus {name!r}.", f"{hint}There are: {', '.join(DEMOS)}.")
    with as_file(files("steelyard.corpus") / "demo" / f"{name}.csv") as path:
        return read(path, text="text", label="label")
