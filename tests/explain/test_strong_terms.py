"""The strongest terms: those of the greatest weights, by name, with their document counts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from steelyard.errors import SettingError
from steelyard.explain import strongest
from steelyard.explain.strong_terms import terms_of
from tests.explain.models import VIEWS, model_of


@pytest.mark.parametrize("name", list(VIEWS))
@pytest.mark.parametrize("classes", [2, 4])
def test_the_greatest_weights_in_order(name: str, classes: int) -> None:
    model = model_of(name, classes=classes)
    names = model.columns.names()
    weights = [-model.v[:, 0], model.v[:, 0]] if classes == 2 else list(model.v.T)
    found = strongest(model, 7)
    assert [each.name for each in found] == list(model.classes)
    for each, w in zip(found, weights):
        order = sorted(range(len(w)), key=lambda j: -w[j])[:7]
        assert [(t.term, t.weight, t.df) for t in each.terms] == [(names[j], w[j], model.df[j]) for j in order]  # type: ignore[index]


@pytest.mark.parametrize("name", list(VIEWS))
def test_some_columns_are_named_as_all_are(name: str) -> None:
    model = model_of(name)
    names = model.columns.names()
    some = np.arange(0, len(names), 3)
    found = terms_of(model, some)
    assert {j: term for j, (term, _) in found.items()} == {int(j): names[j] for j in some}


def test_of_one_kind_or_in_enough_texts() -> None:
    model = model_of("words and characters")
    every = strongest(model, 10_000)
    assert {term.kind for each in every for term in each.terms} == {"word", "char", "char_wb"}
    words = strongest(model, 10_000, kind="word")
    assert {term.kind for each in words for term in each.terms} == {"word"}
    often = strongest(model, 10_000, least_df=3)
    assert min(term.df for each in often for term in each.terms) == 3  # type: ignore[type-var]
    assert all(term.weight > 0 for each in every for term in each.terms)


def test_by_spread_the_scores_of_the_training_texts_decide() -> None:
    model = model_of("words", classes=2)
    found = strongest(model, 5, by="spread")
    moved = model.v[:, 0].astype(float) * np.sqrt(model.df)  # type: ignore[arg-type]
    names = model.columns.names()
    assert [term.term for term in found[1].terms] == [names[j] for j in np.argsort(-moved, kind="stable")[:5]]
    assert [term.weight for term in found[1].terms] == [model.v[names.index(t.term), 0] for t in found[1].terms]
    assert strongest(replace(model, df=None), 5, by="spread") == strongest(replace(model, df=None), 5)
    with pytest.raises(SettingError, match="'size'"):
        strongest(model, by="size")


def test_without_document_counts_there_are_none() -> None:
    model = replace(model_of("words"), df=None)
    assert all(term.df is None for each in strongest(model, 3, least_df=5) for term in each.terms)
    assert all(len(each.terms) == 0 for each in strongest(model, 0))


def test_a_kind_that_is_none_is_named() -> None:
    with pytest.raises(SettingError, match="'syllable'"):
        strongest(model_of("words"), kind="syllable")
