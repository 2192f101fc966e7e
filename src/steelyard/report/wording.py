"""The page's sentences: one table for each language, `words/*.toml`, with the same keys and the same {placeholders}.

A sentence that depends on a number has a form for `one` and one for `many`. In French 0 and 1.5 are singular.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from steelyard.errors import SettingError
from steelyard.report.markup import Markup, escape
from steelyard.report.numbers import NARROW, NO_BREAK, Numbers

LANGUAGES = ("en", "fr", "es")
PLACE = re.compile(r"\{(\w+)\}")


class Words(Numbers):
    """A language's sentences and numbers. Called, it gives HTML: what is filled in is escaped unless it is Markup."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise SettingError(
                f"There is no report in {language!r}.", f"The languages are {', '.join(LANGUAGES)}: give one of them."
            )
        super().__init__(language)
        self.language = language
        self._table = table(language)

    def __call__(self, key: str, n: float | None = None, /, **values: Any) -> Markup:
        found = values if n is None else {"n": self.integer(n), **values}
        parts = PLACE.split(self._form(key, n))
        return Markup("".join(escape(self._filled(found[p]) if i % 2 else p) for i, p in enumerate(parts)))

    def plain(self, key: str, n: float | None = None, /, **values: Any) -> str:
        """The sentence as a string, for attributes."""
        found = values if n is None else {"n": self.integer(n), **values}
        return PLACE.sub(lambda place: str(self._filled(found[place[1]])), self._form(key, n))

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def listed(self, parts: list[Any]) -> Markup:
        """a, b and c"""
        if len(parts) < 2:
            return Markup("".join(escape(part) for part in parts))
        head = Markup(", ".join(escape(part) for part in parts[:-1]))
        return self("list.and", first=head, last=parts[-1])

    def between(self, parts: list[Any]) -> Markup:
        """a; b; c"""
        return Markup(self.plain("list.between").join(escape(part) for part in parts if part is not None))

    def _filled(self, value: Any) -> Any:
        return self.integer(value) if isinstance(value, int) else value

    def _form(self, key: str, n: float | None) -> str:
        form = self._table[key]
        if isinstance(form, str):
            return form
        return str(form["one" if n is not None and is_one(n, self.language) else "many"])


def is_one(n: float, language: str) -> bool:
    """Whether a language has the singular with this number."""
    return abs(n) < 2 if language == "fr" else n == 1


@cache
def table(language: str) -> dict[str, Any]:
    """ "section.key" -> sentence, or {"one": ..., "many": ...}."""
    raw = tomllib.loads((files("steelyard.report") / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    space = french_spaces if language == "fr" else percent_spaces
    return {
        f"{section}.{key}": {k: space(v) for k, v in form.items()} if isinstance(form, dict) else space(form)
        for section, forms in raw.items()
        for key, form in forms.items()
    }


def percent_spaces(sentence: str) -> str:
    """No line is broken before %."""
    return sentence.replace(" %", NO_BREAK + "%")


def french_spaces(sentence: str) -> str:
    """No line is broken before : ; ? ! % or within « »."""
    sentence = re.sub(r" (?=[:%»])|(?<=«) ", NO_BREAK, sentence)
    return re.sub(r" (?=[;?!])", NARROW, sentence)
