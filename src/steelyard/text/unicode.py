"""What a code point is, as the running Python sees it: part of a word, white space, and its lower case.

The law of the vectorizers is to equal Python's `re` and `str.lower`, whatever Unicode version they
have. So the tables are asked of them, at first use, and not shipped.

Two code points have no place in a table of lower cases: U+0130 becomes two code points, and U+03A3
(capital sigma) depends on its neighbours. `normalise` has Python lower the texts that hold them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import numpy as np

N_CODE_POINTS = 0x110000
SURROGATES = slice(0xD800, 0xE000)
WORD, SPACE = 1, 2
DOTTED_I, SIGMA = "\u0130", "\u03a3"


class Tables(NamedTuple):
    """By code point: `kind` (bits WORD and SPACE) and `lower` (the code point of its lower case)."""

    kind: np.ndarray
    lower: np.ndarray


@cache
def tables() -> Tables:
    """The tables of the running Python; made once a process."""
    code_points = np.arange(N_CODE_POINTS, dtype="<u4")
    scalars = np.delete(code_points, SURROGATES)
    text = scalars.tobytes().decode("utf-32-le")

    kind = np.zeros(N_CODE_POINTS, np.uint8)
    for pattern, bit in ((r"\w+", WORD), (r"\s+", SPACE)):
        for run in re.finditer(pattern, text):
            first, last = scalars[run.start()], scalars[run.end() - 1]
            kind[first : last + 1] |= bit
    kind[SURROGATES] = 0

    lower = code_points.astype(np.int32)
    lowered = text.replace(DOTTED_I, "i").replace(SIGMA, "\u03c3").lower()
    lower[scalars] = np.frombuffer(lowered.encode("utf-32-le"), "<u4")
    return Tables(kind, lower)


@cache
def ascii_tables() -> Tables:
    """The same for the first 128 code points alone: enough, and ready at once, where all text is ASCII."""
    kind = np.zeros(128, np.uint8)
    lower = np.arange(128, dtype=np.int32)
    for c in map(chr, range(128)):
        kind[ord(c)] = WORD * (c.isalnum() or c == "_") + SPACE * c.isspace()
        lower[ord(c)] = ord(c.lower())
    return Tables(kind, lower)
