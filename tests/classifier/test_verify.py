"""`verify` says whether a model comes from these texts, and is not to be talked out of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard
from steelyard import store
from steelyard.classifier import TextClassifier, verify
from steelyard.corpus import Corpus
from steelyard.errors import CorpusError, SettingError
from steelyard.store.examples import weather


def changed(clf: TextClassifier, path: Path, versions: dict[str, str] | None = None, **model: Any) -> Path:
    """The model's file, with something else in it."""
    card = {**clf.card_, **({} if versions is None else {"versions": {**clf.card_["versions"], **versions}})}
    return store.save(replace(clf.model_, card=card, **model), path)


def test_the_same_texts_give_the_same_bytes(two: TextClassifier, files: dict[str, Path], reviews: Corpus) -> None:
    for test in (None, 0.2):
        source = reviews if test else reviews.split(0.2, 0)[0]
        found = verify(files["two"], source, test=test)
        assert found.holds and found.same_bytes and found.versions == ()
        assert found.same_test is (None if test is None else True)
        assert found.verdict.startswith("The same bytes")


@pytest.mark.parametrize("labels", [[1, 0], [True, False], [10, 9]])
def test_labels_of_any_kind_are_found_again_in_a_file(labels: list[Any], tmp_path: Path) -> None:
    texts = ["good one", "bad one"] * 8
    clf = TextClassifier("words", strengths=[1.0], folds=2).fit(texts, labels * 8)
    path = clf.save(tmp_path / "m.steelyard", texts=True)
    assert verify(path, texts, label=labels * 8).same_bytes


def test_other_texts_other_labels_other_order_are_found_out(files: dict[str, Path], reviews: Corpus) -> None:
    train, _ = reviews.split(0.2, 0)
    labels = train.labels.copy()
    labels[0] = "pos" if labels[0] == "neg" else "neg"
    others = [
        reviews,
        train.take(np.arange(len(train))[::-1]),
        steelyard.read(train.texts.to_pylist(), label=labels),
        steelyard.read([("a", "x"), ("b", "y")]),
    ]
    for other in others:
        found = verify(files["two"], other)
        assert not found.holds and not found.same_data
        assert found.verdict.startswith("These are not the texts")
    found = verify(files["two"], train, test=train)
    assert not found.holds and found.same_test is False


def test_with_other_versions_the_weights_decide(two: TextClassifier, reviews: Corpus, tmp_path: Path) -> None:
    train, _ = reviews.split(0.2, 0)
    nudged = np.nextafter(two.model_.v, np.float32(9))
    path = changed(two, tmp_path / "m.steelyard", {"numpy": "1.0"}, v=nudged)
    found = verify(path, train)
    assert found.holds and not found.same_bytes and "numpy 1.0" in found.versions[0]
    assert found.distance is not None and found.allowed is not None and 0 < found.distance <= found.allowed
    assert found.verdict.startswith("The same model, but for the last bits")
    path = changed(two, tmp_path / "m.steelyard", {"numpy": "1.0"}, v=two.model_.v * np.float32(1.5))
    found = verify(path, train)
    assert not found.holds and found.verdict.startswith("Not the same model")


def test_with_the_same_versions_the_bytes_decide(two: TextClassifier, reviews: Corpus, tmp_path: Path) -> None:
    train, _ = reviews.split(0.2, 0)
    found = verify(changed(two, tmp_path / "m.steelyard", v=np.nextafter(two.model_.v, np.float32(9))), train)
    assert not found.holds and "bytes differ" in found.verdict


def test_another_choice_is_another_model(two: TextClassifier, reviews: Corpus, tmp_path: Path) -> None:
    train, _ = reviews.split(0.2, 0)
    card = {**two.card_, "selection": {**two.card_["selection"], "strength": 7.0}}
    path = store.save(replace(two.model_, card=card), tmp_path / "m.steelyard")
    found = verify(path, train)
    assert not found.holds and not found.same_choice and found.distance is None
    assert found.verdict.startswith("Another model")


def test_what_cannot_be_verified_says_so(files: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="no card"):
        verify(store.save(weather(), tmp_path / "w.steelyard"), "demo:reviews-en")
    with pytest.raises(CorpusError, match="no labels"):
        verify(files["two"], steelyard.read(["a", "b"], labelled=False))


def test_a_learning_curve_and_many_classes_are_verified_too(support: Corpus, tmp_path: Path) -> None:
    clf = steelyard.fit(support, recipe="words", strengths=[1.0])
    clf.learning_curve()
    clf.near_duplicates()
    found = verify(clf.save(tmp_path / "m.steelyard"), support)
    assert found.same_bytes and found.distance == 0.0
