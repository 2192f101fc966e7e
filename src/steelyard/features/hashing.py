"""Words and n-grams hashed to columns: nothing to learn, nothing to keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from sklearn.feature_extraction.text import HashingVectorizer as Theirs

from steelyard._threads import run_parallel, thread_count
from steelyard.features._hashed import Hashing, hash_terms
from steelyard.features._rows import Weighting, from_found
from steelyard.features._vectorizer import THREADS, Compiled, as_csr, as_given, listed
from steelyard.features.tfidf import NORMS
from steelyard.text.normalise import Texts, runs
from steelyard.text.patterns import WORDS
from steelyard.text.stream import string_table

MOST_FEATURES = 1 << 24  # a count by column and thread is kept; beyond this scikit-learn's way is the smaller


class HashingVectorizer(Compiled, Theirs):
    """scikit-learn's HashingVectorizer, compiled: the same parameters, columns, signs and weights.

    What runs compiled is told at `CountVectorizer`; so does `n_features` up to 2**24.

    >>> hashed = HashingVectorizer(n_features=16, norm=None)
    >>> X = hashed.transform(["the scale tips, the scale holds"])
    >>> X.shape, float(abs(X).sum())
    ((1, 16), 6.0)
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
        n_features: int = 2**20,
        binary: bool = False,
        norm: str | None = "l2",
        alternate_sign: bool = True,
        dtype: Any = np.float64,
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
            n_features=n_features,
            binary=binary,
            norm=norm,
            alternate_sign=alternate_sign,
            dtype=dtype,
        )
        self.threads = threads

    def transform(self, X: Any) -> Any:
        """The rows of documents."""
        documents = as_given(X)
        self._validate_params()  # there may have been no `fit` that did
        self._validate_ngram_range()
        texts = self._texts_if_covered(documents) if self.n_features <= MOST_FEATURES else None
        if texts is None:
            return super().transform(listed(documents))
        return self._rows(texts)

    def _rows(self, texts: Texts) -> Any:
        a, threads = self._analysis(), thread_count(self.threads)
        h = Hashing(self.n_features, bool(self.alternate_sign), a.analyzer != "word", a.analyzer == "char_wb")
        rule = a.rule._replace(pieces=True, shortest=1) if h.within_words else a.rule
        stop_words = string_table(a.stop_words or ())
        w = Weighting(bool(self.binary), False, np.zeros(0), NORMS[self.norm])
        found = run_parallel(
            lambda run: hash_terms(texts, *run, rule, a.wanted, stop_words, h), runs(texts.offsets, threads), threads
        )
        return as_csr(from_found(found, w, self._dtype(), threads), self.n_features)

    def _dtype(self) -> np.dtype:
        """Rows of length 1 are no whole numbers, whatever the counts are."""
        dtype = np.dtype(self.dtype)
        return dtype if self.norm is None or dtype.kind == "f" else np.dtype(np.float64)
