"""Numbers as a language writes them.

    en   12,345.6    91.9%
    fr   12 345,6    91,9 %   thousands with a narrow no-break space, a no-break space before the sign
    es   12 345,6    91,9 %   the same, but four digits stay together: 1234

The minus sign is U+2212. What is no number is a dash.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from steelyard.report.markup import Markup, tag

NARROW, NO_BREAK, MINUS, NONE = "\u202f", "\u00a0", "\u2212", "–"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Style(NamedTuple):
    """How a language writes numbers."""

    point: str
    thousands: str
    together: int  # so many digits are not yet grouped
    percent: str


STYLES = {
    "en": Style(".", ",", 3, "%"),
    "fr": Style(",", NARROW, 3, NO_BREAK + "%"),
    "es": Style(",", NARROW, 4, NO_BREAK + "%"),
}


class Numbers:
    """The numbers of a language.

    >>> Numbers("fr").percent(0.9187), Numbers("es").integer(1234), Numbers("en").short(1e-7)
    ('91,9\\xa0%', '1234', '10⁻⁷')
    """

    def __init__(self, language: str) -> None:
        self.style = STYLES[language]

    def integer(self, n: float | None) -> str:
        """A count; a sum of weights that is not whole keeps one digit."""
        if n is None or not math.isfinite(n):
            return NONE
        return self.decimal(n, 0 if float(n).is_integer() else 1)

    def decimal(self, x: float | None, digits: int = 3, *, signed: bool = False) -> str:
        if x is None or not math.isfinite(x):
            return NONE
        whole, _, part = f"{abs(x):.{digits}f}".partition(".")
        if len(whole) > self.style.together:
            head = len(whole) % 3 or 3
            whole = self.style.thousands.join([whole[:head], *(whole[i : i + 3] for i in range(head, len(whole), 3))])
        written = whole + (self.style.point + part if part else "")
        zero = not written.strip("0" + self.style.point)
        sign = "" if zero else MINUS if x < 0 else "+" if signed else ""
        return sign + written

    def percent(self, x: float | None, digits: int = 1) -> str:
        return NONE if x is None else self.points(x, digits) + self.style.percent

    def points(self, x: float | None, digits: int = 1, *, signed: bool = False) -> str:
        """A share in hundredths, without the sign."""
        return NONE if x is None else self.decimal(100.0 * x, digits, signed=signed)

    def probability(self, p: float | None) -> str:
        """A percentage that is neither nothing nor all where it is neither."""
        if p is None or 0.0005 <= p < 0.9995 or p in (0.0, 1.0):
            return self.percent(p)
        return f"<{NO_BREAK}{self.percent(0.001)}" if p < 0.5 else f">{NO_BREAK}{self.percent(0.999)}"

    def points_short(self, x: float) -> str:
        """For the ticks of an axis: no zeros at the end."""
        return self.short(100.0 * x)

    def short(self, x: float | None, digits: int = 3) -> str:
        """So many significant digits, no zeros at the end: strengths, and the ticks of an axis."""
        if x is None or not math.isfinite(x):
            return NONE
        if x != 0 and not 1e-4 <= abs(x) < 1e6:
            mantissa, raised = self._parts(x)
            return mantissa + str(raised).translate(_RAISED)
        places = max(digits - 1 - math.floor(math.log10(abs(x))), 0) if x else 0
        written = self.decimal(x, places)
        return written.rstrip("0").rstrip(self.style.point) if places else written

    def power(self, x: float | None, digits: int = 1) -> Markup:
        """3.2 × 10⁻⁷, with a raised exponent in HTML."""
        if x is None or not math.isfinite(x):
            return Markup(NONE)
        if x == 0:
            return Markup("0")
        mantissa, raised = self._parts(x, digits)
        return Markup(mantissa + tag("sup", str(raised).replace("-", MINUS)))

    def _parts(self, x: float, digits: int = 1) -> tuple[str, int]:
        """3.2 × 10 and -7"""
        mantissa, _, exponent = f"{x:.{digits}e}".partition("e")
        factor = "" if float(mantissa) == 1.0 else f"{self.decimal(float(mantissa), digits)}{NO_BREAK}×{NO_BREAK}"
        return f"{factor}10", int(exponent)
