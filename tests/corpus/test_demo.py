"""What the demo corpora must be: balanced, each text its own, and neither easy nor hopeless for a linear model."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from threadpoolctl import threadpool_limits

import steelyard
from steelyard.corpus.demos import DEMOS
from steelyard.errors import SettingError

SIZES = {"reviews-en": 300, "reviews-fr": 150, "reviews-es": 150, "support-en": 200}
CLASSES = {"reviews-en": 2, "reviews-fr": 2, "reviews-es": 2, "support-en": 4}


@pytest.fixture(params=DEMOS)
def name(request):
    return request.param


def words(text):
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold())


def test_every_demo_is_stated_here():
    assert set(DEMOS) == set(SIZES)


def test_size_and_balance(name):
    corpus = steelyard.demo(name)
    assert len(corpus) == SIZES[name]
    assert len(corpus.classes) == CLASSES[name]
    assert set(corpus.counts.values()) == {SIZES[name] // CLASSES[name]}
    if name.startswith("reviews"):
        assert corpus.classes == ("neg", "pos")


def test_nothing_to_find(name):
    found = steelyard.demo(name).findings()
    assert found.sentences() == []
    assert found.lengths[0] >= 15
    assert found.lengths[2] <= 600


def test_texts_begin_differently(name):
    """Texts made from a template share their first words."""
    openings = Counter(tuple(words(text)[:4]) for text in steelyard.demo(name).texts.to_pylist())
    assert openings.most_common(1)[0][1] <= 3
    assert sum(count - 1 for count in openings.values()) <= SIZES[name] // 25


def test_no_two_texts_say_nearly_the_same(name):
    """Jaccard's coefficient of the sets of word pairs: near 1 for one template filled twice."""
    pairs = [set(pairwise(w)) for w in map(words, steelyard.demo(name).texts.to_pylist())]
    closest = max(len(a & b) / len(a | b) for i, a in enumerate(pairs) for b in pairs[:i])
    assert closest < 0.5


def test_a_linear_model_is_right_three_times_out_of_four(name):
    corpus = steelyard.demo(name)
    model = make_pipeline(
        TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True), LogisticRegression(C=10, max_iter=1000)
    )
    folds = [StratifiedKFold(5, shuffle=True, random_state=seed) for seed in range(3)]
    with threadpool_limits(1):  # on matrices this small the threads of BLAS only wait for each other
        scores = [cross_val_score(model, corpus.texts.to_pylist(), corpus.labels, cv=fold) for fold in folds]
    assert 0.75 <= np.mean(scores) <= 0.90


def test_an_unknown_name_gets_the_nearest():
    with pytest.raises(SettingError, match=r"Did you mean 'reviews-en'\?"):
        steelyard.demo("review-en")
