"""A score as a sum over the training texts: an identity for every recipe, and its distance from the optimum bounded."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pyarrow as pa
import pytest

from steelyard.errors import SettingError
from steelyard.explain import TrainingPulls, explain, neighbours
from steelyard.explain.data import Neighbours
from steelyard.features.text_columns import View
from steelyard.selection import Recipe, select
from steelyard.selection.choosing import Selection

WORDS, CHARACTERS = View(ngrams=(1, 2)), View("char_wb", (2, 3))
RECIPES = {
    "words": Recipe("words", (WORDS,)),
    "counts without norm": Recipe("counts", (WORDS,), tf="count", idf=False, norm=False),
    "weighted": Recipe("weighted", (WORDS, CHARACTERS), tf="binary", ratios=True),
    "margins": Recipe("margins", (WORDS,), loss="squared_hinge"),
}
NEW = ["good film but a bad end", "and what a dull day", "zzz", "", "good good good bad"]


def corpus(classes: int, n: int = 60) -> tuple[list[str], list[int]]:
    """Texts in which each class has words of its own, and all share some."""
    rng = np.random.default_rng(5)
    own = [["good", "fine", "joy"], ["bad", "dull", "bore"], ["long", "old", "tale"]][:classes]
    shared = ["film", "and", "a", "the", "end", "day", "but", "was", "it"]
    codes = [i % classes for i in range(n)]
    texts = [" ".join(rng.choice([*own[k] * 2, *shared, "good", "bad"], size=9)) for k in codes]
    return texts, codes


@cache
def fitted(name: str, classes: int, tol: float = 1e-6) -> Selection:
    texts, codes = corpus(classes)
    recipe = RECIPES[name]
    if classes > 2 and recipe.loss == "logistic" and not recipe.ratios:
        recipe = replace(recipe, many="softmax")
    return select(texts, codes, tuple("abc"[:classes]), recipe=recipe, folds=3, strengths=[1.0], tol=tol)


def pulls_of(fit: Selection, classes: int) -> TrainingPulls:
    return TrainingPulls(
        fit.model, *corpus(classes), fit.duals, fit.fit_scale, gap=fit.gap, objective=fit.objective
    )  # fmt: skip


CASES = [(name, classes) for name in RECIPES for classes in (2, 3) if (name, classes) != ("weighted", 3)]


@pytest.mark.parametrize(("name", "classes"), CASES)
def test_the_training_texts_add_up_to_the_score(name: str, classes: int) -> None:
    fit = fitted(name, classes)
    pulls = pulls_of(fit, classes)
    sides = [(None, None), ("a", "b"), ("b", None)]
    for text in NEW:
        for target, against in sides:
            found = pulls.of(text, target=target, against=against, most=1000)
            assert found.score == explain(fit.model, text, target=target, against=against).score
            total = found.intercept + sum(found.by_class) + found.remainder
            assert np.isclose(total, found.score, rtol=0, atol=1e-11)
            assert np.isclose(sum(near.weight for near in found.nearest), sum(found.by_class), rtol=0, atol=1e-11)
            assert abs(found.remainder) <= found.remainder_bound + 1e-15
            assert found.remainder_bound < 0.02  # sqrt of the gap, where Newton ended the fit
            assert found.used == len(found.nearest)


@pytest.mark.parametrize("name", list(RECIPES))
def test_the_likeness_is_the_kernel_of_the_fits_rows(name: str) -> None:
    """K(x', x) = u(x') . u(x), from the definition, row by row."""
    fit = fitted(name, 2)
    texts, _ = corpus(2)
    pulls = pulls_of(fit, 2)

    def row(text: str) -> np.ndarray:
        counts = fit.model.counts([text])
        x = np.zeros(len(fit.model.v))
        tf = {"count": lambda n: n, "binary": np.sign, "log": lambda n: 1 + np.log(n)}[fit.model.tf]
        x[counts.indices] = tf(counts.data.astype(np.float64))
        length = np.sqrt(np.square(x * fit.model.scale).sum()) if fit.model.norm else 1.0
        return np.asarray(x / (length or 1.0) * np.asarray(fit.fit_scale).reshape(len(x), -1)[:, 0])

    found = pulls.of(NEW[0], most=1000)
    assert len(found.nearest) > 20
    for near in found.nearest:
        assert near.text == texts[near.row] and near.label == "ab"[corpus(2)[1][near.row]]
        assert np.isclose(near.likeness, row(near.text) @ row(NEW[0]), rtol=1e-12)
        assert np.isclose(near.pull, fit.duals.reshape(-1)[near.row], rtol=1e-15)
        assert np.isclose(near.weight, near.pull * near.likeness, rtol=1e-12)
    weights = [abs(near.weight) for near in found.nearest]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize(("name", "classes"), CASES)
def test_the_distance_from_the_optimum_is_bounded(name: str, classes: int) -> None:
    """A loose fit against one that is all but exact: what is bounded is the score without the intercept."""
    loose, exact = fitted(name, classes, 0.05), fitted(name, classes, 1e-11)
    pulls = pulls_of(loose, classes)
    sides = [(None, None), ("a", "b")] if classes > 2 else [(None, None)]
    for text in NEW:
        for target, against in sides:
            found = pulls.of(text, target=target or "b", against=against)
            best = explain(exact.model, text, target=target or "b", against=against)
            off = abs((found.score - found.intercept) - (best.score - best.intercept))
            assert found.error_bound is not None
            assert off <= found.error_bound + 1e-5  # 1e-5: what the exact one may be off itself
            assert found.error_bound == 0.0 or found.error_bound > 1e-6


def test_the_bound_closes_with_the_gap() -> None:
    bounds = [pulls_of(fitted("words", 2, tol), 2).of(NEW[0]).error_bound for tol in (0.05, 1e-6, 1e-11)]
    assert bounds[0] > 10 * bounds[1] > 100 * bounds[2] > 0.0  # type: ignore[operator]


def test_without_a_gap_nothing_is_bounded() -> None:
    fit = fitted("words", 2)
    found = neighbours(fit.model, NEW[0], *corpus(2), fit.duals, fit.fit_scale)
    assert found.error_bound is None and "optimum" not in found.as_text()


def test_duals_of_another_model_are_refused() -> None:
    fit = fitted("words", 2)
    texts, codes = corpus(2)
    with pytest.raises(SettingError, match="they are not those of this model"):
        TrainingPulls(fit.model, texts, codes, fit.duals[::-1], fit.fit_scale)
    with pytest.raises(SettingError, match="under other scales"):
        TrainingPulls(fit.model, texts, codes, fit.duals, 2.0 * np.asarray(fit.fit_scale))
    with pytest.raises(SettingError, match="Give one code and 1 duals for each text"):
        TrainingPulls(fit.model, texts, codes, fit.duals[1:], fit.fit_scale)
    with pytest.raises(SettingError, match="Give one code"):
        TrainingPulls(fit.model, texts, codes[1:], fit.duals, fit.fit_scale)


def test_a_model_that_kept_no_duals_says_so() -> None:
    fit = fitted("words", 2)
    with pytest.raises(SettingError, match="kept no dual variables"):
        TrainingPulls(fit.model, *corpus(2), None)


def test_a_column_that_the_fit_did_not_know_must_be_silent() -> None:
    fit = fitted("words", 2)
    scale = np.asarray(fit.fit_scale).copy()
    scale[0] = 0.0
    v = fit.model.v.copy()
    v[0] = 0.0
    silent = replace(fit.model, v=v)
    assert abs(TrainingPulls(silent, *corpus(2), fit.duals, scale).of(NEW[1]).remainder) < 1e-6
    loud = replace(fit.model, v=v + np.eye(len(v), 1, dtype=np.float32))
    with pytest.raises(SettingError, match="unexplained"):
        TrainingPulls(loud, *corpus(2), fit.duals, scale)


def test_the_models_own_scale_where_there_are_no_ratios() -> None:
    fit = fitted("words", 2)
    own = neighbours(fit.model, NEW[0], *corpus(2), fit.duals)
    given = neighbours(fit.model, NEW[0], *corpus(2), fit.duals, fit.fit_scale)
    assert np.allclose([n.weight for n in own.nearest], [n.weight for n in given.nearest], rtol=1e-6)


def test_texts_in_any_form_and_counts_without_texts() -> None:
    fit = fitted("words", 2)
    texts, codes = corpus(2)

    def rows(training: object) -> Neighbours:
        return neighbours(fit.model, NEW[0], training, codes, fit.duals, fit.fit_scale, most=4)

    listed = rows(texts)
    assert rows(pa.array(texts)).nearest == listed.nearest
    assert rows(np.array(texts, object)).nearest == listed.nearest
    counted = rows(fit.model.counts(texts))
    assert [near.row for near in counted.nearest] == [near.row for near in listed.nearest]
    assert all(near.text is None for near in counted.nearest)
    assert f"text {counted.nearest[0].row + 1}" in counted.as_text()


def test_in_an_explanation_of_the_same_score() -> None:
    pulls = pulls_of(fitted("words", 3), 3)
    found = explain(pulls.model, NEW[0], target="c", against="a", training=pulls)
    assert found.neighbours is not None
    assert (found.neighbours.score, found.neighbours.target, found.neighbours.against) == (found.score, "c", "a")
    assert found.as_data()["neighbours"]["nearest"][0]["label"] in "abc"
