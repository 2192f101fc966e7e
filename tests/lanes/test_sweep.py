"""The sweep against scikit-learn's fits fold by fold; bits and threads; stopping, choosing, classes, progress."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from steelyard.core.losses import SquaredHinge
from steelyard.core.rows import Array
from steelyard.lanes import Progress, Sweep, assign_folds, sweep
from tests.core.problems import csr

pytestmark = pytest.mark.algorithms
STRENGTHS = np.logspace(-3, 1, 7)


def texts(n: int = 120, d: int = 30, seed: int = 0) -> tuple[Array, Array]:
    """Short sparse rows and labels that a few columns tell, with noise."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, d)) * (rng.random((n, d)) < 0.3)
    z = X @ rng.normal(size=d) * 3.0
    return X, np.where(z - np.median(z) + rng.logistic(size=n) > 0, 1.0, -1.0)


def log_loss(y: Array, z: Array) -> Array:
    return np.logaddexp(0.0, -y * z)


def test_it_is_scikit_learn_fold_by_fold() -> None:
    X, y = texts()
    folds = assign_folds(y, 4)
    swept = sweep(csr(X), y, folds, STRENGTHS, fold_tol=1e-10, tol=1e-10, exhaustive=True, max_steps=None)
    for s, C in enumerate(STRENGTHS):
        for f in range(4):
            train = folds != f
            peer = LogisticRegression(C=C, solver="newton-cg", tol=1e-10, max_iter=1000).fit(X[train], y[train])
            z = peer.decision_function(X[~train])
            np.testing.assert_allclose(swept.scores[s, ~train, 0], z, rtol=1e-3, atol=2e-3)
            np.testing.assert_allclose(swept.fold_losses[s, f], log_loss(y[~train], z).mean(), rtol=1e-3)
    assert swept.chosen == swept.best == int(np.argmin(swept.losses))
    peer = LogisticRegression(C=STRENGTHS[swept.best], solver="newton-cg", tol=1e-12, max_iter=1000).fit(X, y)
    np.testing.assert_allclose(swept.w[:, 0], peer.coef_[0], rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(swept.b, peer.intercept_, rtol=1e-3, atol=1e-4)


def test_every_gap_is_kept() -> None:
    X, y = texts()
    swept = sweep(X, y, assign_folds(y, 5), STRENGTHS, exhaustive=True)
    assert swept.gaps.shape == (7, 5, 1)
    assert (swept.gaps <= 1e-3).all()
    assert (swept.gaps >= -1e-12).all()
    assert (swept.gap <= 1e-6).all()


@pytest.mark.parametrize("classes", [1, 3])
def test_the_same_bits_at_any_number_of_threads(classes: int) -> None:
    X, y = texts()
    Y = y if classes == 1 else np.where(np.arange(len(y))[:, None] % 3 == np.arange(3), 1.0, -1.0)
    folds = assign_folds(y, 5)
    one, two, five = (sweep(csr(X), Y, folds, STRENGTHS[1:6], threads=threads) for threads in (1, 2, 5))
    for other in (two, five):
        for name in ("w", "b", "scores", "gaps", "gap", "objective"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_it_stops_when_strength_is_clearly_past_its_best() -> None:
    X, y = texts(240)
    folds = assign_folds(y, 5)
    grid = np.logspace(-3, 2, 13)
    short, whole = (sweep(X, y, folds, grid, exhaustive=exhaustive) for exhaustive in (False, True))
    tried = ~np.isnan(short.losses)
    assert tried.sum() < 13
    assert tried[max(short.best - 1, 0) : short.best + 2].all(), "the best one's neighbours are always tried"
    assert short.best == whole.best
    np.testing.assert_allclose(short.losses[tried], whole.losses[tried], rtol=0.02)


def test_one_standard_error_takes_a_weaker_strength() -> None:
    X, y = texts()
    folds = assign_folds(y, 5)
    swept = sweep(X, y, folds, STRENGTHS, exhaustive=True, one_standard_error=True)
    at_best = swept.fold_losses[swept.best]
    most = at_best.mean() + at_best.std(ddof=1) / np.sqrt(5)
    assert swept.chosen <= swept.best
    assert swept.losses[swept.chosen] <= most
    assert (swept.losses[: swept.chosen] > most).all()


def test_classes_are_lanes() -> None:
    """One against the rest: each class is the fit of that class alone."""
    X, y = texts()
    Y = np.where(np.arange(len(y))[:, None] % 3 == np.arange(3), 1.0, -1.0)
    Y[:, 0] = y
    folds = assign_folds(y, 3)
    together = sweep(X, Y, folds, [1.0], tol=1e-9, fold_tol=1e-9)
    for k in range(3):
        alone = sweep(X, Y[:, k], folds, [1.0], tol=1e-9, fold_tol=1e-9)
        np.testing.assert_allclose(together.w[:, k], alone.w[:, 0], rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(together.scores[..., k], alone.scores[..., 0], rtol=1e-3, atol=1e-3)


def test_costs_losses_and_judges() -> None:
    X, y = texts()
    folds, costs = assign_folds(y, 3), np.where(np.arange(len(y)) % 2, 1.0, 2.0)

    def wrong(y: Array, z: Array) -> Array:
        return ((z > 0.0) != (y > 0.0)).any(axis=1).astype(float)

    swept = sweep(X, y, folds, STRENGTHS, loss=SquaredHinge(), costs=costs, intercept=False, judge=wrong)
    assert not swept.b.any()
    tried = ~np.isnan(swept.losses)
    z = swept.scores[tried][:, :, 0]
    shares = [((z[:, folds == f] > 0) != (y[folds == f] > 0)).mean(axis=1) for f in range(3)]
    np.testing.assert_allclose(swept.losses[tried], np.mean(shares, axis=0))


def test_progress_is_told_and_can_stop() -> None:
    X, y = texts()
    told: list[Progress] = []

    def stop_at_once(progress: Progress) -> bool:
        told.append(progress)
        return True

    swept: Sweep = sweep(X, y, assign_folds(y, 5), STRENGTHS, progress=stop_at_once)
    assert [each.done for each in told] == [15]
    assert told[0].most == 35
    assert np.isfinite(swept.w).all()


def test_a_limit_on_the_steps_leaves_its_gap() -> None:
    X, y = texts()
    swept = sweep(X, y, assign_folds(y, 3), [1e6], max_steps=1)
    assert np.isfinite(swept.w).all()
    assert (swept.gaps > 1e-3).all()
    assert swept.gap <= 1e-6, "Newton's method ends what the dual did not"


def test_many_columns_come_back_in_the_callers_order() -> None:
    rng = np.random.default_rng(0)
    wide = rng.random((40, 5000)) * (rng.random((40, 5000)) < 0.01)
    y = np.where(rng.random(40) < 0.5, 1.0, -1.0)
    swept = sweep(csr(wide), y, assign_folds(y, 4), [1.0], tol=1e-9)
    dense = sweep(wide, y, assign_folds(y, 4), [1.0], tol=1e-9)  # never reordered
    np.testing.assert_allclose(swept.w, dense.w, rtol=1e-3, atol=1e-4)
