"""All three are scikit-learn transformers: pipelines, unions, named tables, clones, pickles; with examples that run."""

from __future__ import annotations

import doctest
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import FeatureUnion, make_pipeline

import steelyard.features.polarity
import steelyard.features.ratio
from steelyard.errors import NotTextError
from steelyard.features import LogCountRatio, PolarityFeatures, ReviewFeatures

TEXTS = ["A great film, I loved it!", "No plot, a dull film", "great great great", "dull , dull"]
LABELS = [1, 0, 1, 0]
MAKERS: list[Callable[[], Any]] = [
    PolarityFeatures,
    ReviewFeatures,
    lambda: PolarityFeatures({"great": 3.0, "dull": -2.0}, tokenizer="course-4-mended"),
    lambda: ReviewFeatures("es", language="es"),
]


@pytest.mark.parametrize("make", MAKERS)
def test_any_holder_of_texts(make: Callable[[], Any]) -> None:
    expected = make().fit_transform(TEXTS)
    fitted = make().fit(TEXTS)
    for held in (pa.array(TEXTS), pa.chunked_array([TEXTS]), pd.Series(TEXTS), (t for t in TEXTS), np.array(TEXTS)):
        np.testing.assert_array_equal(fitted.transform(held), expected)
    assert fitted.transform([]).shape == (0, expected.shape[1])
    with pytest.raises(NotTextError, match="Document 1"):
        fitted.transform(["ok", None])


@pytest.mark.parametrize("make", MAKERS)
def test_cloned_and_pickled(make: Callable[[], Any]) -> None:
    fitted = make().fit(TEXTS)
    expected = fitted.transform(TEXTS)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(fitted)).transform(TEXTS), expected)
    fresh = clone(fitted)
    with pytest.raises(NotFittedError):
        fresh.transform(TEXTS)
    np.testing.assert_array_equal(fresh.fit_transform(TEXTS), expected)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("container", ["pandas", "polars"])
def test_set_output_names_the_columns(make: Callable[[], Any], container: str) -> None:
    table = make().set_output(transform=container).fit_transform(TEXTS)
    assert list(table.columns) == list(make().get_feature_names_out())
    np.testing.assert_array_equal(table.to_numpy(), make().fit_transform(TEXTS))


def test_in_a_pipeline_beside_weighted_counts() -> None:
    union = FeatureUnion(
        [
            ("words", make_pipeline(CountVectorizer(), LogCountRatio())),
            ("polarity", PolarityFeatures()),
            ("review", ReviewFeatures()),
        ]
    )
    model = make_pipeline(union, LogisticRegression()).fit(TEXTS, LABELS)
    assert model.predict(TEXTS).tolist() == LABELS
    names = union.get_feature_names_out().tolist()
    assert "words__great" in names and "polarity__mean_negative" in names and "review__log_words" in names
    assert len(names) == model[-1].coef_.shape[1]


def test_in_a_column_transformer() -> None:
    frame = pd.DataFrame({"text": TEXTS})
    both = ColumnTransformer([("polarity", PolarityFeatures(), "text")])
    np.testing.assert_array_equal(both.fit_transform(frame), PolarityFeatures().fit_transform(TEXTS))


def test_ratios_name_their_columns() -> None:
    frame = pd.DataFrame({"good": [1, 0], "bad": [0, 1]})
    table = LogCountRatio().set_output(transform="pandas").fit_transform(frame, ["pos", "neg"])
    assert list(table.columns) == ["good", "bad"]
    assert table.loc[0, "good"] == pytest.approx(np.log(2))


@pytest.mark.parametrize(
    "documented",
    [
        PolarityFeatures,
        ReviewFeatures,
        LogCountRatio,
        steelyard.features.polarity.mean_polarities,
        steelyard.features.ratio.log_count_ratios,
    ],
)
def test_example(documented: Any) -> None:
    name = documented.__name__
    [found] = doctest.DocTestFinder(recurse=False).find(documented, name)
    outcome = doctest.DocTestRunner(verbose=False).run(found)
    assert outcome.attempted > 0 and outcome.failed == 0
    assert isinstance(float(found.examples[-1].want), float)
