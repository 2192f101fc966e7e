"""Folds are even and keep groups together; scales are what scikit-learn would learn from each fold's training rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfTransformer

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.lanes import assign_folds, fold_scales, sweep
from tests.core.problems import csr

pytestmark = pytest.mark.algorithms


@given(st.lists(st.integers(0, 3), min_size=10, max_size=80), st.integers(2, 6), st.integers(0, 5))
def test_folds_are_even_in_every_class(labels: list[int], count: int, seed: int) -> None:
    y = np.array(labels)
    folds = assign_folds(y, count, seed)
    for k in np.unique(y):
        sizes = np.bincount(folds[y == k], minlength=count)
        assert sizes.max() - sizes.min() <= 1
    np.testing.assert_array_equal(folds, assign_folds(y, count, seed))


@given(st.lists(st.integers(0, 20), min_size=40, max_size=90), st.integers(0, 5))
def test_groups_stay_together(names: list[int], seed: int) -> None:
    groups = np.array([*names, *range(8)])
    folds = assign_folds(groups % 2, 4, seed, groups)
    for group in np.unique(groups):
        assert len(np.unique(folds[groups == group])) == 1
    assert len(np.unique(folds)) == 4


def test_more_folds_than_examples_are_refused() -> None:
    with pytest.raises(SettingError, match="5 folds of 4"):
        assign_folds(np.array([0, 0, 1, 1]), 5)


def counts(n: int = 90, d: int = 25, seed: int = 0) -> Array:
    rng = np.random.default_rng(seed)
    return rng.poisson(0.3, (n, d)).astype(float)


@pytest.mark.parametrize("min_df", [1, 22])
def test_idf_and_norm_are_scikit_learns_on_the_training_rows(min_df: int) -> None:
    x, folds = counts(), np.arange(90) % 3
    scales = fold_scales(csr(x), folds, min_df=min_df)
    for f in range(4):
        train = folds != f
        known = (x[train] > 0).sum(axis=0) >= min_df
        expected = TfidfTransformer().fit(x[train][:, known]).transform(x[:, known]).toarray()
        np.testing.assert_allclose((x * scales.columns[:, f] * scales.rows[:, [f]])[:, known], expected, rtol=1e-12)
        assert not scales.columns[~known, f].any()


def test_ratios_are_those_of_the_paper_on_the_training_rows() -> None:
    x, folds, y = counts(), np.arange(90) % 3, np.where(np.arange(90) % 2, 1.0, -1.0)
    scales = fold_scales(csr(x), folds, idf=False, norm=False, ratios_of=y)
    for f in range(4):
        train = folds != f
        p, q = (1.0 + (x[train & side] > 0).sum(axis=0) for side in (y > 0, y < 0))
        np.testing.assert_allclose(scales.columns[:, f], np.abs(np.log((p / p.sum()) / (q / q.sum()))), rtol=1e-9)


@pytest.mark.parametrize("smoothing", [1.0, 0.3])
def test_ratios_of_many_classes_are_what_is_to_be_expected_of_a_text(smoothing: float) -> None:
    x, folds = counts(), np.arange(90) % 3
    k = np.arange(90) ** 2 % 7  # classes 0, 1, 2, 4, of unequal size
    scales = fold_scales(csr(x), folds, idf=False, norm=False, ratios_of=k, smoothing=smoothing, min_df=20)
    for f in range(4):
        known, squares = (x[folds != f] > 0).sum(axis=0) >= 20, 0.0
        seen, own = x[folds != f][:, known] > 0, k[folds != f]
        for each in np.unique(own):
            p, q = (smoothing + seen[side].sum(axis=0) for side in (own == each, own != each))
            squares += np.mean(own == each) * np.log((p / p.sum()) / (q / q.sum())) ** 2
        np.testing.assert_allclose(scales.columns[known, f], np.sqrt(squares), rtol=1e-9)
        assert not scales.columns[~known, f].any()


def test_views_that_weigh_alike_have_the_same_mean_square() -> None:
    x, folds = counts() * np.where(np.arange(25) < 10, 5.0, 1.0), np.arange(90) % 3
    scales = fold_scales(csr(x), folds, norm=False, views=(0, 10))
    for f in range(4):
        squares = np.square(x[folds != f] * scales.columns[:, f])
        np.testing.assert_allclose(squares[:, :10].mean() * 10, squares[:, 10:].mean() * 15, rtol=1e-12)


def test_rows_that_do_not_teach_change_nothing() -> None:
    x, folds, k = counts(), np.arange(90) % 3, np.arange(90) // 2 % 4
    teach = np.arange(90) % 5 > 0
    some = fold_scales(csr(x), folds, ratios_of=k, views=(0, 10), teach=teach)
    alone = fold_scales(csr(x[teach]), folds[teach], ratios_of=k[teach], views=(0, 10))
    np.testing.assert_array_equal(some.columns, alone.columns)
    np.testing.assert_array_equal(some.rows[teach], alone.rows)


def test_a_fold_learns_nothing_from_its_own_rows() -> None:
    """Whatever the rows of fold 1 hold and whatever their labels are, its scales stay the same to the last bit."""
    x, folds, k = counts(), np.arange(90) % 3, np.arange(90) // 2 % 4
    own, other_x, other_k = folds == 1, x.copy(), k.copy()
    other_x[own], other_k[own] = counts(seed=1)[own], 3 - k[own]
    one, other = (fold_scales(csr(a), folds, ratios_of=b, views=(0, 10)) for a, b in ((x, k), (other_x, other_k)))
    np.testing.assert_array_equal(one.columns[:, 1], other.columns[:, 1])
    np.testing.assert_array_equal(one.rows[~own, 1], other.rows[~own, 1])
    assert (one.columns[:, 0] != other.columns[:, 0]).any()


def test_a_sweep_with_scales_is_a_sweep_over_each_folds_own_rows() -> None:
    x, y = counts(), np.where(np.arange(90) % 2, 1.0, -1.0)
    folds = assign_folds(y, 3)
    scales = fold_scales(csr(x), folds, ratios_of=y)
    swept = sweep(csr(x), y, folds, [1.0], scales=scales, tol=1e-9, fold_tol=1e-9)
    for f in range(4):
        seen = x * scales.columns[:, f] * scales.rows[:, [f]]
        alone = sweep(seen, y, folds, [1.0], tol=1e-9, fold_tol=1e-9)
        if f < 3:
            held = folds == f
            np.testing.assert_allclose(swept.scores[0, held, 0], alone.scores[0, held, 0], rtol=1e-3, atol=1e-4)
        else:
            np.testing.assert_allclose(swept.w[:, 0], scales.columns[:, 3] * alone.w[:, 0], rtol=1e-3, atol=1e-5)


def test_random_labels_stay_at_chance_out_of_fold() -> None:
    """Ratios learnt from all rows would tell the held-out labels; learnt fold by fold they cannot."""
    rng = np.random.default_rng(0)
    n, d = 400, 1500
    x = (rng.random((n, d)) < 0.02).astype(float)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    folds = assign_folds(y, 5)
    honest = sweep(csr(x), y, folds, [1.0], scales=fold_scales(csr(x), folds, idf=False, ratios_of=y))
    leaking = fold_scales(csr(x), folds, idf=False, ratios_of=y)
    leaking.columns[:] = leaking.columns[:, -1:]
    leaking.rows[:] = leaking.rows[:, -1:]
    leaked = sweep(csr(x), y, folds, [1.0], scales=leaking)
    right, told = (np.mean((each.scores[0, :, 0] > 0) == (y > 0)) for each in (honest, leaked))
    assert abs(right - 0.5) < 4 * 0.5 / np.sqrt(n)
    assert told > right
