"""What the documents' figures may mean: intervals, the other way to read S1, what choosing and learning flatter."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from steelyard.algorithms.loop import run
from steelyard.algorithms.unpenalised import Unpenalised
from steelyard.core import losses
from steelyard.core.losses import Logistic
from steelyard.core.objective import scores
from steelyard.core.random import generator
from steelyard.course.data import review_texts
from steelyard.evaluation import compare, measure, nested, wilson
from steelyard.features import TfidfVectorizer
from steelyard.lanes.folds import assign_folds
from steelyard.models import LogisticRegression
from steelyard.text import read_lexicon
from tests.course.helpers import imdb_smol, own_reviews, problem


def test_what_the_documents_figures_may_mean() -> None:
    """S1 "Accuracy" 387/602; S4 "Baseline 0.465 | Accuracy: 0.77" of 200: nobody knows them to so many digits."""
    found = [wilson(right, of) for right, of in ((387, 602), (154, 200), (93, 200))]
    np.testing.assert_allclose([each.low for each in found], [0.604, 0.707, 0.397], atol=5e-4)
    np.testing.assert_allclose([each.high for each in found], [0.680, 0.823, 0.534], atol=5e-4)
    assert found[2].value < 0.5 < found[2].high  # the commonest class of the training part is the rarer one here


def test_the_other_way_to_read_the_recalls() -> None:
    """S1 "Recall for 'pos'" 269/301 and 118/301: of those called good six in ten are, of those called bad eight."""
    true, said = np.repeat([0, 0, 1, 1], [118, 183, 32, 269]), np.repeat([0, 1, 0, 1], [118, 183, 32, 269])
    neg, pos = measure(true, said - 0.5, None, ["neg", "pos"]).per_class
    assert (pos.recall.value, neg.recall.value) == pytest.approx((269 / 301, 118 / 301))
    assert (pos.precision.value, neg.precision.value) == pytest.approx((0.5951, 0.7867), abs=5e-5)
    assert pos.said == pytest.approx(452) and pos.said / 602 > 0.75


def test_the_best_of_many_looks_better_than_it_is() -> None:
    """S2 "Fine tuning", left unwritten: the best of 200 coins, and what it is worth."""
    wrong = generator(0, "coins").random((200, 400)) < 0.5
    found = nested(wrong.astype(float), wrong, np.arange(400) % 5)
    assert found.naive_accuracy is not None and found.accuracy is not None
    assert found.naive_accuracy.value > 0.55 and abs(found.accuracy.value - 0.5) < 0.08


def test_the_loss_on_what_was_learnt_from_is_too_low() -> None:
    """S3 "Rappel": the empirical risk of the weights that make it small lies, on the average, below the risk."""
    X, t = own_reviews()
    y, seen, unseen = 2 * t - 1, [], []
    for seed in range(20):
        rows = generator(seed, "risk").permutation(len(t))
        few, rest = rows[:30], rows[30:]
        state = run(Unpenalised(problem(X[few], t[few])), max_steps=30).state
        for part, kept in ((few, seen), (rest, unseen)):
            z = scores(X[part], state.w, state.b)
            kept.append(np.mean([losses.value(Logistic(), a, b) for a, b in zip(y[part], z, strict=True)]))
    assert np.mean(seen) < np.mean(unseen) - 0.02


def test_a_half_is_right_where_both_errors_cost_the_same() -> None:
    """S5 "We call .5 the decision boundary": the cheapest threshold is cost of a false yes over the sum of both."""
    p = np.linspace(0.0005, 0.9995, 1000)  # calibrated: a yes at p is false with 1 - p
    for false_yes, missed in ((1.0, 1.0), (9.0, 1.0), (1.0, 3.0)):
        cost = [np.where(p > at, false_yes * (1 - p), missed * p).sum() for at in p]
        assert p[int(np.argmin(cost))] == pytest.approx(false_yes / (false_yes + missed), abs=2e-3)


def test_learnt_words_on_the_reviews_of_the_first_course(corpora: Path) -> None:
    """S1, all of its exercises on its 602 reviews, out of fold: two columns, and a column for each word and pair."""
    X, t = imdb_smol(corpora)
    files = [path for label in ("pos", "neg") for path in sorted((corpora / "imdb_smol" / label).glob("*.txt"))]
    texts = np.array([path.read_text(encoding="utf-8") for path in files], object)
    folds, z = assign_folds(t, 5), np.empty((2, 602))
    for fold in range(5):
        out, words = folds == fold, TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
        z[0, out] = LogisticRegression(C=1e4).fit(X[~out], t[~out]).decision_function(X[out])
        rows = words.fit_transform(texts[~out])
        z[1, out] = LogisticRegression(C=10.0).fit(rows, t[~out]).decision_function(words.transform(texts[out]))
    right = [int(((each > 0) == (t > 0)).sum()) for each in z]
    assert right == pytest.approx([414, 521], abs=2)  # of 602
    duel = compare(t.astype(int), (z[0], None), (z[1], None), ["neg", "pos"], names=("list", "words"))
    assert duel.better == "words" and [len(duel.first_only), len(duel.second_only)] == pytest.approx([41, 148], abs=2)


def test_words_that_the_list_of_the_first_course_lacks(corpora: Path) -> None:
    """S1: "minutes" and "plot" stand in twice as many of its bad reviews as of its good ones, and not in its VADER."""
    lexicon = read_lexicon(corpora / "vader_lexicon" / "vader_lexicon.course_copy.txt")
    for word, good, bad in (("minutes", 16, 38), ("plot", 43, 92)):
        assert word not in lexicon
        for label, texts in (("pos", good), ("neg", bad)):
            files = (corpora / "imdb_smol" / label).glob("*.txt")
            found = [word in re.findall(r"\w+", path.read_text(encoding="utf-8").lower()) for path in files]
            assert sum(found) == texts


def test_how_often_is_t_times() -> None:
    """S5 "repeat T times": a gap says when it is enough; a coarse one leaves other decisions than the optimum's."""
    texts, y = review_texts()
    rows = TfidfVectorizer(ngram_range=(1, 2)).fit_transform(texts)
    best = LogisticRegression(C=10.0, tol=1e-10).fit(rows, y).decision_function(rows) > 0
    for tol, most in ((0.3, 30), (1e-2, 0), (1e-6, 0)):
        model = LogisticRegression(C=10.0, tol=tol).fit(rows, y)
        assert np.max(model.gap_) <= tol and ((model.decision_function(rows) > 0) != best).sum() <= most
