"""Calibration finds the slope that is known, and the optimum that other solvers find."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize, minimize_scalar
from scipy.special import log_softmax, xlogy

from steelyard.errors import SettingError
from steelyard.evaluation import calibrate, calibrated, out_of_fold_probabilities, reliability
from steelyard.models.linear_text import Calibration
from tests.evaluation.worlds import both, many_classes, two_classes

Array = np.ndarray


@pytest.mark.parametrize(("slope", "shift"), [(1.0, 0.0), (0.4, 1.0), (5.0, -2.0)])
def test_the_slope_and_shift_of_two_classes_are_found(slope: float, shift: float) -> None:
    k, z = two_classes(50_000, slope=slope, shift=shift, spread=1.0)
    found = calibrate(k, z)
    assert found.slope == pytest.approx(slope, rel=0.05) and found.shift == pytest.approx(shift, abs=0.06)


@pytest.mark.parametrize("slope", [0.3, 1.0, 4.0])
def test_the_temperature_of_many_classes_is_found(slope: float) -> None:
    k, Z = many_classes(20_000, 5, slope=slope)
    found = calibrate(k, Z)
    assert found.slope == pytest.approx(slope, rel=0.03) and found.shift == 0.0


@pytest.mark.parametrize("weighted", [False, True])
def test_two_classes_are_at_platts_optimum(weighted: bool) -> None:
    k, z = two_classes(200, slope=0.7, shift=0.5)
    w = np.random.default_rng(0).uniform(0.1, 2, 200) if weighted else np.ones(200)
    n1, n0 = w @ k, w @ (1 - k)
    target = np.where(k == 1, (n1 + 1) / (n1 + 2), 1 / (n0 + 2))

    def lost(theta: Array) -> float:
        p = both(theta[0] * z + theta[1])
        return float(-w @ (xlogy(target, p[:, 1]) + xlogy(1 - target, p[:, 0])))

    best = minimize(lost, [1.0, 0.0], method="BFGS", options={"gtol": 1e-9})
    found = calibrate(k, z, weights=w if weighted else None)
    assert lost(np.array(found)) <= best.fun + 1e-9
    assert tuple(found) == pytest.approx(best.x, abs=1e-4)


def test_many_classes_are_at_the_optimum_with_one_text_more() -> None:
    """The one on the wrong side changes little where the scores do not separate the classes."""
    k, Z = many_classes(2_000, 4, slope=0.6)

    def lost(slope: float) -> float:
        return -float(log_softmax(slope * Z, axis=1)[np.arange(len(k)), k].sum())

    best = minimize_scalar(lost, bounds=(0.01, 5), method="bounded", options={"xatol": 1e-9}).x
    assert calibrate(k, Z).slope == pytest.approx(best, rel=2e-3)


def test_scores_that_separate_the_classes_have_a_slope_with_an_end() -> None:
    k = np.arange(100) % 2
    two = calibrate(k, 2.0 * k - 1.0)
    many = calibrate(np.arange(90) % 3, 5.0 * np.eye(3)[np.arange(90) % 3])
    assert 1 < two.slope < 10 and 0 < many.slope < 10
    p = calibrated(2.0 * k - 1.0, two)
    assert p.max() == pytest.approx(51 / 52, abs=1e-6)  # Platt's target: one more text on either side


def test_scores_that_say_nothing_give_the_classes_shares() -> None:
    k = (np.arange(300) % 3 == 0).astype(int)
    p = calibrated(np.zeros(300), calibrate(k, np.zeros(300)))
    assert p[0, 1] == pytest.approx(101 / 302, abs=2e-3)
    assert calibrate(np.arange(30) % 3, np.zeros((30, 3))).slope >= 0


def test_weights_are_repeats_and_a_weight_of_nothing_is_not_there() -> None:
    k, z = two_classes(80)
    times = np.random.default_rng(0).integers(0, 3, 80)
    repeated = calibrate(np.repeat(k, times), np.repeat(z, times))
    assert tuple(calibrate(k, z, weights=times)) == pytest.approx(tuple(repeated), rel=1e-6)
    unknown = np.where(times == 0, np.nan, z)  # texts that no fold scored
    assert tuple(calibrate(k, unknown, weights=times)) == pytest.approx(tuple(repeated), rel=1e-6)


def test_calibrated_probabilities_mean_what_they_say() -> None:
    k, z = two_classes(40_000, slope=0.3, shift=-0.5)
    half = np.arange(len(k)) % 2 == 0
    raw = reliability(k[~half], both(z[~half]))
    after = reliability(k[~half], calibrated(z[~half], calibrate(k[half], z[half])))
    assert after.ece < 0.012 < 0.1 < raw.ece


@pytest.mark.parametrize("classes", [2, 4])
def test_probabilities_are_those_of_the_model(classes: int) -> None:
    from tests.store.models import TEXTS, VIEWS, model_of

    model = model_of(VIEWS["words"], classes)
    Z = model.scores(TEXTS)
    np.testing.assert_allclose(calibrated(Z, model.calibration), model.probabilities(Z), rtol=1e-15)


@pytest.mark.parametrize("classes", [2, 4])
def test_a_fold_is_calibrated_by_the_others_alone(classes: int) -> None:
    k, Z = two_classes(300) if classes == 2 else many_classes(300, classes)
    Z, folds = Z.reshape(300, -1), np.arange(300) % 5
    P = out_of_fold_probabilities(k, Z, folds)
    for fold in range(5):
        inside = folds == fold
        np.testing.assert_allclose(P[inside], calibrated(Z[inside], calibrate(k[~inside], Z[~inside])), rtol=1e-12)
    other = np.where(folds == 0, (k + 1) % classes, k)  # labels of a fold do not move its own probabilities
    np.testing.assert_array_equal(out_of_fold_probabilities(other, Z, folds)[folds == 0], P[folds == 0])


def test_what_cannot_be_is_named() -> None:
    with pytest.raises(SettingError, match="no numbers"):
        calibrate([0, 1], np.array([np.nan, 1.0]))
    with pytest.raises(SettingError, match="rows"):
        calibrate([0, 1, 1], np.array([0.0, 1.0]))
    assert calibrated(np.zeros(1), Calibration()).tolist() == [[0.5, 0.5]]
