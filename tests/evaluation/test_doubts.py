"""Doubtful labels: flipped ones are found, and of a world without errors few are called doubtful."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import softmax

from steelyard.errors import SettingError
from steelyard.evaluation import doubtful
from tests.evaluation.worlds import drawn, many_classes

Array = np.ndarray


def flipped(codes: Array, classes: int, share: float, seed: int = 0) -> tuple[Array, Array]:
    """The labels with some flipped, and which."""
    random = np.random.default_rng(seed)
    wrong = random.random(len(codes)) < share
    return np.where(wrong, (codes + random.integers(1, classes, len(codes))) % classes, codes), wrong


def world(apart: float, n: int = 2_000) -> tuple[Array, Array]:
    """Codes, and probabilities that are right; the classes' scores lie so far apart."""
    random = np.random.default_rng(0)
    Z = random.normal(size=(n, 4)) + apart * np.eye(4)[random.integers(0, 4, n)]
    P = np.asarray(softmax(Z, axis=1))
    return drawn(P, random), P


@pytest.mark.parametrize(("apart", "of_the_doubtful"), [(8.0, 0.95), (4.0, 0.4)])
def test_flipped_labels_come_first(apart: float, of_the_doubtful: float) -> None:
    codes, P = world(apart)
    given, wrong = flipped(codes, 4, 0.05)
    found = doubtful(given, P)
    assert wrong[found.rows].sum() / wrong.sum() > 0.8  # of the flipped
    assert wrong[found.rows].mean() > of_the_doubtful and wrong[found.rows[:50]].mean() > 0.7
    assert found.count == len(found.rows) and (np.diff(found.margin) >= 0).all()


@pytest.mark.parametrize("share", [0.0, 0.02, 0.1])
def test_where_classes_are_told_apart_the_count_is_that_of_wrong_labels(share: float) -> None:
    codes, P = world(8.0, 10_000)
    given, wrong = flipped(codes, 4, share)
    assert doubtful(given, P).count / 10_000 == pytest.approx(wrong.mean(), abs=0.008)


def test_it_is_the_rule_by_hand() -> None:
    k, Z = many_classes(200, 4)
    P = np.asarray(softmax(Z, axis=1))
    usual = np.array([P[k == c, c].mean() for c in range(4)])
    expected = []
    for i in range(200):
        others = [c for c in range(4) if c != k[i] and P[i, c] >= usual[c]]
        if others and P[i, others].max() > P[i, k[i]]:
            expected.append(i)
    found = doubtful(k, P)
    np.testing.assert_allclose(found.usual, usual)
    assert sorted(found.rows.tolist()) == expected and found.count == len(expected)
    for i, given, said, margin in zip(found.rows, found.given, found.said, found.margin):
        others = np.where(np.arange(4) == k[i], -1, P[i])
        assert (given, said) == (k[i], others.argmax()) and margin == pytest.approx(P[i, k[i]] - others.max())


def test_as_many_as_asked_for_the_doubtful_first() -> None:
    k, Z = many_classes(300, 3)
    P = np.asarray(softmax(Z, axis=1))
    whole = doubtful(k, P, most=300)
    assert sorted(whole.rows.tolist()) == list(range(300)) and whole.n == 300
    assert whole.rows[: whole.count].tolist() == doubtful(k, P).rows.tolist()
    assert doubtful(k, P, most=5).rows.tolist() == whole.rows[:5].tolist()


def test_a_class_without_texts_is_not_usual() -> None:
    found = doubtful([0, 0], np.array([[0.4, 0.6], [0.9, 0.1]]))
    assert found.usual[1] == 1.0 and found.count == 0
    with pytest.raises(SettingError):
        doubtful([2], np.array([[0.5, 0.5]]))
