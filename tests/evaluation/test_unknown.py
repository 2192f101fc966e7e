"""Unknown words, counted as Python's own regular expressions count them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from steelyard.errors import SettingError
from steelyard.evaluation import unknown_words, word_counts
from steelyard.features.text_columns import MARKS, View, learn_columns
from steelyard.text.patterns import WORDS
from tests.store.models import TEXTS

FRESH = ["rain and snow", "WIND of change; more", "", "qqq", "été à İstanbul", "a a a x"]


@pytest.mark.parametrize("pattern", [MARKS, WORDS])
@pytest.mark.parametrize("more", [(), (View("char", (1, 2)),)])
def test_words_are_counted_by_the_view_of_words(pattern: str, more: tuple[View, ...]) -> None:
    columns = learn_columns(TEXTS, [*more, View(ngrams=(1, 2), pattern=pattern)]).columns
    vocabulary = {word for text in TEXTS for word in re.findall(pattern, text.lower())}
    known, every = word_counts(FRESH, columns)
    words = [re.findall(pattern, text.lower()) for text in FRESH]
    assert every.tolist() == [len(each) for each in words]
    assert known.tolist() == [sum(word in vocabulary for word in each) for each in words]
    again = word_counts(FRESH, columns, columns.counts(FRESH))
    np.testing.assert_array_equal(again[0], known)


def test_without_words_the_shortest_runs_of_characters_are_counted() -> None:
    columns = learn_columns(["abc", "bcd"], [View("char", (2, 3))]).columns
    known, every = word_counts(["abcd", "xyz"], columns)
    assert every.tolist() == [3.0, 2.0] and known.tolist() == [3.0, 0.0]


def test_rare_words_have_no_column_and_are_unknown() -> None:
    columns = learn_columns(["one two", "one three"], [View(ngrams=(1, 1), min_df=2)]).columns
    assert word_counts(["one two three"], columns)[0].tolist() == [1.0]


def test_shares() -> None:
    found = unknown_words([3, 0, 0], [4, 5, 0])
    assert found.share == pytest.approx(6 / 9) and found.shares.tolist() == [0.25, 1.0, 0.0]
    assert (found.words, found.without) == (9, 2)
    assert found.as_data() == {"share": found.share, "quartiles": [0.125, 0.25, 0.625], "words": 9, "without": 2}
    assert unknown_words([], []).as_data() == {"share": 0.0, "quartiles": [], "words": 0, "without": 0}


@pytest.mark.parametrize(("known", "every"), [([2], [1]), ([-1], [1]), ([1], [1, 2])])
def test_what_cannot_be_is_named(known: list[int], every: list[int]) -> None:
    with pytest.raises(SettingError, match="known"):
        unknown_words(known, every)
