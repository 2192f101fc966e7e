"""`steelyard.fit` takes what `read` reads, says early what is wrong, and keeps classes that it does not know apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard
from steelyard.classifier import TextClassifier
from steelyard.corpus import Corpus
from steelyard.errors import ColumnError, CorpusError, RowsError, SettingError, SourceError

QUICK: dict[str, Any] = {"recipe": "words", "strengths": [1.0]}


def write(path: Path, corpus: Corpus, more: str = "") -> Path:
    rows = zip(corpus.labels.tolist(), corpus.texts.to_pylist())
    lines = [f'{label},"{text.replace(chr(34), chr(34) * 2)}"' for label, text in rows]
    path.write_text("\n".join(["label,text", *lines]) + "\n" + more, encoding="utf-8")
    return path


def test_a_file_a_corpus_a_list_and_a_name_give_the_same(reviews: Corpus, tmp_path: Path) -> None:
    file = write(tmp_path / "r.csv", reviews)
    rows = list(zip(reviews.texts.to_pylist(), reviews.labels.tolist()))
    sources: list[Any] = [str(file), file, reviews, rows, "demo:reviews-en"]
    prints = [steelyard.fit(source, **QUICK).card_["data"]["fingerprint"] for source in sources]
    assert len(set(prints)) == 1


def test_a_held_out_file_is_read_like_the_first(reviews: Corpus, tmp_path: Path) -> None:
    train, test = reviews.split(0.2, 0)
    files = write(tmp_path / "train.csv", train), write(tmp_path / "test.csv", test)
    by_file = steelyard.fit(files[0], text="text", label="label", test=files[1], **QUICK)
    by_share = steelyard.fit(reviews, test=0.2, **QUICK)
    assert by_file.test_.measures.as_data() == by_share.test_.measures.as_data()


def test_labels_in_a_list_belong_to_the_training_texts_alone(reviews: Corpus) -> None:
    train, test = reviews.split(0.2, 0)
    clf = steelyard.fit(train.texts.to_pylist(), label=train.labels.tolist(), test=test, **QUICK)
    assert clf.test_.n == 60


def test_columns_of_groups_and_weights_are_used(reviews: Corpus, tmp_path: Path) -> None:
    rows = [f'{label},"{text.replace(chr(34), "")}",g{i // 3},{1 + i % 2}' for i, (label, text) in
            enumerate(zip(reviews.labels.tolist(), reviews.texts.to_pylist()))]  # fmt: skip
    (tmp_path / "g.csv").write_text("\n".join(["label,text,author,count", *rows]) + "\n", encoding="utf-8")
    clf = steelyard.fit(tmp_path / "g.csv", group="author", weight="count", **QUICK)
    assert clf.card_["data"]["groups"] == 100 and clf.card_["data"]["weighted"]
    assert clf.measures_.accuracy.how == "bootstrap, groups"


def test_unknown_classes_of_the_held_out_part_are_told_before_the_work(reviews: Corpus) -> None:
    strange = [("good", "pos"), ("nothing like it", "elsewhere"), ("bad", "neg")]
    with pytest.raises(CorpusError, match="1 test text has a label that the training texts do not have: elsewhere"):
        steelyard.fit(reviews, test=strange, recipe="no such recipe")
    clf = steelyard.fit(reviews, test=strange, skip_bad=True, **QUICK)
    assert (clf.test_.n, clf.test_.outside) == (2, 1)
    assert clf.test_.outside_refused in (0, 1)
    with pytest.raises(CorpusError, match="No test text has a label"):
        steelyard.fit(reviews, test=[("a", "x"), ("b", "y")], skip_bad=True, **QUICK)


def test_evaluating_with_labels_that_are_not_known_is_an_error(two: TextClassifier) -> None:
    with pytest.raises(CorpusError, match="1 text has a label that the model does not know: odd"):
        two.evaluate(["a", "b"], ["pos", "odd"])
    with pytest.raises(SettingError, match="2 texts and 1 labels"):
        two.evaluate(["a", "b"], ["pos"])


@pytest.mark.parametrize(
    ("source", "settings", "error", "said"),
    [
        ("nowhere.csv", {}, SourceError, "no file nowhere.csv"),
        ("demo:reviews-de", {}, SettingError, "no demo corpus"),
        ([("a", "x"), ("", "y")], {}, RowsError, "empty text"),
        ([("a", "x"), ("b", "x")], {}, CorpusError, "nothing to tell apart"),
        ({"a": ["x y", "z w"], "b": ["u v", "k l"]}, {}, ColumnError, "text"),
        ("demo:reviews-en", {"recipes": "words"}, SettingError, "no setting 'recipes'"),
        ("demo:reviews-en", {"test": 1.5}, SettingError, "test is 1.5"),
    ],
)
def test_what_is_wrong_is_named(source: Any, settings: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        steelyard.fit(source, **settings)


def test_rows_that_cannot_be_used_are_counted(reviews: Corpus, tmp_path: Path) -> None:
    file = write(tmp_path / "r.csv", reviews, more="pos,\n,no label\n")
    with pytest.raises(RowsError, match="2 of 302 rows"):
        steelyard.fit(file, **QUICK)
    clf = steelyard.fit(file, skip_bad=True, **QUICK)
    assert len(clf.known_.texts) == 300 and sum(clf.known_.unusable.values()) == 2


def test_a_corpus_without_labels_teaches_nothing() -> None:
    corpus = steelyard.read(["a", "b"], labelled=False)
    with pytest.raises(CorpusError, match="no labels"):
        steelyard.fit(corpus)


def test_numbers_as_labels_of_a_file_are_names(tmp_path: Path) -> None:
    (tmp_path / "n.csv").write_text("text,label\n" + "good one,1\nbad one,0\n" * 10)
    clf = steelyard.fit(tmp_path / "n.csv", **QUICK)
    assert clf.classes_.tolist() == ["0", "1"] and clf.predict(["good"])[0] == "1"
    assert np.asarray(clf.evaluate(["good"], [1]).accuracy.value) == 1.0
