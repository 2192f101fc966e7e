"""Runs frame by frame: the numbers are the algorithm's, and the files have all frames and the same bytes each time."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.algorithms.perceptron import Perceptron
from steelyard.core.trace import Trace
from steelyard.errors import SettingError
from steelyard.models import SVC
from steelyard.pictures import Landscape, Learning, animate, clouds
from steelyard.pictures.__main__ import main
from steelyard.pictures.problems import problem_of
from steelyard.pictures.runs import frames_of


def test_the_perceptron_ends_with_no_mistake_and_its_line_is_that_of_its_weights() -> None:
    X, y = clouds(12, 6.0, seed=1)
    learning = Learning.of("perceptron", 100.0 * X + 7.0, y)
    assert learning.accuracy[-1] == 1.0 and learning.w is not None
    np.testing.assert_allclose(learning.z, learning.w @ learning.X.T + learning.b[:, None], atol=1e-9)
    corners = [(a, u) for u in learning.up for a in learning.across]
    on_grid = learning.w @ np.array(corners).T + learning.b[:, None]
    np.testing.assert_allclose(learning.scores.reshape(len(on_grid), -1), on_grid, atol=1e-9)
    right = ((learning.z > 0) == (learning.codes == 1)).mean(axis=1)
    np.testing.assert_allclose(right, learning.accuracy)


def test_a_trace_of_ones_own_is_drawn_as_it_was() -> None:
    X, y = clouds(12, 6.0)
    trace = Trace(keep_every=1)
    state = run(Perceptron(problem_of(X, y, "perceptron"), changes_per_step=1), max_steps=200, trace=trace).state
    learning = Learning.from_trace(trace, X, y, names=["height", "weight"])
    assert learning.w is not None
    np.testing.assert_array_equal(learning.w[-1], state.w)
    assert learning.iteration[-1] == state.iteration and learning.b[-1] == state.b
    assert (np.diff(learning.iteration) > 0).all()


def test_the_svm_ends_where_svc_does() -> None:
    X, y = clouds(15, 3.0)
    learning = Learning.of("svm", X, y, standardise=False, C=2.0)
    model = SVC(kernel="linear", C=2.0, tol=1e-3).fit(X, y)
    np.testing.assert_allclose(learning.z[-1], model.decision_function(X), atol=0.02)
    assert learning.gap[-1] <= 1e-3 < learning.gap[1] and learning.gap[0] == 1.0
    kernel = Learning.of("svm", X, y, kernel="rbf", frames=5)
    assert kernel.w is None and kernel.scores.shape == (5, 61, 61)


def test_the_descent_goes_down_its_landscape() -> None:
    X, y = clouds(15, 2.0)
    learning = Learning.of("descent", X, y, epochs=10)
    assert learning.land is not None and len(learning.land.way) == 11
    assert (np.diff(learning.objective) < 0).all()
    batches = Learning.of("descent", X, y, batch_size=5, epochs=3, rate=0.05)
    assert batches.iteration[-1] == 18 and batches.epoch[-1] == 3.0


def test_few_frames_are_spread_over_the_run() -> None:
    X, y = clouds(15, 2.0)
    learning = Learning.of("descent", X, y, epochs=30, frames=7)
    assert len(learning.iteration) == 7
    assert (learning.iteration[0], learning.iteration[-1]) == (0.0, 30.0)
    assert (np.diff(learning.iteration, 2) >= -1).all(), "denser at the beginning"


def test_weights_that_stayed_are_no_frame() -> None:
    trace = Trace(keep_every=1)
    for k, w in enumerate([0.0, 1.0, 1.0, 1.0, 2.0, 2.0]):
        trace.weights.append((k, np.array([w, 0.0]), 0.0))
    assert frames_of(trace, 60) == [0, 1, 4, 5]


def test_a_gif_has_all_frames_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    learning = Learning.of("descent", *clouds(8, 2.0), epochs=5)
    one, two = (learning.gif(tmp_path / name / "x.gif", "fr", dpi=40) for name in ("a", "b"))
    assert one.read_bytes() == two.read_bytes()
    with Image.open(one) as image:
        assert image.n_frames == len(learning.iteration) == 6
        assert b"gradient" in image.info["comment"]


def test_animate_writes_a_gif_or_a_folder(tmp_path: Path) -> None:
    X, y = clouds(8, 2.0)
    problem = problem_of(X, y, "logistic", C=1.0)
    trace = Trace(keep_every=2)
    run(GradientDescent(problem, Steps(0.05), tol=0.0), max_steps=6, trace=trace)
    land = Landscape.from_trace(problem, trace, grid=9)
    frames = animate(trace, X, y, tmp_path / "frames", "descent", land=land, dpi=40)
    assert [path.name for path in frames] == [f"frame-{k:03}.png" for k in range(4)]
    assert len({hashlib.sha256(path.read_bytes()).digest() for path in frames}) == 4
    (gif,) = animate(trace, X, y, tmp_path / "x.gif", "perceptron", dpi=40, language="es")
    with Image.open(gif) as image:
        assert image.n_frames == 4
    with Image.open(frames[0]) as image:
        assert image.size == (352, 160)


def test_nothing_moves_but_what_learns() -> None:
    learning = Learning.of("svm", *clouds(8, 2.0))
    places = learning.places()
    for k in (0, 1, -1):
        figure = learning.frame(k, places=places)
        figure.draw_without_rendering()
        for ax, place in zip(figure.axes, places):
            np.testing.assert_allclose(ax.get_position().bounds, place.bounds)


def test_what_cannot_be_watched_is_named() -> None:
    X, y = clouds(5)
    with pytest.raises(SettingError, match="perceptron, descent, svm"):
        Learning.of("forest", X, y)
    with pytest.raises(SettingError, match="keep_every=1"):
        Learning.from_trace(Trace(), X, y)
    with pytest.raises(SettingError, match="shows two"):
        Learning.of("svm", *clouds(5, classes=3))


@pytest.mark.parametrize("language", ["es"])
def test_the_cover_is_a_command(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from steelyard.pictures import covers

    small = covers.learnings(count=6)
    assert list(small) == ["perceptron", "descent", "svm"]
    monkeypatch.setattr(covers, "learnings", lambda seed: {"svm": small["svm"]})
    done = CliRunner().invoke(main, [str(tmp_path), "--language", language])
    assert done.exit_code == 0 and done.output.split() == [str(tmp_path / "svm.gif")]
    assert (tmp_path / "svm.gif").stat().st_size > 1000
