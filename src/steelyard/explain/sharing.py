"""The weights of terms laid on the characters of the text, so that the picture adds up.

A column's contribution is shared equally among its occurrences; an occurrence's share equally among its symbols (words,
or characters) that stand in the text; a symbol's equally among its characters. What n-grams overlap on is added up. So
the characters together carry exactly what the terms put on the scale. Two cases have to be decided:

- A padding space of char_wb stands nowhere in the text: its part goes to the other symbols of its term, and where the
  term is nothing but padding, to the character of the word beside it.
- A run of white space that counts as one space is one symbol: its part is spread over the run.

White space cannot be seen, so in `pieces` what falls on it goes to the pieces at its two sides, half to each.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.core.rows import Array
from steelyard.explain.data import Piece
from steelyard.explain.pieces import pieces_of
from steelyard.explain.places import Hits


def laid_on_characters(n: int, found: Sequence[Hits], each: Sequence[Array]) -> Array:
    """The weight of each of the n characters of a text, given the weight of each hit of each view."""
    characters = np.zeros(n)
    for hits, weight in zip(found, each):
        symbols = _on_symbols(hits, weight)
        length = hits.end - hits.begin
        real = length > 0
        at = np.repeat(hits.begin[real], length[real]) + _counted(length[real])
        np.add.at(characters, at, np.repeat(symbols[real] / length[real], length[real]))
    return characters


def _on_symbols(hits: Hits, weight: Array) -> Array:
    """The weight of each symbol."""
    padding = hits.begin == hits.end
    before = np.concatenate([[0], np.cumsum(~padding)])  # symbols with a place before each symbol
    real = before[hits.at + hits.depth] - before[hits.at]
    alone = real == 0  # nothing but a padding space, at the first or the last place of its word
    share = weight / np.where(alone, 1, real)
    out = np.zeros(len(hits.symbols))
    for d in range(int(hits.depth.max(initial=0))):
        reaching = (hits.depth > d) & ~alone
        at = hits.at[reaching] + d
        np.add.at(out, at, np.where(padding[at], 0.0, share[reaching]))
    np.add.at(out, _beside(hits, hits.at[alone], padding), share[alone])
    return out


def _beside(hits: Hits, at: Array, padding: Array) -> Array:
    """The symbol of the word that a padding space belongs to: the next one, or for the last the one before."""
    after = np.minimum(at + 1, len(hits.symbols) - 1)
    return np.where(padding[after], at - 1, after)


def _counted(lengths: Array) -> Array:
    """0 ... length - 1 for each length, one after the other."""
    return np.asarray(np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths))


def laid_on_pieces(text: str, characters: Array, known: Array) -> tuple[Piece, ...]:
    """The words and marks of the text with their weights. `known`: which characters some term covers."""
    parts, on, seen = pieces_of(text), characters.tolist(), known.tolist()
    if not parts:
        return (Piece(0, len(text), sum(on), any(seen)),) if text else ()
    weights = [sum(on[part.begin : part.end]) for part in parts]
    gaps = zip([0, *(part.end for part in parts)], [*(part.begin for part in parts), len(text)])
    for k, (begin, end) in enumerate(gaps):
        sides = [j for j in (k - 1, k) if 0 <= j < len(parts)]
        for j in sides if begin < end else ():
            weights[j] += sum(on[begin:end]) / len(sides)
    return tuple(Piece(p.begin, p.end, w, any(seen[p.begin : p.end])) for p, w in zip(parts, weights))


def covered(n: int, found: Sequence[Hits]) -> Array:
    """Which characters belong to a symbol of some term."""
    known = np.zeros(n, bool)
    for hits in found:
        ends = np.zeros(len(hits.symbols) + 1, np.int64)
        np.add.at(ends, hits.at, 1)
        np.add.at(ends, hits.at + hits.depth, -1)
        inside = np.cumsum(ends[:-1]) > 0
        length = hits.end[inside] - hits.begin[inside]
        known[np.repeat(hits.begin[inside], length) + _counted(length)] = True
    return known
