"""The law: the vectorizers equal scikit-learn's, vocabulary and counts exactly, weights to 1e-12, for every text."""

from __future__ import annotations

import doctest
import importlib
import pickle
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction import text as theirs
from sklearn.pipeline import FeatureUnion, make_pipeline

import steelyard
from steelyard.features import CountVectorizer, HashingVectorizer, TfidfVectorizer
from steelyard.features.hashing import MOST_FEATURES
from steelyard.text import PATTERNS

# lower cases that grow, shrink, split or look around them; marks, joiners, white space of all kinds, wide and astral
TROUBLE = (
    "aAbB0_9İIıΣσςßẞKÅﬁ™ǅée\u0301\u0345ªº²½.,!-'\x00\x07中文ｶ😀𝐀𐐀ก้ \t\n\r\x0b\x0c\x1c\x1f\x85\xa0\u2003\u200b\u3000"
)
WORDS = ["the", "The", "cat", "Cat's", "is", "not", "n't", "a", "—", "été"]
texts = st.one_of(
    st.text(alphabet=st.sampled_from(TROUBLE), max_size=60),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30),
    st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join),
)
corpora = st.lists(texts, min_size=1, max_size=8)
ngram_ranges = st.sampled_from([(1, 1), (1, 2), (2, 2), (1, 3), (2, 4), (3, 5), (5, 6)])
settings_of_all = {
    "analyzer": st.sampled_from(["word", "char", "char_wb"]),
    "ngram_range": ngram_ranges,
    "lowercase": st.booleans(),
    "strip_accents": st.sampled_from([None, None, "unicode", "ascii"]),
    "binary": st.booleans(),
    "token_pattern": st.sampled_from(sorted(PATTERNS)),
    "stop_words": st.sampled_from([None, None, ["the", "is", "a", "été", "ss"], "english"]),
    "threads": st.sampled_from([1, 2, 3]),
}
settings_of_counts = {
    **settings_of_all,
    "min_df": st.sampled_from([1, 1, 2, 0.2, 0.5]),
    "max_df": st.sampled_from([1.0, 1.0, 0.8, 3]),
    "max_features": st.sampled_from([None, None, 3, 20]),
    "dtype": st.sampled_from([np.int64, np.int32, np.float64, np.float32]),
}
pytestmark = pytest.mark.filterwarnings("ignore:.*(stop_words|token_pattern|will not be used).*")


def same(X: Any, Y: Any, tolerance: float = 0.0) -> None:
    """Equal in kind, type, shape and values."""
    assert type(X) is type(Y)
    assert X.dtype == Y.dtype
    assert X.shape == Y.shape
    assert X.nnz == Y.nnz
    if X.nnz:
        assert abs(X - Y).max() <= tolerance


def both(ours: Any, sklearns: Any, train: list[str], test: list[str], tolerance: float = 0.0) -> None:
    """The same matrices, vocabulary and names, or the same error."""
    try:
        Y = sklearns.fit_transform(train)
    except ValueError as error:
        with pytest.raises(ValueError) as raised:
            ours.fit_transform(train)
        assert str(raised.value) == str(error)
        return
    same(ours.fit_transform(train), Y, tolerance)
    same(ours.transform(test), sklearns.transform(test), tolerance)
    if hasattr(sklearns, "vocabulary_"):
        assert list(ours.get_feature_names_out()) == list(sklearns.get_feature_names_out())
        assert ours.vocabulary_ == sklearns.vocabulary_


def without_threads(parameters: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parameters.items() if name != "threads"}


@settings(max_examples=300, deadline=None)
@given(corpora, corpora, st.fixed_dictionaries(settings_of_counts))
def test_counts_are_scikit_learns(train: list[str], test: list[str], p: dict[str, Any]) -> None:
    both(CountVectorizer(**p), theirs.CountVectorizer(**without_threads(p)), train, test)


@settings(max_examples=200, deadline=None)
@given(
    corpora,
    corpora,
    st.fixed_dictionaries(
        {
            **settings_of_counts,
            "norm": st.sampled_from(["l1", "l2", None]),
            "use_idf": st.booleans(),
            "smooth_idf": st.booleans(),
            "sublinear_tf": st.booleans(),
            "dtype": st.sampled_from([np.float64, np.float32]),
        }
    ),
)
def test_weights_are_scikit_learns(train: list[str], test: list[str], p: dict[str, Any]) -> None:
    tolerance = 1e-12 if p["dtype"] is np.float64 else 1e-5
    both(TfidfVectorizer(**p), theirs.TfidfVectorizer(**without_threads(p)), train, test, tolerance)


@settings(max_examples=200, deadline=None)
@given(
    corpora,
    st.fixed_dictionaries(
        {
            **settings_of_all,
            "norm": st.sampled_from(["l1", "l2", None]),
            "alternate_sign": st.booleans(),
            "n_features": st.sampled_from([1, 7, 64, 2**20, MOST_FEATURES + 1]),
            "dtype": st.sampled_from([np.float64, np.float32]),
        }
    ),
)
def test_hashes_are_scikit_learns(documents: list[str], p: dict[str, Any]) -> None:
    tolerance = 1e-12 if p["dtype"] is np.float64 else 1e-6
    X, Y = (
        HashingVectorizer(**p).transform(documents),
        theirs.HashingVectorizer(**without_threads(p)).transform(documents),
    )
    same(X, Y, tolerance)


@settings(max_examples=100, deadline=None)
@given(
    corpora,
    st.lists(
        st.one_of(texts, st.sampled_from(["the", "the cat", "cat is", "a", " a", "th", "b "])), unique=True, min_size=1
    ),
    ngram_ranges,
    st.sampled_from(["word", "char", "char_wb"]),
)
@pytest.mark.filterwarnings("ignore:Upper case characters")
def test_a_given_vocabulary_is_looked_up(
    documents: list[str], terms: list[str], n: tuple[int, int], analyzer: str
) -> None:
    p = {"vocabulary": terms, "ngram_range": n, "analyzer": analyzer}
    both(CountVectorizer(**p), theirs.CountVectorizer(**p), documents, documents)
    both(TfidfVectorizer(**p), theirs.TfidfVectorizer(**p), documents, documents, 1e-12)


@pytest.mark.parametrize("name", ["reviews-en", "reviews-fr", "reviews-es", "support-en"])
@pytest.mark.parametrize(
    "p",
    [
        {"ngram_range": (1, 3), "min_df": 2},
        {"analyzer": "char", "ngram_range": (2, 4), "max_df": 0.5},
        {"analyzer": "char_wb", "ngram_range": (2, 5), "min_df": 2, "max_features": 900},
        {"strip_accents": "unicode", "stop_words": ["the", "de", "la"], "sublinear_tf": True},
    ],
)
def test_demo_corpora(name: str, p: dict[str, Any]) -> None:
    documents = steelyard.demo(name).texts.to_pylist()
    both(TfidfVectorizer(**p), theirs.TfidfVectorizer(**p), documents[:100], documents[100:], 1e-12)


@pytest.mark.parametrize("folder", ["fr_allocine_series/test.csv", "tweeteval_emotion/test.csv", "r8/test.csv"])
@pytest.mark.parametrize(
    "p", [{"ngram_range": (1, 2)}, {"analyzer": "char_wb", "ngram_range": (3, 5)}, {"token_pattern": r"\w+|[^\w\s]"}]
)
def test_shared_corpora(corpora: Any, folder: str, p: dict[str, Any]) -> None:
    documents = steelyard.read(corpora / folder).texts.to_pylist()[:600]
    both(TfidfVectorizer(**p), theirs.TfidfVectorizer(**p), documents[:300], documents[300:], 1e-12)


@pytest.mark.parametrize("analyzer", ["word", "char", "char_wb"])
def test_bits_do_not_depend_on_threads(analyzer: str) -> None:
    documents = steelyard.demo("reviews-en").texts
    one, *more = (
        TfidfVectorizer(analyzer=analyzer, ngram_range=(1, 3), threads=threads).fit_transform(documents)
        for threads in (1, 2, 3, 7)
    )
    for other in more:
        for a, b in zip((one.data, one.indices, one.indptr), (other.data, other.indices, other.indptr)):
            assert a.tobytes() == b.tobytes()


@given(corpora, st.sampled_from(["word", "char", "char_wb"]), ngram_ranges)
def test_columns_ascend_in_each_row(documents: list[str], analyzer: str, n: tuple[int, int]) -> None:
    X = HashingVectorizer(analyzer=analyzer, ngram_range=n, n_features=5000).transform(documents)
    try:
        rows = [X, CountVectorizer(analyzer=analyzer, ngram_range=n).fit_transform(documents)]
    except ValueError:  # no term at all
        rows = [X]
    for X in rows:
        assert all((np.diff(X.indices[a:b]) > 0).all() for a, b in zip(X.indptr, X.indptr[1:]))


def test_documents_come_in_many_kinds() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    documents = ["the cat", "ΟΔΟΣ İstanbul", ""]
    expected = theirs.CountVectorizer().fit_transform(documents).toarray()
    kinds = [
        tuple(documents),
        (d for d in documents),
        np.array(documents, dtype=object),
        np.array(documents),
        pa.array(documents),
        pa.chunked_array([documents[:1], documents[1:]]),
        pa.array(documents, pa.string_view()),
        pandas.Series(documents),
        polars.Series(documents),
    ]
    for kind in kinds:
        assert (CountVectorizer().fit_transform(kind).toarray() == expected).all()
    vectorizer = CountVectorizer().fit(documents)
    assert (vectorizer.transform(pa.array(["x", *documents]).slice(1)).toarray() == expected).all()


def test_what_is_not_covered_runs_as_scikit_learns() -> None:
    documents = ["the cat \ud800 sat", "a cat"]
    both(CountVectorizer(), theirs.CountVectorizer(), documents, documents)
    for p in (
        {"tokenizer": str.split},
        {"analyzer": str.split},
        {"token_pattern": r"[a-c]+"},
        {"preprocessor": str.upper},
    ):
        p = {**p, "lowercase": False}
        plain = ["the cat sat", "a cat"]
        both(CountVectorizer(**p), theirs.CountVectorizer(**p), plain, plain)
        both(TfidfVectorizer(**p), theirs.TfidfVectorizer(**p), plain, plain)

    class Reversed(CountVectorizer):
        def build_analyzer(self) -> Any:
            return lambda text: text[::-1].split()

    assert set(Reversed().fit(["abc d"]).vocabulary_) == {"d", "cba"}


def test_bytes_and_files_are_decoded(tmp_path: Any) -> None:
    path = tmp_path / "one.txt"
    path.write_bytes("déjà vu".encode("latin-1"))
    p = {"encoding": "latin-1"}
    both(CountVectorizer(**p), theirs.CountVectorizer(**p), ["déjà".encode("latin-1")], ["vu".encode("latin-1")])
    names = CountVectorizer(input="filename", encoding="latin-1").fit([str(path)]).get_feature_names_out()
    assert list(names) == ["déjà", "vu"]
    with pytest.raises(ValueError, match=r"np\.nan is an invalid document"):
        CountVectorizer().fit([np.nan])
    with pytest.raises(ValueError, match="string object received"):
        CountVectorizer().fit("one text")


def test_fitted_state() -> None:
    vectorizer = TfidfVectorizer(ngram_range=(1, 2))
    assert not hasattr(vectorizer, "vocabulary_")
    with pytest.raises(NotFittedError):
        vectorizer.transform(["a"])
    documents = ["the scale tips", "the scale holds"]
    X = vectorizer.fit_transform(documents)
    again = pickle.loads(pickle.dumps(vectorizer))
    same(again.transform(documents), X, 1e-15)
    assert again.vocabulary_ == vectorizer.vocabulary_
    assert clone(vectorizer).get_params() == vectorizer.get_params()
    vectorizer.vocabulary_ = {"scale": 0, "tips": 1}
    assert list(vectorizer.get_feature_names_out()) == ["scale", "tips"]
    assert [list(terms) for terms in again.inverse_transform(X)[:1]] == [
        ["scale", "scale tips", "the", "the scale", "tips"]
    ]


def test_stands_in_pipelines_and_unions() -> None:
    union = FeatureUnion([("words", TfidfVectorizer()), ("characters", CountVectorizer(analyzer="char_wb"))])
    X = make_pipeline(union).fit_transform(["the scale tips", "the scale holds"])
    assert sp.issparse(X) and X.shape[0] == 2
    assert "words__scale" in union.get_feature_names_out()


@pytest.mark.parametrize("module", ["count", "tfidf", "hashing"])
def test_examples(module: str) -> None:
    found = doctest.testmod(importlib.import_module(f"steelyard.features.{module}"))
    assert found.attempted and not found.failed


@pytest.mark.parametrize("analyzer", ["word", "char", "char_wb"])
@pytest.mark.parametrize("ngram_range", [(0, 1), (0, 2), (-1, 2)])
@pytest.mark.parametrize("name", ["CountVectorizer", "TfidfVectorizer", "HashingVectorizer"])
def test_n_grams_of_nothing_are_scikit_learns(name: str, ngram_range: tuple[int, int], analyzer: str) -> None:
    documents = ["the bad film", "a b", "", "x"]
    ours, other = (
        getattr(room, name)(analyzer=analyzer, ngram_range=ngram_range).fit_transform(documents)
        for room in (steelyard, theirs)
    )
    assert ours.shape == other.shape and abs(ours - other).max() < 1e-12


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.uint8])
def test_hashed_rows_of_length_one_are_no_whole_numbers(dtype: Any) -> None:
    setting = {"dtype": dtype, "n_features": 64, "alternate_sign": False}
    documents = ["the bad film", "a bad bad end", ""]
    ours, other = (room.HashingVectorizer(**setting).transform(documents) for room in (steelyard, theirs))
    assert ours.dtype == other.dtype == np.float64 and abs(ours - other).max() < 1e-12
    counts = HashingVectorizer(**setting, norm=None).transform(documents)
    assert counts.dtype == dtype and counts.sum() == 6


@pytest.mark.parametrize("setting", [{"n_features": 0}, {"n_features": 1.5}, {"norm": "max"}])
def test_hashing_checks_its_settings_without_a_fit(setting: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"'{next(iter(setting))}' parameter of HashingVectorizer"):
        HashingVectorizer(**setting).transform(["a film"])
