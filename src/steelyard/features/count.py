"""Counts of words, of characters and of their n-grams."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Collection
from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from sklearn.base import _fit_context
from sklearn.feature_extraction.text import CountVectorizer as Theirs

from steelyard._threads import thread_count
from steelyard.features._rows import AS_IT_IS, Weighting
from steelyard.features._terms import Learned, learn, look_up
from steelyard.features._vectorizer import THREADS, Compiled, as_csr, as_given, listed
from steelyard.text.normalise import Texts
from steelyard.text.patterns import WORDS
from steelyard.text.tree import children, from_terms

NOTHING = "empty vocabulary; perhaps the documents only contain stop words"
ALL_PRUNED = "After pruning, no terms remain. Try a lower min_df or a higher max_df."
CROSSED = "max_df corresponds to < documents than min_df"


class CountVectorizer(Compiled, Theirs):
    """scikit-learn's CountVectorizer, compiled: the same parameters, attributes, errors and results.

    Word, char and char_wb analyzers with the default token pattern (and a few others, see
    `steelyard.text.PATTERNS`) run compiled, on `threads` threads; callables, other
    patterns and texts with lone surrogates run as scikit-learn runs them. `vocabulary_` and the names
    are made when they are asked for.

    >>> counts = CountVectorizer(ngram_range=(1, 2))
    >>> X = counts.fit_transform(["the scale tips", "the scale holds, the arm tips"])
    >>> X.shape, int(X[1, counts.vocabulary_["the"]])
    ((2, 11), 2)
    """

    _parameter_constraints: ClassVar[dict[str, Any]] = {**Theirs._parameter_constraints, **THREADS}

    def __init__(
        self,
        *,
        input: str = "content",  # noqa: A002 (scikit-learn's name)
        encoding: str = "utf-8",
        decode_error: str = "strict",
        strip_accents: Any = None,
        lowercase: bool = True,
        preprocessor: Callable[[str], str] | None = None,
        tokenizer: Callable[[str], list[str]] | None = None,
        stop_words: Any = None,
        token_pattern: str | None = WORDS,
        ngram_range: tuple[int, int] = (1, 1),
        analyzer: Any = "word",
        max_df: float = 1.0,
        min_df: float = 1,
        max_features: int | None = None,
        vocabulary: Any = None,
        binary: bool = False,
        dtype: Any = np.int64,
        threads: int | None = None,
    ) -> None:
        super().__init__(
            input=input,
            encoding=encoding,
            decode_error=decode_error,
            strip_accents=strip_accents,
            lowercase=lowercase,
            preprocessor=preprocessor,
            tokenizer=tokenizer,
            stop_words=stop_words,
            token_pattern=token_pattern,
            ngram_range=ngram_range,
            analyzer=analyzer,
            max_df=max_df,
            min_df=min_df,
            max_features=max_features,
            vocabulary=vocabulary,
            binary=binary,
            dtype=dtype,
        )
        self.threads = threads

    @_fit_context(prefer_skip_nested_validation=True)
    def fit_transform(self, raw_documents: Any, y: Any = None) -> Any:
        """Learn the vocabulary; return the rows."""
        documents = as_given(raw_documents)
        texts = self._texts_if_covered(documents)
        if texts is None or not self._given_is_text():
            return super().fit_transform(listed(documents))
        self._check_settings()
        if self.fixed_vocabulary_:
            return self._rows_by_given(texts)
        learned, threads = self._learn(texts), thread_count(self.threads)
        return as_csr(learned.matrix(self._weighting(), self._dtype(), threads), learned.tree.n_columns)

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, raw_documents: Any, y: Any = None) -> CountVectorizer:
        """Learn the vocabulary."""
        documents = as_given(raw_documents)
        texts = self._texts_if_covered(documents)
        if texts is None or not self._given_is_text():
            super().fit(listed(documents))
            return self
        self._check_settings()
        if self.fixed_vocabulary_:
            self._rows_by_given(texts)
        else:
            self._learn(texts)
        return self

    def transform(self, raw_documents: Any) -> Any:
        """The rows of documents by the vocabulary that was learnt or given."""
        documents = as_given(raw_documents)
        self._check_vocabulary()
        texts = self._texts_if_covered(documents)
        if texts is None or self._lookup() is None:
            return super().transform(listed(documents))
        return self._rows(texts, self._weighting())

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """The terms, by column."""
        self._check_vocabulary()
        if "_tree" in self.__dict__:
            return np.array(self._tree.names(), dtype=object)
        names: np.ndarray = super().get_feature_names_out(input_features)
        return names

    @property
    def vocabulary_(self) -> dict[str, int]:
        """From term to column; made from the tree when it is first asked for."""
        state = self.__dict__
        if "_vocabulary" not in state:
            if "_tree" not in state:
                raise AttributeError(f"{type(self).__name__} has no vocabulary_ before it is fitted")
            self._vocabulary = {name: k for k, name in enumerate(self._tree.names())}
        return self._vocabulary

    @vocabulary_.setter
    def vocabulary_(self, vocabulary: dict[str, int]) -> None:
        self._forget()
        self._vocabulary = vocabulary

    def _forget(self) -> None:
        for name in ("_vocabulary", "_tree", "_table"):
            self.__dict__.pop(name, None)

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = dict(super().__getstate__())
        state.pop("_table", None)  # made again from the tree when it is needed
        return state

    def _given_is_text(self) -> bool:
        """Is the vocabulary that was given, if one was, made of texts?"""
        given = self.vocabulary
        return given is None or (isinstance(given, Collection) and all(map(is_text, given)))

    def _check_settings(self) -> None:
        self._validate_ngram_range()
        self._warn_for_unused_params()
        self._validate_vocabulary()
        if self.fixed_vocabulary_ and self.lowercase and any(any(map(str.isupper, t)) for t in self.vocabulary):
            warnings.warn(
                "Upper case characters found in vocabulary while 'lowercase' is True."
                " These entries will not be matched with any documents",
                stacklevel=3,
            )

    def _learn(self, texts: Texts) -> Learned:
        n = len(texts)
        high = float(self.max_df if isinstance(self.max_df, Integral) else self.max_df * n)
        low = float(self.min_df if isinstance(self.min_df, Integral) else self.min_df * n)
        threads = thread_count(self.threads)
        a = self._analysis(max(1, math.ceil(low)), math.floor(high), self.max_features)
        learned = learn(texts, a, threads)
        if high < low or not learned.tree.n_columns:
            anything = learn(texts, self._analysis(), threads).tree.n_columns
            raise ValueError(NOTHING if not anything else CROSSED if high < low else ALL_PRUNED)
        self._forget()
        self._tree = learned.tree
        self._learned(learned.document_frequency(), n)
        return learned

    def _learned(self, df: np.ndarray, n_rows: int) -> None:
        """For those who want to learn more: in how many of n_rows documents each term occurs."""

    def _rows_by_given(self, texts: Texts) -> Any:
        """The rows of the training documents by a vocabulary that was given."""
        return self._rows(texts, self._weighting())

    def _rows(self, texts: Texts, w: Weighting) -> Any:
        tree, table = self._lookup()
        m = look_up(texts, tree, table, self._analysis(), w, self._dtype(), thread_count(self.threads))
        return as_csr(m, tree.n_columns)

    def _lookup(self) -> Any:
        """The tree and its look-up table; None where the vocabulary holds what is no text."""
        between = " " if self.analyzer == "word" else ""
        if "_tree" not in self.__dict__ or self._tree.between != between:
            vocabulary = self.vocabulary_
            if not all(map(is_text, vocabulary)):
                return None
            self._tree = from_terms(vocabulary, between)
            self.__dict__.pop("_table", None)
        if "_table" not in self.__dict__:
            self._table = children(self._tree)
        return self._tree, self._table

    def _weighting(self) -> Weighting:
        return AS_IT_IS._replace(binary=bool(self.binary))

    def _dtype(self) -> np.dtype:
        dtype: np.dtype = np.dtype(self.dtype)
        return dtype


def is_text(term: Any) -> bool:
    """A string that UTF-8 can hold."""
    try:
        return isinstance(term, str) and term.encode() is not None
    except UnicodeEncodeError:
        return False
