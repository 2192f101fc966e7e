"""`select`: few texts and many classes, weights, groups, samples, languages; the certificate, the pulls, the bits."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.errors import SettingError
from steelyard.selection import Recipe, Selection, SelectionProgress, planning, select, trying
from steelyard.selection.counting import with_tf
from tests.selection.corpora import telling, words

NAMES = [f"class {k}" for k in range(150)]


def chosen_by_hand(**settings: object) -> Selection:
    texts, k = telling(80)
    return select(texts, k, NAMES[:2], recipe="words", strengths=[1.0], **settings)  # type: ignore[arg-type]


def test_auto_takes_the_least_loss_and_says_so() -> None:
    texts, k = telling(100)
    found = select(texts, k, NAMES[:2])
    best = found.trials[found.chosen]
    means = found.losses.mean(axis=1)
    assert found.candidates[int(means.argmin())] == (found.chosen, found.strength)
    np.testing.assert_allclose(np.nanmin(best.losses), means.min(), rtol=1e-6)
    assert best.recipe.name in found.why
    assert f"{means.min():.4f}" in found.why
    assert found.model.recipe == best.recipe.as_data()
    assert (found.gap <= 1e-6).all()
    assert best.gap <= trying.FOLD_TOL
    assert np.mean(found.model.decide(found.model.scores(texts)) == k) > 0.9


def test_trials_are_the_means_of_what_each_text_lost() -> None:
    texts, k = telling(90, 3)
    found = select(texts, k, NAMES[:3], recipe="words, weighted")
    trial = found.trials[0]
    for row, (at, strength) in enumerate(found.candidates):
        s = int(np.flatnonzero(trial.strengths == strength)[0])
        assert at == 0
        np.testing.assert_allclose(trial.losses[s], found.losses[row].mean(), rtol=1e-6)
        np.testing.assert_allclose(trial.errors[s], found.errors[row].mean())
        by_fold = [found.losses[row][found.folds == f].mean() for f in range(5)]
        np.testing.assert_allclose(trial.fold_losses[s], by_fold, rtol=1e-6)
    np.testing.assert_array_equal(found.by_candidate["errors"], found.errors)


@pytest.mark.parametrize("recipe", ["words", "words and spelling, weighted", "words, weighted, margins"])
@pytest.mark.parametrize("classes", [2, 3])
def test_the_pulls_make_the_weights(recipe: str, classes: int) -> None:
    texts, k = telling(90, classes)
    found = select(texts, k, NAMES[:classes], recipe=recipe, strengths=[1.0])
    X = with_tf(found.model.columns.counts(np.array(texts)), "log")
    a, v = found.fit_scale, np.zeros(found.model.v.shape)
    for i in range(len(texts)):
        at = slice(X.indptr[i], X.indptr[i + 1])
        row = X.data[at] * a[X.indices[at]]
        v[X.indices[at]] += np.outer(a[X.indices[at]] * row / np.sqrt(row @ row), found.duals[i])
    np.testing.assert_allclose(found.model.v, v, rtol=1e-3, atol=1e-4 * np.abs(v).max())


def test_one_hundred_and_fifty_classes_of_some_of_which_there_is_one_text() -> None:
    rng, known = np.random.default_rng(0), words(150)
    k = np.concatenate([np.arange(150), rng.integers(0, 20, 100)])
    texts = [f"{known[each]} {known[rng.integers(150)]} {known[rng.integers(150)]}" for each in k]
    found = select(texts, k, NAMES, recipe="words")
    once = np.bincount(k, minlength=150)[k] == 1
    assert np.isfinite(found.scores).all()
    assert found.errors[:, once].all(), "no fold has seen them"
    np.testing.assert_allclose(found.losses[:, once], np.log(250 + 150), rtol=1e-6)
    assert found.errors[:, ~once].mean() < 0.5
    assert np.mean(found.model.decide(found.model.scores(texts)) == k) > 0.9


@pytest.mark.parametrize("recipe", ["words, weighted", "words, margins"])
def test_one_text_of_a_class_of_two(recipe: str) -> None:
    texts, _ = telling(30)
    k = np.zeros(30, np.int64)
    k[3] = 1
    found = select(texts, k, NAMES[:2], recipe=recipe)
    assert found.errors[:, 3].all()
    assert np.isfinite(found.scores).all()
    assert np.abs(found.scores[:, 0]).max() <= 30.0
    assert (found.gap <= 1e-6).all()


def test_texts_without_a_known_word_get_the_intercept() -> None:
    texts, k = telling(60)
    texts[5], texts[6] = "", "?! unheardof"
    found = select(texts, k, NAMES[:2], recipe="words, weighted", strengths=[1.0])
    assert found.unknown[5:7].tolist() == [0.0, 1.0], "where there are no words, none is unknown"
    assert found.lengths is not None
    assert found.lengths[5] == 0.0
    np.testing.assert_allclose(found.model.scores(["", "neverseen"])[:, 0], found.model.b[0])


def test_a_weight_of_nothing_is_a_text_that_is_not_there() -> None:
    texts, k = telling(80)
    w = np.where(np.arange(80) % 4 == 1, 0.0, 2.0)
    some = np.flatnonzero(w)
    weighted = select(texts, k, NAMES[:2], recipe="words, weighted", strengths=[1.0], weights=w, tol=1e-9)
    alone = select([texts[i] for i in some], k[some], NAMES[:2], recipe="words, weighted", strengths=[2.0], tol=1e-9)
    new, _ = telling(40, seed=1)
    np.testing.assert_allclose(weighted.model.scores(new), alone.model.scores(new), rtol=1e-3, atol=1e-4)


def test_weights_count_in_the_choice() -> None:
    found = chosen_by_hand(weights=1.0 + np.arange(80) % 3)
    w = 1.0 + np.arange(80) % 3
    np.testing.assert_allclose(found.trials[0].losses[0], np.average(found.losses[0], weights=w), rtol=1e-6)
    np.testing.assert_allclose(found.trials[0].errors[0], np.average(found.errors[0], weights=w))


def test_groups_stay_together_and_there_may_be_fewer_than_folds() -> None:
    found = chosen_by_hand(groups=np.arange(80) // 27)
    assert len(np.unique(found.folds)) == 3
    assert all(len(np.unique(found.folds[27 * g : 27 * g + 27])) == 1 for g in range(3))


def test_the_same_bits_at_any_number_of_threads() -> None:
    texts, k = telling(70, 3)
    one, two = (select(texts, k, NAMES[:3], threads=threads) for threads in (1, 2))
    assert one.why == two.why
    for name in ("scores", "losses", "duals", "gap"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    np.testing.assert_array_equal(one.model.v, two.model.v)


def test_languages_that_do_not_separate_words_are_taken_by_characters() -> None:
    rng = np.random.default_rng(0)
    marks = [chr(0x4E00 + j) for j in range(200)]

    def text(k: int) -> str:
        liked = np.where(np.arange(200) % 10 == k, 3.0, 1.0)
        return "".join(marks[j] for j in rng.choice(200, 30, p=liked / liked.sum()))

    k = np.arange(90) % 2
    found = select([text(each) for each in k], k, NAMES[:2])
    assert [trial.recipe.name for trial in found.trials][:6] == list(planning.UNSEPARATED)
    assert found.trials[found.chosen].recipe.views[-1].analyzer == "char"
    assert found.errors.mean(axis=1).min() < 0.2


def test_many_texts_are_tried_on_a_sample_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "SAMPLE_SECONDS", 0.0)
    monkeypatch.setattr(planning, "FEWEST", 100)
    monkeypatch.setattr(planning, "FEWEST_A_CLASS", 1)
    texts, k = telling(240)
    found = select(texts, k, NAMES[:2], folds=3)
    sample, whole = ([t for t in found.trials if (t.n == 240) == is_whole] for is_whole in (False, True))
    assert {t.n for t in sample} == {sample[0].n}
    assert 60 <= sample[0].n <= 120
    assert found.trials[found.chosen] in whole
    assert len(whole) < len(sample)
    assert {at for at, _ in found.candidates} == {found.trials.index(t) for t in whole}
    assert f"on a sample of {sample[0].n} texts" in found.why


def test_what_would_take_too_long_is_tried_only_where_nothing_else_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "SAMPLE_SECONDS", 0.0)
    monkeypatch.setattr(planning, "FEWEST", 100)
    monkeypatch.setattr(planning, "FEWEST_A_CLASS", 1)
    texts, k = telling(240)
    words_take = 240 * 20 * planning.TWO / 1e6
    monkeypatch.setattr(planning, "SECONDS", 3.0 * words_take)
    found = select(texts, k, NAMES[:2], folds=3)
    assert {t.recipe.views[-1].analyzer for t in found.trials if t.n == 240} == {"word"}


def test_progress_goes_up_and_may_say_enough() -> None:
    texts, k = telling(60)
    told: list[SelectionProgress] = []
    select(texts, k, NAMES[:2], progress=lambda each: told.append(each))
    shares = [each.done for each in told]
    assert shares == sorted(shares) and shares[0] >= 0.0 and shares[-1] <= 1.0 and shares[-1] > 0.8
    assert len({each.step for each in told}) >= 8
    short = select(texts, k, NAMES[:2], progress=lambda each: True)
    assert len(short.trials) == 1
    assert (short.gap <= 1e-6).all()


def wrong_settings() -> list[tuple[dict[str, object], str]]:
    return [
        ({"recipe": "wrods"}, "words"),
        ({"strengths": []}, "above 0"),
        ({"strengths": [0.0, 1.0]}, "above 0"),
        ({"weights": [-1.0] * 12}, "0 or more"),
        ({"weights": [1.0]}, "one for each"),
        ({"codes": [2] * 12}, "classes - 1"),
        ({"codes": [0, 1]}, "one for each"),
        ({"folds": 1}, "2 folds"),
    ]


@pytest.mark.parametrize(("setting", "said"), wrong_settings())
def test_a_wrong_setting_is_named(setting: dict[str, object], said: str) -> None:
    texts, k = telling(12)
    arguments: dict[str, object] = {"texts": texts, "codes": k, "classes": NAMES[:2], "recipe": "words", **setting}
    with pytest.raises(SettingError, match=said):
        select(**arguments)  # type: ignore[arg-type]


def test_a_recipe_of_ones_own_is_taken_as_it_is() -> None:
    texts, k = telling(60)
    own = Recipe("own", tf="count", idf=False, norm=False)
    found = select(texts, k, NAMES[:2], recipe=own, strengths=[0.1])
    assert found.lengths is None
    assert not found.model.norm
    np.testing.assert_array_equal(found.fit_scale, np.ones(found.model.columns.n_columns))
    assert isinstance(found.scores, np.ndarray) and found.scores.shape == (60, 1)


class Tried:
    """An attempt of which only what was lost, and what was wrong, is known."""

    best = 0

    def __init__(self, losses: object, wrong: object) -> None:
        self.losses, self.wrong = np.asarray(losses, float), {0: np.asarray(wrong, bool)}
        self.loss, self.texts = float(self.losses.mean()), self

    @property
    def weights(self) -> object:
        return np.ones(len(self.losses))

    def each_loss(self, s: int) -> object:
        return self.losses


def test_of_two_that_are_even_the_one_that_is_wrong_less_often_is_taken() -> None:
    noise = np.tile([-1.0, 1.0], 500)
    right = np.zeros(1000, bool)
    wrong = np.arange(1000) < 40
    least, even = Tried(0.300 + 0 * noise, wrong), Tried(0.301 + 0.1 * noise, right)
    worse = Tried(0.330 + 0.1 * noise, right)
    hardly = Tried(0.301 + 0.1 * noise, np.arange(1000) < 38)
    assert planning.worth_most([least, even]) is even  # type: ignore[list-item]
    assert planning.worth_most([least, worse]) is least  # type: ignore[list-item]
    assert planning.worth_most([least, hardly]) is least  # type: ignore[list-item]


def test_where_margins_take_long_they_are_tried_at_one_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "SAMPLE_SECONDS", 0.0)
    monkeypatch.setattr(planning, "FEWEST", 100)
    monkeypatch.setattr(planning, "FEWEST_A_CLASS", 1)
    texts, k = telling(240, 3)
    free = planning.affordable
    whole = lambda attempt, recipe, scale=1.0: recipe.loss == "logistic" or len(attempt.texts.k) < 240  # noqa: E731
    monkeypatch.setattr(planning, "affordable", lambda *a, **s: whole(*a, **s) and free(*a, **s))
    monkeypatch.setattr(planning, "margins_may_help", lambda tried: True)
    found = select(texts, k, NAMES[:3], folds=3)
    sharp = [t for t in found.trials if t.n == 240 and t.recipe.loss != "logistic"]
    assert [int(np.isfinite(t.losses).sum()) for t in sharp] == [1]


def test_a_class_that_a_fold_has_not_seen_does_not_spoil_the_start_of_the_final_fit() -> None:
    texts = ["good film", "bad film"] * 12 + ["good film", "odd thing"]
    found = select(texts, [0, 1] * 12 + [1, 2], NAMES[:3], recipe="words", strengths=[1.0])
    assert (found.gap <= 1e-6).all()


def test_very_many_classes_shorten_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MANY", 300)
    texts, k = telling(120, 3)
    tried = {trial.recipe.name.removesuffix(", margins") for trial in select(texts, k, NAMES[:3]).trials}
    assert tried == set(planning.VERY_SHORT)
