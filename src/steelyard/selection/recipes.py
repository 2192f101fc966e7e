"""Recipes: how text becomes columns, what a count is worth, and which model follows. Plain data, with a name.

    x      tf(count) scale / |row|, in each column; |row| only with `norm`
    scale  1; times idf; times the size of the log-count ratios (`ratios`: naive Bayes has its say before the model,
           Wang and Manning 2012); times the view's balance (`alike`: several views weigh alike)
    model  logistic, or squared hinge; more than two classes by softmax, or each against the rest

What a scale learns from texts, a fold learns from its own training rows (`lanes.scales`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from steelyard.errors import SettingError
from steelyard.features.text_columns import View

WORDS = View("word", (1, 2))
LONGER = View("word", (1, 3))
CHARACTERS = View("char", (2, 5), min_df=2)
SPELLING = View("char_wb", (2, 5), min_df=2)
SIGNS = View("char", (1, 3), min_df=2)  # for scripts in which a sign is a syllable or a word

LARGE = 5_000_000  # characters; beyond them, words that occur once are most of the columns and none of the accuracy
CHOICES = {"tf": ("binary", "log", "count"), "loss": ("logistic", "squared_hinge"), "many": ("softmax", "rest")}


@dataclass(frozen=True)
class Recipe:
    """One way from texts to a model.

    Parameters
    ----------
    name : what it is called in tables
    views : how texts are taken apart; several are laid side by side
    tf : what a count is worth: "binary" 1, "log" 1 + ln count, "count" itself
    idf, ratios, norm : weight columns by rareness, by log-count ratios; divide rows by their length
    alike : whether several views are scaled so that they weigh alike
    loss : "logistic" or "squared_hinge"
    many : more than two classes by "softmax", or each against the "rest"; softmax is logistic

    >>> len(recipe_named("words and characters").views)
    2
    """

    name: str
    views: tuple[View, ...] = (WORDS,)
    tf: str = "log"
    idf: bool = True
    ratios: bool = False
    norm: bool = True
    alike: bool = True
    loss: str = "logistic"
    many: str = "softmax"

    def __post_init__(self) -> None:
        for setting, known in CHOICES.items():
            if getattr(self, setting) not in known:
                raise SettingError(
                    f"{setting} is {getattr(self, setting)!r}.", f"It can be {' or '.join(map(repr, known))}."
                )
        if not self.views:
            raise SettingError("A recipe has no views.", "Give one or more, such as (View('word', (1, 2)),).")
        if self.loss != "logistic" and self.many == "softmax":
            object.__setattr__(self, "many", "rest")

    def as_data(self) -> dict[str, Any]:
        """The recipe as plain data, for a file."""
        return {**asdict(self), "views": [{**view._asdict(), "ngrams": list(view.ngrams)} for view in self.views]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Recipe:
        """The recipe again from `as_data()`; what is not given is as in "words"."""
        known = [field.name for field in fields(cls)]
        if unknown := sorted(set(data) - set(known)):
            raise SettingError(f"No recipe has {unknown[0]!r}.", f"Its settings are {', '.join(known)}.")
        return cls(**{"name": "own", **data, "views": tuple(_view(each) for each in data.get("views", (WORDS,)))})


def _view(data: Any) -> View:
    if isinstance(data, View):
        return data
    if unknown := sorted(set(data) - set(View._fields)):
        raise SettingError(f"No view has {unknown[0]!r}.", f"Its settings are {', '.join(View._fields)}.")
    return View(**{**data, "ngrams": tuple(data.get("ngrams", WORDS.ngrams))})


def _kin(name: str, *views: View) -> list[Recipe]:
    """Plain, weighted by ratios, and both with margins in place of probabilities."""
    plain = Recipe(name, views)
    weighted = replace(plain, name=f"{name}, weighted", ratios=True)
    return [each for pair in ((r, with_margins(r)) for r in (plain, weighted)) for each in pair]


def with_margins(recipe: Recipe) -> Recipe:
    """The same columns under the squared hinge: a support vector machine."""
    return replace(recipe, name=f"{recipe.name}, margins", loss="squared_hinge", many="rest")


RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        *_kin("words", WORDS),
        *_kin("longer words", LONGER),
        *_kin("characters", CHARACTERS),
        *_kin("signs", SIGNS),
        *_kin("words and characters", WORDS, CHARACTERS),
        *_kin("words and spelling", WORDS, SPELLING),
    )
}


def recipe_named(recipe: str | Recipe | Mapping[str, Any], characters: int = 0) -> Recipe:
    """The recipe of that name, for texts of so many characters in all; one that is given is given back.

    >>> recipe_named("words", 50_000_000).views[0].min_df
    2
    """
    if isinstance(recipe, Recipe):
        return recipe
    if isinstance(recipe, Mapping):
        return Recipe.from_data(recipe)
    if recipe in RECIPES:
        return sized(RECIPES[recipe], characters)
    near = get_close_matches(str(recipe), [*RECIPES, "auto"], n=3, cutoff=0.4) or [*RECIPES]
    raise SettingError(f"There is no recipe {recipe!r}.", f"Near it: {'; '.join(near)}. Or auto.")


def sized(recipe: Recipe, characters: int) -> Recipe:
    """The same, with terms that occur in one text left out where the texts are many."""
    if characters <= LARGE:
        return recipe
    return replace(recipe, views=tuple(view._replace(min_df=max(view.min_df, 2)) for view in recipe.views))
