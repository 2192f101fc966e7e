"""What pictures say, in English, French and Spanish: one table a language, the same keys and the same gaps in each.

`say = Words("fr")`; `say("gap")` is a label, `say("alt.curve", at=0.805)` a sentence with its gaps filled: numbers are
written as the language writes them, with a decimal comma in French and Spanish.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from steelyard.errors import SettingError
from steelyard.pictures.words import en, es, fr

TABLES: dict[str, dict[str, str]] = {"en": en.WORDS, "fr": fr.WORDS, "es": es.WORDS}
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Words:
    """The words of one language.

    >>> from steelyard.pictures.words import Words
    >>> Words("fr").number(-0.25), Words("en").number(0.00001234)
    ('−0,25', '1.23 × 10⁻⁵')
    """

    def __init__(self, language: str) -> None:
        if language not in TABLES:
            raise SettingError(f"Pictures do not speak {language!r}.", f"They speak: {', '.join(TABLES)}.")
        self.language = language
        self.table = TABLES[language]
        self.point = self.table["point"]

    def __call__(self, key: str, **gaps: Any) -> str:
        """The text of that key, its gaps filled."""
        said = {name: self.number(gap) if isinstance(gap, float) else gap for name, gap in gaps.items()}
        return self.table[key].format(**said)

    def number(self, x: float, digits: int = 3) -> str:
        """A number to so many digits."""
        text = f"{x:.{digits}g}"
        if "e" in text:
            mantissa, exponent = text.split("e")
            text = f"{mantissa} × 10{str(int(exponent)).translate(_SUPERSCRIPTS)}"
        return text.replace("-", "−").replace(".", self.point)

    def fixed(self, x: float, decimals: int) -> str:
        """A number with so many decimals."""
        return f"{x:.{decimals}f}".replace("-", "−").replace(".", self.point)

    def percent(self, share: float, decimals: int = 0) -> str:
        """A share in hundredths."""
        return self("percent", number=self.fixed(100.0 * share, decimals))

    def several(self, parts: Sequence[str]) -> str:
        """a, b and c"""
        if len(parts) < 2:
            return "".join(parts)
        return self("and", first=", ".join(parts[:-1]), last=parts[-1])

    def point_at(self, x: Any) -> str:
        """A point by its coordinates; French and Spanish part them by a semicolon, as commas are taken."""
        between = ", " if self.point == "." else " ; " if self.language == "fr" else "; "
        return "(" + between.join(self.number(float(each)) for each in x) + ")"

    def column(self, names: Sequence[str] | None, j: int) -> str:
        """The name of a column, or its number."""
        return self("column", number=j + 1) if names is None else names[j]

    def run(self, name: str) -> str:
        """The name of a run; those of the house (online, full batch ...) are translated."""
        return self.table.get(f"run.{name}", name)
