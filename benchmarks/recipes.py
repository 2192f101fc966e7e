"""`recipes`: what each part of a recipe is worth, out of fold, on training parts alone.

For each set the recipe "words and characters, weighted", and what becomes of it when one thing is changed; then the
other recipes. The best log loss over the strengths (calibrated, five folds) and the share that is right there. No test
part is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

import steelyard
from benchmarks.solve_sets import folder
from steelyard.lanes import assign_folds
from steelyard.selection.counting import Counter
from steelyard.selection.recipes import CHARACTERS, LONGER, RECIPES, WORDS, Recipe, recipe_named, with_margins
from steelyard.selection.telling import Telling
from steelyard.selection.trying import Attempt, Texts

SETS = ("sst2", "fr_allocine_series", "tweeteval_emotion", "trec")
BASE = RECIPES["words and characters, weighted"]


@dataclass(frozen=True)
class Line:
    set: str
    recipe: str
    loss: float
    right: float
    strength: float
    columns: int


def run(quick: bool) -> dict[str, Any]:
    corpora, lines = folder(), []
    names = ("demo:reviews-en",) if quick or corpora is None else SETS
    print(f"{'':<20}{'':<44}{'log loss':>9}{'right':>8}{'strength':>10}{'columns':>10}")
    for name in names:
        corpus = steelyard.demo(name.removeprefix("demo:")) if corpora is None or quick else _read(corpora, name)
        for line in of_set(name, corpus):
            lines.append(line)
            shown = f"{line.recipe:<44}{line.loss:>9.4f}{line.right:>8.4f}{line.strength:>10.3g}{line.columns:>10,}"
            print(f"{name if line.recipe == BASE.name else '':<20}{shown}", flush=True)
    return {"lines": [asdict(line) for line in lines]}


def _read(corpora: Any, name: str) -> Any:
    return steelyard.read(next(iter(sorted((corpora / name).glob("train.csv*")))), skip_bad=True)


def variants() -> Iterator[Recipe]:
    yield BASE
    for tf in ("binary", "count"):
        yield replace(BASE, name=f"  tf {tf}", tf=tf)
    yield replace(BASE, name="  without idf", idf=False)
    yield replace(BASE, name="  without ratios", ratios=False)
    yield replace(BASE, name="  without norm", norm=False)
    yield replace(BASE, name="  views not made to weigh alike", alike=False)
    yield replace(BASE, name="  words of two texts or more", views=(WORDS._replace(min_df=2), CHARACTERS))
    yield replace(BASE, name="  words 1-3", views=(LONGER, CHARACTERS))
    yield replace(BASE, name="  characters 3-6", views=(WORDS, CHARACTERS._replace(ngrams=(3, 6))))
    yield replace(BASE, name="  each class against the rest", many="rest")
    yield replace(with_margins(BASE), name="  margins")
    yield from (each for each in RECIPES.values() if each.loss == "logistic" and each != BASE)


def tried(name: str, recipe: str, strengths: list[float]) -> None:
    """One recipe of the house at strengths of one's own: log loss and error rate of each."""
    corpora = folder()
    assert corpora is not None, "the shared corpora are not there: STEELYARD_CORPORA"
    texts = _texts(_read(corpora, name))
    named = recipe_named(recipe, texts.counter.characters())
    attempt = Attempt(texts, named, np.asarray(strengths)).coarse(Telling())
    losses = attempt.tuning.trials.losses()
    for s in attempt.tried:
        print(f"{recipe:<44}{strengths[s]:>10.3g}{losses[s]:>9.4f}{attempt.wrong[s].mean():>8.2%}", flush=True)


def _texts(corpus: Any) -> Texts:
    k, n = corpus.codes.astype(np.int64), len(corpus)
    return Texts(Counter(corpus.texts), k, len(corpus.classes), assign_folds(k, 5), np.ones(n), 0, None)


def of_set(name: str, corpus: Any) -> Iterator[Line]:
    texts = _texts(corpus)
    for recipe in variants():
        if recipe.many == "softmax" or len(corpus.classes) > 2 or recipe.loss != "logistic":
            attempt = Attempt(texts, recipe).coarse(Telling()).fine(Telling())
            right = 1.0 - attempt.wrong[attempt.best].mean()
            strength = float(attempt.tuning.trials.strengths[attempt.best])
            yield Line(name, recipe.name, attempt.loss, float(right), strength, attempt.learnt.columns.n_columns)
