"""Every figure against scikit-learn's, and its interval against the truth of a known world."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from scipy.special import softmax
from sklearn import metrics

from steelyard.errors import SettingError
from steelyard.evaluation import measure
from tests.evaluation.worlds import both, drawn, many_classes, two_classes

Array = np.ndarray
NAMES = ["a", "b", "c", "d"]


def world(classes: int, n: int = 300, seed: int = 0) -> tuple[Array, Array, Array]:
    """Codes, scores, probabilities."""
    if classes == 2:
        k, z = two_classes(n, seed)
        return k, z[:, None], both(z)
    k, Z = many_classes(n, classes, seed)
    return k, Z, np.asarray(softmax(Z, axis=1))


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("weighted", [False, True])
def test_figures_are_scikit_learns(classes: int, weighted: bool) -> None:
    k, Z, P = world(classes)
    w = np.random.default_rng(1).uniform(0.5, 2.0, len(k)) if weighted else None
    said, names = P.argmax(axis=1), NAMES[:classes]
    m = measure(k, Z, P, names, weights=w)
    assert m.accuracy.value == pytest.approx(metrics.accuracy_score(k, said, sample_weight=w))
    assert m.macro_f1.value == pytest.approx(metrics.f1_score(k, said, average="macro", sample_weight=w))
    assert m.log_loss is not None and m.brier is not None and m.auc is not None
    assert m.log_loss.value == pytest.approx(metrics.log_loss(k, P, sample_weight=w))
    brier = np.average(((P - np.eye(classes)[k]) ** 2).sum(axis=1), weights=w)
    assert m.brier.value == pytest.approx(brier)
    one = P[:, 1] if classes == 2 else P
    assert m.auc.value == pytest.approx(auc_of(k, one, w))
    np.testing.assert_allclose(m.confusion, metrics.confusion_matrix(k, said, sample_weight=w))
    precision, recall, f1, support = metrics.precision_recall_fscore_support(k, said, sample_weight=w)
    for c, each in enumerate(m.per_class):
        found = (each.precision.value, each.recall.value, each.f1.value, each.support)
        assert found == pytest.approx((precision[c], recall[c], f1[c], support[c])) and each.name == names[c]


def auc_of(k: Array, scores: Array, w: Array | None) -> float:
    if scores.ndim == 1:
        return float(metrics.roc_auc_score(k, scores, sample_weight=w))
    return float(
        np.mean([metrics.roc_auc_score(k == c, scores[:, c], sample_weight=w) for c in range(scores.shape[1])])
    )


@pytest.mark.parametrize("classes", [2, 4])
def test_the_baseline_is_a_dummys(classes: int) -> None:
    k, Z, P = world(classes)
    m = measure(k, Z, P, NAMES[:classes])
    commonest, share = int(np.bincount(k).argmax()), np.bincount(k) / len(k)
    always = np.full(len(k), commonest)
    assert m.baseline.name == NAMES[commonest]
    assert m.baseline.accuracy.value == pytest.approx(metrics.accuracy_score(k, always))
    assert m.baseline.macro_f1 == pytest.approx(metrics.f1_score(k, always, average="macro"))
    assert m.baseline.log_loss == pytest.approx(metrics.log_loss(k, np.tile(share, (len(k), 1))))


@pytest.mark.parametrize("classes", [2, 4])
def test_weights_are_repeats(classes: int) -> None:
    k, Z, P = world(classes, 120)
    times = np.random.default_rng(3).integers(0, 4, len(k))
    repeated = np.repeat(np.arange(len(k)), times)
    weighted = measure(k, Z, P, NAMES[:classes], weights=times)
    plain = measure(k[repeated], Z[repeated], P[repeated], NAMES[:classes])
    for name in ("accuracy", "macro_f1", "auc", "log_loss", "brier"):
        assert getattr(weighted, name).value == pytest.approx(getattr(plain, name).value), name
    assert weighted.ece == pytest.approx(plain.ece)
    np.testing.assert_allclose(weighted.confusion, plain.confusion)
    assert weighted.effective <= plain.n  # repeats are no news: their intervals are those of fewer texts
    assert weighted.accuracy.high - weighted.accuracy.low > plain.accuracy.high - plain.accuracy.low


@pytest.mark.parametrize("groups", [False, True])
def test_a_text_that_weighs_nothing_is_not_there(groups: bool) -> None:
    k, Z, P = world(4)
    w, g = np.ones(len(k)), np.arange(len(k)) // 3
    w[::3] = 0.0
    there = w > 0
    with_, without = (
        measure(k[i], Z[i], P[i], NAMES, weights=w[i], groups=g[i] if groups else None)
        for i in (np.arange(len(k)), np.flatnonzero(there))
    )
    assert same(with_, without)


def same(a: Any, b: Any) -> bool:
    """All numbers agree but for rounding."""
    one, other = ({**each.as_data(), "n": 0} for each in (a, b))
    return json.dumps(rounded(one)) == json.dumps(rounded(other))


def rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.9e}")
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else value


def test_the_order_of_texts_does_not_matter() -> None:
    k, Z, P = world(4)
    order = np.random.default_rng(0).permutation(len(k))
    assert same(measure(k, Z, P, NAMES), measure(k[order], Z[order], P[order], NAMES))


def test_every_interval_holds_its_value_and_narrows_with_texts() -> None:
    few, many = (measure(*world(4, n), NAMES) for n in (200, 5_000))
    for name in ("accuracy", "macro_f1", "auc", "log_loss", "brier"):
        a, b = getattr(few, name), getattr(many, name)
        assert a.low < a.value < a.high and b.low < b.value < b.high
        assert 3 < (a.high - a.low) / (b.high - b.low) < 8  # sqrt(25) = 5


def test_intervals_hold_the_truth_about_as_often_as_stated() -> None:
    """The truth is what a hundred thousand texts of the same world show."""
    truth, names = measure(*world(4, 100_000, seed=10_000), NAMES), ("accuracy", "macro_f1", "auc", "log_loss", "brier")
    held = dict.fromkeys((*names, "precision", "recall", "f1"), 0)
    level, samples = 0.8, 150
    for seed in range(samples):
        m = measure(*world(4, 250, seed), NAMES, level=level)
        for name in names:
            held[name] += holds(getattr(m, name), getattr(truth, name))
        for name in ("precision", "recall", "f1"):
            held[name] += holds(getattr(m.per_class[1], name), getattr(truth.per_class[1], name))
    slack = 4 * np.sqrt(level * (1 - level) / samples)
    assert all(abs(count / samples - level) < slack for count in held.values()), held


def holds(interval: Any, truth: Any) -> bool:
    return bool(interval.low <= truth.value <= interval.high)


def test_groups_draw_together() -> None:
    """Texts ten times repeated, told as groups: intervals as wide as those of the texts themselves."""
    k, Z, P = world(4, 150)
    ten = np.repeat(np.arange(150), 10)
    grouped = measure(k[ten], Z[ten], P[ten], NAMES, groups=ten)
    single = measure(k, Z, P, NAMES)
    assert "groups" in grouped.accuracy.how and "groups" in grouped.macro_f1.how
    for name in ("accuracy", "macro_f1", "log_loss", "auc"):
        a, b = getattr(grouped, name), getattr(single, name)
        assert a.value == pytest.approx(b.value)
        assert 0.8 < (a.high - a.low) / (b.high - b.low) < 1.25, name


def test_without_probabilities_and_without_scores() -> None:
    k, Z, P = world(4)
    by_scores, by_probabilities = measure(k, Z, None, NAMES), measure(k, None, P, NAMES)
    assert by_scores.accuracy == by_probabilities.accuracy
    assert by_scores.log_loss is by_scores.brier is by_scores.ece is None and by_scores.auc is not None
    k2, z2, P2 = world(2)
    assert measure(k2, z2[:, 0], None, "ab").auc == measure(k2, z2, P2, "ab").auc


def test_the_second_of_two_classes_is_said_above_zero_whatever_the_probabilities() -> None:
    m = measure([0, 1], np.array([-1.0, 1.0]), np.array([[0.1, 0.9], [0.9, 0.1]]), "ab")
    assert m.accuracy.value == 1.0


def test_classes_that_do_not_occur() -> None:
    """As in scikit-learn, the macro-F1 leaves out a class that occurs neither in the truth nor in the answers."""
    P = np.array([[0.7, 0.2, 0.1], [0.2, 0.7, 0.1], [0.6, 0.3, 0.1]])
    m = measure([0, 1, 1], None, P, ["a", "b", "never"])
    assert m.macro_f1.value == pytest.approx(metrics.f1_score([0, 1, 1], P.argmax(axis=1), average="macro"))
    never = m.per_class[2]
    assert np.isnan(never.precision.value) and (never.recall.low, never.recall.high) == (0.0, 1.0)
    alone = measure([1, 1], None, np.array([[0.5, 0.5], [0.2, 0.8]]), ["a", "b"])
    assert alone.auc is None and alone.accuracy.value == 0.5


def test_a_perfect_model_is_not_said_to_be_certain() -> None:
    k = np.arange(40) % 2
    m = measure(k, 2.0 * k - 1.0, np.eye(2)[k], "ab")
    assert m.accuracy.value == m.macro_f1.value == 1.0 and m.accuracy.low < 0.93
    assert m.auc is not None and m.auc.value == 1.0 and m.auc.low < 0.9 and "wilson" in m.auc.how
    assert m.log_loss is not None and m.log_loss.value == pytest.approx(0.0, abs=1e-12)


def test_a_certain_error_costs_as_much_as_in_scikit_learn() -> None:
    P = np.array([[1.0, 0.0], [1.0, 0.0]])
    m = measure([0, 1], None, P, "ab")
    assert m.log_loss is not None and m.log_loss.value == pytest.approx(metrics.log_loss([0, 1], P))


def test_all_is_plain_data() -> None:
    for classes in (2, 4):
        data = measure(*world(classes), NAMES[:classes]).as_data()
        assert json.loads(json.dumps(data, allow_nan=False)) == data
        assert data["accuracy"]["how"] == "wilson" and len(data["confusion"]) == classes


def test_the_same_seed_is_the_same_interval_and_another_is_not() -> None:
    k, Z, P = world(4)
    one, again, other = (measure(k, Z, P, NAMES, seed=seed).macro_f1 for seed in (0, 0, 1))
    assert one == again != other and one.low == pytest.approx(other.low, abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"codes": [0, 4]}, "run from 0 to 4"),
        ({"codes": [-1, 0]}, "run from -1"),
        ({"codes": [0.0, 1.0]}, "float64"),
        ({"codes": []}, "no texts"),
        ({"codes": [0]}, "2 rows"),
        ({"weights": [1.0, -1.0]}, "weights"),
        ({"weights": [0.0, 0.0]}, "weights"),
        ({"weights": [1.0, np.nan]}, "weights"),
        ({"level": 1.5}, "level"),
    ],
)
def test_what_cannot_be_is_named(arguments: dict[str, Any], told: str) -> None:
    given: dict[str, Any] = {"codes": [0, 1], "Z": None, "P": np.full((2, 4), 0.25), "classes": NAMES} | arguments
    with pytest.raises(SettingError, match=told):
        measure(**given)


def test_a_drawn_world_is_calibrated() -> None:
    """The tests' own worlds are what they say."""
    P = np.full((100_000, 3), [0.5, 0.3, 0.2])
    np.testing.assert_allclose(np.bincount(drawn(P, np.random.default_rng(0))) / 1e5, [0.5, 0.3, 0.2], atol=0.01)
