"""What both the terminal and the page show of an explanation, before either lays it out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from steelyard.explain.data import Explanation, Flip, Neighbours, Piece
from steelyard.explain.wording import Words

MOST_ITEMS, LEAST_ITEM = 10, 0.01  # how many are listed of what speaks one way, and from which share of the greatest on
LONGEST = 2400  # characters of a text that a terminal shows: its passages that weigh most
SHARES = (0.1, 0.3, 0.6)  # of the greatest weight: from there on a piece is shaded, more, most
_KEPT = "\n\u200c\u200d"


class Item(NamedTuple):
    """What is listed with its weight: a term, or a word."""

    label: str
    weight: float


class Side(NamedTuple):
    """What speaks one way."""

    name: str
    items: Sequence[Item]
    rest: float  # what those that are not listed weigh
    others: int  # how many they are


def visible(text: str) -> str:
    """The text with nothing in it that steers a terminal, hides, or turns the order of what is read; as long as before.

    >>> visible("a\\x1b[31m\\u202eb\\tc")
    'a�[31m�b c'
    """
    return "".join(c if c.isprintable() or c in _KEPT else _stand_in(c) for c in text)


def _stand_in(c: str) -> str:
    kind = unicodedata.category(c)
    if c.isspace() and kind != "Zs":
        return " "
    return c if kind in ("Zs", "Cn", "Co") and ord(c) & 0xFFFE != 0xFFFE else "\ufffd"


def sides(e: Explanation, words: Words, most: int = MOST_ITEMS) -> tuple[Side, Side]:
    """What speaks for the target, and what against it: terms, or words where terms are splinters of words."""
    splinters = any(term.kind != "word" for term in e.terms)
    each = e.words if splinters else e.terms
    items = [Item(visible(one[0]), one.weight) for one in each]
    least = LEAST_ITEM * max((abs(item.weight) for item in items), default=0.0)
    plus, minus = side_names(e, words)
    return (
        _side(plus, [item for item in items if item.weight > 0.0], most, least),
        _side(minus, [item for item in items if item.weight < 0.0], most, least),
    )


def side_names(e: Explanation, words: Words) -> tuple[str, str]:
    """For whom a weight above 0 speaks, and for or against whom one below 0."""
    other = words("against", name=visible(e.target)) if e.against is None else words("for", name=visible(e.against))
    return words("for", name=visible(e.target)), other


def _side(name: str, items: Sequence[Item], most: int, least: float) -> Side:
    if len(items) == most + 1:  # one more takes no more room than saying so
        most += 1
    most = min(most, sum(abs(item.weight) >= least for item in items))
    return Side(name, items[:most], sum(item.weight for item in items[most:]), max(len(items) - most, 0))


def heading(e: Explanation, words: Words) -> str:
    return words("says", said=visible(e.said), p=words.percent(e.probabilities[e.classes.index(e.said)]))


def sentences(e: Explanation, words: Words) -> Iterator[str]:
    """What the score is, and what it is made of."""
    score, target = words.number(e.score), visible(e.target)
    if len(e.classes) == 2:
        signed = e.score if e.target == e.classes[1] else -e.score
        first, second = map(visible, e.classes)
        yield words("score of two", score=words.number(signed), first=first, second=second)
    elif e.against is None:
        yield words("score of one", target=target, score=score, p=words.percent(e.probability))
    else:
        yield words("score against", target=target, against=visible(e.against), score=score)
    total = sum(term.weight for term in e.terms)
    yield words("sum", terms=words.number(total), intercept=words.number(e.intercept), score=score)
    slope, shift = e.calibration
    if (slope, shift) != (1.0, 0.0) and len(e.classes) == 2:
        added = f"{words.minus if shift < 0 else '+'} {words.number(abs(shift), signed=False)}"
        yield words("calibrated", slope=words.number(slope, signed=False), shift=added)


def unknown(e: Explanation, words: Words, most: int = 12) -> str | None:
    """The words that no term of the model covers."""
    pieces = (e.text[piece.begin : piece.end] for piece in e.pieces if not piece.known)
    found = list(dict.fromkeys(word for word in pieces if any(c.isalnum() for c in word)))
    if not found:
        return None
    shown = [words.quoted(visible(word)) for word in found[:most]] + ["…"] * (len(found) > most)
    return words("unknown", words=", ".join(shown))


def levels(pieces: Sequence[Piece]) -> list[int]:
    """How strongly each piece is marked, 0 to 3; below 0 for what speaks against."""
    most = max((abs(piece.weight) for piece in pieces), default=0.0)
    found = [sum(abs(piece.weight) >= share * most for share in SHARES) if piece.weight else 0 for piece in pieces]
    return [level if piece.weight > 0 else -level for level, piece in zip(found, pieces)]


def least(pieces: Sequence[Piece], level: int) -> float:
    """From which weight on a piece is marked so strongly."""
    return SHARES[level - 1] * max((abs(piece.weight) for piece in pieces), default=0.0)


def passages(
    weights: Sequence[float], sizes: Sequence[int], most: int = LONGEST, stretch: int = 25
) -> list[tuple[int, int]]:
    """The first and last pieces of what is shown of a text: the stretches that weigh most, in order."""
    if sum(sizes) + len(sizes) <= most:
        return [(0, len(sizes) - 1)]
    starts = list(range(0, len(sizes), stretch))
    heavy = sorted(starts, key=lambda at: -max(map(abs, weights[at : at + stretch])))
    kept: list[int] = []
    room = most
    for at in heavy:
        room -= sum(sizes[at : at + stretch]) + stretch
        if room < 0 and kept:
            break
        kept.append(at)
    found: list[tuple[int, int]] = []
    for at in sorted(kept):
        last = min(at + stretch, len(sizes)) - 1
        if found and found[-1][1] == at - 1:
            found[-1] = (found[-1][0], last)
        else:
            found.append((at, last))
    return found


def flip_sentences(flip: Flip, words: Words) -> Iterator[str]:
    """What would change the answer."""
    said = visible(flip.said)
    if flip:
        gone = words.listed([words.quoted(visible(word)) for word in flip.words])
        yield words("flip", words=gone, says=visible(flip.says), p=words.percent(flip.probability))
        if flip.smallest and len(flip.words) > 1:
            yield words("flip smallest")
        elif not flip.smallest:
            yield words("flip found", n=flip.exhausted)
        return
    if flip.exhausted < 1:
        yield words("flip nothing", said=said)
    else:
        yield words("flip none of one" if flip.exhausted == 1 else "flip none", n=flip.exhausted, said=said)
    if flip.tried > flip.exhausted:
        yield words("flip tried", n=flip.tried)


def sum_sentences(found: Neighbours, words: Words) -> Iterator[str]:
    """The score as the sum over the training texts."""
    by_class = list(zip(found.classes, found.by_class))
    shown = sorted(by_class, key=lambda each: -abs(each[1]))[:6]
    parts = [f"{visible(name)} {words.number(weight)}" for name, weight in shown]
    rest = sum(weight for _, weight in by_class) - sum(weight for _, weight in shown) + found.remainder
    if len(by_class) > len(shown):
        parts.append(f"… {words.number(rest)}")
    yield words(
        "by class", parts=", ".join(parts), intercept=words.number(found.intercept), score=words.number(found.score)
    )
    if found.error_bound is not None:
        yield words("error", error=words.small(found.error_bound))
