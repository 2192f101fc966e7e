"""What choosing costs: on random candidates the best looks better than it is, and the nested figure does not."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.errors import SettingError
from steelyard.evaluation import nested
from steelyard.evaluation.nesting import joined


def test_on_random_candidates_the_correction_is_unbiased() -> None:
    """Fifty candidates of the same worth (a loss of 1, right half of the time): the best of them looks better."""
    naive, corrected, accuracy = [], [], []
    for seed in range(200):
        random = np.random.default_rng(seed)
        wrong = random.random((50, 200)) < 0.5
        losses = random.normal(1.0, 1.0, (50, 200)) + 2.0 * (wrong - 0.5)
        found = nested(losses, wrong, np.arange(200) % 5)
        naive.append(found.naive_loss.value)
        corrected.append(found.loss.value)
        assert found.accuracy is not None
        accuracy.append(found.accuracy.value)
    error = np.std(corrected) / np.sqrt(200)
    assert np.mean(naive) < 1.0 - 20 * error
    assert abs(np.mean(corrected) - 1.0) < 3 * error
    assert abs(np.mean(accuracy) - 0.5) < 3 * np.std(accuracy) / np.sqrt(200)


def test_where_one_is_clearly_best_nothing_is_corrected() -> None:
    random = np.random.default_rng(0)
    losses = random.normal(1.0, 0.1, (10, 300)) - 0.5 * (np.arange(10) == 3)[:, None]
    found = nested(losses, None, np.arange(300) % 5)
    assert found.chosen == 3 and found.chosen_by_fold == (3,) * 5 and found.agreed == 1.0
    assert found.loss == found.naive_loss and found.optimism.value == 0.0 and found.accuracy is None


def test_a_fold_is_judged_by_the_choice_of_the_others() -> None:
    """By hand: three candidates, two folds of two texts."""
    losses = np.array([[1.0, 2.0, 9.0, 9.0], [5.0, 5.0, 1.0, 1.0], [4.0, 4.0, 4.0, 4.0]])
    found = nested(losses, losses > 3, [7, 7, 8, 8])
    assert found.folds == (7, 8) and found.chosen_by_fold == (1, 0)
    assert found.chosen == 1 and found.naive_loss.value == 3.0  # of 21, 12 and 16 in all
    assert found.loss.value == (5 + 5 + 9 + 9) / 4
    assert found.accuracy is not None and found.accuracy.value == 0.0


def test_what_was_not_tried_is_not_chosen() -> None:
    losses = np.ones((3, 100))
    losses[0] = np.nan
    losses[1, 50:] = np.nan  # tried on half of the folds, and best there
    losses[1, :50] = 0.0
    found = nested(losses, None, np.arange(100) // 25)
    assert found.chosen == 2 and set(found.chosen_by_fold) == {2}


def test_weights_are_repeats() -> None:
    random = np.random.default_rng(0)
    losses, folds, times = random.normal(size=(8, 60)), np.arange(60) % 4, random.integers(0, 3, 60)
    wrong = losses > 0
    i = np.repeat(np.arange(60), times)
    a, b = nested(losses, wrong, folds, weights=times), nested(losses[:, i], wrong[:, i], folds[i])
    assert a.chosen_by_fold == b.chosen_by_fold and a.loss.value == pytest.approx(b.loss.value)
    assert a.accuracy is not None and b.accuracy is not None
    assert a.accuracy.value == pytest.approx(b.accuracy.value)


def test_groups_widen_the_intervals() -> None:
    random = np.random.default_rng(0)
    losses = np.repeat(random.normal(size=(5, 40)), 10, axis=1)
    groups = np.repeat(np.arange(40), 10)
    alone, grouped = (nested(losses, losses > 0, groups % 5, groups=g) for g in (None, groups))
    assert grouped.loss.value == alone.loss.value
    assert grouped.loss.high - grouped.loss.low > 2 * (alone.loss.high - alone.loss.low)


def test_what_cannot_be_is_named() -> None:
    with pytest.raises(SettingError, match="one fold"):
        nested(np.ones((2, 3)), None, [0, 0, 0])
    with pytest.raises(SettingError, match="No candidate"):
        nested(np.full((2, 4), np.nan), None, [0, 0, 1, 1])
    with pytest.raises(SettingError, match="rows"):
        nested(np.ones((2, 3)), None, [0, 1])
    assert joined([np.ones((2, 3)), np.ones(3)]).shape == (3, 3)
