"""The law of explanations, signed, on every kind of model: contributions + intercept = score."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import SettingError
from steelyard.explain import contributions, explain, explain_each
from steelyard.models.linear_text import LinearText
from tests.explain.models import KINDS, TEXTS, model_of, texts

HARD = [*TEXTS, "\u3000\n", "İİ ΣΑΣ sun  \n rain 😀😀👍🏽", " x", "not good good not good not, not good", "zzz qqq"]


def close(a: float, b: float, size: float) -> bool:
    """To 1e-12 of what was added up."""
    return abs(a - b) <= 1e-12 * size


@pytest.mark.parametrize(("name", "tf", "norm", "classes"), KINDS)
def test_terms_pieces_words_and_characters_add_up_to_the_score(name: str, tf: str, norm: bool, classes: int) -> None:
    model = model_of(name, tf, norm, classes)
    Z = model.scores(HARD)
    for found, z in zip(explain_each(model, HARD), Z):
        k = model.classes.index(found.target)
        assert found.score == (z[0] if classes == 2 else z[k])
        assert found.intercept == model.b[0 if classes == 2 else k]
        size = sum(abs(term.weight) for term in found.terms) + abs(found.intercept)
        for parts in (found.terms, found.pieces, found.words):
            assert close(sum(part.weight for part in parts) + found.intercept, found.score, size)
        assert close(sum(found.characters) + found.intercept, found.score, size)
        assert len(found.characters) == len(found.text)


@settings(max_examples=150)
@given(texts, st.sampled_from(KINDS))
def test_so_they_do_for_any_text(text: str, kind: tuple[str, str, bool, int]) -> None:
    model = model_of(*kind)
    found = explain(model, text, target="b", against="a")
    z = model.scores([text])[0]
    size = sum(abs(term.weight) for term in found.terms) + abs(found.intercept) + float(np.abs(z).max())
    assert close(found.score, z[0] if len(z) == 1 else z[1] - z[0], size)
    for parts in (found.terms, found.pieces, found.words):
        assert close(sum(part.weight for part in parts) + found.intercept, found.score, size)
    assert close(sum(found.characters) + found.intercept, found.score, size)


@pytest.mark.parametrize(("name", "tf", "norm", "classes"), KINDS[::5])
def test_a_contribution_is_what_the_score_loses_with_the_columns_weight(
    name: str, tf: str, norm: bool, classes: int
) -> None:
    """The length stays: it is made of scales, not of weights."""
    model = model_of(name, tf, norm, classes)
    found = explain(model, TEXTS[1], target="b")
    for term in found.terms[:: max(len(found.terms) // 12, 1)]:
        v = model.v.copy()
        v[term.column] = 0.0
        without = float(replace(model, v=v).scores([TEXTS[1]])[0, 0 if classes == 2 else 1])
        assert np.isclose(found.score - without, term.weight, rtol=0, atol=1e-12 * 100)


def test_many_texts_at_once_as_one_by_one() -> None:
    model = model_of("words and characters", classes=4)
    several = contributions(model, HARD, targets=["a", 1, "c", "d"] * 3)
    assert np.allclose(several.sums() + several.intercepts, several.scores, rtol=0, atol=1e-12 * 100)
    for i, (text, target) in enumerate(zip(HARD, ["a", "b", "c", "d"] * 3)):
        one = explain(model, text, target=target)
        columns, counts, values = several.of(i)
        assert {term.column: (term.count, term.weight) for term in one.terms} == {
            j: (int(n), w) for j, n, w in zip(columns.tolist(), counts.tolist(), values.tolist())
        }
    counted = contributions(model, counts=model.counts(HARD))
    assert (counted.scores == contributions(model, HARD).scores).all()


def test_two_classes_have_one_score_and_either_sign() -> None:
    model = model_of("words")
    text = "not a good day"
    second, first = explain(model, text), explain(model, text, target="a")
    assert (second.target, second.against, first.target, first.against) == ("b", "a", "a", "b")
    assert second.score == model.scores([text])[0, 0] == -first.score
    assert [term.weight for term in second.terms] == [-term.weight for term in first.terms]
    assert np.isclose(second.probability + first.probability, 1.0, atol=1e-15)


@pytest.mark.parametrize("classes", [2, 4])
def test_calibration_leads_from_the_score_to_the_probability(classes: int) -> None:
    model = model_of("words", classes=classes)
    found = explain(model, "more rain and wind", target="b", against="a")
    p = model.probabilities(model.scores(["more rain and wind"]))[0]
    assert found.probabilities == tuple(p.tolist())
    assert found.log_odds is not None and np.isclose(found.log_odds, np.log(p[1] / p[0]), rtol=1e-12)
    other = explain(model, "more rain and wind", target="a", against="b")
    assert other.log_odds is not None and np.isclose(other.log_odds, -found.log_odds, rtol=1e-12)
    assert classes == 2 or explain(model, "more rain").log_odds is None


def test_of_many_classes_the_one_that_is_said_is_explained() -> None:
    model = model_of("words", classes=4)
    for found, said in zip(explain_each(model, TEXTS), model.predict(TEXTS)):
        assert found.target == found.said == said and found.against is None


def test_a_model_that_knows_no_document_counts_says_none() -> None:
    model = model_of("words")
    assert explain(model, "rain").terms[0].df == 1
    assert explain(replace(model, df=None), "rain").terms[0].df is None


def test_texts_with_nothing_known_have_the_intercept_alone() -> None:
    model = model_of("words")
    for text in ("", "  ", "qqq"):
        found = explain(model, text)
        assert found.terms == () and found.score == found.intercept == model.b[0]
    assert [piece.known for piece in explain(model, "qqq rain").pieces] == [False, True]
    assert explain_each(model, []) == []


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"target": "zebra"}, "no class 'zebra'"),
        ({"target": 7}, "no class 7"),
        ({"target": "b", "against": "b"}, "compared with itself"),
    ],
)
def test_what_cannot_be_is_named(settings: dict[str, object], said: str) -> None:
    with pytest.raises(SettingError, match=said):
        explain(model_of("words"), "rain", **settings)  # type: ignore[arg-type]


def test_one_text_is_one_text_and_targets_are_as_many_as_texts() -> None:
    model: LinearText = model_of("words")
    with pytest.raises(SettingError, match="explain_each"):
        explain(model, ["rain"])  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="2 classes were given for 1 texts"):
        contributions(model, ["rain"], targets=["a", "b"])
