"""Laws of splits, samples, findings and overlaps."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard
from steelyard.corpus import overlap
from steelyard.corpus.arrays import strings
from steelyard.corpus.corpora import concatenate, make_corpus
from steelyard.errors import CorpusError, SettingError

SIZES = st.lists(st.integers(1, 40), min_size=2, max_size=6)


def corpus_of(sizes, groups=None):
    labels = [f"c{k}" for k, size in enumerate(sizes) for _ in range(size)]
    order = np.random.default_rng(1).permutation(len(labels))
    texts = [f"text number {i}" for i in range(len(labels))]
    return steelyard.read(texts, label=[labels[i] for i in order], group=groups)


@given(SIZES, st.floats(0.1, 0.9), st.integers(0, 5))
def test_a_split_parts_the_rows_and_keeps_the_proportions(sizes, test, seed):
    corpus = corpus_of(sizes)
    if not 0 < round(test * len(corpus)) < len(corpus) or max(sizes) == 1:
        return
    train, held = corpus.split(test, seed)
    assert sorted(train.texts.to_pylist() + held.texts.to_pylist()) == sorted(corpus.texts.to_pylist())
    places = round(test * len(corpus))
    for name, size in corpus.counts.items():
        assert train.counts[name] >= 1
        if len(sizes) == 2 and min(sizes) > 10:
            assert abs(held.counts[name] - test * size) <= 1
    assert len(held) <= places
    assert len(held) == places or any(train.counts[name] == 1 for name in corpus.classes)
    again = corpus.split(test, seed)
    assert [part.texts.to_pylist() for part in again] == [train.texts.to_pylist(), held.texts.to_pylist()]


def test_a_split_depends_on_the_seed_and_nothing_else():
    corpus = corpus_of([50, 50])
    halves = [corpus.split(0.5, seed)[1].texts.to_pylist() for seed in range(5)]
    assert len({tuple(half) for half in halves}) == 5


@given(st.lists(st.integers(0, 12), min_size=20, max_size=120), st.floats(0.15, 0.6))
def test_groups_stay_on_one_side(groups, test):
    if len(set(groups)) < 6:
        return
    sizes = [len(groups) // 2, len(groups) - len(groups) // 2]
    train, held = corpus_of(sizes, groups).split(test)
    assert not set(train.groups) & set(held.groups)
    assert len(train) + len(held) == len(groups)


def test_groups_are_split_in_about_the_right_proportions():
    random = np.random.default_rng(0)
    groups = random.integers(0, 200, 2000).tolist()
    train, held = corpus_of([500, 1500], groups).split(0.2)
    assert abs(held.counts["c0"] - 100) < 10  # a group has 10 texts
    assert abs(held.counts["c1"] - 300) < 10
    assert len(train) + len(held) == 2000


def test_splits_that_cannot_be():
    with pytest.raises(SettingError):
        corpus_of([5, 5]).split(1.0)
    with pytest.raises(CorpusError, match="cannot be split"):
        corpus_of([5, 5], groups=["a"] * 10).split(0.2)
    with pytest.raises(CorpusError, match="cannot be split"):
        corpus_of([5, 5]).split(0.01)


@given(SIZES, st.integers(1, 60), st.integers(0, 3))
def test_a_sample_keeps_the_proportions(sizes, n, seed):
    corpus = corpus_of(sizes)
    if n > len(corpus):
        with pytest.raises(SettingError):
            corpus.sample(n)
        return
    sample = corpus.sample(n, seed)
    assert len(sample) == n
    if n >= len(sizes):
        assert min(sample.counts.values()) >= 1
    for name, size in corpus.counts.items():
        assert sample.counts[name] <= size
        assert abs(sample.counts[name] - n * size / len(corpus)) <= len(sizes)
    rows = [int(text.split()[-1]) for text in sample.texts.to_pylist()]
    assert rows == sorted(set(rows))


def test_findings_against_counting_by_hand():
    texts = ["A film", "a  film", "b", "b", "c", "Ｂ", "d" * 50]
    labels = ["x", "x", "x", "y", "y", "x", "x"]
    found = steelyard.read(texts, label=labels).findings()
    assert found.counts == {"x": 5, "y": 2}
    assert found.rare == {"x": 5, "y": 2}
    assert found.repeated.tolist() == [1, 3, 5]
    assert found.conflicting.tolist() == [2, 3, 5]
    assert found.lengths == (1, 1, 50)
    said = " ".join(found.sentences())
    assert "3 texts repeat an earlier one" in said and "3 texts stand with different labels" in said


@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("xy")), min_size=2).filter(
        lambda r: len({y for _, y in r}) == 2
    )
)
def test_findings_against_a_naive_twin(rows):
    found = steelyard.read(rows).findings()
    texts = [text for text, _ in rows]
    assert found.repeated.tolist() == [i for i, text in enumerate(texts) if text in texts[:i]]
    both = [t for t in set(texts) if len({y for text, y in rows if text == t}) == 2]
    assert found.conflicting.tolist() == [i for i, text in enumerate(texts) if text in both]


def test_nothing_to_say_of_a_clean_corpus():
    assert corpus_of([20, 20]).findings().sentences() == []


def test_overlap():
    train = steelyard.read(["One text.", "two", "ONE  text."], label=["a", "b", "a"])
    test = steelyard.read(["three", "one\ttext.", "Two", "four"], labelled=False)
    shared = overlap(train, test)
    assert len(shared) == 2
    assert (shared.train_rows.tolist(), shared.test_rows.tolist()) == ([0, 1], [1, 2])
    assert len(overlap(train, steelyard.read(["x"], labelled=False))) == 0


def test_a_split_of_different_texts_has_no_overlap():
    assert len(overlap(*corpus_of([30, 30]).split())) == 0


def test_take_and_counts_and_names():
    corpus = steelyard.read(["a", "b", "c"], label=["y", "x", "y"], group=[1, 2, 3], weight=[1, 2, 3])
    part = corpus.take([2, 0])
    assert (part.texts.to_pylist(), part.labels.tolist(), part.classes) == (["c", "a"], ["y", "y"], ("x", "y"))
    assert (part.groups.tolist(), part.weights.tolist()) == (["3", "1"], [3, 1])
    assert part.counts == {"x": 0, "y": 2}
    assert repr(corpus) == "Corpus(3 texts, 2 classes)"
    assert corpus.codes.dtype == np.int32
    assert np.unique(corpus.labels).tolist() == list(corpus.classes)
    with pytest.raises(CorpusError, match="no labels"):
        _ = steelyard.read(["a"], labelled=False).labels


def test_concatenating_merges_the_classes():
    parts = [make_corpus(pa.array([t]), pa.array([y]), None, None) for t, y in [("a", "y"), ("b", "x"), ("c", "z")]]
    whole = concatenate(parts)
    assert (whole.classes, whole.labels.tolist()) == (("x", "y", "z"), ["y", "x", "z"])


def test_texts_beyond_two_gigabytes_have_wide_offsets(monkeypatch):
    monkeypatch.setattr("steelyard.corpus.arrays._MOST_BYTES", 10)
    assert steelyard.read([("a" * 20, "x"), ("b", "y")]).texts.type == pa.large_string()


@given(
    st.lists(st.text(alphabet=st.sampled_from("aÀ ﬁ\t\n\r\f\v\u00a0\u1680\u2003\u2028\u202f\u3000\u200bß"), max_size=8))
)
def test_texts_are_normalised_as_the_plain_rule_says(texts: list[str]) -> None:
    """Only those rows are mended that need it: the same as if all were."""
    from steelyard.corpus.overlaps import normalised

    plain = pc.utf8_lower(pc.utf8_normalize(pa.array(texts, pa.large_string()), form="NFKC"))
    spaced = pc.replace_substring_regex(plain, pattern=r"[\s\p{Z}]+", replacement=" ")
    assert normalised(strings(texts)).to_pylist() == pc.utf8_trim_whitespace(spaced).to_pylist()
