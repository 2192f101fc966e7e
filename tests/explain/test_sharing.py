"""How a contribution is shared among occurrences, symbols, characters: by hand, and that nothing is lost."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.explain import explain
from steelyard.features.text_columns import View, learn_columns
from steelyard.models.linear_text import LinearText


def model_with(weights: dict[str, float], views: list[View], texts: list[str], tf: str = "count") -> LinearText:
    """A model whose terms are silent but for some."""
    learnt = learn_columns(texts, views)
    v = np.array([[weights.get(name, 0.0)] for name in learnt.columns.names()], np.float32)
    return LinearText(learnt.columns, ("a", "b"), v, np.zeros(1), np.ones(len(v), np.float32), tf, norm=False)


def test_each_occurrence_of_a_pair_of_words_carries_the_same() -> None:
    """Where explanations were once wrong elsewhere: the second occurrence got half of the first's."""
    text = "not good, not good"
    found = explain(model_with({"not good": 4.0}, [View()], [text]), text)
    assert found.score == 8.0
    assert [(text[p.begin : p.end], p.weight) for p in found.pieces] == [
        ("not", 2.0), ("good", 2.0), (",", 0.0), ("not", 2.0), ("good", 2.0),
    ]  # fmt: skip
    assert [(word.word, word.weight, word.count) for word in found.words] == [
        ("not", 4.0, 2),
        ("good", 4.0, 2),
        (",", 0.0, 1),
    ]


@pytest.mark.parametrize(("tf", "each"), [("count", 6.0), ("binary", 2.0), ("log", 6.0 * (1 + np.log(3)) / 3)])
def test_occurrences_share_what_tf_makes_of_them(tf: str, each: float) -> None:
    text = "ho Ho ho"
    found = explain(model_with({"ho": 6.0}, [View(ngrams=(1, 1))], [text], tf), text)
    assert np.allclose([piece.weight for piece in found.pieces], each, rtol=1e-15)
    assert found.terms[0].places == ((0, 2), (3, 5), (6, 8))


def test_overlapping_terms_add_up() -> None:
    text = "a b c"
    found = explain(model_with({"a b": 1.0, "b c": 10.0, "b": 100.0}, [View()], [text]), text)
    assert [piece.weight for piece in found.pieces] == [0.5, 105.5, 5.0]
    assert found.characters == (0.5, 0.0, 105.5, 0.0, 5.0)


def test_the_length_of_a_word_does_not_count_among_words_but_among_its_characters() -> None:
    text = "a good"
    found = explain(model_with({"a good": 8.0}, [View(ngrams=(2, 2))], [text]), text)
    assert found.characters == (4.0, 0.0, 1.0, 1.0, 1.0, 1.0)


def test_padding_gives_its_part_to_the_rest_of_its_term_or_to_the_edge_of_its_word() -> None:
    text = "ab c"
    three = model_with({" ab": 6.0, "ab ": 2.0, " c ": 5.0}, [View("char_wb", (3, 3))], [text])
    assert explain(three, text).characters == (4.0, 4.0, 0.0, 5.0)
    alone = model_with({" ": 1.0}, [View("char_wb", (1, 1))], [text])
    assert explain(alone, text).characters == (1.0, 1.0, 0.0, 2.0)


def test_a_run_of_white_space_shares_one_part_and_is_shown_by_its_neighbours() -> None:
    text = "a \t b"
    found = explain(model_with({"a b": 9.0}, [View("char", (3, 3))], [text]), text)
    assert found.characters == (3.0, 1.0, 1.0, 1.0, 3.0)
    assert [piece.weight for piece in found.pieces] == [4.5, 4.5]


def test_white_space_at_an_end_goes_to_the_one_neighbour_and_alone_stands_for_itself() -> None:
    model = model_with({" ": 1.0}, [View("char", (1, 1))], [" a "])
    assert [(piece.begin, piece.end, piece.weight) for piece in explain(model, " a ").pieces] == [(1, 2, 2.0)]
    assert [(piece.begin, piece.end, piece.weight) for piece in explain(model, "\n ").pieces] == [(0, 2, 1.0)]


def test_what_becomes_two_characters_takes_both_parts() -> None:
    text = "İb"
    found = explain(model_with({"i\u0307b": 6.0}, [View("char", (3, 3))], [text]), text)
    assert found.characters == (4.0, 2.0)


def test_words_and_characters_are_laid_over_each_other() -> None:
    text = "ab"
    found = explain(model_with({"ab": 2.0, " a": 4.0}, [View(), View("char_wb", (2, 2))], [text]), text)
    assert found.score == 8.0  # "ab" is a column of either view
    assert found.characters == (6.0, 2.0)


def test_known_is_what_some_term_covers() -> None:
    model = model_with({}, [View(pattern=r"\w+")], ["not good"])
    pieces = explain(model, "not, good qqq!").pieces
    assert [piece.known for piece in pieces] == [True, False, True, False, False]
