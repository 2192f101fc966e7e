"""A few texts by plain Python, many by compiled code: the same answers, whatever the recipe."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard
from steelyard import store
from steelyard.classifier.answers import Answer
from steelyard.classifier.many import ManyAnswers
from steelyard.classifier.plain import open_classifier
from steelyard.corpus import Corpus
from steelyard.errors import SettingError
from steelyard.store.examples import weather

TEXTS = ["", " ", "a wonderful film", "so-so", "xyzzy 😀", "ÉTÉ ΣΟΦΟΣ ß", "1 2 3", "parcel " * 500]
RECIPES = ["words", "characters", "words and characters"]


def same(one: Answer, other: Answer) -> None:
    assert one.probabilities == pytest.approx(other.probabilities, rel=1e-9)
    assert (one.label, one.inside, one.unfamiliar) == (other.label, other.inside, other.unfamiliar)


@pytest.fixture(scope="module", params=[f"{corpus} {recipe}" for corpus in ("two", "four") for recipe in RECIPES])
def file(
    request: pytest.FixtureRequest, reviews: Corpus, support: Corpus, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    name, _, recipe = request.param.partition(" ")
    clf = steelyard.fit({"two": reviews, "four": support}[name], recipe=recipe, strengths=[1.0], folds=2)
    return clf.save(tmp_path_factory.mktemp("plain") / "m.steelyard")


def test_both_ways_answer_the_same(file: Path, reviews: Corpus, support: Corpus) -> None:
    texts = [*TEXTS, *reviews.texts.to_pylist()[:40], *support.texts.to_pylist()[:40]]
    plain, many = open_classifier(file), ManyAnswers(file)
    for text, answer in zip(texts, many.answers(texts)):
        same(plain.answer(text), answer)


def test_both_ways_heed_other_shares(file: Path) -> None:
    plain = open_classifier(file)
    shares = [float(k + 1) for k in range(len(plain.classes))]
    shares = [share / sum(shares) for share in shares]
    plain.use_priors(shares)
    for text, answer in zip(TEXTS, ManyAnswers(file, shares).answers(TEXTS)):
        same(plain.answer(text), answer)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=4))
def test_both_ways_answer_any_string_the_same(files: dict[str, Path], texts: list[str]) -> None:
    plain, many = open_classifier(files["four"]), ManyAnswers(files["four"])
    for text, answer in zip(texts, many.answers(texts)):
        same(plain.answer(text), answer)


def test_the_plain_way_imports_nothing_heavy(files: dict[str, Path]) -> None:
    program = (
        "import sys\n"
        "from steelyard.classifier.plain import open_classifier\n"
        f"open_classifier({str(files['two'])!r}).answer('a wonderful film')\n"
        "print(sorted({'numpy', 'scipy', 'numba', 'sklearn', 'pyarrow', 'pandas', 'rich'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"


def test_a_model_without_a_card_has_no_rules(tmp_path: Path) -> None:
    plain = open_classifier(store.save(weather(), tmp_path / "w.steelyard"))
    answer = plain.answer("sun")
    assert (answer.label, answer.inside, answer.unfamiliar) == ("dry", (), None)
    with pytest.raises(SettingError, match="shares"):
        plain.use_priors([0.5, 0.5])
