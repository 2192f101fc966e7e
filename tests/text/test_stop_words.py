"""Stop words: they are what the package has, less what carries an opinion, and fit the vectorizers."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import pytest
import stopwordsiso
from sklearn.feature_extraction.text import CountVectorizer

from steelyard.errors import MissingExtraError, SettingError
from steelyard.text import carriers_of_opinion, lemmas, lexicon, stop_words

LANGUAGES = ["en", "es", "fr"]


def package_words(language: str) -> set[str]:
    """The package's list without its phrases."""
    return {word for word in stopwordsiso.stopwords(language) if len(word.split()) == 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_list_holds_the_packages(language: str) -> None:
    whole = stop_words(language, keep=())
    assert set(whole) >= package_words(language)
    assert whole == sorted(set(whole))


@pytest.mark.parametrize("language", LANGUAGES)
def test_opinions_and_negations_stay_in_the_text(language: str) -> None:
    dropped = set(stop_words(language))
    assert dropped.isdisjoint(lexicon(language))
    assert dropped.isdisjoint(carriers_of_opinion(language))
    assert dropped < set(stop_words(language, keep=()))


@pytest.mark.parametrize(
    ("language", "stays", "goes"),
    [
        ("en", "no not never don don't doesn isn great good best worst", "the of and is it he"),
        ("es", "no ni nunca sin nada bueno mejor", "el la de y es"),
        ("fr", "ne pas non jamais sans rien", "le la de et est"),
    ],
)
def test_by_example(language: str, stays: str, goes: str) -> None:
    dropped = set(stop_words(language))
    assert dropped.isdisjoint(stays.split())
    assert dropped.issuperset(goes.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keep", [None, (), ("mon", "hui")])
def test_scikit_learn_finds_no_inconsistency(language: str, keep: Any) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        names = CountVectorizer(stop_words=stop_words(language, keep=keep)).fit(["zebra the le el"])
    assert "zebra" in names.vocabulary_
    assert [str(warning.message) for warning in said] == []


def test_a_kept_word_is_kept_within_others_too() -> None:
    assert "aujourd'hui" in stop_words("fr")
    assert {"aujourd'hui", "hui"}.isdisjoint(stop_words("fr", keep=["hui"]))


def test_other_languages_have_the_packages_list_without_phrases() -> None:
    assert set(stop_words("de")) == stopwordsiso.stopwords("de")
    assert "bao giờ" in stopwordsiso.stopwords("vi")
    assert set(stop_words("vi")) == package_words("vi") | {"lô"}  # a piece of "a-lô"


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(SettingError, match=r"'xx'[\s\S]* de [\s\S]* en "):
        stop_words("xx")


@pytest.mark.parametrize(("package", "call"), [("stopwordsiso", stop_words), ("simplemma", lemmas)])
def test_without_the_extra_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, package: str, call: Any
) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # importing it now fails as if it were not there
    with pytest.raises(MissingExtraError, match=r"pip install 'steelyard\[languages\]'") as caught:
        call("en")
    assert isinstance(caught.value, ImportError)
