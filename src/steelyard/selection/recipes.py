"""Recipes: how text becomes columns, what a count is worth, and which model follows. Plain data, with a name.

    x       tf(count) scale / |row|         scale 1, or idf; |row| only with `norm`
    ratio   x ratio                         with `ratios`: naive Bayes has its say first (Wang and Manning 2012)
    model   logistic, or squared hinge; more than two classes by softmax, or each against the rest

Everything that a weight learns from texts, a fold learns from its own training rows (`lanes.scales`).
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
    loss : "logistic" or "squared_hinge"
    many : more than two classes by "softmax", or each against the "rest"

    >>> len(recipe_named("words").views)
    1
    """

    name: str
    views: tuple[View, ...] = (WORDS,)
    tf: str = "log"
    idf: bool = True
    ratios: bool = False
    norm: bool = True
    loss: str = "logistic"
    many: str = "softmax"

    def __post_init__(self) -> None:
        for setting, known in CHOICES.items():
            if getattr(self, setting) not in known:
                raise SettingError(f"{setting} is {getattr(self, setting)!r}.", f"It can be {_either(known)}.")
        if not self.views:
            raise SettingError("A recipe has no views.", "Give one or more, such as (View('word', (1, 2)),).")
        if self.many == "softmax" and (self.loss != "logistic" or self.ratios):
            object.__setattr__(self, "many", "rest")  # each class has ratios, and margins, of its own

    def as_data(self) -> dict[str, Any]:
        """The recipe as plain data, for a file."""
        return {**asdict(self), "views": [{**view._asdict(), "ngrams": list(view.ngrams)} for view in self.views]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Recipe:
        """The recipe again from `as_data()`."""
        unknown = sorted(set(data) - {field.name for field in fields(cls)})
        if unknown or "views" not in data:
            raise SettingError(
                f"No recipe has {unknown[0]!r}." if unknown else "A recipe has no views.",
                f"Its settings are {', '.join(field.name for field in fields(cls))}.",
            )
        views = tuple(View(**{**view, "ngrams": tuple(view.get("ngrams", (1, 2)))}) for view in data["views"])
        return cls(**{"name": "own", **data, "views": views})


_words = Recipe("words")
_both = Recipe("words and characters", (WORDS, CHARACTERS))

RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        _words,
        replace(_words, name="longer words", views=(LONGER,)),
        replace(_words, name="words weighted", ratios=True, many="rest"),
        replace(_words, name="longer words weighted", views=(LONGER,), ratios=True, many="rest"),
        Recipe("characters", (CHARACTERS,)),
        _both,
        replace(_both, name="words and characters weighted", ratios=True, many="rest"),
        replace(_both, name="words and characters, margins", loss="squared_hinge", many="rest"),
    )
}


def recipe_named(recipe: str | Recipe | Mapping[str, Any]) -> Recipe:
    """The recipe of that name; one that is given is given back.

    >>> recipe_named("characters").views[0].ngrams[1]
    5
    """
    if isinstance(recipe, Recipe):
        return recipe
    if isinstance(recipe, Mapping):
        return Recipe.from_data(recipe)
    if recipe in RECIPES:
        return RECIPES[recipe]
    near = get_close_matches(str(recipe), [*RECIPES, "auto"], n=3, cutoff=0.4) or [*RECIPES]
    raise SettingError(f"There is no recipe {recipe!r}.", f"Near it: {', '.join(near)}; or auto.")


def _either(known: tuple[str, ...]) -> str:
    return " or ".join(repr(each) for each in known)
