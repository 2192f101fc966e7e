"""What the transformers with a lexicon share: texts in, a dense table with named columns out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from steelyard.text.documents import Texts, each_text


class LexicalFeatures(TransformerMixin, BaseEstimator):
    """A transformer whose columns are few, known beforehand and counted text by text."""

    columns: ClassVar[tuple[str, ...]]

    def _rows(self, texts: Iterator[str]) -> Iterator[tuple[float, ...]]:
        raise NotImplementedError

    def transform(self, X: Texts) -> NDArray[np.float64]:
        """One row of features for each text."""
        check_is_fitted(self)
        rows = [*self._rows(each_text(X))]
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(self.columns))

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """The names of the columns."""
        return np.array(self.columns, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags
