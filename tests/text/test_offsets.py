"""Offsets mark, in the text as it was written, the very tokens that the vectorizers count."""

from __future__ import annotations

import doctest
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import strip_accents_ascii, strip_accents_unicode

import steelyard.text.offsets
from steelyard.errors import SteelyardError
from steelyard.text import PATTERNS, tokens_with_offsets

texts = st.one_of(
    st.text(alphabet=st.sampled_from("abAB01_é\u0301İıΣσς ßK\t\n.,!-'ﬁ™中😀𝐀"), max_size=40),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20),
)
many = st.lists(texts, max_size=6)


@given(many, st.sampled_from(sorted(PATTERNS)))
def test_without_lower_case_they_are_the_matches_of_the_pattern(documents: list[str], pattern: str) -> None:
    spans = tokens_with_offsets(documents, pattern, lowercase=False)
    for d, text in enumerate(documents):
        assert spans.of(d) == [m.span() for m in re.finditer(pattern, text)]


@given(many, st.sampled_from(sorted(PATTERNS)), st.sampled_from([None, "unicode", "ascii"]))
def test_with_lower_case_and_accents_they_are_as_many_and_say_the_same(
    documents: list[str], pattern: str, strip: str | None
) -> None:
    accents = {None: str, "unicode": strip_accents_unicode, "ascii": strip_accents_ascii}[strip]
    spans = tokens_with_offsets(documents, pattern, strip_accents=strip)
    for d, text in enumerate(documents):
        tokens = re.findall(pattern, accents(text.lower()))
        places = spans.of(d)
        assert len(places) == len(tokens)
        for token, (a, b) in zip(tokens, places):
            # a token's first character may come from the middle of what one character became (a ligature, a dotted I)
            assert token in accents(text[:a].lower()[-1:] + text[a:b].lower()).replace("σ", "ς") + accents(
                text[a:b].lower()
            ) or token.replace("ς", "σ") in accents(text[a:b].lower()).replace("ς", "σ")


def test_of_a_french_sentence() -> None:
    text = "Ça n'était PAS mal, L'ÉTÉ 2024 !"
    spans = tokens_with_offsets(["", text], strip_accents="unicode")
    assert spans.of(0) == []
    assert [text[a:b] for a, b in spans.of(1)] == ["Ça", "était", "PAS", "mal", "ÉTÉ", "2024"]


def test_examples() -> None:
    found = doctest.testmod(steelyard.text.offsets)
    assert found.attempted and not found.failed


def test_another_pattern_is_refused() -> None:
    with pytest.raises(KeyError):
        tokens_with_offsets(["a"], r"[a-z]+")


def test_a_single_text_and_a_lone_surrogate_are_errors() -> None:
    with pytest.raises(SteelyardError, match="Put a single text into a list"):
        tokens_with_offsets("abc def")
    with pytest.raises(SteelyardError, match="lone surrogates"):
        tokens_with_offsets(["\ud800"])
