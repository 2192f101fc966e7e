"""Each hit lies where its term stands in the original text, and there are as many as the model counts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.explain.places import hits
from steelyard.features.text_columns import View, learn_columns
from steelyard.text.offsets import tokens_with_offsets
from tests.explain.models import TEXTS, VIEWS, model_of, texts


@settings(max_examples=300)
@given(texts, st.sampled_from(sorted(VIEWS)))
def test_there_are_as_many_as_the_model_counts(text: str, name: str) -> None:
    model = model_of(name)
    found: dict[int, int] = {}
    for view in hits(text, model.columns):
        for column in view.column.tolist():
            found[column] = found.get(column, 0) + 1
    counts = model.counts([text])
    assert found == dict(zip(counts.indices.tolist(), map(int, counts.data)))


@settings(max_examples=300)
@given(texts, st.sampled_from(sorted(VIEWS)))
def test_the_text_at_a_place_is_the_term(text: str, name: str) -> None:
    """In lower case, padding and runs of white space apart. What lower case changes more is in the examples below."""
    text = text.replace("\u0130", "I").replace("\u03a3", "S")
    model = model_of(name)
    names = model.columns.names()
    for view in hits(text, model.columns):
        begin, end = view.places()
        spelt = view.names()
        for column, name, a, b in zip(view.column.tolist(), spelt, begin.tolist(), end.tolist()):
            assert name == names[column]
            there = text[a:b].lower() if view.view.lowercase else text[a:b]
            if view.view.analyzer == "word":
                assert re.search(r"\W*".join(map(re.escape, name.split(" "))), there)
            else:
                there = re.sub(r"\s\s+", " ", there)
                whole = there.strip(" ") if view.view.analyzer == "char_wb" else there
                term = name.strip(" ") if view.view.analyzer == "char_wb" else name
                assert term == whole


@given(texts)
def test_words_lie_where_the_offsets_of_tokens_say(text: str) -> None:
    learnt = learn_columns([text, "x"], [View(ngrams=(1, 1))])
    [view] = hits(text, learnt.columns)
    places = sorted(zip(*(part.tolist() for part in view.places())))
    spans = tokens_with_offsets([text], View().pattern).of(0)
    assert set(places) == set(spans) and len(places) == len(view.symbols)


def placed(text: str, view: View) -> list[tuple[str, str]]:
    """Each term of the text with what stands at its place."""
    learnt = learn_columns([text], [view])
    [found] = hits(text, learnt.columns)
    begin, end = found.places()
    return [(name, text[a:b]) for name, a, b in zip(found.names(), begin.tolist(), end.tolist())]


@pytest.mark.parametrize(
    ("text", "view", "there"),
    [
        ("Ça VA", View(ngrams=(1, 2)), [("ça", "Ça"), ("ça va", "Ça VA"), ("va", "VA")]),
        ("İZ x", View(ngrams=(1, 1)), [("i", "İ"), ("\u0307", "İ"), ("z", "Z"), ("x", "x")]),
        ("ΟΔΟΣ", View(ngrams=(1, 1)), [("οδος", "ΟΔΟΣ")]),
        ("e\u0301a", View(ngrams=(1, 1)), [("e", "e"), ("\u0301", "\u0301"), ("a", "a")]),
        ("a \t\nB", View("char", (1, 2)), [("a", "a"), ("a ", "a \t\n"), (" ", " \t\n"), (" b", " \t\nB"), ("b", "B")]),
        ("İb", View("char", (2, 2)), [("i\u0307", "İ"), ("\u0307b", "İb")]),
        ("👍🏽", View("char", (1, 1)), [("👍", "👍"), ("🏽", "🏽")]),
        ("Hi  u", View("char_wb", (3, 3)), [(" hi", "Hi"), ("hi ", "Hi"), (" u ", "u")]),
        ("u", View("char_wb", (1, 1)), [(" ", ""), ("u", "u"), (" ", "")]),
    ],
)
def test_known_places(text: str, view: View, there: list[tuple[str, str]]) -> None:
    assert placed(text, view) == there


def test_terms_that_the_vocabulary_does_not_have_are_no_hits() -> None:
    columns = learn_columns(TEXTS, [View()]).columns
    assert [len(found.column) for found in hits("qqq zzz", columns)] == [0]
    assert [len(found.column) for found in hits("", columns)] == [0]
