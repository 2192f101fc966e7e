"""The capital sigma, whose lower case depends on its neighbours: at the end of a word it is another letter.

It stands at the end if a cased letter comes before it and none after it, case-ignorable characters (an apostrophe, an
accent) not counted. Which characters are cased or ignorable is asked of the running Python, as in `text/unicode.py`.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from steelyard.core.rows import Array
from steelyard.store.onnx import Graph
from steelyard.text.unicode import DOTTED_I, N_CODE_POINTS, SIGMA, SURROGATES

SMALL, FINAL = "\u03c3", "\u03c2"


@cache
def cased_and_ignorable() -> tuple[Array, Array]:
    """By code point: whether it is cased, and whether Python looks past it."""
    scalars = np.delete(np.arange(N_CODE_POINTS, dtype="<u4"), SURROGATES)
    alone, followed = _sigmas(scalars, "\n"), _sigmas(scalars, "a")
    cased, ignorable = np.zeros(N_CODE_POINTS, bool), np.zeros(N_CODE_POINTS, bool)
    cased[scalars] = alone == ord(SMALL)
    ignorable[scalars] = (alone == ord(FINAL)) & (followed == ord(SMALL))
    return cased, ignorable


def _sigmas(scalars: Array, end: str) -> Array:
    """What becomes of a sigma between an "a" and each character, which something follows."""
    lines = np.empty((len(scalars), 5), "<u4")
    lines[:] = [ord(c) for c in f"a{SIGMA}?{end}\n"]
    lines[:, 2] = np.where(scalars == ord(DOTTED_I), ord("I"), scalars)  # its lower case is two code points
    lowered = lines.tobytes().decode("utf-32-le").lower().encode("utf-32-le")
    return np.frombuffer(lowered, "<u4").reshape(-1, 5)[:, 1]


def stands_at_the_end(g: Graph, characters: str, cased: str, ignorable: str) -> str:
    """Whether each character is a capital sigma at the end of a word; given the classes, spelt out for RE2."""
    case = g("Cast", g("RegexFullMatch", characters, pattern=cased), to=7)
    counts = g("Cast", g("Not", g("RegexFullMatch", characters, pattern=ignorable)), to=7)
    before, after = (_nearest(g, g("Mul", case, counts), counts, reverse) for reverse in (0, 1))
    alone = g("And", g("Greater", before, g.whole(0)), g("Equal", after, g.whole(0)))
    return g("And", g("Equal", characters, g.constant([SIGMA])), alone)


def _nearest(g: Graph, case: str, counts: str, reverse: int) -> str:
    """`case` of the nearest character before (`reverse`: after) that counts; 0 where there is none."""
    axis, one = g.whole(1), g.whole(1)
    place = g("CumSum", counts, g("Squeeze", axis), reverse=reverse)  # 1 for the first that counts
    room = g("ConstantOfShape", g("Add", g("Shape", counts), g.whole(0, 1)))
    table = g("ScatterElements", g("Cast", room, to=7), place, case, axis=1, reduction="max")
    return g("GatherElements", table, g("Sub", place, g("Min", counts, one)), axis=1)
