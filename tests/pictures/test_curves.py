"""Curves, landscapes and tables: every number against a second source."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.special import expit
from sklearn.metrics import confusion_matrix

from steelyard import LogisticRegression, TfidfVectorizer
from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.core.trace import Trace
from steelyard.errors import SettingError
from steelyard.evaluation import measure, reliability
from steelyard.pictures import (
    Confusion,
    Landscape,
    LogisticCurve,
    LossCurves,
    Progress,
    RegularisationPath,
    ReliabilityCurve,
    StrongestWords,
    TuningMap,
    Valleys,
)
from steelyard.pictures.drawing import spread
from steelyard.pictures.problems import problem_of
from steelyard.pictures.valleys import height, slope
from tests.pictures.examples import clouds


def test_losses_are_their_formulas() -> None:
    m = np.array([-2.0, -0.5, 0.0, 0.5, 2.0])
    kinds = ["zero-one", "hinge", "squared-hinge", "logistic", "perceptron", "squared", "squared-probability"]
    expected = [
        m <= 0,
        np.maximum(0, 1 - m),
        np.maximum(0, 1 - m) ** 2,
        np.log1p(np.exp(-m)),
        np.maximum(0, -m),
        0.5 * (1 - m) ** 2,
        0.5 * expit(-m) ** 2,
    ]
    np.testing.assert_allclose(LossCurves.from_losses(kinds, m).values, np.array(expected, dtype=float), atol=1e-14)
    with pytest.raises(SettingError, match="hinge"):
        LossCurves.from_losses(["hing"])


def test_the_logistic_curve() -> None:
    curve = LogisticCurve.from_scores([0.805, -40.0])
    np.testing.assert_allclose(curve.sigma, 1 / (1 + np.exp(-curve.z)))
    assert curve.p.round(2).tolist() == [0.69, 0.0] and curve.z[0] == pytest.approx(-46.0)


def test_iterations_are_epochs_times_batches() -> None:
    picture = Progress.of_batch_modes(*clouds(13, apart=0.5), batch_size=4, epochs=3)
    assert [int(k[-1]) for k in picture.iteration] == [3, 3 * 7, 3 * 26]
    assert [float(e[-1]) for e in picture.epoch] == [3.0, 3.0, 3.0]
    one = Progress.from_trace(_trace(), "mine")
    assert one.names == ("mine",) and one.objective[0][0] > one.objective[0][-1]
    with pytest.raises(SettingError, match="perceptron"):
        Progress.of_batch_modes(*clouds(3), "guess")


def _trace(intercept: bool = True, keep: int = 1) -> Trace:
    trace = Trace(keep_every=keep)
    problem = problem_of(*clouds(10, 2.0), C=1.0, intercept=intercept)
    run(GradientDescent(problem, Steps(0.02), tol=0.0), max_steps=12, trace=trace)
    return trace


def test_a_landscape_without_intercept_has_the_heights_that_the_trace_recorded() -> None:
    trace, problem = _trace(intercept=False), problem_of(*clouds(10, 2.0), C=1.0, intercept=False)
    land = Landscape.from_trace(problem, trace, grid=7)
    np.testing.assert_allclose(land.way_heights, trace.column("objective"))
    assert land.b is None and land.held == 0


def test_a_landscape_holds_everything_else() -> None:
    X, y = clouds(10, 2.0)
    X = np.column_stack([X, X[:, 0] ** 2])
    problem = problem_of(X, y, C=0.5)
    land = Landscape.from_problem(problem, [0.1, 0.2, 0.3], 0.4, columns=(0, 2), window=(-1, 1, -2, 2), grid=3)
    assert (land.b, land.held) == (0.4, 1) and "0.4" in land.alt() and "1 other" in land.figure().texts[0].get_text()
    t = np.where(y == "dog", 1.0, -1.0)
    for row, column in np.ndindex(3, 3):
        w = np.array([land.across[column], 0.2, land.up[row]])
        expected = 0.5 * w @ w + 0.5 * np.log1p(np.exp(-t * (X @ w + 0.4))).sum()
        assert land.heights[row, column] == pytest.approx(expected)


def test_a_landscape_draws_into_either_kind_of_axes() -> None:
    from matplotlib.figure import Figure

    figure, land = Figure(), Landscape.from_rows(*clouds(8, 2.0), grid=5, steps=3)
    for projection in (None, "3d"):
        ax = figure.add_subplot(projection=projection)
        assert land.plot(ax, "fr") is ax
    assert len(land.until(2).way) == 2


def test_slopes_of_bowl_and_valleys_are_the_derivatives_of_their_heights() -> None:
    R, h = np.linspace(0.1, 7.9, 40), 1e-5
    for name in ("bowl", "valleys"):
        np.testing.assert_allclose(slope(name, R), (height(name, R + h) - height(name, R - h)) / (2 * h), atol=1e-8)
    assert (height("bowl", np.array([0.0, 2.0])) == [-1.0, 3.0]).all() and height("valleys", 0.0) == -1.0


def test_on_the_bowl_every_descent_reaches_the_bottom() -> None:
    picture = Valleys.from_starts()
    assert picture.at_the_bottom[0] == len(picture.ways) == 8 > picture.at_the_bottom[1] > 0
    ends = [np.linalg.norm(way[1, -1]) for way in picture.ways]
    assert all(slope("valleys", end) == pytest.approx(0.0, abs=1e-2) for end in ends)


def test_a_cell_of_the_tuning_map_is_a_descent_in_the_textbooks_scaling() -> None:
    X, y = clouds(20, 1.5)
    cells = TuningMap.from_rows(X, y, rates=[0.5, 500.0], lambdas=[0.1], epochs=7, folds=4, seed=3)
    from steelyard.lanes.folds import assign_folds

    t, right = np.where(y == "dog", 1.0, -1.0), 0
    held = assign_folds((t > 0).astype(int), 4, 3)
    for fold in range(4):
        A, s = X[held != fold], t[held != fold]
        w, b = np.zeros(2), 0.0
        for _ in range(7):
            pull = -s * expit(-s * (A @ w + b)) / len(A)
            w, b = w - 0.5 * (A.T @ pull + 0.1 * w), b - 0.5 * pull.sum()
        right += int(((X[held == fold] @ w + b > 0) == (t[held == fold] > 0)).sum())
    assert cells.accuracy[0, 0] == right / len(X)
    assert cells.diverged.tolist() == [[0, 1]] and cells.best == (0, 0)
    hopeless = TuningMap.from_rows(X, y, rates=[1e9], lambdas=[10.0], epochs=60, folds=2)
    assert hopeless.diverged.all() and hopeless.figure("es")
    with pytest.raises(SettingError, match="above 0"):
        TuningMap.from_rows(X, y, rates=[0.0])


def test_the_path_has_the_weights_of_each_fit() -> None:
    X, y = clouds(20, 2.0)
    X = np.column_stack([X, np.random.default_rng(0).normal(size=(40, 4))])
    path = RegularisationPath.from_rows(X, y, penalty="l1", strengths=[10.0, 0.01, 1.0], most=3)
    assert path.strengths.tolist() == [0.01, 1.0, 10.0] and path.n_columns == 6 and path.weights.shape == (3, 3)
    for k, C in enumerate(path.strengths):
        coef = LogisticRegression(C=C, l1_ratio=1.0).fit(X, y).coef_[0]
        np.testing.assert_allclose(path.weights[:, k], coef[path.columns])
        assert path.nonzero[k] == (coef != 0).sum()
    with pytest.raises(SettingError, match="'l1' or 'l2'"):
        RegularisationPath.from_rows(X, y, penalty="l3")
    with pytest.raises(SettingError, match="3 classes"):
        RegularisationPath.from_rows(*clouds(5, classes=3), strengths=[1.0])


def test_ends_are_labelled_apart() -> None:
    for places in ([0.0, 0.1, 0.2, 5.0], [9.9, 9.95, 10.0], [0.0, 0.0, 0.0, 0.0], [3.0]):
        moved = spread(np.array(places), 0.5, 0.0, 10.0)
        assert (np.diff(moved) >= 0.5 - 1e-9).all() and moved[0] >= -1e-9 and moved[-1] <= 10.0 + 1e-9


def test_confusion_is_scikit_learns() -> None:
    rng = np.random.default_rng(0)
    true, said = rng.choice(["a", "b", "c"], 50), rng.choice(["a", "b", "c"], 50)
    np.testing.assert_array_equal(Confusion.from_labels(true, said).counts, confusion_matrix(true, said))
    m = measure([0, 1, 1], None, np.array([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4]]), ["no", "yes"])
    assert Confusion.from_measures(m).counts.tolist() == [[1.0, 0.0], [1.0, 1.0]]
    with pytest.raises(SettingError, match="2 classes"):
        Confusion.from_counts([[1]], ["a", "b"])


def test_reliability_is_evaluations() -> None:
    rng = np.random.default_rng(1)
    p = rng.uniform(size=400)
    P, codes = np.column_stack([1 - p, p]), (rng.uniform(size=400) < p**2).astype(int)
    record = reliability(codes, P, 10)
    curve = ReliabilityCurve.from_record(record)
    assert curve.ece == pytest.approx(record.ece) and len(curve.told) == (record.counts > 0).sum()
    assert curve.low is not None and (curve.low <= curve.right).all()
    with pytest.raises(SettingError, match="length"):
        ReliabilityCurve.from_numbers([0.5], [0.5, 0.6], [1])


def test_the_strongest_words_are_those_of_the_greatest_weights() -> None:
    texts, labels = ["good film", "bad film", "good day", "bad day", "dull"], ["pos", "neg", "pos", "neg", "neg"]
    picture = StrongestWords.from_texts(texts, labels, count=1)
    assert picture.words == (("bad",), ("good",)) and picture.weights[0][0] < 0 < picture.weights[1][0]
    vectorizer = TfidfVectorizer()
    model = LogisticRegression().fit(vectorizer.fit_transform(texts), ["a", "b", "c", "c", "b"])
    many = StrongestWords.from_model(model, vectorizer.get_feature_names_out(), count=2)
    names = vectorizer.get_feature_names_out().tolist()
    for row, words, weights in zip(model.coef_, many.words, many.weights):
        assert words[0] == names[row.argmax()] and weights[0] == row.max()
    text_model = SimpleNamespace(
        columns=SimpleNamespace(names=lambda: ["x", "y"]), v=np.array([[1.0], [-2.0]]), classes=("no", "yes")
    )
    assert StrongestWords.from_model(text_model).words == (("y",), ("x",))
    with pytest.raises(SettingError, match="no names"):
        StrongestWords.from_model(SimpleNamespace(coef_=np.ones((1, 2)), classes_=["a", "b"]))
    with pytest.raises(SettingError, match="a weight for each"):
        StrongestWords.from_weights(["x"], [1.0, 2.0], ["a", "b"])
