"""The six features of the course's slides on logistic regression, by which a reader would judge a review."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from steelyard.errors import SettingError
from steelyard.features._lexical import LexicalFeatures
from steelyard.text.documents import Texts
from steelyard.text.polarity import lexicon as load_lexicon
from steelyard.text.wordfile import StrPath


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


# First and second person; "no" as a word of its own.
PRONOUNS: dict[str, frozenset[str]] = {
    "en": _words("i me my mine myself we us our ours ourselves you your yours yourself yourselves"),
    "es": _words(
        "yo me mí mi mis mío mía míos mías conmigo nosotros nosotras nos nuestro nuestra nuestros nuestras "
        "tú te ti tu tus tuyo tuya tuyos tuyas contigo vos vosotros vosotras os vuestro vuestra vuestros vuestras "
        "usted ustedes"
    ),
    "fr": _words(
        "je j me m moi mon ma mes mien mienne miens miennes nous notre nos nôtre nôtres "
        "tu te t toi ton ta tes tienne tiennes vous votre vos vôtre vôtres"
    ),
}
NO: dict[str, frozenset[str]] = {
    "en": _words("no"),
    "es": _words("no"),
    "fr": _words("non pas aucun aucune"),
}

_OUTER_PUNCTUATION = re.compile(r"^[\W_]+|[\W_]+$")
_POSITIVE, _NEGATIVE, _NO, _PRONOUN = 1, 2, 4, 8


class ReviewFeatures(LexicalFeatures):
    """Six numbers for a review, as in the course's slides.

    `positive_words` and `negative_words` count words of the lexicon, `no` is 1 if the word "no" appears, `pronouns`
    counts first and second person pronouns, `exclamation` is 1 if "!" appears, and `log_words` is the natural logarithm
    of the number of pieces between white space, lone punctuation marks included (0 for an empty text).

    A word is such a piece in lower case without outer punctuation, so "second-rate" is one word. A piece that stands
    in the lexicon as it is, such as an emoticon, counts too. A pronoun may be contracted: "I'm", "j'ai".

    Parameters
    ----------
    lexicon : str, path or mapping, default None
        `"en"`, `"es"` or `"fr"` for Steelyard's own, a file in VADER's format, or a mapping from word to polarity.
        None: that of `language`. Polarities above 0 are positive, those below 0 negative.
    language : {"en", "es", "fr"}, default "en"
        Whose pronouns, and whose words for "no".

    Attributes
    ----------
    lexicon_ : dict
        From word to polarity, as it was when `fit` read it.

    Examples
    --------
    >>> from steelyard.features import ReviewFeatures
    >>> features = ReviewFeatures({"great": 1, "hokey": -1})
    >>> features.fit_transform(["No, it's hokey !", "I'm told you had a great time"]).round(3)
    array([[0.   , 1.   , 1.   , 0.   , 1.   , 1.386],
           [1.   , 0.   , 0.   , 2.   , 0.   , 1.946]])
    >>> len(features.get_feature_names_out())
    6
    """

    columns: ClassVar[tuple[str, ...]] = (
        "positive_words",
        "negative_words",
        "no",
        "pronouns",
        "exclamation",
        "log_words",
    )

    def __init__(self, lexicon: StrPath | Mapping[str, float] | None = None, *, language: str = "en") -> None:
        self.lexicon = lexicon
        self.language = language

    def fit(self, X: Texts, y: Any = None) -> Self:
        """Read the lexicon; the texts are not looked at."""
        if self.language not in PRONOUNS:
            known = ", ".join(PRONOUNS)
            raise SettingError(f"language is {self.language!r}.", f"Pronouns are known for: {known}.")
        self.lexicon_ = load_lexicon(self.language if self.lexicon is None else self.lexicon)
        return self

    def _rows(self, texts: Iterator[str]) -> Iterator[tuple[float, ...]]:
        kinds = _Kinds(self.lexicon_, self.language)
        for text in texts:
            yield _features(text, kinds)


class _Kinds(dict[str, int]):
    """What a piece of text counts as, in bits; each different piece is looked at once."""

    def __init__(self, lexicon: Mapping[str, float], language: str) -> None:
        super().__init__()
        self.lexicon, self.pronouns, self.no = lexicon, PRONOUNS[language], NO[language]

    def __missing__(self, piece: str) -> int:
        composed = unicodedata.normalize("NFC", piece).replace("’", "'")
        word = _OUTER_PUNCTUATION.sub("", composed).lower()
        polarity = self.lexicon.get(piece, self.lexicon.get(word, 0.0))
        kind = (
            _POSITIVE * (polarity > 0)
            | _NEGATIVE * (polarity < 0)
            | _NO * (word in self.no)
            | _PRONOUN * (word.partition("'")[0] in self.pronouns)
        )
        self[piece] = kind
        return kind


def _features(text: str, kinds: Mapping[str, int]) -> tuple[float, ...]:
    pieces = text.split()
    seen = [0] * 16
    for piece in pieces:
        seen[kinds[piece]] += 1
    return (
        _count(seen, _POSITIVE),
        _count(seen, _NEGATIVE),
        float(_count(seen, _NO) > 0),
        _count(seen, _PRONOUN),
        float("!" in text),
        math.log(max(len(pieces), 1)),
    )


def _count(seen: list[int], bit: int) -> int:
    return sum(seen[kind] for kind in range(16) if kind & bit)
