"""Pictures of the plane: lines where the scores say, regions as the model decides, margins as proven."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from steelyard import SVC, LinearSVC, LogisticRegression
from steelyard.algorithms.margin_program import Margin, hard_margin
from steelyard.errors import SettingError
from steelyard.pictures import ConvexHulls, Documents, MarginScaling, Projection, Regions, ScoreMap, Separators
from steelyard.pictures.rows import Window, line_in, points, window_of
from tests.pictures.examples import clouds

TWO = [SVC(kernel="linear", C=2.0), SVC(C=5.0), LinearSVC(), LogisticRegression(), GaussianNB()]
MANY = [SVC(kernel="linear"), SVC(C=5.0), LinearSVC(), LogisticRegression(), GaussianNB(), KNeighborsClassifier(1)]


def fitted(model: Any, classes: int = 2, apart: float = 2.0) -> tuple[Any, Any, Any]:
    X, y = clouds(20, apart, classes)
    return model.fit(X, y), X, y


@pytest.mark.parametrize("model", TWO, ids=lambda model: type(model).__name__)
def test_the_boundary_is_where_the_score_is_0_and_the_margins_where_it_is_1(model: Any) -> None:
    model, X, y = fitted(model)
    picture = Regions.from_estimator(model, X, y, margins=True)
    score = getattr(model, "decision_function", None) or (lambda rows: np.diff(model.predict_log_proba(rows))[:, 0])
    near = 1e-9 if picture.distance is not None else 0.02
    assert picture.boundary and picture.margins
    for line in picture.boundary:
        np.testing.assert_allclose(score(line), 0.0, atol=near)
    for line in picture.margins:
        np.testing.assert_allclose(np.abs(score(line)), 1.0, atol=near)


def test_support_vectors_are_the_points_at_the_margin_or_within() -> None:
    for kernel in ("linear", "rbf"):
        model, X, y = fitted(SVC(kernel=kernel, C=2.0, tol=1e-6))
        picture = Regions.from_estimator(model, X, y)
        margin = np.where(y == "dog", 1.0, -1.0) * model.decision_function(X)
        np.testing.assert_array_equal(picture.supports, np.flatnonzero(margin <= 1.001))
        np.testing.assert_array_equal(picture.supports, np.sort(model.support_))
    assert picture.distance is None, "an RBF's score is not linear"


def test_the_margin_is_one_over_the_length_of_w() -> None:
    model, X, y = fitted(SVC(kernel="linear"))
    picture = Regions.from_estimator(model, X, y)
    assert picture.distance == pytest.approx(1.0 / np.linalg.norm(model.coef_))
    assert picture.right == int((model.predict(X) == y).sum())


@pytest.mark.parametrize("model", MANY, ids=lambda model: type(model).__name__)
@pytest.mark.parametrize("classes", [2, 3])
def test_regions_are_what_the_model_predicts(model: Any, classes: int) -> None:
    model, X, y = fitted(model, classes)
    picture = Regions.from_estimator(model, X, y, grid=31)
    lead = picture.lead.reshape(len(picture.lead), -1)
    ahead = (lead[0] > 0).astype(int) if classes == 2 else lead.argmax(axis=0)
    grid = np.column_stack([axis.ravel() for axis in np.meshgrid(picture.across, picture.up)])
    np.testing.assert_array_equal(np.unique(y)[ahead], model.predict(grid))


def test_a_pipeline_and_a_window_of_ones_own() -> None:
    model, X, y = fitted(make_pipeline(StandardScaler(), SVC(kernel="linear")), apart=3.0)
    test = Regions.from_estimator(model, X[:5] + 0.1, y[:5], window=(-9.0, 9.0, -9.0, 9.0), grid=21)
    assert (test.across[0], test.across[-1]) == (-9.0, 9.0)
    assert len(Regions.from_estimator(model, X, y).supports) == len(model[-1].support_)
    many, X, y = fitted(make_pipeline(StandardScaler(), SVC(kernel="linear")), classes=3)
    assert len(Regions.from_estimator(many, X, y, grid=11).supports) == len(many[-1].support_)


def test_no_margins_where_the_model_has_none_or_they_are_not_wanted() -> None:
    model, X, y = fitted(LogisticRegression())
    assert Regions.from_estimator(model, X, y).margins is None
    svm, X, y = fitted(SVC(kernel="linear"))
    assert Regions.from_estimator(svm, X, y, margins=False).margins is None


def test_separating_lines_separate_and_one_has_the_greatest_margin() -> None:
    X, y = clouds(15, 6.0)
    picture, t = Separators.from_rows(X, y, count=6), np.where(y == "dog", 1.0, -1.0)
    best = hard_margin(X, t)
    assert isinstance(best, Margin)
    assert picture.margin == pytest.approx(best.distance / 2, rel=1e-6)
    z = picture.w @ X.T + picture.b[:, None]
    assert (t * z > 0).all() and (picture.margins <= picture.margin * (1 + 1e-9)).all()
    nearest = (t * z).min(axis=1) / np.linalg.norm(picture.w, axis=1)
    np.testing.assert_allclose(picture.margins, nearest)
    with pytest.raises(SettingError, match="No line separates"):
        Separators.from_rows(*clouds(15, 0.5))


def test_the_foot_of_the_nearest_point_lies_on_the_line_and_straight_below() -> None:
    picture = Projection.from_rows(*clouds(15, 6.0))
    assert picture.foot @ picture.w + picture.b == pytest.approx(0.0, abs=1e-6)
    way = picture.nearest - picture.foot
    assert way @ [-picture.w[1], picture.w[0]] == pytest.approx(0.0, abs=1e-9)
    assert picture.distance == pytest.approx(1.0 / np.linalg.norm(picture.w), rel=1e-6)
    own = Projection.from_rows([[0.0, 0.0], [3.0, 4.0]], [0, 1], weights=([3.0, 4.0], 0.0))
    assert own.distance == pytest.approx(5.0) and own.foot.tolist() == [0.0, 0.0]
    with pytest.raises(SettingError, match="above 0"):
        Projection.from_rows([[0.0, 0.0], [3.0, 4.0]], [0, 1], weights=([-1.0, 0.0], 0.0))


def test_hulls_hold_their_points_and_the_plane_cuts_the_segment_in_the_middle() -> None:
    X, y = clouds(20, 6.0)
    picture = ConvexHulls.from_rows(X, y)
    assert picture.w is not None
    for k, corners in enumerate(picture.corners):
        sides = np.roll(corners, -1, axis=0) - corners
        for point in X[picture.codes == k]:
            turns = sides[:, 0] * (point - corners)[:, 1] - sides[:, 1] * (point - corners)[:, 0]
            assert (turns >= -1e-9).all()
    assert picture.ends.mean(axis=0) @ picture.w + picture.b == pytest.approx(0.0, abs=1e-9)
    assert picture.distance == pytest.approx(2.0 / np.linalg.norm(picture.w))
    meeting = ConvexHulls.from_rows(*clouds(20, 0.5))
    assert meeting.w is None and "no plane separates" in meeting.alt()
    assert "that meet" in meeting.plot().get_title(loc="left")


def test_ten_times_the_rows_have_ten_times_the_margin() -> None:
    picture = MarginScaling.from_rows(*clouds(10, 6.0))
    assert picture.margins[1] == pytest.approx(10.0 * picture.margins[0], rel=1e-6)
    np.testing.assert_allclose(10.0 * picture.w[1], picture.w[0], rtol=1e-5)


def test_the_score_map_has_the_scores() -> None:
    picture = ScoreMap.from_weights([0.6, -0.4], -0.01, window=(0.0, 2.0, -1.0, 1.0))
    expected = 0.6 * picture.across[None, :] - 0.4 * picture.up[:, None] - 0.01
    np.testing.assert_allclose(picture.scores, expected, atol=1e-15)
    model, X, y = fitted(SVC())
    map_of_model = ScoreMap.from_estimator(model, X, y, grid=5)
    corner = [[map_of_model.across[-1], map_of_model.up[0]]]
    assert map_of_model.scores[0, -1] == pytest.approx(model.decision_function(corner)[0])


def test_the_line_of_a_classifier_to_try() -> None:
    X, y = clouds(20, 3.0)
    picture = Documents.from_rows(X, y, weights=([1.0, 0.5], -2.0))
    assert picture.line is not None
    np.testing.assert_allclose(picture.line @ [1.0, 0.5] - 2.0, 0.0, atol=1e-12)
    assert picture.right == int(((X @ [1.0, 0.5] - 2.0 > 0) == (y == "dog")).sum())


def test_texts_of_ones_own_by_their_polarities() -> None:
    picture = Documents.from_texts(["good", "bad bad", "fine day"], ["pos", "neg", "pos"], {"good": 2.0, "bad": -1.0})
    assert picture.X.tolist() == [[2.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
    assert picture.plot(language="fr").get_xlabel() == "polarité positive moyenne"


@pytest.mark.parametrize("w", [[1.0, 0.0], [0.0, 2.0], [1.0, 1.0], [1.0, -3.0]])
def test_a_line_ends_at_the_window(w: list[float]) -> None:
    ends = line_in(Window(-1.0, 1.0, -2.0, 2.0), np.array(w), 0.25)
    assert ends.shape == (2, 2)
    np.testing.assert_allclose(ends @ w + 0.25, 0.0, atol=1e-12)
    assert (np.isclose(np.abs(ends), [1.0, 2.0]).any(axis=1)).all()
    assert line_in(Window(-1.0, 1.0, -2.0, 2.0), np.array(w), 99.0).shape == (0, 2)


def test_a_table_gives_its_names_and_the_window_room() -> None:
    import pandas as pd

    p = points(pd.DataFrame({"height": [1.0, 2.0], "weight": [3.0, 5.0]}), ["a", "b"])
    assert p.names == ("height", "weight") and p.y.tolist() == [-1.0, 1.0]
    assert window_of(p.X, 0.5) == (0.5, 2.5, 2.0, 6.0)
    assert points([[0, 1]], [True]).classes == ("True",) and points([[0, 1]], [-1.0]).classes == ("-1",)


@pytest.mark.parametrize(
    ("X", "y", "names"),
    [
        ([[1.0]], ["a"], None),
        ([[1.0, 2.0]], ["a", "b"], None),
        ([[1.0, np.nan]], ["a"], None),
        (np.empty((0, 2)), [], None),
        ([[1.0, 2.0]], ["a"], ["one"]),
    ],
)
def test_what_no_plane_can_show_is_named(X: Any, y: Any, names: Any) -> None:
    with pytest.raises(SettingError):
        points(X, y, names)
