"""recipe="auto": which recipes are tried, on how many texts, and which are worth trying on all.

 1. first     every recipe of a short list, at a few strengths; where the texts are many, on a sample of them
 2. margins   the best of these under the squared hinge too
 3. finalists those that chance alone might have kept from being the best, on all texts, with finer strengths

What a recipe costs is estimated from its counts, so that a choice takes a few times as long as one recipe does, for 200
texts and for 500,000. Nothing is asked of the texts but their number, their length, and their number of classes.
"""

from __future__ import annotations

import numpy as np

from steelyard.core.rows import Array
from steelyard.lanes import assign_folds
from steelyard.selection.recipes import Recipe, recipe_named, sized, with_margins
from steelyard.selection.telling import Telling
from steelyard.selection.trying import Attempt, Texts

FIRST = (
    "words",
    "words, weighted",
    "longer words, weighted",
    "words and characters",
    "words and characters, weighted",
    "words and spelling",
    "words and spelling, weighted",
)
UNSEPARATED = ("words", "words, weighted", "characters", "characters, weighted", "words and characters, weighted")
LONG = 10.0  # characters a token, on average: no language that separates its words has so many

# Measured, in seconds of one processor a million counts: five folds at three strengths
TWO, SOFTMAX, MOST, REST = 0.6, 0.34, 4.5, 0.3  # the second a class, to `MOST`, then slower; the last a class
COUNTS = 2.4  # a character, of words and characters together
SAMPLE_SECONDS, FEWEST, FEWEST_A_CLASS = 2.0, 1000, 20
SECONDS = 40.0  # what one recipe may take on all texts, unless it is clearly the best
COUNTS_AT_MOST = 2e8  # whatever it is worth: they must be held in memory
FINALISTS = 3


def seconds(counts: float, classes: int, recipe: Recipe) -> float:
    """About what five folds at three strengths take."""
    if classes == 2:
        return TWO * counts / 1e6
    softmax = min(SOFTMAX * classes, MOST + 0.1 * SOFTMAX * classes)
    return (softmax if recipe.many == "softmax" else REST * classes) * counts / 1e6


def sample_of(texts: Texts, characters: int) -> Array | None:
    """The rows of a sample, even in classes and folds; None if all the texts are few enough."""
    n = len(texts.k)
    one = seconds(COUNTS * characters / n, texts.classes, recipe_named("words"))
    m = max(int(SAMPLE_SECONDS / one), FEWEST, FEWEST_A_CLASS * texts.classes)
    if 2 * n <= 3 * m:
        return None
    share = assign_folds(texts.k * (texts.folds.max() + 1) + texts.folds, -(-n // m), texts.seed)
    return np.flatnonzero(share == 0)


def auto(texts: Texts, strengths: Array | None, telling: Telling) -> list[Attempt]:
    """The recipes that were tried: those on all texts last, and the best of these is to be chosen."""
    characters = texts.counter.characters()
    rows = sample_of(texts, characters)
    few = texts if rows is None else texts.some(rows)
    tried: list[Attempt] = []
    names = first_list(few)
    for at, name in enumerate(names):
        telling.begin(f"{name}, on {len(few.k):,} texts", 0.5 / (len(names) + 1 - 0.5 * at))
        tried.append(Attempt(few, sized(recipe_named(name), characters), strengths).coarse(telling))
        if telling.enough:
            break
    best = min(tried, key=lambda each: each.loss)
    scale = len(texts.k) / len(few.k)
    if not telling.enough and affordable(best, with_margins(best.recipe), scale):
        recipe = with_margins(best.recipe)
        telling.begin(f"{recipe.name}, on {len(few.k):,} texts", 0.1)
        tried.append(Attempt(few, recipe, strengths).coarse(telling))
    chosen = finalists(tried, scale)
    for at, attempt in enumerate(chosen):
        telling.begin(f"{attempt.recipe.name}, on {len(texts.k):,} texts", 0.9 / (len(chosen) - 0.9 * at))
        if rows is not None:
            chosen[at] = Attempt(texts, attempt.recipe, strengths).coarse(telling, around(attempt))
        if not telling.enough:
            chosen[at].fine(telling)
    return tried if rows is None else [*tried, *chosen]


def first_list(texts: Texts) -> tuple[str, ...]:
    """The short list: another one for languages that do not separate words."""
    import pyarrow.compute as pc

    tokens = texts.counter.of(recipe_named("words").views).counts.data.sum(dtype=np.float64) / 2.0  # pairs are in it
    letters = float(pc.sum(pc.utf8_length(texts.counter.texts)).as_py() or 0)
    return UNSEPARATED if letters > LONG * tokens else FIRST


def around(attempt: Attempt) -> list[int]:
    """The best strength of a sample and those beside it."""
    s = attempt.best
    return [each for each in (s - 1, s, s + 1) if 0 <= each < len(attempt.tuning.trials.strengths)]


def affordable(attempt: Attempt, recipe: Recipe, scale: float) -> bool:
    """Whether a recipe with the columns of the attempt's would take no more than SECONDS on all texts."""
    return seconds(len(attempt.rows.data) * scale, attempt.texts.classes, recipe) <= SECONDS


def finalists(tried: list[Attempt], scale: float) -> list[Attempt]:
    """Those that may be the best, the best first; those that cost too much only where no other may be."""
    ranked = sorted(tried, key=lambda each: each.loss)
    ranked = [each for each in ranked if len(each.rows.data) * scale <= COUNTS_AT_MOST] or ranked
    cheap = [each for each in ranked if affordable(each, each.recipe, scale)]
    if not cheap or clearly(ranked[0], cheap[0]):
        return ranked[:1]
    return [cheap[0], *(each for each in cheap[1:] if not clearly(cheap[0], each, 1.0))][:FINALISTS]


def clearly(better: Attempt, worse: Attempt, errors: float = 3.0) -> bool:
    """Is one better than the other by so many standard errors? The same texts are compared, pair by pair."""
    more = worse.each_loss(worse.best) - better.each_loss(better.best)
    return bool(more.mean() > errors * more.std() / np.sqrt(len(more)))
