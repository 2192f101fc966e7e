"""Stop words by language, from the package `stopwordsiso`, less the words that carry an opinion.

The package's lists were made for search engines: they hold "not", "never", "good", "best", "unfortunately". Without
those a classifier of opinions is blind, so by default they stay in the text. The measurements are in
docs/decisions/languages.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from steelyard.errors import SettingError
from steelyard.text.extras import language_code, language_package
from steelyard.text.polarity import lexicon, shipped_languages


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


# Auxiliaries as they stand before "n't". The vectorizers' default pattern leaves "don" of "don't", and "ca" of "can't"
# is too short for it: "can" is no negation.
_BEFORE_NT = _words(
    "ai are ca could dare did do does had has have is may might must need ought sha should was were wo would"
)

NEGATIONS: dict[str, frozenset[str]] = {
    "en": _words("no nor not never none nobody nothing nowhere neither cannot without hardly barely scarcely")
    | {aux + ending for aux in _BEFORE_NT for ending in ("n", "n't", "nt")} - {"can"},
    "es": _words("no ni nunca jamás sin nada nadie ningún ninguno ninguna ningunos ningunas tampoco apenas"),
    "fr": _words("ne n n' non pas ni jamais rien aucun aucune aucuns aucunes sans guère nul nulle plus"),
}

# What the vectorizers' default pattern makes of a stop word: "aujourd'hui" -> "aujourd", "hui".
_PIECE = re.compile(r"(?u)\b\w\w+\b")


def stop_words(language: str, *, keep: Iterable[str] | None = None) -> list[str]:
    """Stop words of a language, as a sorted list: what the vectorizers take as `stop_words`.

    Needs the extra `steelyard[languages]`. Besides each stop word the list holds the pieces that the vectorizers'
    default token pattern makes of it, so that "aujourd'hui" is dropped whole. Phrases are left out: no token is one.

    Parameters
    ----------
    language : str
        Its ISO 639-1 code, in either case: `"en"`, `"es"`, `"fr"`, and some 55 more.
    keep : words, default None
        Words that must stay in the texts. None: the language's negations and the words of its polarity lexicon
        (English, Spanish and French; for other languages nothing). `()`: nothing, the list is the package's.

    Examples
    --------
    >>> from steelyard.text import stop_words
    >>> words = stop_words("en")
    >>> "the" in words, "not" in words, "great" in words
    (True, False, False)
    >>> sum(word in ("the", "not", "great") for word in stop_words("en", keep=()))
    3
    """
    language = language_code(language)
    package = language_package("stopwordsiso", "Stop words")
    if not package.has_lang(language):
        known = " ".join(sorted(package.langs()))
        raise SettingError(f"There are no stop words for the language {language!r}.", f"There are some for: {known}.")
    kept = carriers_of_opinion(language) if keep is None else frozenset(keep)
    found: set[str] = set()
    for word in package.stopwords(language):
        forms = {word, *_PIECE.findall(word)}
        if kept.isdisjoint(forms) and len(word.split()) == 1:
            found |= forms
    return sorted(found)


def carriers_of_opinion(language: str) -> frozenset[str]:
    """The words that `stop_words` keeps in the texts: negations, and the language's polarity lexicon.

    Examples
    --------
    >>> from steelyard.text import carriers_of_opinion
    >>> sum(word in carriers_of_opinion("fr") for word in ("pas", "jamais", "table"))
    2
    """
    language = language_code(language)
    opinions = lexicon(language) if language in shipped_languages() else {}
    return NEGATIONS.get(language, frozenset()) | opinions.keys()
