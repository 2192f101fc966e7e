"""The fewest words without which the model says something else: against trying every set."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from steelyard.errors import SettingError
from steelyard.explain import asking, exhausting, explain, flips
from steelyard.explain.asking import Asked
from steelyard.explain.erasing import Erasable
from steelyard.explain.examples import weather
from steelyard.explain.exhausting import Smallest
from steelyard.features.text_columns import View, learn_columns
from steelyard.models.linear_text import LinearText
from tests.explain.models import KINDS, WORDLIST, model_of

sentences = st.lists(st.sampled_from([*WORDLIST, "zz", "!", "not good"]), max_size=9).map(" ".join)


def tried_all(model: LinearText, text: str, most: int) -> tuple[int, float]:
    """The size of the smallest set of words that changes the answer (0: none), and the least lead it leaves."""
    erasable, asked = Erasable(text, model.columns.views), Asked(model, text)
    for size in range(1, most + 1):
        sets = list(combinations(range(len(erasable.words)), size))
        if not sets:
            break
        Z = model.scores([erasable.without(gone) for gone in sets])
        flipped = model.decide(Z) != asked.said
        if flipped.any():
            return size, float(asked.leads(Z)[flipped].min())
    return 0, 0.0


@settings(max_examples=120)
@given(sentences, st.sampled_from(KINDS), st.integers(0, 3), st.sampled_from([0.0, 1.0, 3.0]))
def test_none_smaller_and_none_better(text: str, kind: tuple[str, str, bool, int], seed: int, lean: float) -> None:
    model = model_of(*kind, seed)
    model = LinearText(
        model.columns, model.classes, model.v, lean * model.b, model.scale, model.tf, model.norm, model.calibration
    )
    size, least = tried_all(model, text, 3)
    found = flips(model, text, most=3)
    assert len(found.words) == size and bool(found) == (size > 0)
    assert found.said == model.predict([text])[0]
    assert found.says == model.predict([found.text])[0]
    assert (found.says != found.said) == bool(found)
    if found:
        assert np.isclose(found.lead_left, least, rtol=0, atol=1e-9)
        assert found.smallest and found.exhausted == size
    else:
        assert found.exhausted == 3 and found.text == text and found.lead_left == found.lead


@settings(max_examples=60)
@given(sentences, st.sampled_from(KINDS), st.data())
def test_computed_leads_are_the_models_and_bounds_hold(
    text: str, kind: tuple[str, str, bool, int], data: st.DataObject
) -> None:
    """For words far from each other; near ones go by their islands, whose law is in test_erasing."""
    model = model_of(*kind)
    asked = Asked(model, text)
    search = Smallest(asked)
    assume(search.n)
    search._prepare(asked.counts_without([(w,) for w in range(search.n)]))
    chosen: list[int] = []
    for w in data.draw(st.permutations(range(search.n))):
        if len(chosen) < 3 and not search.near[w, chosen].any():
            chosen.append(w)
    *made, last = chosen
    least, sure = search.leads.after(made, np.array([last]))
    z = model.scores([asked.erasable.without(chosen)])
    lead = float(asked.leads(z)[0])
    reached = bool((search.leads.reach[chosen].sum(axis=0) >= search.leads.need).any())
    if sure[0]:
        assert np.isclose(least[0], lead, rtol=0, atol=1e-9)
    if lead <= 0.0:
        assert reached and least[0] < np.inf  # no set that changes the answer is passed over


def test_the_answer_is_checked_by_the_model_itself() -> None:
    found = flips(weather(), "Rain, and more rain than sun")
    assert (found.words, found.says, found.text) == (("rain",), "dry", ", and more than sun")
    assert found.places == ((0, 4), (15, 19))
    assert [found.said] == weather().predict(["Rain, and more rain than sun"])
    assert np.isclose(found.lead_left, -weather().scores([found.text])[0, 0])
    assert found.probability == weather().probabilities(weather().scores([found.text]))[0, 1]


def test_nothing_helps_where_the_empty_text_says_the_same() -> None:
    found = flips(weather(), "rain and more")
    assert not found and found.words == () and found.exhausted == 3 and not found.smallest
    empty = flips(weather(), "")
    assert not empty and empty.text == "" and empty.tried == 0


def votes(n: int, lean: float) -> tuple[LinearText, str]:
    """n words, each with a vote of 1, against a lean."""
    words = [f"w{k}" for k in range(n)]
    learnt = learn_columns([" ".join(words)], [View(ngrams=(1, 1))])
    v = np.ones((n, 1), np.float32)
    return LinearText(learnt.columns, ("a", "b"), v, np.array([lean]), np.ones(n, np.float32), norm=False), " ".join(
        words
    )


@pytest.mark.parametrize("needed", [1, 2, 3, 4, 6])
def test_beyond_three_words_one_at_a_time(needed: int) -> None:
    model, text = votes(8, -8.0 + needed - 0.5)
    found = flips(model, text)
    assert len(found.words) == needed and found.exhausted == min(needed, 3)
    assert found.smallest == (needed <= 4)
    assert not flips(model, text, most=needed - 1) if needed > 1 else True
    said = " ".join(found.as_text().split())
    assert ("one word at a time" in said) == (needed > 4)


def test_words_that_were_not_needed_are_put_back() -> None:
    """Taking out x makes the pair "a b", the best first step; once a and b have to go as well, x may stay."""
    text = "a x b c d e f"
    learnt = learn_columns([text, "a b"], [View(ngrams=(1, 2))])
    weights = {**dict.fromkeys("abcdef", 1.0), "a b": -1.3}
    v = np.array([[weights.get(name, 0.0)] for name in learnt.columns.names()], np.float32)
    model = LinearText(learnt.columns, ("a", "b"), v, np.array([-0.1]), np.ones(len(v), np.float32), norm=False)
    found = flips(model, text)
    assert (found.words, found.text, found.tried, found.exhausted) == (tuple("abcdef"), "x", 7, 3)


def test_too_much_work_is_said_and_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    model, text = votes(8, -4.5)
    monkeypatch.setattr(exhausting, "MOST_SETS", 0)
    found = flips(model, text)
    assert len(found.words) == 4 and found.exhausted == 2 and not found.smallest
    monkeypatch.undo()
    monkeypatch.setattr(exhausting, "MOST_STEPS", 0)
    three = flips(*votes(8, -5.5))
    assert len(three.words) == 3 and three.exhausted == 2 and three.smallest
    monkeypatch.setattr(asking, "MOST_TEXT", 10)
    nothing = flips(model, text)
    assert not nothing and nothing.exhausted == 0 and nothing.tried == 0
    assert "No words that it could do without were found" in nothing.as_text()


def test_in_an_explanation_only_where_it_is_asked_for() -> None:
    assert explain(weather(), "rain").flip is None
    flip = explain(weather(), "rain and sun, rain", flip=True).flip
    assert flip is not None and flip.words == ("rain",)


def test_no_words_is_no_number_of_words() -> None:
    with pytest.raises(SettingError, match="most is 0"):
        flips(weather(), "rain", most=0)
