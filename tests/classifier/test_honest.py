"""The honest numbers are honest: none of them has seen the text that it is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard
from steelyard.classifier import TextClassifier, compare, verify
from steelyard.classifier.honest import LEAST_SLOPE, moved
from steelyard.corpus import Corpus
from steelyard.evaluation import Calibration
from steelyard.evaluation import calibrate as calibrated_by


@pytest.fixture(scope="module")
def random_labels(reviews: Corpus) -> TextClassifier:
    labels = np.random.default_rng(0).permutation(reviews.labels)
    return TextClassifier("words", strengths=[0.1, 1.0, 10.0]).fit(reviews.texts, labels)


def test_labels_drawn_at_random_score_at_chance(random_labels: TextClassifier) -> None:
    found = random_labels.measures_
    assert found.accuracy.low <= 0.5 <= found.accuracy.high
    assert found.auc is not None and found.auc.low <= 0.5 <= found.auc.high
    assert found.log_loss is not None and found.log_loss.value > 0.99 * np.log(2)
    assert random_labels.nested_ is not None and random_labels.nested_.accuracy is not None
    assert random_labels.nested_.accuracy.low <= 0.5


def test_a_model_of_nothing_is_not_sure(random_labels: TextClassifier, reviews: Corpus) -> None:
    assert random_labels.predict_proba(reviews.texts).max() < 0.75
    sizes = [len(each) for each in random_labels.predict_sets(reviews.texts)]
    assert np.mean(sizes) > 1.8


def test_no_fold_helped_to_calibrate_itself(two: TextClassifier) -> None:
    found, codes = two.honest_, two.known_.labels.codes
    Z, folds = two.selection_.scores, two.selection_.folds
    for fold in range(5):
        out = folds != fold
        slope, shift = calibrated_by(codes[out], Z[out])
        p = 1.0 / (1.0 + np.exp(-(slope * Z[~out, 0] + shift)))
        assert np.allclose(found.probabilities[~out, 1], p)


def test_the_intercept_takes_the_calibrations_shift(two: TextClassifier) -> None:
    found = two.honest_
    Z = two.selection_.scores[:, 0]
    before = found.fitted.slope * Z + found.fitted.shift
    after = found.calibration.slope * found.scores[:, 0] + found.calibration.shift
    assert found.calibration.shift == 0.0 and np.allclose(before, after)
    assert two.model_.b - two.selection_.model.b == pytest.approx(found.move)


@pytest.mark.parametrize("slope", [0.0, -3.0])
def test_scores_that_say_nothing_leave_the_classes_shares(slope: float) -> None:
    codes = np.array([0, 0, 0, 1])
    calibration, move = moved(Calibration(slope, -1.0), codes)
    assert calibration == (LEAST_SLOPE, 0.0)
    assert calibration.slope * move == pytest.approx(np.log(1 / 3))


def test_out_of_fold_figures_are_those_of_the_probabilities(four: TextClassifier) -> None:
    codes, P = four.known_.labels.codes, four.honest_.probabilities
    assert four.measures_.accuracy.value == (P.argmax(axis=1) == codes).mean()
    assert four.measures_.n == 200 and four.measures_.baseline.accuracy.value == 0.25
    loss = -np.log(P[np.arange(200), codes]).mean()
    assert four.measures_.log_loss is not None and four.measures_.log_loss.value == pytest.approx(loss)


def test_calibration_is_shown_before_and_after(two: TextClassifier) -> None:
    before, after = two.reliability_
    assert after.rms <= before.rms + 0.05
    assert sum(after.counts) == 240


def test_sets_cover_what_they_state_on_texts_that_were_never_seen(reviews: Corpus) -> None:
    """Over random splits, since one split of 300 texts tells little."""
    covered = []
    for seed in range(8):
        train, test = reviews.split(0.4, seed)
        clf = TextClassifier("words", strengths=[10.0], coverage=0.9).fit(train.texts, train.labels)
        covered += [label in found for label, found in zip(test.labels, clf.predict_sets(test.texts))]
    assert 0.87 <= np.mean(covered) <= 0.94  # 960 texts: two standard errors are 0.02


def test_texts_of_another_world_are_unfamiliar(four: TextClassifier, support: Corpus) -> None:
    nonsense = ["zwq vbk plmf", "qqq", "xyzzy plugh frotz"]
    assert four.unfamiliar(nonsense).all()
    assert four.unfamiliar(support.texts).mean() < 0.1


def test_thresholds_give_what_was_wanted_out_of_fold(two: TextClassifier) -> None:
    found = two.threshold("pos", precision=0.85)
    P, codes = two.honest_.probabilities[:, 1], two.known_.labels.codes
    assert found.reached and (codes[found.at <= P] == 1).mean() >= 0.85
    kept = two.threshold(precision=0.85)
    best = two.honest_.probabilities.max(axis=1)
    right = two.honest_.probabilities.argmax(axis=1) == codes
    assert right[best >= kept.at].mean() >= 0.85
    with pytest.raises(ValueError, match="no class 'good'"):
        two.threshold("good", recall=0.5)


def test_a_wrong_label_is_doubted(reviews: Corpus) -> None:
    labels = reviews.labels.copy()
    clear = int(
        TextClassifier("words", strengths=[1.0]).fit(reviews.texts, labels).honest_.probabilities[:, 1].argmax()
    )
    labels[clear] = "neg"
    found = TextClassifier("words", strengths=[1.0]).fit(reviews.texts, labels).doubtful_
    assert clear in found.rows[:5].tolist()


def test_the_choice_is_corrected_for(two: TextClassifier) -> None:
    assert two.nested_ is not None and two.nested_.candidates >= 2
    assert two.nested_.loss.value >= two.nested_.naive_loss.value - 1e-12


def test_weights_count_as_repeated_texts(support: Corpus) -> None:
    texts, labels = support.texts.to_pylist(), support.labels
    weights = np.where(labels == "billing", 3.0, 1.0)
    found = TextClassifier("words", strengths=[1.0]).fit(texts, labels, weights)
    assert found.measures_.baseline.name == "billing"
    assert found.measures_.baseline.accuracy.value == pytest.approx(0.5)
    assert found.card_["data"]["shares"] == pytest.approx([1 / 6, 1 / 2, 1 / 6, 1 / 6])


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["a b", "c d"], ["x", "y"]),
        (["a b", "c d", "e f"], ["x", "y", "z"]),
        (["good one", "bad one"] * 20 + ["odd"], ["p", "n"] * 20 + ["q"]),
        (["same"] * 10, ["x", "y"] * 5),
        (["!!!", "???"] * 5, ["x", "y"] * 5),
    ],
    ids=["two texts", "three texts", "a class of one", "all the same", "no words"],
)
def test_very_little_is_enough_to_get_an_answer(texts: list[str], labels: list[str]) -> None:
    clf = TextClassifier("words", strengths=[1.0]).fit(texts, labels)
    P = clf.predict_proba([*texts, "never seen"])
    assert np.isfinite(P).all() and np.allclose(P.sum(axis=1), 1.0)
    assert set(clf.predict(texts)) <= set(labels)
    assert clf.card_["out_of_fold"]["n"] == len(texts)


def test_a_learning_curve_ends_near_the_error_of_all_texts(four: TextClassifier) -> None:
    curve = four.learning_curve()
    sizes = [point.size for point in curve.points]
    assert sizes == sorted(sizes) and sizes[-1] == 160
    codes, said = four.known_.labels.codes, four.honest_.probabilities.argmax(axis=1)
    assert curve.points[-1].error.value == pytest.approx((said != codes).mean(), abs=0.02)
    assert four.card_["learning_curve"]["points"][-1]["size"] == sizes[-1]


def test_near_duplicates_are_found_on_request(support: Corpus) -> None:
    texts = [*support.texts.to_pylist(), support.texts[0].as_py() + "!"]
    clf: Any = TextClassifier("words", strengths=[1.0]).fit(texts, [*support.labels, support.labels[0]])
    found = clf.near_duplicates()
    assert (200, 0) in zip(found.rows.tolist(), found.others.tolist())
    assert clf.card_["data"]["near"] >= 2


def test_near_duplicates_across_the_parts_are_counted_and_verified(reviews: Corpus, tmp_path: Path) -> None:
    train, test = reviews.split(0.2, 0)
    near = [*test.texts.to_pylist(), train.texts[7].as_py() + " Really."]
    leaky = steelyard.read(near, label=[*test.labels, train.labels[7]])
    clf = steelyard.fit(train, test=leaky, recipe="words", strengths=[1.0])
    clf.near_duplicates()
    assert clf.card_["test"]["near_leaked"] >= 1 and clf.card_["test"]["leaked"] == 0
    path = clf.save(tmp_path / "m.steelyard")
    assert verify(path, train, test=leaky).same_bytes and verify(path, train).same_bytes


def test_two_classifiers_are_compared(reviews: Corpus) -> None:
    train, test = reviews.split(0.4, 0)
    one, other = (steelyard.fit(train, recipe=r, strengths=[1.0]) for r in ("words", "characters"))
    found = compare(one, other, test, names=("words", "characters"))
    right = [clf.predict(test.texts) == test.labels for clf in (one, other)]
    assert found.first_only.tolist() == np.flatnonzero(right[0] & ~right[1]).tolist()
    assert found.names == ("words", "characters") and found.n == 120


def test_the_held_out_part_is_measured_as_any_texts_are(two: TextClassifier, reviews: Corpus) -> None:
    _, test = reviews.split(0.2, 0)
    again = two.evaluate(test.texts, test.labels)
    assert two.test_.n == 60 and two.test_.measures.as_data() == again.as_data()
    assert two.card_["test"]["measures"]["accuracy"]["value"] == two.score(test.texts, test.labels)
    assert two.test_.leaked == 0 and two.test_.unknown.words > 500


def test_leaks_are_found(reviews: Corpus) -> None:
    train, test = reviews.split(0.2, 0)
    leaky = steelyard.read(
        [*test.texts.to_pylist(), "  " + train.texts[5].as_py().upper()], label=[*test.labels, train.labels[5]]
    )
    clf = steelyard.fit(train, test=leaky, recipe="words", strengths=[1.0])
    assert clf.test_.leaked == 1 and clf.test_.leaks.tolist() == [[60, 5]]
