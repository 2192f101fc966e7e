"""A model as a Pipeline of scikit-learn's own classes: for places where scikit-learn is and Steelyard is not.

    counts     a CountVectorizer for each view, side by side
    weighting  TfidfTransformer: tf, the scale of each column in place of its idf, the length
    model      LogisticRegression with the weights v / scale, calibration in them already

so that the same sums come out: tf v / |tf scale| = (tf scale / |tf scale|) (v / scale). What `fit` would have set is
set, and nothing is fitted. `predict` says the likeliest class; where a calibration has a shift, `LinearText.predict`
can differ for scores between 0 and where the shift is made up for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import ExportError
from steelyard.features.text_columns import TextColumns, View
from steelyard.text.tree import Tree

if TYPE_CHECKING:
    from steelyard.models.linear_text import LinearText


def to_sklearn(model: LinearText) -> Any:
    """A fitted scikit-learn Pipeline with the model's probabilities; it can be pickled, and needs no Steelyard.

    Refused, with an `ExportError`: columns that are no `TextColumns`; a model without columns; a column with a weight
    that, under a norm, has no scale.

    >>> from steelyard.store import to_sklearn
    >>> from steelyard.store.examples import weather
    >>> pipeline = to_sklearn(weather())
    >>> pipeline.predict(["sun and more sun"]).tolist(), pipeline.predict_proba(["sun"]).round(3).tolist()
    (['dry'], [[0.119, 0.881]])
    """
    from sklearn.pipeline import Pipeline

    columns = columns_of(model)
    scale = np.asarray(model.scale, np.float64)
    v = np.asarray(model.v, np.float64)
    if model.norm and v[scale == 0.0].any():
        raise ExportError("A column has a weight, and counts nothing in a text's length.", "scikit-learn has no such.")
    w = v / np.where(scale == 0.0, 1.0, scale)[:, None] if model.norm else v
    steps = [("counts", _counts(columns, model.tf == "binary")), ("weighting", _weighting(model, scale))]
    return Pipeline([*steps, ("model", _classifier(model, w))])


def columns_of(model: LinearText) -> TextColumns:
    """The model's columns, if they are such as other libraries have."""
    if not isinstance(model.columns, TextColumns):
        what = f"The model's columns are {type(model.columns).__name__}."
        raise ExportError(what, "Models over columns of words and characters can be exported.")
    if not model.columns.n_columns:
        raise ExportError("The model has no columns: it says the same of every text.", "Fit it on more texts.")
    return model.columns


def _counts(columns: TextColumns, binary: bool) -> Any:
    from sklearn.pipeline import FeatureUnion

    views = zip(columns.views, columns.trees, strict=True)
    filled = [(f"view{k}", _vectorizer(view, tree, binary)) for k, (view, tree) in enumerate(views) if tree.n_columns]
    return FeatureUnion(filled)


def _vectorizer(view: View, tree: Tree, binary: bool) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer

    vocabulary = {name: column for column, name in enumerate(tree.names())}
    settings = {"token_pattern": view.pattern} if view.analyzer == "word" else {}
    vectorizer = CountVectorizer(
        analyzer=view.analyzer,
        ngram_range=view.ngrams,
        lowercase=view.lowercase,
        binary=binary,
        vocabulary=vocabulary,
        **settings,
    )
    vectorizer.fixed_vocabulary_, vectorizer.vocabulary_ = True, vocabulary
    return vectorizer


def _weighting(model: LinearText, scale: Array) -> Any:
    from sklearn.feature_extraction.text import TfidfTransformer

    transformer = TfidfTransformer(
        norm="l2" if model.norm else None, use_idf=model.norm, sublinear_tf=model.tf == "log"
    )
    transformer.n_features_in_ = len(scale)
    if model.norm:
        transformer.idf_ = scale
    return transformer


def _classifier(model: LinearText, w: Array) -> Any:
    from sklearn.linear_model import LogisticRegression

    slope, shift = model.calibration
    classifier = LogisticRegression()
    classifier.classes_ = np.array(model.classes, object)
    classifier.coef_ = np.ascontiguousarray(slope * w.T)
    classifier.intercept_ = slope * np.asarray(model.b, np.float64) + shift
    classifier.n_features_in_ = len(w)
    classifier.n_iter_ = np.zeros(1, np.int32)
    return classifier
