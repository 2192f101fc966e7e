"""Naive Bayes against scikit-learn, against the course's dictionaries, and against itself cut into pieces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse
import sklearn.naive_bayes as peers
from sklearn.feature_extraction.text import CountVectorizer

import steelyard
from steelyard.algorithms import naive_bayes
from steelyard.errors import SettingError
from tests.naive.naive_bayes import course_scores, multinomial_scores

pytestmark = pytest.mark.algorithms

NAMES = ["MultinomialNB", "BernoulliNB", "ComplementNB", "GaussianNB"]
FITTED = {"GaussianNB": ["theta_", "var_", "class_prior_", "class_count_", "epsilon_"]}
COUNTED = ["feature_log_prob_", "feature_count_", "class_count_", "class_log_prior_"]


def problem(seed: int = 0, n: int = 50, d: int = 7, classes: int = 3) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    X = rng.poisson(1.0, size=(n, d)).astype(float)
    y = np.array(["ham", "maybe", "spam"])[:classes][rng.integers(classes, size=n)]
    return X, y, rng.choice([0.5, 1.0, 3.0], size=n)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_equals_scikit_learn(name: str, weighted: bool, dtype: Any) -> None:
    X, y, c = problem()
    X = X.astype(dtype)
    mine, peer = getattr(steelyard, name)(), getattr(peers, name)()
    for model in (mine, peer):
        model.fit(X, y, sample_weight=c if weighted else None)
    tight = 1e-12 if dtype is np.float64 else 2e-5
    for attribute in FITTED.get(name, COUNTED):
        np.testing.assert_allclose(getattr(mine, attribute), getattr(peer, attribute), rtol=tight, atol=tight)
    np.testing.assert_allclose(mine.predict_log_proba(X), peer.predict_log_proba(X), rtol=tight, atol=tight * 10)
    np.testing.assert_array_equal(mine.predict(X), peer.predict(X))
    assert set(vars(peer)) <= set(vars(mine)) | {"classes_"}


@pytest.mark.parametrize("name", NAMES[:3])
@pytest.mark.parametrize("container", [scipy.sparse.csr_matrix, scipy.sparse.csr_array])
def test_sparse_is_dense(name: str, container: Any) -> None:
    X, y, c = problem(1)
    dense, thin = (getattr(steelyard, name)().fit(rows, y, c) for rows in (X, container(X)))
    np.testing.assert_allclose(thin.predict_proba(container(X)), dense.predict_proba(X), rtol=1e-13)


@pytest.mark.parametrize("name", NAMES)
def test_a_weight_is_a_number_of_copies(name: str) -> None:
    X, y, _ = problem(2)
    copies = np.random.default_rng(3).integers(0, 3, size=len(y))
    weighed = getattr(steelyard, name)(**({"var_smoothing": 0.0} if name == "GaussianNB" else {}))
    repeated = type(weighed)(**weighed.get_params())
    weighed.fit(X, y, sample_weight=copies)
    repeated.fit(np.repeat(X, copies, axis=0), np.repeat(y, copies))
    np.testing.assert_allclose(weighed.predict_proba(X), repeated.predict_proba(X), rtol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_pieces_are_the_whole(name: str) -> None:
    X, y, _ = problem(4)
    make = getattr(steelyard, name)
    settings = {"var_smoothing": 0.0} if name == "GaussianNB" else {}
    whole, pieces = make(**settings).fit(X, y), make(**settings)
    for part in np.array_split(np.arange(len(y)), 4):
        pieces.partial_fit(X[part], y[part], classes=np.unique(y))
    np.testing.assert_allclose(pieces.predict_log_proba(X), whole.predict_log_proba(X), rtol=1e-10, atol=1e-12)


def test_the_word_by_word_formula() -> None:
    X, y, _ = problem(5)
    k = np.unique(y, return_inverse=True)[1]
    model = steelyard.MultinomialNB(alpha=0.3).fit(X, k)
    for x in X[:5]:
        expected = multinomial_scores(X.tolist(), k.tolist(), 0.3, x.tolist())
        np.testing.assert_allclose(model.predict_joint_log_proba([x])[0], expected, rtol=1e-12)


TEXTS = ["a fine fine film", "fine acting", "a dull film", "dull dull plot"]
LABELS = ["1", "1", "0", "0"]


def test_own_vocabularies_give_the_course_its_scores() -> None:
    words = CountVectorizer(token_pattern=r"\S+")
    model = steelyard.MultinomialNB(vocabulary="own").fit(words.fit_transform(TEXTS), LABELS)
    new = ["fine plot twist twist", "dull", "nothing known here"]
    X = words.transform(new)
    unknown = [len(text.split()) - row.sum() for text, row in zip(new, X)]
    for text, scores in zip(new, model.predict_joint_log_proba(X, unknown)):
        expected = course_scores([each.split() for each in TEXTS], LABELS, text.split())
        np.testing.assert_allclose(scores, [expected["0"], expected["1"]], rtol=1e-13)


def test_the_share_of_an_unknown_word_differs_by_class() -> None:
    # "bad" saw 2 words 3 times, "good" 1 word once: UNK gets 1 / (3 + 3) and 1 / (1 + 2)
    model = steelyard.MultinomialNB(vocabulary="own").fit([[2, 1], [0, 1]], ["bad", "good"])
    np.testing.assert_allclose(np.exp(model.unknown_log_prob_), [1 / 6, 1 / 3], rtol=1e-15)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), [[3 / 6, 2 / 6], [1 / 3, 2 / 3]], rtol=1e-15)
    known = np.exp(model.feature_log_prob_) * (model.feature_count_ > 0)
    np.testing.assert_allclose(known.sum(axis=1) + np.exp(model.unknown_log_prob_), 1.0)


def test_unknown_words_need_own_vocabularies() -> None:
    model = steelyard.MultinomialNB().fit([[1, 0], [0, 1]], [0, 1])
    with pytest.raises(SettingError, match="vocabulary='own'"):
        model.predict_joint_log_proba([[1, 0]], unknown=[1])
    with pytest.raises(SettingError, match="one number"):
        steelyard.MultinomialNB(vocabulary="own", alpha=[1.0, 2.0]).fit([[1, 0], [0, 1]], [0, 1])


def test_priors_and_smoothing_of_the_course() -> None:
    labels = np.repeat([0, 1], [393, 407])  # the course's training split
    X = np.ones((800, 1))
    prior = np.exp(steelyard.MultinomialNB().fit(X, labels).class_log_prior_)
    np.testing.assert_allclose(prior, [393 / 800, 407 / 800], rtol=1e-14)
    # the course's class "0": P(t|c) of a word seen n times is (n + 1) / 2863; for n = 0 (UNK), 1, 2, 3 it prints these
    counts = np.array([[1.0, 2.0, 3.0]])
    rest = np.ones((1, 2863 - 6 - 4))  # fills up: 6 occurrences + 3 words + UNK + the rest, each once and known
    rest = (
        rest[:, : (2863 - 10) // 2] if (2863 - 10) % 2 == 0 else np.hstack([rest[:, : (2863 - 11) // 2 - 1], [[2.0]]])
    )
    shares, unknown = naive_bayes.own_words(np.hstack([counts, rest]), 1.0)
    printed = [0.0006985679357317499, 0.001047851903597625, 0.0013971358714634998]
    np.testing.assert_allclose(np.exp(shares[0, :3]), printed, rtol=1e-12)
    assert np.exp(unknown[0]) == pytest.approx(0.00034928396786587494, rel=1e-12)


def test_columns_on_another_scale_change_nothing() -> None:
    X, y, _ = problem(6)
    base = steelyard.GaussianNB().fit(X, y).predict_proba(X)
    for scale in (1e-10, 1e10):
        np.testing.assert_allclose(steelyard.GaussianNB().fit(X * scale, y).predict_proba(X * scale), base, rtol=1e-6)
