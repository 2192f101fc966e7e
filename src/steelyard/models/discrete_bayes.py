"""Naive Bayes over counts: `MultinomialNB`, `BernoulliNB`, `ComplementNB`."""

from __future__ import annotations

import warnings
from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.preprocessing import binarize

from steelyard.algorithms import naive_bayes
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.models._checks import (
    Interval,
    StrOptions,
    check_non_negative,
    check_settings,
    first_call,
    indicators,
    training_data,
    weights,
)
from steelyard.models._joint import JointScores

SMALLEST_ALPHA = 1e-10


class _Counting(JointScores):
    """What the three share: counts per class that `partial_fit` adds to, and the prior."""

    _sparse = True
    _positive_only = True
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "force_alpha": ["boolean"],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
    }
    alpha: Any
    force_alpha: bool
    fit_prior: bool
    class_prior: Any
    class_count_: Array
    feature_count_: Array

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Count the rows of X, each as often as its weight says."""
        check_settings(self)
        X, y = training_data(self, X, y, sparse=True)
        self.classes_ = np.unique(y)
        return self._add(X, y, sample_weight, anew=True)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Add more rows to the counts. The first call needs all the classes there will be."""
        check_settings(self)
        X, y = training_data(self, X, y, sparse=True, reset=not hasattr(self, "classes_"))
        return self._add(X, y, sample_weight, anew=first_call(self, classes))

    def _add(self, X: Any, y: Array, sample_weight: Any, anew: bool) -> Self:
        rows, counts = naive_bayes.count(self._units(X), indicators(y, self.classes_, weights(sample_weight, X)))
        self.class_count_ = rows if anew else self.class_count_ + rows
        self.feature_count_ = counts if anew else self.feature_count_ + counts
        self._estimate(self._check_alpha())
        self.class_log_prior_ = self._log_prior()
        return self

    def _units(self, X: Any) -> Any:
        """X as it is counted."""
        check_non_negative(X, f"{type(self).__name__} (input X)")
        return X

    def _estimate(self, alpha: Any) -> None:
        """Set `feature_log_prob_` from the counts."""
        raise NotImplementedError

    def _log_prior(self) -> Array:
        n_classes = len(self.classes_)
        if self.class_prior is not None:
            if len(self.class_prior) != n_classes:
                raise ValueError("Number of priors must match number of classes.")
            return np.log(np.asarray(self.class_prior, dtype=np.float64))
        if self.fit_prior:
            return naive_bayes.log_priors(self.class_count_)
        return np.full(n_classes, -np.log(n_classes))

    def _check_alpha(self) -> Any:
        alpha: Any = self.alpha if isinstance(self.alpha, Real) else np.asarray(self.alpha)
        if isinstance(alpha, np.ndarray):
            if alpha.shape[0] != self.n_features_in_:
                what = f"Got {alpha.shape[0]} elements instead of {self.n_features_in_}."
                raise ValueError(f"When alpha is an array, it should contains `n_features`. {what}")
            if alpha.min() < 0:
                raise ValueError("All values in alpha must be greater than 0.")
        if self.force_alpha or np.min(alpha) >= SMALLEST_ALPHA:
            return alpha
        warnings.warn(
            f"alpha too small will result in numeric errors, setting alpha = {SMALLEST_ALPHA:.1e}. "
            "Use `force_alpha=True` to keep alpha unchanged.",
            stacklevel=2,
        )
        return np.maximum(alpha, SMALLEST_ALPHA)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = self._positive_only
        tags.classifier_tags.poor_score = True
        return tags


class MultinomialNB(_Counting):
    """Naive Bayes over word counts (or weights).

    Parameters: `alpha` smooths (1 is Laplace's), for all columns or one by one; `force_alpha=False` lifts it to 1e-10;
    `fit_prior=False` takes the classes as equally likely; `class_prior` gives their probabilities;
    `vocabulary="own"` lets each class know only the words it was seen with: all others share its `unknown_log_prob_`.

    >>> from steelyard import MultinomialNB
    >>> model = MultinomialNB().fit([[2, 1, 0], [1, 0, 0], [0, 1, 3]], ["good", "good", "bad"])
    >>> float(model.predict_proba([[1, 0, 0]])[0, 1].round(6))  # 2/3 4/7 against 1/3 1/7
    0.888889
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **_Counting._parameter_constraints,
        "vocabulary": [StrOptions({"shared", "own"})],
    }

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        vocabulary: str = "shared",
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.vocabulary = vocabulary

    def predict_joint_log_proba(self, X: Any, unknown: Any = None) -> Array:
        """log P(x, k); with `vocabulary="own"`, `unknown[i]` counts the words of row i that have no column."""
        joint = super().predict_joint_log_proba(X)
        if unknown is None:
            return joint
        if self.vocabulary != "own":
            raise SettingError("Unknown words have no share of a shared vocabulary.", "Fit with vocabulary='own'.")
        return joint + np.multiply.outer(np.asarray(unknown, dtype=np.float64), self.unknown_log_prob_)

    def _estimate(self, alpha: Any) -> None:
        if self.vocabulary == "shared":
            self.feature_log_prob_ = naive_bayes.multinomial(self.feature_count_, alpha)
            return
        if np.ndim(alpha):
            raise SettingError("vocabulary='own' smooths all words alike.", "Give one number as alpha.")
        self.feature_log_prob_, self.unknown_log_prob_ = naive_bayes.own_words(self.feature_count_, alpha)

    def _joint(self, X: Any) -> Array:
        return np.asarray(X @ self.feature_log_prob_.T + self.class_log_prior_)


class ComplementNB(_Counting):
    """Naive Bayes that weighs a class by how unlike all the others the words are; steadier with unequal classes.

    Parameters: as `MultinomialNB`; `norm` divides each class's weights by their sum. The prior matters only where there
    is a single class.

    >>> from steelyard import ComplementNB
    >>> model = ComplementNB().fit([[2, 1, 0], [1, 0, 0], [0, 1, 3]], ["good", "good", "bad"])
    >>> float(model.feature_log_prob_[1, 2].round(6))  # log 7/4: "bad" has word 3 three times of four
    0.559616
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {**_Counting._parameter_constraints, "norm": ["boolean"]}

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        norm: bool = False,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.norm = norm

    def _estimate(self, alpha: Any) -> None:
        self.feature_all_ = self.feature_count_.sum(axis=0)
        self.feature_log_prob_ = naive_bayes.complement(self.feature_count_, alpha, self.norm)

    def _joint(self, X: Any) -> Array:
        scores = np.asarray(X @ self.feature_log_prob_.T)
        return scores + self.class_log_prior_ if len(self.classes_) == 1 else scores


class BernoulliNB(_Counting):
    """Naive Bayes over words that are there or not; one that is not there speaks too.

    Parameters: as `MultinomialNB`; a value above `binarize` counts as there (None: X holds nothing but 0 and 1).

    >>> from steelyard import BernoulliNB
    >>> model = BernoulliNB().fit([[1, 1, 0], [1, 0, 0], [0, 1, 1]], ["good", "good", "bad"])
    >>> float(model.predict_proba([[1, 0, 0]])[0, 1].round(6))
    0.938224
    """

    _positive_only = False
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **_Counting._parameter_constraints,
        "binarize": [None, Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: Any = None,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _units(self, X: Any) -> Any:
        return X if self.binarize is None else binarize(X, threshold=self.binarize)

    def _estimate(self, alpha: Any) -> None:
        self.feature_log_prob_ = naive_bayes.bernoulli(self.class_count_, self.feature_count_, alpha)

    def _joint(self, X: Any) -> Array:
        return naive_bayes.bernoulli_scores(self._units(X), self.feature_log_prob_) + self.class_log_prior_
