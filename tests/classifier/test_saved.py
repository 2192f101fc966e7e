"""A file gives back the classifier that was saved; the same work gives the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard
from steelyard import store
from steelyard.classifier import TextClassifier
from steelyard.classifier.answers import rules_of
from steelyard.corpus import Corpus
from steelyard.errors import HeaderError, SettingError
from steelyard.store.examples import weather

TEXTS = ["a wonderful film", "so so", "xyzzy plugh", "", "The parcel never came, and I paid twice!", "L'été 😀"]

FIT = """
import sys, steelyard
steelyard.fit("demo:reviews-en", test=0.2, recipe="words", strengths=[1.0, 10.0]).save(sys.argv[1])
"""


@pytest.mark.parametrize("name", ["two", "four"])
def test_a_loaded_classifier_answers_as_the_saved_one(
    name: str, files: dict[str, Path], request: pytest.FixtureRequest
) -> None:
    clf: TextClassifier = request.getfixturevalue(name)
    again = steelyard.load(files[name])
    assert (again.predict_proba(TEXTS) == clf.predict_proba(TEXTS)).all()
    assert again.predict(TEXTS).tolist() == clf.predict(TEXTS).tolist()
    assert again.predict_sets(TEXTS) == clf.predict_sets(TEXTS)
    assert again.unfamiliar(TEXTS).tolist() == clf.unfamiliar(TEXTS).tolist()
    assert again.predict_proba(TEXTS, priors=[1 / len(clf.classes_)] * len(clf.classes_)).tolist() == (
        clf.predict_proba(TEXTS, priors=[1 / len(clf.classes_)] * len(clf.classes_)).tolist()
    )
    assert again.recipe == "words" and again.strengths == [1.0, 10.0]
    assert again.gap_ == pytest.approx(clf.gap_) and (again.gap_ <= clf.tol).all()


@pytest.mark.parametrize("labels", [[1, 0], [True, False], [20, 100], ["1", "0"], [2.0, 1.0]])
def test_labels_come_back_as_they_were_given(labels: list[Any], tmp_path: Path) -> None:
    clf = TextClassifier("words", strengths=[1.0], folds=2).fit(["good one", "bad one"] * 8, labels * 8)
    again = steelyard.load(clf.save(tmp_path / "m.steelyard"))
    assert again.classes_.dtype.kind == clf.classes_.dtype.kind
    assert again.predict(["good", "bad"]).tolist() == clf.predict(["good", "bad"]).tolist() == labels
    assert again.score(["good", "bad"], labels) == 1.0


def test_a_card_is_plain_data_and_says_no_text(two: TextClassifier, files: dict[str, Path], reviews: Corpus) -> None:
    card = store.describe(files["two"])["card"]
    assert card["out_of_fold"]["accuracy"]["value"] == two.measures_.accuracy.value
    assert card["certificate"]["gap"][0] <= 1e-6
    assert card["test"]["n"] == 60 and card["data"]["texts"] == 240
    told = str(card)
    assert not any(text[:40] in told for text in reviews.texts.to_pylist())
    assert str(Path.cwd()) not in told and "time" not in card


def test_training_texts_are_kept_only_when_asked_for(
    two: TextClassifier, files: dict[str, Path], tmp_path: Path
) -> None:
    assert store.load_training(files["two"]) is None
    kept = store.load_training(two.save(tmp_path / "kept.steelyard", texts=True))
    assert kept is not None and len(kept.texts) == 240 and kept.texts[0].as_py() == two.known_.texts[0].as_py()
    pulled = np.asarray(kept.alpha)
    assert pulled.shape == (240, 1)


def test_the_same_bytes_in_every_process_with_any_number_of_threads(files: dict[str, Path], tmp_path: Path) -> None:
    """Others' threads too: BLAS sums in another order with each number of its own."""
    for number, threads in enumerate(("1", "2", "3")):
        path = tmp_path / f"{number}.steelyard"
        counts = {"STEELYARD_THREADS": threads, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
        subprocess.run(
            [sys.executable, "-c", FIT, str(path)], env={**os.environ, **counts, "PYTHONHASHSEED": threads}, check=True
        )
        assert path.read_bytes() == files["two"].read_bytes(), f"{threads} threads"


def test_another_seed_gives_other_bytes(files: dict[str, Path], reviews: Corpus, tmp_path: Path) -> None:
    clf = steelyard.fit(reviews, test=0.2, recipe="words", strengths=[1.0, 10.0], seed=1)
    assert clf.save(tmp_path / "m.steelyard").read_bytes() != files["two"].read_bytes()


def test_a_model_without_a_card_still_answers(tmp_path: Path) -> None:
    clf = steelyard.load(store.save(weather(), tmp_path / "w.steelyard"))
    assert clf.predict(["sun", "rain"]).tolist() == ["dry", "wet"]
    assert clf.evaluate(["sun", "rain"], ["dry", "dry"]).accuracy.value == 0.5
    for ask in (clf.predict_sets, clf.unfamiliar):
        with pytest.raises(SettingError, match="no card"):
            ask(["sun"])
    with pytest.raises(SettingError, match="shares"):
        clf.predict(["sun"], priors=[0.5, 0.5])
    with pytest.raises(SettingError, match="Fit the classifier again"):
        clf.learning_curve()


BROKEN: dict[str, dict[str, Any]] = {
    "sets of other classes": {"sets": {"least": [0.1]}},
    "no levels": {"familiarity": {"signs": ["score"], "limit": 1.0}},
    "levels that are words": {"familiarity": {"signs": ["score"], "limit": 1.0, "levels": [["high"]]}},
    "signs nobody knows": {"familiarity": {"signs": ["smell"], "limit": 1.0, "levels": [[1.0]]}},
    "shares of other classes": {"data": {"shares": [1.0, 1.0, 1.0]}},
    "sets that are a list": {"sets": []},
    "data that are a number": {"data": 3},
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_card_that_is_no_card_has_its_error(what: str, two: TextClassifier, tmp_path: Path) -> None:
    card = {**two.card_, **BROKEN[what]}
    path = store.save(replace(two.model_, card=card), tmp_path / "m.steelyard")
    with pytest.raises(HeaderError, match="card"):
        steelyard.load(path).predict_sets(["a"])
    with pytest.raises(HeaderError, match="card"):
        rules_of(card, 2, str(path))


@pytest.mark.parametrize("recipe", ["words", "words, weighted"])
def test_kept_training_texts_explain_the_scores(recipe: str, support: Corpus, tmp_path: Path) -> None:
    """The score is a sum over the training texts; from the file alone as from the fit."""
    clf = steelyard.fit(support, recipe=recipe, strengths=[1.0], folds=2)
    again = steelyard.load(clf.save(tmp_path / "m.steelyard", texts=True))
    for each in (clf, again):
        found = each.explain("my parcel never came", training=each.pulls()).neighbours
        assert found is not None and abs(found.remainder) < 1e-4 and found.error_bound is not None
        assert sum(found.by_class) + found.intercept + found.remainder == pytest.approx(found.score)
        assert found.nearest[0].label == "delivery"
