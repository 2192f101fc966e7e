"""Lemmas: from a form to its dictionary word, by a table in a file or by the package `simplemma`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from steelyard.errors import SettingError
from steelyard.text.extras import language_code, language_package
from steelyard.text.wordfile import StrPath, broken, numbered_lines

Lemmas = Mapping[str, str] | Callable[[str], str]


class LanguageLemmas:
    """The lemma of a word of one language; made by `lemmas`. It pickles as the language's code.

    Examples
    --------
    >>> from steelyard.text import lemmas
    >>> len(lemmas("en")("reviews"))
    6
    """

    def __init__(self, language: str) -> None:
        self.language = language_code(language)
        self._lemmatize = language_package("simplemma", "Lemmas by language").lemmatize
        try:
            self("a")
        except (ValueError, TypeError) as error:
            raise SettingError(
                f"There are no lemmas for the language {language!r}.",
                'Give an ISO 639-1 code such as "en", "es" or "fr", or read a table with read_lemmas.',
            ) from error

    def __call__(self, word: str) -> str:
        # The package makes "do" of "don't" and refuses the empty word.
        if not word or word.endswith("n't"):
            return word
        return str(self._lemmatize(word, lang=self.language))

    def __reduce__(self) -> tuple[Any, ...]:
        return LanguageLemmas, (self.language,)

    def __repr__(self) -> str:
        return f"lemmas({self.language!r})"


def lemmas(language: str) -> LanguageLemmas:
    """A function from a word to its lemma, in one of some 50 languages.

    Needs the extra `steelyard[languages]`. No context is looked at: "saw" has one lemma, verb or noun. A word
    in "n't" stays as it is, so that its negation does.

    Parameters
    ----------
    language : str
        Its ISO 639-1 code, in either case, such as `"en"`, `"es"`, `"fr"`.

    Examples
    --------
    >>> from steelyard.text import lemmas
    >>> [lemmas(code)(word) for code, word in (("en", "films"), ("fr", "chevaux"), ("es", "gatos"))]
    ['film', 'cheval', 'gato']
    >>> len(lemmas("fr")("journaux"))
    7
    """
    return LanguageLemmas(language)


def read_lemmas(path: StrPath, *, order: Literal["lemma-form", "form-lemma"] = "lemma-form") -> dict[str, str]:
    """Read a table of lemmas, two columns with a tab between them, as a mapping from form to lemma.

    A form that stands twice counts with its last line, as in the course. Where a lemma is a choice, `a|b`, the first
    is taken. Blank lines are skipped; the file may be compressed with gzip and may start with a byte order mark
    (left in place it would make of the first lemma a word that no text holds).

    Parameters
    ----------
    path : str or path
    order : {"lemma-form", "form-lemma"}, default "lemma-form"
        Which column is which: "lemma-form" in the course's `lemmatization-en.txt`, "form-lemma" in spaCy's tables.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.text import read_lemmas
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "lemmas.txt"
    ...     _ = file.write_text("\\ufeff1\\tfirst\\nbe\\twere\\n", encoding="utf-8")
    ...     table = read_lemmas(file)
    >>> table["were"], int(table["first"])
    ('be', 1)
    """
    if order not in ("lemma-form", "form-lemma"):
        raise SettingError(f"order is {order!r}.", 'Give "lemma-form" or "form-lemma".')
    table: dict[str, str] = {}
    for number, line in numbered_lines(path):
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != 2 or not all(fields):
            advice = "Write two words with a tab between them, the same way round in every line."
            raise broken(path, number, f"{line!r} is not a pair of words.", advice)
        lemma, form = fields if order == "lemma-form" else reversed(fields)
        table[form] = lemma.partition("|")[0] or lemma
    return table
