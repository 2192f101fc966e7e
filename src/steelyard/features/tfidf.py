"""Words and n-grams weighted by term frequency times inverse document frequency."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.feature_extraction.text import TfidfVectorizer as Theirs
from sklearn.utils.validation import check_is_fitted

from steelyard.features._rows import Weighting
from steelyard.features._vectorizer import THREADS
from steelyard.features.count import CountVectorizer
from steelyard.text.normalise import Texts
from steelyard.text.patterns import WORDS

NORMS = {None: 0, "l1": 1, "l2": 2}


class TfidfVectorizer(CountVectorizer, Theirs):
    """scikit-learn's TfidfVectorizer, compiled: the same parameters, attributes, errors and results.

    What runs compiled is told at `CountVectorizer`. Counts, weights and lengths are made in one go.

    >>> tfidf = TfidfVectorizer()
    >>> X = tfidf.fit_transform(["the scale tips", "the scale holds"])
    >>> round(float(X[0, tfidf.vocabulary_["tips"]]), 4)
    0.7049
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
        analyzer: Any = "word",
        stop_words: Any = None,
        token_pattern: str | None = WORDS,
        ngram_range: tuple[int, int] = (1, 1),
        max_df: float = 1.0,
        min_df: float = 1,
        max_features: int | None = None,
        vocabulary: Any = None,
        binary: bool = False,
        dtype: Any = np.float64,
        norm: str | None = "l2",
        use_idf: bool = True,
        smooth_idf: bool = True,
        sublinear_tf: bool = False,
        threads: int | None = None,
    ) -> None:
        Theirs.__init__(
            self,
            input=input,
            encoding=encoding,
            decode_error=decode_error,
            strip_accents=strip_accents,
            lowercase=lowercase,
            preprocessor=preprocessor,
            tokenizer=tokenizer,
            analyzer=analyzer,
            stop_words=stop_words,
            token_pattern=token_pattern,
            ngram_range=ngram_range,
            max_df=max_df,
            min_df=min_df,
            max_features=max_features,
            vocabulary=vocabulary,
            binary=binary,
            dtype=dtype,
            norm=norm,
            use_idf=use_idf,
            smooth_idf=smooth_idf,
            sublinear_tf=sublinear_tf,
        )
        self.threads = threads

    def transform(self, raw_documents: Any) -> Any:
        """The rows of documents, weighted as was learnt."""
        check_is_fitted(self, msg="The TF-IDF vectorizer is not fitted")
        return super().transform(raw_documents)

    def _check_settings(self) -> None:
        self._check_params()
        super()._check_settings()
        self._tfidf = TfidfTransformer(
            norm=self.norm, use_idf=self.use_idf, smooth_idf=self.smooth_idf, sublinear_tf=self.sublinear_tf
        )

    def _learned(self, df: np.ndarray, n_rows: int) -> None:
        transformer = self._tfidf
        transformer.n_features_in_ = df.size
        if self.use_idf:
            # in the type and the order of scikit-learn's own steps, so that float32 comes out the same too
            df = df.astype(self._dtype()) + self._dtype().type(self.smooth_idf)
            transformer.idf_ = np.log(np.full_like(df, n_rows + int(self.smooth_idf)) / df) + self._dtype().type(1)

    def _rows_by_given(self, texts: Texts) -> Any:
        counts = self._rows(texts, super()._weighting())
        return self._tfidf.fit(counts).transform(counts, copy=False)

    def _weighting(self) -> Weighting:
        t = self._tfidf
        idf = np.asarray(t.idf_, np.float64) if hasattr(t, "idf_") else np.zeros(0)
        return Weighting(bool(self.binary), bool(t.sublinear_tf), idf, NORMS[t.norm])

    def _dtype(self) -> np.dtype:
        dtype = np.dtype(self.dtype)
        return dtype if dtype in (np.float32, np.float64) else np.dtype(np.float64)
