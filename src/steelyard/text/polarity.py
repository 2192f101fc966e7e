"""Polarity lexicons: word -> how positive or negative it is, in the file format of VADER."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from pathlib import Path

from steelyard.errors import SettingError
from steelyard.text.extras import language_code
from steelyard.text.wordfile import StrPath, broken, numbered_lines

SHIPPED = Path(__file__).with_name("lexicons")

Lexicon = dict[str, float]

_WAYS = 'Give "en", "es" or "fr", the path of a file in VADER\'s format, or a mapping from word to polarity.'


def lexicon(source: StrPath | Mapping[str, float]) -> Lexicon:
    """A polarity lexicon by language, from a file, or from a mapping.

    Parameters
    ----------
    source : str, path or mapping
        `"en"`, `"es"` or `"fr"`, in either case, for Steelyard's own short lexicons; any other string is the path of
        a file that `read_lexicon` reads; a mapping from word to polarity is copied.

    Examples
    --------
    >>> from steelyard.text import lexicon
    >>> lexicon("en")["terrible"] < 0 < lexicon("en")["wonderful"]
    True
    >>> lexicon({"great": 3, "dull": -2})["dull"]
    -2.0
    """
    if isinstance(source, Mapping):
        return {_word(word): _given(word, polarity) for word, polarity in source.items()}
    if not isinstance(source, str | os.PathLike):
        raise SettingError(f"The lexicon is {source!r:.60}.", _WAYS)
    if isinstance(source, str) and language_code(source) in shipped_languages():
        return read_lexicon(SHIPPED / f"{language_code(source)}.txt")
    if not Path(source).is_file():
        known = ", ".join(shipped_languages())
        raise SettingError(
            f"There is no lexicon {str(source)!r}: neither one of Steelyard's own ({known}) nor a file.", _WAYS
        )
    return read_lexicon(source)


def read_lexicon(path: StrPath) -> Lexicon:
    """Read a lexicon in VADER's format: a token, a tab, its mean polarity, and whatever follows another tab.

    Space before a token is no part of it. A token that stands twice counts with its last line, as in the course's
    `read_vader`. Blank lines are skipped; the file may be compressed with gzip and may start with a byte order mark.

    Parameters
    ----------
    path : str or path

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.text import read_lexicon
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "words.txt"
    ...     _ = file.write_text("good\\t1.9\\t0.94\\ngood\\t2.0\\n", encoding="utf-8")
    ...     read_lexicon(file)["good"]
    2.0
    """
    found: Lexicon = {}
    for number, line in numbered_lines(path):
        token, tab, rest = line.lstrip().partition("\t")
        if not (token and tab):
            raise broken(path, number, f"no tab after the token in {line!r}.", "Write: token, tab, mean polarity.")
        found[token] = _polarity(path, number, rest.partition("\t")[0])
    return found


def shipped_languages() -> list[str]:
    """The languages that have a lexicon of Steelyard's own.

    Examples
    --------
    >>> from steelyard.text import shipped_languages
    >>> len(shipped_languages())
    3
    """
    return sorted(file.stem for file in SHIPPED.glob("*.txt"))


def _word(word: object) -> str:
    if not isinstance(word, str):
        raise SettingError(f"The lexicon has {word!r:.60} where a word is expected.", _WAYS)
    return word


def _given(word: str, polarity: object) -> float:
    """The polarity of a word in a mapping."""
    try:
        number = float(polarity)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise SettingError(f"The polarity of {word!r} is {polarity!r:.60}.", "Give a finite number.")
    return number


def _polarity(path: StrPath, number: int, field: str) -> float:
    try:
        polarity = float(field)
    except ValueError:
        polarity = math.nan
    if not math.isfinite(polarity):
        advice = "Positive words have a number above 0, negative words one below."
        raise broken(path, number, f"the polarity {field!r} is not a finite number.", advice)
    return polarity
