"""`TextClassifier` is a classifier of scikit-learn's, over raw texts."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from sklearn.base import clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import estimator_checks as checks

import steelyard
from steelyard.classifier import TextClassifier
from steelyard.classifier.contents import Told, contents_of
from steelyard.classifier.working import SETTINGS
from steelyard.corpus import Corpus
from steelyard.errors import CorpusError, NotPlainTextError, NotTextError, SettingError

TEXTS = ["good film", "bad film", "a good one", "a bad one"] * 6
LABELS = ["pos", "neg"] * 12
QUICK: dict[str, Any] = {"recipe": "words", "strengths": [1.0], "folds": 2}


def quick() -> TextClassifier:
    return TextClassifier(**QUICK)


@pytest.mark.parametrize(
    "check",
    [
        checks.check_no_attributes_set_in_init,
        checks.check_parameters_default_constructible,
        checks.check_get_params_invariance,
        checks.check_set_params,
        checks.check_estimator_cloneable,
        checks.check_estimator_repr,
        checks.check_estimator_tags_renamed,
        checks.check_valid_tag_types,
    ],
)
def test_scikit_learns_checks_that_need_no_numbers(check: Any) -> None:
    check("TextClassifier", TextClassifier())


def test_the_settings_of_the_shell_are_those_of_the_class() -> None:
    signature = inspect.signature(TextClassifier.__init__).parameters
    assert {name: each.default for name, each in signature.items() if name != "self"} == SETTINGS


def test_clone_keeps_settings_and_forgets_the_rest() -> None:
    clf = quick().fit(TEXTS, LABELS)
    copy = clone(clf)
    assert copy.get_params() == clf.get_params() and not hasattr(copy, "model_")
    assert is_classifier(clf)


@pytest.mark.parametrize(
    "texts",
    [
        tuple(TEXTS),
        np.array(TEXTS),
        np.array(TEXTS, dtype=object),
        pd.Series(TEXTS, index=range(100, 124)),
        pa.array(TEXTS),
        pa.chunked_array([TEXTS[:5], TEXTS[5:]]),
        pa.array(TEXTS, pa.large_string()),
        (text for text in TEXTS),
    ],
    ids=["tuple", "array", "objects", "Series", "Arrow", "chunks", "large", "generator"],
)
def test_texts_of_every_kind_teach_the_same(texts: Any) -> None:
    assert (quick().fit(texts, LABELS).model_.v == quick().fit(TEXTS, LABELS).model_.v).all()


@pytest.mark.parametrize("labels", [LABELS, [1, 0] * 12, [True, False] * 12, np.array([7, 3] * 12, np.int8)])
def test_answers_are_labels_as_they_were_given(labels: Any) -> None:
    clf = quick().fit(TEXTS, labels)
    assert clf.classes_.tolist() == sorted(set(np.asarray(labels).tolist()))
    assert clf.classes_.dtype == np.asarray(labels).dtype == clf.predict(TEXTS).dtype
    assert clf.score(TEXTS, labels) == 1.0
    assert set(clf.predict_sets(["good"])[0]) <= set(np.asarray(labels).tolist())


def test_it_works_in_scikit_learns_machines() -> None:
    assert cross_val_score(quick(), TEXTS, LABELS, cv=2).mean() == 1.0
    search = GridSearchCV(quick(), {"recipe": ["words", "characters"]}, cv=2).fit(TEXTS, LABELS)
    assert search.best_score_ == 1.0
    shout = FunctionTransformer(lambda texts: [text.upper() for text in texts])
    line: Pipeline = make_pipeline(shout, quick())
    assert line.fit(TEXTS, LABELS).score(TEXTS, LABELS) == 1.0


def test_a_pickle_answers_the_same_and_holds_no_training_text() -> None:
    texts = [*TEXTS, "good unmistakable words", "bad unmistakable words"]
    clf = quick().fit(texts, [*LABELS, "pos", "neg"])
    pickled = pickle.dumps(clf)
    again = pickle.loads(pickled)
    assert (again.predict_proba(texts) == clf.predict_proba(texts)).all()
    assert b"good unmistakable words" not in pickled
    with pytest.raises(SettingError, match="Fit the classifier again"):
        again.save("nowhere", texts=True)


def test_probabilities_scores_and_answers_agree(two: TextClassifier, four: TextClassifier, reviews: Corpus) -> None:
    texts = reviews.texts.to_pylist()[:100]
    P = two.predict_proba(texts)
    assert ((two.decision_function(texts) > 0) == (P[:, 1] > 0.5)).all()
    assert (two.classes_[P.argmax(axis=1)] == two.predict(texts)).all()
    P = four.predict_proba(texts)
    assert P.shape == (100, 4) == four.decision_function(texts).shape
    assert np.allclose(P.sum(axis=1), 1.0)
    assert (four.classes_[four.decision_function(texts).argmax(axis=1)] == four.predict(texts)).all()


def test_few_texts_and_many_get_the_same_answer(two: TextClassifier, reviews: Corpus) -> None:
    one_by_one = [two.predict_proba([text])[0, 1] for text in reviews.texts.to_pylist()[:30]]
    assert np.allclose(one_by_one, two.predict_proba(reviews.texts)[:30, 1], rtol=1e-12)


def test_other_class_shares_change_the_answer_as_bayes_says(two: TextClassifier, four: TextClassifier) -> None:
    texts = ["a wonderful film", "so so"]
    P = two.predict_proba(texts)
    odds = P[:, 1] / P[:, 0] * (0.01 / 0.99)
    told = two.predict_proba(texts, priors={"pos": 0.01, "neg": 0.99})
    assert np.allclose(told[:, 1] / told[:, 0], odds)
    assert (two.predict(texts, priors={"pos": 1e-9, "neg": 1}) == "neg").all()
    assert np.allclose(two.predict_proba(texts, priors=[0.5, 0.5]), P)
    with pytest.raises(SettingError, match="Give a share for each class: account"):
        four.predict(texts, priors={"account": 1})
    for shares in ({"pos": 0.9, "neg": 0.3}, [0.9, 0.3], [0.0, 0.0]):
        with pytest.raises(SettingError, match=r"add up to .*, and not to 1"):
            two.predict_proba(texts, priors=shares)
    rounded, exact = ([0.33, 0.66], [1 / 3, 2 / 3])
    assert np.allclose(two.predict_proba(texts, priors=rounded), two.predict_proba(texts, priors=exact))
    with pytest.raises(SettingError, match="'estimate'"):
        two.predict(texts, priors="guess")


def test_shares_are_estimated_from_the_texts_themselves(two: TextClassifier, reviews: Corpus) -> None:
    positive = reviews.take(np.flatnonzero(reviews.labels == "pos")[:100])
    plain, estimated = two.predict_proba(positive.texts), two.predict_proba(positive.texts, priors="estimate")
    assert estimated[:, 1].mean() > plain[:, 1].mean()


@pytest.mark.parametrize(
    ("X", "error", "said"),
    [
        ("one text", NotTextError, "Several texts were expected"),
        (["a", None] * 12, NotTextError, "Document 1 is None"),
        (["a", 3.5] * 12, NotTextError, "Document 1 is 3.5"),
        (np.array([["a"], ["b"]] * 12), NotTextError, "Document 0"),
        (["a\ud800b", "c"] * 12, NotPlainTextError, "UTF-8"),
        (pa.array([1, 2] * 12), NotTextError, "int64"),
        (pa.array(["a", None] * 12), NotTextError, "12 texts are missing"),
        (["a", "b"], SettingError, "2 texts and 24 labels"),
        (7, NotTextError, "Several texts"),
    ],
)
def test_what_is_no_text_is_named(X: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        quick().fit(X, LABELS)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"folds": 1}, "folds is 1"),
        ({"folds": 2.5}, "folds is 2.5"),
        ({"seed": -1}, "seed is -1"),
        ({"tol": 0}, "tol is 0"),
        ({"coverage": 95}, "coverage is 95"),
        ({"false_alarms": True}, "false_alarms is True"),
        ({"recipe": "word"}, "There is no recipe 'word'"),
    ],
)
def test_a_setting_that_cannot_be_is_named(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingError, match=said):
        TextClassifier(**{**QUICK, **settings}).fit(TEXTS, LABELS)


@pytest.mark.parametrize(
    ("weights", "said"),
    [([1.0] * 3, "24 texts and 3 weights"), ([-1.0] * 24, "below 0"), ([0.0, 1.0] * 12, "'pos' have a weight of 0")],
)
def test_weights_that_cannot_be_are_named(weights: list[float], said: str) -> None:
    with pytest.raises((SettingError, CorpusError), match=said):
        quick().fit(TEXTS, LABELS, weights)


def test_who_has_not_learnt_says_so() -> None:
    with pytest.raises(NotFittedError, match="call fit first"):
        TextClassifier().predict(["a"])


def test_progress_goes_forward_to_its_end() -> None:
    told: list[Any] = []
    TextClassifier(**QUICK, progress=told.append).fit(TEXTS, LABELS)
    done = [each.done for each in told]
    assert done == sorted(done) and done[-1] == 1.0 and all(each.step for each in told)


def test_a_new_fit_forgets_the_old_one(support: Corpus) -> None:
    clf = steelyard.fit(support, test=0.2, **QUICK)
    clf.learning_curve()
    clf.fit(TEXTS, LABELS)
    assert not {"test_", "part_", "learning_curve_"} & set(vars(clf)) and "test" not in clf.card_
    assert clf.predict(["good"]).tolist() == ["pos"]


def test_groups_stay_in_one_fold() -> None:
    groups = np.repeat(np.arange(8), 3)
    found = quick().fit(TEXTS, LABELS, groups=groups)
    assert all(len(set(found.selection_.folds[groups == g].tolist())) == 1 for g in range(8))
    assert found.card_["data"]["groups"] == 8


@pytest.mark.parametrize("categories", [pd.Series(TEXTS, dtype="category"), pa.array(TEXTS).dictionary_encode()])
def test_a_column_of_categories_is_texts(categories: Any) -> None:
    clf = TextClassifier(**QUICK).fit(categories, LABELS)
    assert (
        clf.predict_proba(categories).tolist()
        == TextClassifier(**QUICK).fit(TEXTS, LABELS).predict_proba(TEXTS).tolist()
    )


def test_a_repeated_text_is_listed_once_among_the_doubts() -> None:
    labels = ["neg" if row in (0, 8) else label for row, label in enumerate(LABELS)]  # of six times "good film"
    clf = TextClassifier(**QUICK).fit(TEXTS, labels)
    found = contents_of(clf, Told()).doubts
    assert {0, 8} <= set(clf.doubtful_.rows.tolist()) and found.count == clf.doubtful_.count
    assert [(case.text, case.given) for case in found.cases].count(("good film", "neg")) == 1
