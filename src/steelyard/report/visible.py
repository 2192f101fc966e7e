"""Texts as they can be shown: nothing in them steers the page, hides, or turns the order of what is read.

A report shows what others have written. Control characters become their pictures, characters that turn the direction
of what follows become their code (U+202E), halves of characters and what is no character become U+FFFD. Long texts are
cut down to the passages that weigh most.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_TURNING = "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates: "Trojan source" (Boucher, Anderson 2021)
_HIDDEN = "\u200b\u2060\ufeff\u00ad\U000e0000-\U000e007f"
_UNFIT = re.compile(
    rf"(?P<low>[\x00-\x08\x0b\x0c\x0e-\x1f])|\x7f|(?P<code>[{_TURNING}{_HIDDEN}])"
    r"|[\x80-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]|[\U0001fffe\U0001ffff\U000efffe-\U000effff\U0010fffe\U0010ffff]"
)


def visible(text: str) -> str:
    """The text with its unfit characters replaced.

    >>> visible("a\\x00b\\u202ec")
    'a␀b[U+202E]c'
    """
    return _UNFIT.sub(_replacement, text.replace("\r\n", "\n").replace("\r", "\n"))


def _replacement(found: re.Match[str]) -> str:
    character = found[0]
    if found["low"]:
        return chr(0x2400 + ord(character))
    if found["code"]:
        return f"[U+{ord(character):04X}]"
    return "\u2421" if character == "\x7f" else "\ufffd"


def clipped(text: str, most: int) -> str:
    """The text, cut at `most` characters with a mark.

    >>> clipped("a long word", 6)
    'a lon…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


class Piece(NamedTuple):
    """A run of a text and what it puts on the scale."""

    start: int
    end: int
    weight: float


def excerpts(text: str, pieces: Sequence[Piece], most: int, chunk: int = 120) -> list[tuple[int, int]]:
    """The stretches of a text to show: all of it, or the passages that weigh most, `most` characters in all.

    The beginning is always among them: it tells what the text is about.
    """
    if len(text) <= most:
        return [(0, len(text))]
    edges = [0]
    while edges[-1] < len(text):
        edges.append(_word_end(text, edges[-1] + chunk))
    weight = [0.0] * (len(edges) - 1)
    at = 0
    for piece in pieces:
        while piece.start >= edges[at + 1]:
            at += 1
        weight[at] += abs(piece.weight)
    order = sorted(range(1, len(weight)), key=lambda i: (-weight[i], i))
    kept = sorted([0, *order[: max(most // chunk - 1, 0)]])
    found: list[tuple[int, int]] = []
    for i in kept:
        if found and found[-1][1] == edges[i]:
            found[-1] = (found[-1][0], edges[i + 1])
        else:
            found.append((edges[i], edges[i + 1]))
    return found


def _word_end(text: str, at: int, look: int = 30) -> int:
    """The next end of a word, if it is near."""
    if at >= len(text):
        return len(text)
    space = re.search(r"\s", text[at : at + look])
    return at + space.end() if space else at
