"""A Pipeline of scikit-learn's own classes says what the model says, and lives where Steelyard is not."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import ExportError
from steelyard.features.text_columns import View
from steelyard.models.linear_text import UNCHANGED, LinearText
from steelyard.store import to_sklearn
from steelyard.text.patterns import PATTERNS
from tests.store.models import TEXTS, VIEWS, model_of

KINDS = [(2, "log", True), (3, "count", True), (2, "binary", False), (4, "log", False), (3, "binary", True)]


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize(("classes", "tf", "norm"), KINDS)
def test_probabilities_are_the_models(name: str, classes: int, tf: str, norm: bool) -> None:
    model = model_of(VIEWS[name], classes, tf, norm)
    expected = model.probabilities(model.scores(TEXTS))
    np.testing.assert_allclose(to_sklearn(model).predict_proba(TEXTS), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_of_words_is_taken_over(pattern: str) -> None:
    model = model_of([View(pattern=pattern)])
    expected = model.probabilities(model.scores(TEXTS))
    np.testing.assert_allclose(to_sklearn(model).predict_proba(TEXTS), expected, rtol=0, atol=1e-12)


MODEL = model_of(VIEWS["words and characters"], 3)
PIPELINE = to_sklearn(MODEL)


@settings(max_examples=50)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_has_the_same_probabilities(text: str) -> None:
    expected = MODEL.probabilities(MODEL.scores([text]))
    np.testing.assert_allclose(PIPELINE.predict_proba([text]), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("classes", [2, 3])
def test_classes_are_the_models(classes: int) -> None:
    model = replace(model_of(VIEWS["words"], classes), calibration=UNCHANGED)
    pipeline = to_sklearn(model)
    assert pipeline.predict(TEXTS).tolist() == model.predict(TEXTS)
    assert pipeline.classes_.tolist() == list(model.classes)
    z = model.scores(TEXTS)
    np.testing.assert_allclose(pipeline.decision_function(TEXTS), z[:, 0] if classes == 2 else z, atol=1e-12)


def test_it_is_unpickled_where_steelyard_is_not(tmp_path: Path) -> None:
    (tmp_path / "model.pickle").write_bytes(pickle.dumps(PIPELINE))
    program = (
        "import pickle, sys\n"
        "sys.modules['steelyard'] = None\n"
        "pipeline = pickle.load(open(sys.argv[1], 'rb'))\n"
        "assert not [name for name in sys.modules if name.startswith('steelyard.')]\n"
        "print(repr(pipeline.predict_proba(['rain and sun']).tolist()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "model.pickle")],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout.strip() == repr(PIPELINE.predict_proba(["rain and sun"]).tolist())


def test_columns_without_a_scale_may_have_no_weight() -> None:
    model = model_of(VIEWS["words"])
    half = np.arange(len(model.scale)) % 2 == 0
    silent = replace(model, scale=np.where(half, model.scale, 0).astype(np.float32))
    with pytest.raises(ExportError, match="weight"):
        to_sklearn(silent)
    without = replace(silent, v=np.where(half[:, None], silent.v, 0).astype(np.float32))
    expected = without.probabilities(without.scores(TEXTS))
    np.testing.assert_allclose(to_sklearn(without).predict_proba(TEXTS), expected, atol=1e-12)
    to_sklearn(replace(silent, norm=False))


def test_a_view_without_columns_is_left_out() -> None:
    model = model_of([View(ngrams=(1, 1)), View("char_wb", (2, 3), min_df=1000)])
    expected = model.probabilities(model.scores(TEXTS))
    np.testing.assert_allclose(to_sklearn(model).predict_proba(TEXTS), expected, atol=1e-12)


def test_what_scikit_learn_cannot_say_is_named() -> None:
    class Other:
        n_columns = 1

    with pytest.raises(ExportError, match="Other"):
        to_sklearn(LinearText(Other(), ("a", "b"), np.zeros((1, 1)), np.zeros(1), np.ones(1)))
    with pytest.raises(ExportError, match="no columns"):
        to_sklearn(model_of([View(min_df=1000)]))
