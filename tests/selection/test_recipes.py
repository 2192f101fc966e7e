"""Recipes are plain data, with names that are found again and settings that are checked."""

from __future__ import annotations

import json

import pytest

from steelyard.errors import SettingError
from steelyard.features.text_columns import View
from steelyard.selection import RECIPES, Recipe, recipe_named
from steelyard.selection.planning import FIRST, UNSEPARATED, WORDS
from steelyard.selection.recipes import LARGE, with_margins


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_comes_back_from_its_data(name: str) -> None:
    recipe = RECIPES[name]
    assert Recipe.from_data(json.loads(json.dumps(recipe.as_data()))) == recipe
    assert recipe_named(name) == recipe_named(recipe) == recipe_named(recipe.as_data())


def test_every_name_that_auto_tries_is_a_recipe_and_has_margins() -> None:
    for name in {*FIRST, *UNSEPARATED, *WORDS}:
        sharp = with_margins(RECIPES[name])
        assert RECIPES[sharp.name] == sharp
        assert sharp.many == "rest", "the squared hinge knows no softmax"


def test_what_is_not_said_is_as_in_words() -> None:
    own = Recipe.from_data({"views": [{"ngrams": [1, 3], "min_df": 2}], "ratios": True})
    assert own == Recipe("own", (View("word", (1, 3), min_df=2),), ratios=True)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("word", "words"),
        ("chars", "characters"),
        ({"tf": "logarithm"}, "'binary' or 'log' or 'count'"),
        ({"loss": "hinge"}, "'squared_hinge'"),
        ({"many": "pairs"}, "'softmax' or 'rest'"),
        ({"view": []}, "views"),
        ({"views": []}, "one or more"),
        ({"views": [{"ngram": 2}]}, "ngrams"),
    ],
)
def test_what_is_wrong_is_named_with_what_could_be(wrong: object, said: str) -> None:
    with pytest.raises(SettingError, match=said):
        recipe_named(wrong)  # type: ignore[arg-type]


def test_terms_of_one_text_are_left_out_of_large_corpora_alone() -> None:
    assert [view.min_df for view in recipe_named("words and characters", LARGE).views] == [1, 2]
    assert [view.min_df for view in recipe_named("words and characters", LARGE + 1).views] == [2, 2]
    own = Recipe("own")
    assert recipe_named(own, LARGE + 1) is own, "what was given by hand is taken as it is"
