"""`flips`: the fewest words without which the model says something else.

A set of words counts if the model itself, given the text without them, says another class. For up to three words the
answer is proven: no smaller set does it, and of that size none leaves less of the lead (`exhausting.py`).

Beyond three words, and for texts so long that this is too much work, words are taken out one at a time, each time the
one that leaves least of the lead; then those that were not needed are put back.
"""

from __future__ import annotations

import numpy as np

from steelyard.errors import SettingError
from steelyard.explain.asking import Asked, TooMuchError, Words
from steelyard.explain.data import Flip
from steelyard.explain.exhausting import Smallest
from steelyard.models.linear_text import LinearText

EXHAUSTED = 3  # words: up to so many, every set is considered


def flips(model: LinearText, text: str, most: int = 10) -> Flip:
    """The fewest words without which the model says something else, each taken out wherever it stands.

    Parameters
    ----------
    model : the model
    text : the text
    most : so many words at most. Up to three the smallest set is found and proven; beyond, one word at a time

    >>> from steelyard.explain.examples import weather
    >>> found = flips(weather(), "More rain than sun, and rain again")
    >>> found.said, found.words, found.says, found.text, round(found.lead_left, 3)
    ('wet', ('rain',), 'dry', 'More than sun, and again', -1.155)
    """
    if most < 1:
        raise SettingError(f"most is {most}.", "Give the number of words that may be taken out, 1 or more.")
    asked = Asked(model, text)
    best, exhausted = Smallest(asked).found(min(most, EXHAUSTED))
    tried = exhausted
    if best is None and most > exhausted:
        best, tried = _one_by_one(asked, most)
    return asked.result(best, exhausted, max(tried, exhausted))


def _one_by_one(asked: Asked, most: int) -> tuple[Words | None, int]:
    """Words taken out one at a time, then those put back that were not needed; and how many there were at most."""
    asked.spent = 0
    gone: Words = ()
    words = range(len(asked.erasable.words))
    try:
        while len(gone) < min(most, len(words)):
            sets: list[Words] = [(*gone, w) for w in words if w not in gone]
            Z = asked.model.scores_of(asked.counts_without(sets))
            best = int(np.argmin(asked.leads(Z)))
            gone = sets[best]
            if asked.model.decide(Z)[best] != asked.said:
                return _needed(asked, gone), len(gone)
    except TooMuchError:
        pass
    return None, len(gone)


def _needed(asked: Asked, gone: Words) -> Words:
    """What is left when words are put back as long as the answer stays another."""
    while len(gone) > 1:
        best = asked.best([tuple(w for w in gone if w != back) for back in gone])
        if best is None:
            break
        gone = best
    return gone
