"""Softmax over folds against scikit-learn's fits fold by fold; scales, bits and threads, warm starts, choosing."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import log_softmax
from sklearn.linear_model import LogisticRegression

from steelyard.algorithms.loop import run
from steelyard.algorithms.softmax import Softmax
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.rows import Array
from steelyard.lanes import FoldScales, Progress, assign_folds, fold_scales, softmax_sweep
from steelyard.lanes.columns import Ordered
from steelyard.lanes.softmax_fit import Point, warm_start
from steelyard.lanes.softmax_sweep import restored
from tests.core.problems import csr

pytestmark = pytest.mark.algorithms
STRENGTHS = np.logspace(-2, 2, 7)


def texts(n: int = 150, d: int = 30, K: int = 4, seed: int = 0) -> tuple[Array, Array]:
    """Short sparse rows and the class of each, with noise."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, d)) * (rng.random((n, d)) < 0.3)
    return X, (X @ rng.normal(size=(d, K)) * 3.0 + rng.gumbel(size=(n, K))).argmax(axis=1)


def log_loss(k: Array, z: Array) -> Array:
    return np.asarray(-log_softmax(z, axis=1)[np.arange(len(k)), k])


def test_it_is_scikit_learn_fold_by_fold() -> None:
    X, k = texts()
    folds = assign_folds(k, 4)
    swept = softmax_sweep(csr(X), k, 4, folds, STRENGTHS, fold_tol=1e-9, tol=1e-10, exhaustive=True, max_steps=None)
    for s, C in enumerate(STRENGTHS):
        for f in range(4):
            train = folds != f
            peer = LogisticRegression(C=C, solver="newton-cg", tol=1e-10, max_iter=1000).fit(X[train], k[train])
            z = peer.decision_function(X[~train])
            ours = swept.scores[s, ~train]
            np.testing.assert_allclose(ours - ours.mean(axis=1, keepdims=True), z, rtol=1e-3, atol=2e-3)
            np.testing.assert_allclose(swept.fold_losses[s, f], log_loss(k[~train], z).mean(), rtol=1e-3)
    assert swept.chosen == swept.best == int(np.argmin(swept.losses))
    peer = LogisticRegression(C=STRENGTHS[swept.best], solver="newton-cg", tol=1e-12, max_iter=1000).fit(X, k)
    np.testing.assert_allclose(swept.w, peer.coef_.T, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(swept.b, peer.intercept_, rtol=1e-3, atol=1e-4)


def test_every_gap_is_kept() -> None:
    X, k = texts()
    swept = softmax_sweep(X, k, 4, assign_folds(k, 5), STRENGTHS, exhaustive=True)
    assert swept.gaps.shape == (7, 5, 1)
    assert (swept.gaps <= 1e-3).all()
    assert (swept.gaps >= -1e-12).all()
    assert swept.gap.shape == (1,)
    assert (swept.gap <= 1e-6).all()


def test_the_same_bits_at_any_number_of_threads() -> None:
    X, k = texts()
    folds = assign_folds(k, 5)
    one, two, five = (softmax_sweep(csr(X), k, 4, folds, STRENGTHS, threads=threads) for threads in (1, 2, 5))
    for other in (two, five):
        for name in ("w", "b", "scores", "gaps", "gap", "objective"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_scales_are_the_rows_that_a_fold_sees() -> None:
    """A fold's fit is the fit to its rows written out; the final weights are those on the shared counts."""
    X, k = texts()
    counts = np.ceil(3.0 * X)
    folds = assign_folds(k, 3)
    scales = fold_scales(csr(counts), folds, min_df=2)
    swept = softmax_sweep(csr(counts), k, 4, folds, [1.0], scales=scales, fold_tol=1e-9, tol=1e-9)
    plain = FoldScales(np.ones((30, 4)), np.ones((150, 4)))
    for f in range(3):
        seen = counts * scales.columns[:, f] * scales.rows[:, f, None]
        alone = softmax_sweep(csr(seen), k, 4, folds, [1.0], scales=plain, fold_tol=1e-9)
        np.testing.assert_allclose(swept.scores[0, folds == f], alone.scores[0, folds == f], rtol=1e-6, atol=1e-6)
    seen = counts * scales.columns[:, 3] * scales.rows[:, 3, None]
    alone = softmax_sweep(csr(seen), k, 4, folds, [1.0], tol=1e-9)
    z = scales.rows[:, 3, None] * (counts @ swept.w) + swept.b
    np.testing.assert_allclose(z, seen @ alone.w + alone.b, rtol=1e-3, atol=1e-4)


def test_many_columns_come_back_in_the_callers_order() -> None:
    rng = np.random.default_rng(0)
    wide = rng.random((60, 5000)) * (rng.random((60, 5000)) < 0.01)
    k = rng.integers(0, 3, 60)
    scales = FoldScales(1.0 + rng.random((5000, 4)), np.ones((60, 4)))
    for given in (None, scales):
        swept = softmax_sweep(csr(wide), k, 3, assign_folds(k, 3), [1.0], tol=1e-9, scales=given)
        dense = softmax_sweep(wide, k, 3, assign_folds(k, 3), [1.0], tol=1e-9, scales=given)  # never reordered
        np.testing.assert_allclose(swept.w, dense.w, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("K", [1, 4, 6])
def test_weights_come_back_in_place(K: int) -> None:
    W, columns = np.random.default_rng(0).random((9, K)), np.random.default_rng(1).permutation(9)
    ordered = Ordered(np.zeros((0, 9)), columns)
    expected = ordered.restored(W)
    assert restored(ordered, W) is W and np.array_equal(W, expected)
    assert np.array_equal(restored(Ordered(np.zeros((0, 9)), None), W), expected)


def test_it_stops_when_strength_is_clearly_past_its_best() -> None:
    X, k = texts(240)
    folds = assign_folds(k, 5)
    grid = np.logspace(-3, 3, 15)
    short, whole = (softmax_sweep(X, k, 4, folds, grid, exhaustive=exhaustive) for exhaustive in (False, True))
    tried = ~np.isnan(short.losses)
    assert tried.sum() < 15
    assert tried[max(short.best - 1, 0) : short.best + 2].all(), "the best one's neighbours are always tried"
    assert short.best == whole.best
    np.testing.assert_allclose(short.losses[tried], whole.losses[tried], rtol=0.02)


def test_one_standard_error_takes_a_weaker_strength() -> None:
    X, k = texts()
    swept = softmax_sweep(X, k, 4, assign_folds(k, 5), STRENGTHS, exhaustive=True, one_standard_error=True)
    at_best = swept.fold_losses[swept.best]
    most = at_best.mean() + at_best.std(ddof=1) / np.sqrt(5)
    assert swept.chosen < swept.best
    assert swept.losses[swept.chosen] <= most
    assert (swept.losses[: swept.chosen] > most).all()
    assert swept.gap[0] <= 1e-6


def test_costs_no_intercept_and_judges() -> None:
    X, k = texts()
    folds, costs = assign_folds(k, 3), np.where(np.arange(len(k)) % 2, 1.0, 2.0)

    def wrong(k: Array, z: Array) -> Array:
        return (z.argmax(axis=1) != k).astype(float)

    swept = softmax_sweep(X, k, 4, folds, [0.1, 1.0], costs=costs, intercept=False, judge=wrong, fold_tol=1e-8)
    assert not swept.b.any()
    train = folds != 0
    peer = LogisticRegression(fit_intercept=False, solver="newton-cg", tol=1e-10)
    peer.fit(X[train], k[train], sample_weight=costs[train])
    np.testing.assert_allclose(swept.fold_losses[1, 0], 1.0 - peer.score(X[~train], k[~train]))


def test_progress_is_told_and_can_stop() -> None:
    X, k = texts()
    told: list[Progress] = []

    def stop_at_once(progress: Progress) -> bool:
        told.append(progress)
        return True

    swept = softmax_sweep(X, k, 4, assign_folds(k, 5), STRENGTHS, progress=stop_at_once)
    assert [(each.done, each.most) for each in told] == [(5, 35)]
    assert np.isfinite(swept.w).all()


def test_a_limit_on_the_steps_leaves_its_gap() -> None:
    X, k = texts()
    wide = np.hstack([X, np.zeros((150, 600))])
    swept = softmax_sweep(csr(wide), k, 4, assign_folds(k, 3), [1e5], max_steps=1)
    assert (swept.gaps > 1e-3).all()
    assert swept.gap[0] > 1e-6
    assert np.isfinite(swept.w).all()


def test_newtons_method_ends_what_the_dual_left() -> None:
    X, k = texts()
    wide = np.hstack([X, np.zeros((150, 600))])
    swept = softmax_sweep(csr(wide), k, 4, assign_folds(k, 3), [1e4], max_steps=40)
    assert (swept.gaps <= 1e-3).all()
    assert swept.gap[0] <= 1e-6


def test_a_start_is_the_best_mix_with_certainty() -> None:
    """Its dual is not below that of any other mix, nor below that of the point it was given."""
    X, k = texts()
    weak, strong = (MulticlassProblem(csr(X), k, np.full(len(k), C), 4, False) for C in (0.1, 10.0))
    donor = run(Softmax(weak, 1e-6)).state
    algorithm = Softmax(strong, 1e-6)
    started = warm_start(algorithm, Point(donor.log_p, donor.b))
    dual = algorithm.certificate(started).dual
    certain = np.eye(4)[k]
    for t in (0.01, 0.1, 0.3, 1.0):
        mixed = (1.0 - t) * certain + t * np.exp(donor.log_p)
        state = algorithm.start(np.log(np.maximum(mixed, 1e-300)), donor.b)
        assert dual >= algorithm.certificate(state).dual - 0.02 * abs(dual)
    np.testing.assert_allclose(started.w, algorithm.start(started.log_p, donor.b).w, atol=1e-9)
