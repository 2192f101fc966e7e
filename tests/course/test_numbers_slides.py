"""S5, the slides: their worked numbers by the code that runs in production."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.core import losses, softmax
from steelyard.core import objective as core
from steelyard.core.losses import Logistic
from steelyard.features import ReviewFeatures
from steelyard.text import read_lexicon
from tests.course.helpers import HOKEY, HOKEY_LEXICON, problem, sigma

pytestmark = pytest.mark.algorithms

HU_LIU = ("positive-words.txt", "negative-words.txt")
WEIGHTS, BIAS = np.array([2.5, -5.0, -1.2, 0.5, 2.0, 0.7]), 0.1


def features(log_words: float | None = None) -> np.ndarray:
    row = ReviewFeatures(HOKEY_LEXICON).fit_transform([HOKEY])
    if log_words is not None:
        row[0, 5] = log_words
    return row


def test_extracting_features() -> None:
    """On "Word count = 64, ln(64) = 4.15": pieces between white space, lone marks included; 56 of them are words."""
    assert features()[0, :5].tolist() == [3, 2, 1, 3, 0]
    assert features()[0, 5] == pytest.approx(math.log(64)) == pytest.approx(4.1589, abs=5e-5)
    assert math.floor(100 * features()[0, 5]) / 100 == 4.15  # the slide cuts and does not round
    assert len(HOKEY.split()) == 64 and sum(any(c.isalnum() for c in piece) for piece in HOKEY.split()) == 56


def test_no_usual_lexicon_has_the_two_bad_words(corpora: Path) -> None:
    """The slides name no lexicon: "hokey" and "second-rate" are in neither VADER nor Hu and Liu's."""
    vader = read_lexicon(corpora / "vader_lexicon" / "vader_lexicon.course_copy.txt")
    opinions = {word for path in HU_LIU for word in (corpora / "lexicons" / path).read_text("latin-1").split()}
    for word in ("hokey", "second-rate"):
        assert word not in vader and word not in opinions
    assert "enjoyable" in opinions and "great" in vader


def test_computing_z() -> None:
    """The column "Product" of "Computing Z", and its sum, 0.805."""
    np.testing.assert_allclose(features(4.15)[0] * WEIGHTS, [7.5, -10, -1.2, 1.5, 0, 2.905], rtol=1e-12)
    assert core.scores(features(4.15), WEIGHTS, BIAS)[0] == pytest.approx(0.805, abs=1e-12)
    assert core.scores(features(), WEIGHTS, BIAS)[0] == pytest.approx(0.8112, abs=5e-5)


def test_sigmoid_and_cross_entropy() -> None:
    """On "sigma(0.805) = 0.69"; "-log(0.69) = 0.37" and "-log(0.31) = 1.17", which takes the rounded probability."""
    z = core.scores(features(4.15), WEIGHTS, BIAS)[0]
    assert round(sigma(z), 2) == 0.69
    assert round(losses.value(Logistic(), 1.0, math.log(0.69 / 0.31)), 2) == 0.37
    assert round(losses.value(Logistic(), -1.0, math.log(0.69 / 0.31)), 2) == 1.17
    exact = core.scores(features(), WEIGHTS, BIAS)[0]
    assert sigma(exact) == pytest.approx(0.6924, abs=5e-5)
    assert losses.value(Logistic(), 1.0, exact) == pytest.approx(0.3676, abs=5e-5)
    assert losses.value(Logistic(), -1.0, exact) == pytest.approx(1.1789, abs=5e-5)


def test_worked_example_of_one_step() -> None:
    """x = (3, 2), y = 1, weights 0, rate 0.1: gradient (-1.5, -1, -0.5), then weights (0.15, 0.1, 0.05)."""
    p = problem([[3.0, 2.0]], [1])
    slope, slope_b = core.gradient(p, np.zeros(2), np.zeros(1))
    np.testing.assert_allclose([*slope, slope_b], [-1.5, -1.0, -0.5], rtol=1e-14)
    state = run(GradientDescent(p, Steps(0.1), tol=0.0), max_steps=1).state
    np.testing.assert_allclose([*state.w, state.b], [0.15, 0.10, 0.05], rtol=1e-14)


def test_softmax_of_six_scores() -> None:
    """On "[0.056, 0.090, 0.007, 0.099, 0.74, 0.010]": two of the six are wrong; they add up to 1.002."""
    p = np.empty(6)
    softmax.probabilities(np.array([0.6, 1.1, -1.5, 1.2, 3.2, -1.1]), p)
    np.testing.assert_allclose(p, [0.05483, 0.09039, 0.00671, 0.09990, 0.73815, 0.01002], atol=5e-6)
    assert p.sum() == pytest.approx(1.0, abs=1e-15)
    slide = np.array([0.056, 0.090, 0.007, 0.099, 0.74, 0.010])
    assert slide.sum() == pytest.approx(1.002)
    assert [round(each, 3) for each in p[[0, 3]]] == [0.055, 0.1] != slide[[0, 3]].tolist()


@pytest.mark.parametrize("size", [512, 1024])
def test_batches_of_512_and_1024(size: int) -> None:
    """On "The batch size can be 512 or 1024": so many changes an epoch, and a path nearer to the full gradient's."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3000, 4))
    t = (X @ [1.0, -2.0, 0.5, 0.0] + rng.logistic(size=3000) > 0).astype(float)
    p = problem(X, t, c=1.0 / 3000)
    ran = run(GradientDescent(p, Steps(3000 / size), batch_size=size, tol=0.0), max_steps=6)
    assert ran.state.iteration == 6 * math.ceil(3000 / size)
    full = run(GradientDescent(p, Steps(1.0), tol=0.0), max_steps=6).certificate.objective
    best = run(GradientDescent(p, Steps(1.0), tol=1e-6), max_steps=3000).certificate.objective
    assert ran.certificate.objective - best < full - best  # more changes for the same passes
    z = np.zeros(3000)
    whole = core.gradient(p, np.zeros(4), z)[0]
    batch = problem(X[:size], t[:size], c=1.0 / size)
    one = problem(X[:1], t[:1])
    off_batch = np.linalg.norm(core.gradient(batch, np.zeros(4), z[:size])[0] - whole)
    off_one = np.linalg.norm(core.gradient(one, np.zeros(4), z[:1])[0] - whole)
    assert off_batch < 0.3 * off_one
