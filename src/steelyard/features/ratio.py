"""Naive Bayes log-count ratios as the weights of columns (Wang and Manning 2012, equation 1).

With f_i the counts of example i, s_i its sample weight and alpha the smoothing,

    p = alpha + sum over the positive examples of s_i f_i
    q = alpha + sum over the other examples of s_i f_i
    r = ln( (p / |p|_1) / (q / |q|_1) )

and a row x becomes x * r, column by column. A linear model on such rows is the paper's NBSVM (before its
interpolation): what it need not learn, naive Bayes told it.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import scipy.sparse
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from steelyard.errors import SettingError

Rows = Any  # a dense array, or a sparse matrix or array


class LogCountRatio(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Multiplies each column of counts by its naive Bayes log-count ratio between two classes.

    The ratio compares one class with the rest, and one matrix can be weighted for one such comparison only. For
    several classes wrap the pair in one-against-rest, so that every class has ratios of its own:
    `OneVsRestClassifier(make_pipeline(LogCountRatio(), LinearSVC()))`; or choose a class by `positive`.

    Parameters
    ----------
    alpha : float, default 1.0
        Added to the count of every column in both classes; above 0.
    binary : bool, default False
        Whether to take every count above 0 as 1, in `fit` and in `transform`, as the paper does.
    positive : label, default None
        The class whose counts stand above the line. None: the second of two classes, in sorted order.

    Attributes
    ----------
    log_ratio_ : ndarray of shape (n_features,)
        The weight of each column: above 0 where the column speaks for the positive class.
    classes_ : ndarray
        The labels, sorted.
    positive_ : label
        The class whose counts stand above the line.
    n_features_in_ : int
    feature_names_in_ : ndarray, when the rows came with names

    References
    ----------
    S. Wang and C. D. Manning (2012). Baselines and bigrams: simple, good sentiment and topic classification. ACL.

    Examples
    --------
    >>> from steelyard.features import LogCountRatio
    >>> ratios = LogCountRatio().fit([[2, 0], [0, 2]], ["pos", "neg"])
    >>> ratios.log_ratio_.round(4)
    array([ 1.0986, -1.0986])
    >>> float(ratios.transform([[3, 0]])[0, 0].round(4))
    3.2958
    """

    def __init__(self, *, alpha: float = 1.0, binary: bool = False, positive: Any = None) -> None:
        self.alpha = alpha
        self.binary = binary
        self.positive = positive

    def fit(self, X: Rows, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn the ratios from counts and labels."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=(np.float64, np.float32))
        check_classification_targets(y)
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        if not self.alpha > 0:
            raise SettingError(
                f"alpha is {self.alpha}.", "Give a number above 0, or a class's missing words weigh infinity."
            )
        _refuse_negative(X)
        self.classes_ = np.unique(y)
        self.positive_ = self._positive_class()
        counts = _presence(X) if self.binary else X
        above = counts.T @ np.where(y == self.positive_, weights, 0.0)
        below = counts.T @ np.where(y == self.positive_, 0.0, weights)
        self.log_ratio_ = log_count_ratios(above, below, float(self.alpha))
        return self

    def transform(self, X: Rows) -> Rows:
        """Multiply the columns by their ratios; sparse rows stay sparse."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, accept_sparse="csr", dtype=(np.float64, np.float32))
        counts = _presence(X) if self.binary else X
        ratios = self.log_ratio_.astype(counts.dtype, copy=False)
        if not scipy.sparse.issparse(counts):
            return counts * ratios
        weighted = counts.copy()
        weighted.data *= ratios[weighted.indices]
        return weighted

    def _positive_class(self) -> Any:
        classes = self.classes_
        if len(classes) < 2:
            raise SettingError(
                f"There is only one class, {classes[0]!r}: a ratio needs two classes.", "Check the labels."
            )
        if self.positive is not None:
            if self.positive not in classes:
                raise SettingError(f"positive is {self.positive!r}, which no label is.", f"Labels: {_some(classes)}.")
            return self.positive
        if len(classes) > 2:
            raise SettingError(
                f"There are {len(classes)} classes ({_some(classes)}), and a column has one ratio only.",
                "Use OneVsRestClassifier(make_pipeline(LogCountRatio(), ...)), or name one class by positive=...",
            )
        return classes[1]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.target_tags.required = True
        return tags


def log_count_ratios(above: NDArray[Any], below: NDArray[Any], alpha: float) -> NDArray[np.float64]:
    """ln of the ratio of the two classes' smoothed relative counts, column by column.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.features.ratio import log_count_ratios
    >>> float(log_count_ratios(np.array([3.0, 1.0]), np.array([1.0, 3.0]), 1.0)[0].round(4))
    0.6931
    """
    p = np.asarray(above, dtype=np.float64) + alpha
    q = np.asarray(below, dtype=np.float64) + alpha
    ratios: NDArray[np.float64] = (np.log(p) - np.log(p.sum())) - (np.log(q) - np.log(q.sum()))
    return ratios


def _presence(X: Rows) -> Rows:
    if not scipy.sparse.issparse(X):
        return (X != 0).astype(X.dtype)
    present = X.copy()
    present.data = (X.data != 0).astype(X.dtype)
    return present


def _refuse_negative(X: Rows) -> None:
    values = X.data if scipy.sparse.issparse(X) else X
    if values.size and values.min() < 0:
        raise SettingError(
            "Negative values in data passed to LogCountRatio: counts cannot be negative.",
            "After HashingVectorizer set its alternate_sign=False.",
        )


def _some(classes: NDArray[Any]) -> str:
    shown = ", ".join(repr(label) for label in classes[:5].tolist())
    return shown + (", ..." if len(classes) > 5 else "")
