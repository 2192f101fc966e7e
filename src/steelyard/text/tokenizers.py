"""The course's two tokenizers, exactly as its documents have them, each beside a mended one.

"course-1" (the logistic regression course) cuts at everything that is no letter, digit or underscore and keeps the
pieces made of letters alone. So "mp3" and "2nd" vanish, "don't" loses its negation, and an accent typed as a mark of
its own is cut off.
"course-4" (the article on SVMs) keeps unaccented Latin letters, digits and apostrophes, drops words of fewer than
three characters and looks up lemmas. So "été" becomes "t" and vanishes, "no" vanishes, "'good'" keeps its quotes.

The mended ones first compose accents (NFC) and make typographic apostrophes plain; then
"course-1-mended" takes runs of letters and digits, with "n't" left on its verb;
"course-4-mended" takes runs of letters and digits with apostrophes inside, of any length, and looks up lemmas.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from steelyard.errors import SettingError
from steelyard.text.lemma import Lemmas, read_lemmas
from steelyard.text.lemma import lemmas as lemmas_of_language
from steelyard.text.wordfile import StrPath

Tokenizer = Callable[[str], list[str]]

_NO_WORD = re.compile(r"\W")
_NO_ARTICLE_WORD = re.compile(r"[^0-9a-zA-Z']+")
_WORD_OR_NEGATED = re.compile(r"[^\W_]*n't(?![^\W_])|[^\W_]+", re.IGNORECASE)
_WORD_WITH_APOSTROPHES = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def poor_mans_tokenizer_and_normalizer(text: str) -> list[str]:
    """The tokenizer "course-1": the pieces between non-word characters that are letters alone, in lower case.

    Examples
    --------
    >>> from steelyard.text import poor_mans_tokenizer_and_normalizer
    >>> poor_mans_tokenizer_and_normalizer("Don't miss the 2nd one!")
    ['don', 't', 'miss', 'the', 'one']
    >>> len(poor_mans_tokenizer_and_normalizer("mp3, MP4"))
    0
    """
    return [piece.lower() for piece in _NO_WORD.split(text) if piece.isalpha()]


def mended_tokenizer_and_normalizer(text: str) -> list[str]:
    """The tokenizer "course-1-mended": runs of letters and digits in lower case, "n't" left on its verb.

    Examples
    --------
    >>> from steelyard.text import mended_tokenizer_and_normalizer
    >>> mended_tokenizer_and_normalizer("Don’t miss the 2nd one!")
    ["don't", 'miss', 'the', '2nd', 'one']
    >>> len(mended_tokenizer_and_normalizer("L'été, l’ete\u0301"))
    4
    """
    return [word.lower() for word in _WORD_OR_NEGATED.findall(_composed(text))]


@dataclass(frozen=True)
class LemmaTokenizer:
    """The tokenizer "course-4": lemmas of the unaccented words of `threshold` characters or more.

    Parameters
    ----------
    lemmas : mapping or callable, default no lemmas
        From a lower-case word to its lemma; a word that the mapping lacks stays as it is.
    threshold : int, default 3
        The length of the shortest word that is kept.

    Examples
    --------
    >>> from steelyard.text import LemmaTokenizer
    >>> LemmaTokenizer({"films": "film"}).tokenize("No été: films, 'good' films")
    ['film', "'good'", 'film']
    >>> len(LemmaTokenizer(threshold=1)("no été"))
    2
    """

    lemmas: Lemmas = field(default_factory=dict, repr=False)
    threshold: int = 3

    def tokenize(self, text: str) -> list[str]:
        """The tokens of `text`."""
        words = _NO_ARTICLE_WORD.sub(" ", text).split()
        return _lemmatized((word for word in words if len(word) >= self.threshold), self.lemmas)

    __call__ = tokenize

    @classmethod
    def load_from_file(cls, path: StrPath) -> LemmaTokenizer:
        """With the lemmas of a file of lines `lemma<TAB>form`; a byte order mark does no harm."""
        return cls(read_lemmas(path))


@dataclass(frozen=True)
class MendedLemmaTokenizer:
    """The tokenizer "course-4-mended": lemmas of all words, accents and short words kept, outer quotes not.

    Parameters
    ----------
    lemmas : mapping or callable, default no lemmas
        From a lower-case word to its lemma; a word that the mapping lacks stays as it is.
    threshold : int, default 1
        The length of the shortest word that is kept.

    Examples
    --------
    >>> from steelyard.text import MendedLemmaTokenizer
    >>> MendedLemmaTokenizer({"films": "film"}).tokenize("No été: films, 'good' films")
    ['no', 'été', 'film', 'good', 'film']
    >>> len(MendedLemmaTokenizer()("It’s no good"))
    3
    """

    lemmas: Lemmas = field(default_factory=dict, repr=False)
    threshold: int = 1

    def tokenize(self, text: str) -> list[str]:
        """The tokens of `text`."""
        words = _WORD_WITH_APOSTROPHES.findall(_composed(text))
        return _lemmatized((word for word in words if len(word) >= self.threshold), self.lemmas)

    __call__ = tokenize


_PLAIN: dict[str, Tokenizer] = {
    "course-1": poor_mans_tokenizer_and_normalizer,
    "course-1-mended": mended_tokenizer_and_normalizer,
}
_WITH_LEMMAS: dict[str, Callable[[Lemmas], Tokenizer]] = {
    "course-4": LemmaTokenizer,
    "course-4-mended": MendedLemmaTokenizer,
}


def tokenizer(name: str, *, lemmas: str | Lemmas | None = None) -> Tokenizer:
    """One of the course's tokenizers by name: a function from a text to its tokens, which can be pickled.

    Parameters
    ----------
    name : {"course-1", "course-1-mended", "course-4", "course-4-mended"}
    lemmas : mapping, callable or language code, default None
        For the two of course 4: from word to lemma (`read_lemmas` reads a table), or a language code for `lemmas`.
        None leaves the words as they are.

    Examples
    --------
    >>> from steelyard.text import tokenizer
    >>> for name in ("course-1", "course-1-mended", "course-4", "course-4-mended"):
    ...     print(tokenizer(name)("Pas d'été, no 2nd film"))
    ['pas', 'd', 'été', 'no', 'film']
    ['pas', 'd', 'été', 'no', '2nd', 'film']
    ['pas', '2nd', 'film']
    ['pas', "d'été", 'no', '2nd', 'film']
    >>> len(tokenizer("course-4", lemmas={"films": "film"})("Two films"))
    2
    """
    if name in _PLAIN and lemmas is None:
        return _PLAIN[name]
    if name in _PLAIN:
        raise SettingError(f"The tokenizer {name!r} takes no lemmas.", 'Use "course-4-mended", or leave lemmas out.')
    if name not in _WITH_LEMMAS:
        known = ", ".join([*_PLAIN, *_WITH_LEMMAS])
        raise SettingError(f"There is no tokenizer {name!r}.", f"Give one of: {known}.")
    if isinstance(lemmas, str):
        lemmas = lemmas_of_language(lemmas)
    return _WITH_LEMMAS[name]({} if lemmas is None else lemmas)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text).replace("’", "'")


def _lemmatized(words: Iterable[str], lemmas: Lemmas) -> list[str]:
    lowered = (word.lower() for word in words)
    if isinstance(lemmas, Mapping):
        return [lemmas.get(word, word) for word in lowered]
    return [lemmas(word) for word in lowered]
