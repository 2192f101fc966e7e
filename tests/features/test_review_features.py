"""The slides' six features: their worked example, with the slide's cut logarithm and with the exact one."""

from __future__ import annotations

import math
import unicodedata

import numpy as np
import pytest

from steelyard.errors import SettingError
from steelyard.features import ReviewFeatures

REVIEW = (
    "It's hokey. There are virtually no surprises , and the writing is second-rate . So why was it so enjoyable? "
    "For one thing , the cast is great . Another nice touch is the music . I was overcome with the urge to get off "
    "the couch and start dancing . It sucked me in , and it'll do the same to you ."
)
LEXICON = {"enjoyable": 1, "cast": 1, "great": 1, "hokey": -1, "second-rate": -1}
WEIGHTS = np.array([2.5, -5.0, -1.2, 0.5, 2.0, 0.7])
BIAS = 0.1


def row(text: str, **settings: str) -> list[float]:
    return ReviewFeatures(LEXICON, **settings).fit_transform([text])[0].tolist()


def test_the_slides_review() -> None:
    assert len(REVIEW.split()) == 64
    assert row(REVIEW) == [3, 2, 1, 3, 0, math.log(64)]


@pytest.mark.parametrize(
    ("log_words", "z", "sigma", "losses", "digits"),
    [(4.15, 0.805, 0.69, (0.37, 1.17), (3, 2)), (math.log(64), 0.8112, 0.6924, (0.3676, 1.1789), (4, 4))],
    ids=["the slide's 4.15", "ln 64"],
)
def test_score_probability_and_losses(
    log_words: float, z: float, sigma: float, losses: tuple[float, float], digits: tuple[int, int]
) -> None:
    x = np.array(row(REVIEW))
    x[5] = log_words
    score = float(WEIGHTS @ x + BIAS)
    assert round(score, digits[0]) == z
    probability = 1 / (1 + math.exp(-score))
    assert round(probability, digits[1]) == sigma
    # The slide takes its losses from the rounded probability: -ln 0.69 and -ln 0.31.
    shown = sigma if log_words == 4.15 else probability
    assert (round(-math.log(shown), digits[1]), round(-math.log(1 - shown), digits[1])) == losses


def test_products_of_the_slide() -> None:
    x = np.array([*row(REVIEW)[:5], 4.15])
    np.testing.assert_allclose(WEIGHTS * x, [7.5, -10, -1.2, 1.5, 0, 2.905], rtol=1e-12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [0, 0, 0, 0, 0, 0]),
        ("!", [0, 0, 0, 0, 1, 0]),
        ("(GREAT!) second-rate, secondrate", [1, 1, 0, 0, 1, math.log(3)]),
        ("No. nothing", [0, 0, 1, 0, 0, math.log(2)]),
        ("no no", [0, 0, 1, 0, 0, math.log(2)]),
        ("I'm yours; you’ve met US", [0, 0, 0, 4, 0, math.log(5)]),
        ("it he they thermal", [0, 0, 0, 0, 0, math.log(4)]),
    ],
)
def test_by_example(text: str, expected: list[float]) -> None:
    assert row(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "no", "pronouns"),
    [
        ("fr", "J'ai dit non à ton frère, pas à vous", 1, 3),
        ("es", "Yo no te vi", 1, 2),
        ("en", "Yo no te vi", 1, 0),
        ("fr", "Yo no te vi", 0, 1),
    ],
)
def test_pronouns_and_no_are_the_languages(language: str, text: str, no: int, pronouns: int) -> None:
    assert row(text, language=language)[2:4] == [no, pronouns]


def test_the_language_has_a_lexicon_of_its_own() -> None:
    text = "Un film excellent"
    assert ReviewFeatures(language="fr").fit_transform([text])[0, 0] == 1
    assert ReviewFeatures().fit([]).lexicon_["excellent"] > 0


def test_one_word_may_count_twice_and_emoticons_count() -> None:
    lexicon = {"no": -1.2, ":D": 2.3, "d": -5.0, "meh": 0.0}
    assert ReviewFeatures(lexicon).fit_transform(["no :D meh"])[0, :3].tolist() == [1, 1, 1]


def test_an_accent_may_be_a_mark_of_its_own() -> None:
    text = "raté !"
    features = ReviewFeatures({"raté": -2.0}, language="fr").fit([])
    expected = features.transform([text])
    assert expected[0, 1] == 1
    assert features.transform([unicodedata.normalize("NFD", text)]).tolist() == expected.tolist()


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(SettingError, match="'de'"):
        ReviewFeatures(LEXICON, language="de").fit([])
