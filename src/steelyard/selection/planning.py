"""recipe="auto": which recipes are tried, on how many texts, and which are worth trying on all.

 1. first    every recipe of a short list, at a few strengths; where the texts are many, on a sample of them
 2. margins  the best of these under the squared hinge too
 3. finals   those that chance alone might have kept from being the best, on all texts, with finer strengths

A sample speaks for fewer texts than there are, and with more of them words gain on characters, and longer terms on
shorter ones. So after a sample the best recipe of words is in the finals unless it was clearly beaten, and with it the
one of longer words; margins are tried again if they were not clearly worse.

What a recipe costs is estimated from its counts, so that a choice takes a few times as long as one recipe does, for 200
texts and for 500,000. Nothing is asked of the texts but their number, their length, and their number of classes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.core.rows import Array
from steelyard.lanes import assign_folds
from steelyard.selection.recipes import Recipe, recipe_named, with_margins
from steelyard.selection.telling import Telling
from steelyard.selection.trying import COARSE, Attempt, Texts

FIRST = (
    "words",
    "words, weighted",
    "longer words, weighted",
    "words and characters",
    "words and characters, weighted",
    "words and spelling",
    "words and spelling, weighted",
)
UNSEPARATED = ("words", "words, weighted", "signs", "signs, weighted", "characters", "characters, weighted")
VERY_SHORT = ("words", "words and spelling")
WORDS = {"words", "words, weighted", "longer words, weighted"}
MANY = 2e6  # texts x classes: beyond, the probabilities of a pass take longer than its counts
LONG = 10.0  # characters a token, on average: no language that separates its words has so many

# Measured, in seconds of one processor a million counts: five folds at three strengths
TWO, SOFTMAX, MOST, REST = 0.6, 0.34, 4.5, 0.3  # the second a class, to `MOST`, then slower; the last a class
COUNTS = 2.4  # a character, of words and characters together
SAMPLE_SECONDS, FEWEST, FEWEST_A_CLASS = 2.0, 1000, 20
SECONDS = 40.0  # what one recipe may take on all texts, unless it is clearly the best
LAST_SECONDS = 80.0  # what the margins may take, which end it, at one strength
COUNTS_AT_MOST = 2e8  # whatever it is worth: they must be held in memory
SURELY, HARDLY = 3.0, 1.0  # standard errors
FINALISTS = 3


def auto(texts: Texts, strengths: Array | None, telling: Telling) -> list[Attempt]:
    """The recipes that were tried, in order; those on all texts are the ones to choose from."""
    rows = sample_of(texts, texts.counter.characters())
    few = texts if rows is None else texts.some(rows)
    scale = len(texts.k) / len(few.k)
    tried = first_round(few, scale, strengths, telling)
    if rows is None:
        for attempt in [each for each in ranked(tried) if not clearly(least(tried), each, HARDLY)][:FINALISTS]:
            telling.begin(step(attempt.recipe, few), 0.3)
            if not telling.enough:
                attempt.fine(telling)
        return tried
    finals = in_finals(tried, scale)
    whole: list[Attempt] = []
    for at, (recipe, s) in enumerate(finals):
        if not (telling.enough and whole):
            share = 0.8 / (len(finals) - 0.8 * at)
            whole.append(attempted(texts, recipe.name, strengths, telling, share, (s - 1, s, s + 1)).fine(telling))
    if margins_may_help(tried) and not telling.enough:
        whole += margins(least(whole), tried[-1].best, strengths, telling)
    return [*tried, *whole]


def margins(best: Attempt, s: int, strengths: Array | None, telling: Telling) -> list[Attempt]:
    """The best recipe under the squared hinge; where that takes long, at one strength alone.

    Margins want less of it the more texts there are: the strength before the one that was best in the sample.
    """
    sharp = with_margins(best.recipe)
    if affordable(best, sharp):
        return [attempted(best.texts, sharp.name, strengths, telling, 0.8).fine(telling)]
    if price(best, sharp) / len(COARSE) <= LAST_SECONDS:
        return [attempted(best.texts, sharp.name, strengths, telling, 0.8, (max(s - 1, 0),))]
    return []


def first_round(few: Texts, scale: float, strengths: Array | None, telling: Telling) -> list[Attempt]:
    """The short list, then the best of it with margins, on all texts or on a sample of one in `scale`."""
    tried: list[Attempt] = []
    names = first_list(few)
    for at, name in enumerate(names):
        if not (telling.enough and tried):
            tried.append(attempted(few, name, strengths, telling, 0.4 / (len(names) - 0.4 * at)))
    cheap = [each for each in ranked(tried) if affordable(each, with_margins(each.recipe), scale)]
    if cheap and not telling.enough:
        tried.append(attempted(few, with_margins(cheap[0].recipe).name, strengths, telling, 0.1))
    return tried


def attempted(
    texts: Texts, name: str, strengths: Array | None, telling: Telling, share: float, coarse: Sequence[int] = COARSE
) -> Attempt:
    """A recipe at strengths far apart, as a step that is such a share of the work that is left."""
    recipe = recipe_named(name, texts.counter.characters())
    telling.begin(step(recipe, texts), share)
    attempt = Attempt(texts, recipe, strengths)
    return attempt.coarse(telling, [s for s in coarse if 0 <= s < len(attempt.tuning.trials.strengths)])


def step(recipe: Recipe, texts: Texts) -> str:
    return f"{recipe.name}, on {len(texts.k):,} texts"


def sample_of(texts: Texts, characters: int) -> Array | None:
    """The rows of a sample, even in classes and folds; None if all the texts are few enough."""
    n = len(texts.k)
    one = seconds(COUNTS * characters / n, texts.classes, recipe_named("words"))
    m = max(int(SAMPLE_SECONDS / max(one, 1e-9)), FEWEST, FEWEST_A_CLASS * texts.classes)
    if 2 * n <= 3 * m:
        return None
    share = assign_folds(texts.k * (texts.folds.max() + 1) + texts.folds, -(-n // m), texts.seed)
    return np.flatnonzero(share == 0)


def first_list(texts: Texts) -> tuple[str, ...]:
    """The short list: another one for languages that do not separate words, and a shorter one for very many classes."""
    import pyarrow.compute as pc

    if len(texts.k) * texts.classes > MANY:
        return VERY_SHORT

    words = recipe_named("words", texts.counter.characters()).views
    tokens = texts.counter.of([words[0]._replace(ngrams=(1, 1))]).counts.data.sum(dtype=np.float64)
    letters = float(pc.sum(pc.utf8_length(texts.counter.texts)).as_py() or 0)
    return UNSEPARATED if letters > LONG * tokens else FIRST


def in_finals(tried: list[Attempt], scale: float) -> list[tuple[Recipe, int]]:
    """Recipes that may be the best on all texts, each with the number of the strength that was best in the sample."""
    order = [each for each in ranked(tried) if len(each.rows.data) * scale <= COUNTS_AT_MOST] or ranked(tried)
    plain = [each for each in order if each.recipe.loss == "logistic"]
    cheap = [each for each in plain if affordable(each, each.recipe, scale)]
    if not cheap or clearly(plain[0], cheap[0]):
        return [(plain[0].recipe, plain[0].best)]
    finals = cheap[:1]
    if words := [each for each in cheap if each.recipe.name in WORDS and not clearly(cheap[0], each)]:
        finals += [words[0]] if words[0] not in finals else []
        if words[0].recipe.ratios:
            finals += [each for each in words if each not in finals and each.recipe.views != words[0].recipe.views]
    return [(each.recipe, each.best) for each in finals[:FINALISTS]]


def margins_may_help(tried: list[Attempt]) -> bool:
    """Whether margins were tried, and were not clearly worse than the same recipe without."""
    sharp = tried[-1]
    plain = [each for each in tried if with_margins(each.recipe).name == sharp.recipe.name]
    return sharp.recipe.loss != "logistic" and bool(plain) and not clearly(plain[0], sharp, HARDLY)


def seconds(counts: float, classes: int, recipe: Recipe) -> float:
    """About what five folds at three strengths take."""
    if classes == 2:
        return TWO * counts / 1e6
    softmax = min(SOFTMAX * classes, MOST + 0.1 * SOFTMAX * classes)
    return (softmax if recipe.many == "softmax" else REST * classes) * counts / 1e6


def affordable(attempt: Attempt, recipe: Recipe, scale: float = 1.0) -> bool:
    """Whether a recipe with the columns of the attempt's would take no more than SECONDS on all texts."""
    return price(attempt, recipe, scale) <= SECONDS


def price(attempt: Attempt, recipe: Recipe, scale: float = 1.0) -> float:
    """In seconds of one processor, on as many counts as the attempt's times `scale`."""
    return seconds(len(attempt.rows.data) * scale, attempt.texts.classes, recipe)


def least(tried: Sequence[Attempt]) -> Attempt:
    return min(tried, key=lambda each: each.loss)


def ranked(tried: Sequence[Attempt]) -> list[Attempt]:
    return sorted(tried, key=lambda each: each.loss)


def worth_most(tried: Sequence[Attempt]) -> Attempt:
    """The one of least loss; or one that is even with it, but for chance, and clearly wrong less often."""
    first = least(tried)
    wrong, w = first.wrong[first.best], first.texts.weights
    even = [each for each in tried if not clearly(first, each, HARDLY)]
    fewer = [each for each in even if beyond_chance(wrong.astype(np.float64) - each.wrong[each.best], w, SURELY)]
    return min(fewer, key=lambda each: float(np.average(each.wrong[each.best], weights=w)), default=first)


def clearly(better: Attempt, worse: Attempt, errors: float = SURELY) -> bool:
    """Is one better than the other by so many standard errors? The same texts are compared, pair by pair."""
    return beyond_chance(worse.each_loss(worse.best) - better.each_loss(better.best), better.texts.weights, errors)


def beyond_chance(more: Array, w: Array, errors: float) -> bool:
    """Is a mean over texts above 0 by so many standard errors?"""
    return bool(np.average(more, weights=w) > errors * more.std() / np.sqrt(len(more)))
