"""What the three vectorizers share: which settings the compiled way covers, and documents to texts."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.feature_extraction.text import CountVectorizer as Theirs
from sklearn.utils._param_validation import Interval

from steelyard.errors import NotPlainTextError
from steelyard.features._rows import Matrix
from steelyard.features._symbols import ANY, Analysis
from steelyard.text.grams import Wanted
from steelyard.text.normalise import Texts, as_texts, is_arrow
from steelyard.text.patterns import PATTERNS, WORDS, rule_of

DTYPES = ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8")
# a subclass that overrides one of these wants its own way of taking texts apart
STEPS = (
    "build_analyzer",
    "build_preprocessor",
    "build_tokenizer",
    "decode",
    "_word_ngrams",
    "_char_ngrams",
    "_char_wb_ngrams",
)
RAW_STRING = "Iterable over raw text documents expected, string object received."
THREADS = {"threads": [Interval(Integral, 1, None, closed="left"), None]}


class Compiled:
    """Mixed into scikit-learn's vectorizers: the compiled way where it gives the same result, else theirs."""

    # scikit-learn's, which this is mixed into
    input: str
    analyzer: Any
    tokenizer: Any
    preprocessor: Any
    strip_accents: Any
    token_pattern: Any
    ngram_range: tuple[int, int]
    lowercase: bool
    binary: bool
    dtype: Any
    build_analyzer: Any
    build_preprocessor: Any
    get_stop_words: Any
    decode: Any

    def _covered(self) -> bool:
        """Does the compiled way cover these settings?"""
        own = all(getattr(type(self), step) is getattr(Theirs, step) for step in STEPS)
        try:
            dtype = np.dtype(self.dtype).str[1:]
        except TypeError:
            return False
        if not own or dtype not in DTYPES or self.tokenizer is not None or callable(self.analyzer):
            return False
        if self.ngram_range[0] < 1:  # n-grams of no words, or less: scikit-learn's counting of them makes little sense
            return False
        return self.analyzer != "word" or self.token_pattern in PATTERNS

    def _analysis(self, df_min: int = 1, df_max: int = ANY, max_features: int | None = None) -> Analysis:
        """The settings, for the compiled way. scikit-learn's own builder warns and raises where it would."""
        self.build_analyzer()
        lower = bool(self.lowercase) and not self._prepared_in_python()
        return Analysis(
            self.analyzer,
            rule_of(self.token_pattern if self.analyzer == "word" else WORDS, lower),
            self.get_stop_words() if self.analyzer == "word" else None,
            Wanted(int(self.ngram_range[0]), int(self.ngram_range[1]), df_min, df_max, self.analyzer == "char_wb"),
            max_features,
            bool(self.binary),
        )

    def _texts_if_covered(self, documents: Any) -> Texts | None:
        """The documents for the compiled way; None where it does not cover them, and scikit-learn takes over."""
        try:
            return self._texts(documents) if self._covered() else None
        except (NotPlainTextError, AttributeError):
            return None

    def _prepared_in_python(self) -> bool:
        return self.preprocessor is not None or self.strip_accents is not None

    def _texts(self, documents: Any) -> Texts:
        """The documents, decoded and, where a table of lower cases is not enough, preprocessed."""
        if self._prepared_in_python():
            preprocess = self.build_preprocessor()
            return as_texts([preprocess(self.decode(d)) for d in listed(documents)], False)
        if not is_arrow(documents):
            documents = listed(documents)
            if self.input != "content" or not set(map(type, documents)) <= {str}:
                documents = [self.decode(d) for d in documents]
        return as_texts(documents, bool(self.lowercase))


def as_given(documents: Any) -> Any:
    """The documents as they came, a generator as a list; a single text is an error."""
    if isinstance(documents, str):
        raise ValueError(RAW_STRING)
    return documents if is_arrow(documents) else listed(documents)


def listed(documents: Iterable[Any] | Any) -> list[Any]:
    """The documents as a list of Python objects."""
    if is_arrow(documents):
        import pyarrow as pa

        array = documents if isinstance(documents, (pa.Array, pa.ChunkedArray)) else pa.chunked_array(documents)
        plain: list[Any] = array.to_pylist()
        return plain
    return documents if isinstance(documents, list) else list(documents)


def as_csr(m: Matrix, n_columns: int) -> Any:
    """The kind of sparse container that this scikit-learn hands out."""
    # SciPy wants both index arrays of one type, and scikit-learn's models want int32 wherever it is enough
    index = np.int32 if m.indices.size <= np.iinfo(np.int32).max else np.int64
    indptr, indices = m.indptr.astype(index), m.indices.astype(index, copy=False)
    X = sp.csr_array((m.data, indices, indptr), shape=(m.indptr.size - 1, n_columns), copy=False)
    X.has_sorted_indices = X.has_canonical_format = True
    try:
        from sklearn.utils._sparse import _align_api_if_sparse
    except ImportError:
        return sp.csr_matrix(X, copy=False)
    return _align_api_if_sparse(X)
