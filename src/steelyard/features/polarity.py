"""The two features of the course's first document: how positive and how negative a text's words are on average."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Self

from steelyard.features._lexical import LexicalFeatures
from steelyard.text.documents import Texts
from steelyard.text.polarity import lexicon as load_lexicon
from steelyard.text.tokenizers import tokenizer as course_tokenizer
from steelyard.text.wordfile import StrPath


class PolarityFeatures(LexicalFeatures):
    """Mean positive and mean negative polarity of the words of a text.

    The first column is the sum of the positive polarities divided by the number of words, the second the sum of the
    negative ones, taken as positive numbers, divided by the same. A text without words has zeros.

    Parameters
    ----------
    lexicon : str, path or mapping, default "en"
        `"en"`, `"es"` or `"fr"` for Steelyard's own, a file in VADER's format, or a mapping from word to polarity.
    tokenizer : str or callable, default "course-1"
        The name of one of the course's tokenizers, or a function from a text to its words.

    Attributes
    ----------
    lexicon_ : dict
        From word to polarity, as it was when `fit` read it.

    Examples
    --------
    >>> from steelyard.features import PolarityFeatures
    >>> features = PolarityFeatures({"great": 3.0, "dull": -2.0})
    >>> features.fit_transform(["A great cast, a dull plot.", "?!"])
    array([[0.5       , 0.33333333],
           [0.        , 0.        ]])
    >>> float(features.transform(["dull"])[0, 1])
    2.0
    """

    columns: ClassVar[tuple[str, ...]] = ("mean_positive", "mean_negative")

    def __init__(
        self,
        lexicon: StrPath | Mapping[str, float] = "en",
        *,
        tokenizer: str | Callable[[str], list[str]] = "course-1",
    ) -> None:
        self.lexicon = lexicon
        self.tokenizer = tokenizer

    def fit(self, X: Texts, y: Any = None) -> Self:
        """Read the lexicon; the texts are not looked at."""
        self._words()
        self.lexicon_ = load_lexicon(self.lexicon)
        return self

    def _words(self) -> Callable[[str], list[str]]:
        return course_tokenizer(self.tokenizer) if isinstance(self.tokenizer, str) else self.tokenizer

    def _rows(self, texts: Iterator[str]) -> Iterator[tuple[float, ...]]:
        words_of, lexicon = self._words(), self.lexicon_
        for text in texts:
            yield mean_polarities(words_of(text), lexicon)


def mean_polarities(words: list[str], lexicon: Mapping[str, float]) -> tuple[float, float]:
    """The sums of the positive and of the negative polarities, each divided by the number of words.

    Examples
    --------
    >>> from steelyard.features.polarity import mean_polarities
    >>> mean_polarities(["so", "great"], {"great": 3.0})[0]
    1.5
    """
    if not words:
        return 0.0, 0.0
    found = [lexicon[word] for word in words if word in lexicon]
    positive = sum(polarity for polarity in found if polarity > 0)
    negative = sum(-polarity for polarity in found if polarity < 0)
    return positive / len(words), negative / len(words)
