"""A language's code means the same in either case, and what is no code is named."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from steelyard.errors import SettingError
from steelyard.features import PolarityFeatures
from steelyard.text import carriers_of_opinion, lemmas, lexicon, stop_words, tokenizer


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("spelt", [str.upper, str.title, " {} ".format])
def test_the_case_of_a_code_does_not_count(language: str, spelt: Callable[[str], str]) -> None:
    other = spelt(language)
    assert stop_words(other) == stop_words(language)
    assert stop_words(other, keep=()) == stop_words(language, keep=())
    assert carriers_of_opinion(other) == carriers_of_opinion(language)
    assert lexicon(other) == lexicon(language)
    words = ["films", "chevaux", "gatos", "reviews"]
    for ours in (lemmas(other), pickle.loads(pickle.dumps(lemmas(other)))):
        assert list(map(ours, words)) == list(map(lemmas(language), words))
    assert tokenizer("course-4", lemmas=other)("films gatos") == tokenizer("course-4", lemmas=language)("films gatos")


@pytest.mark.parametrize("wrong", [None, 5, b"en", ["en"]])
@pytest.mark.parametrize("ask", [stop_words, lemmas, lexicon, carriers_of_opinion])
def test_what_is_no_code_is_named(ask: Callable[[Any], Any], wrong: object) -> None:
    with pytest.raises(SettingError, match=r'Give .*"en"'):
        ask(wrong)


@pytest.mark.parametrize("wrong", ["x", None, float("nan"), float("inf"), 10**400, [1.0]])
def test_a_polarity_that_is_no_finite_number_is_named(wrong: object) -> None:
    with pytest.raises(SettingError, match=r"polarity of 'good' is .*\nGive a finite number"):
        PolarityFeatures({"fine": 1.0, "good": wrong}).fit(["a text"])
    with pytest.raises(SettingError, match="has 3 where a word"):
        lexicon({3: 1.0})  # type: ignore[dict-item]
