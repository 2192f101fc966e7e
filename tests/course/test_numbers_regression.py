"""S1, the course on logistic regression: its worked numbers and its descent, on its own reviews and on ours."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

import steelyard
from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.algorithms.stochastic_descent import StochasticDescent
from steelyard.algorithms.unpenalised import Unpenalised
from steelyard.core import objective as core
from steelyard.core.trace import Trace
from steelyard.features import PolarityFeatures
from steelyard.models import LogisticRegression
from steelyard.text import lexicon
from tests.course.helpers import Data, imdb_smol, own_reviews, problem, sigma

pytestmark = pytest.mark.algorithms

THETA = np.array([0.6, -0.4, -0.01])


def test_an_affine_combination() -> None:
    """Exo "Une fonction affine": x = (2, 0, 2, 1), w = (-0.2, 999.1, 0.5, 2), b = 1 gives 3.6."""
    z = core.scores(np.array([[2.0, 0.0, 2.0, 1.0]]), np.array([-0.2, 999.1, 0.5, 2.0]), 1.0)
    assert z[0] == pytest.approx(3.6, abs=1e-12)


def test_the_gradient_of_one_example() -> None:
    """Exo "Calculer le gradient": `grad_L([5, 10], [.6, -.4], -.01, 0)` is (1.334899, 2.669799, 0.266980)."""
    p = problem([[5.0, 10.0]], [0])
    w, b = THETA[:2], THETA[2]
    slope, slope_b = core.gradient(p, w, core.scores(p.X, w, b))
    np.testing.assert_allclose([*slope, slope_b], [1.334899, 2.669799, 0.266980], atol=5e-7)


def test_the_hard_coded_classifier_on_its_reviews(corpora: Path) -> None:
    """On "Recall for pos", "Accuracy" and the mean confidences of the right class."""
    X, t = imdb_smol(corpora)
    z = core.scores(X, THETA[:2], float(THETA[2]))
    right = (z > 0) == (t > 0)
    assert (right[t > 0].sum(), right[t == 0].sum(), right.sum()) == (269, 118, 387)
    assert round(100 * right.mean(), 2) == 64.29
    confidence = np.array([sigma(each) for each in np.where(t > 0, z, -z)])
    means = [100 * part.mean() for part in (confidence[t > 0], confidence[t == 0], confidence)]
    assert [round(mean, 2) for mean in means] == [51.18, 49.80, 50.49]


def test_the_loss_of_zero_weights(corpora: Path) -> None:
    """On "loss_on_imdb" at zero weights is 602 ln 2 = 417.274603."""
    X, t = imdb_smol(corpora)
    assert core.objective(problem(X, t), np.zeros(2), np.zeros(602)) == pytest.approx(417.274603, abs=5e-7)


def test_the_same_on_our_reviews() -> None:
    """The twin: counts against plain loops over plain numbers, the loss of zero weights n ln 2."""
    X, t = own_reviews()
    z = core.scores(X, THETA[:2], float(THETA[2]))
    naive = [0.6 * x[0] - 0.4 * x[1] - 0.01 for x in X.tolist()]
    np.testing.assert_allclose(z, naive, rtol=1e-12)
    hits = sum((each > 0) == (label > 0) for each, label in zip(naive, t, strict=True))
    assert int(((z > 0) == (t > 0)).sum()) == hits > len(t) / 2
    assert core.objective(problem(X, t), np.zeros(2), np.zeros(len(t))) == pytest.approx(len(t) * math.log(2))


def optimum(data: Data) -> np.ndarray:
    """Of the summed log loss, by SciPy: the second source."""
    X, t = np.column_stack([data.X, np.ones(len(data.t))]), 2 * data.t - 1

    def loss(theta: np.ndarray) -> tuple[float, np.ndarray]:
        m = t * (X @ theta)
        return float(np.logaddexp(0, -m).sum()), -X.T @ (t / (1 + np.exp(m)))

    return minimize(loss, np.zeros(X.shape[1]), jac=True, method="BFGS", options={"gtol": 1e-7}).x


def check_the_descent(data: Data) -> None:
    """Exo "Descendre le gradient": 100 epochs at the rate 0.1 from (0.6, -0.4, -0.01), and where the optimum lies."""
    p = problem(*data)
    algorithm = StochasticDescent(p, Steps(0.1))
    start = algorithm.start(THETA[:2], float(THETA[2]))
    trace = Trace()
    ran = run(algorithm, state=start, max_steps=100, trace=trace)
    values = trace.column("objective")
    best = run(Unpenalised(p, 1e-10))
    assert best.certificate.gap <= 1e-8
    np.testing.assert_allclose([*best.state.w, best.state.b], optimum(data), rtol=1e-3, atol=1e-3)
    lowest = best.certificate.objective
    assert values[0] > values[10] > lowest and values[-1] < values[0] - 0.8 * (values[0] - lowest)
    assert (values > lowest).all()  # a constant rate hovers above the optimum
    assert ran.state.w[0] > THETA[0] and ran.state.w[1] < THETA[1]
    np.testing.assert_array_equal(THETA, [0.6, -0.4, -0.01])  # the caller's array is left as it was
    model = LogisticRegression(C=np.inf, tol=1e-10).fit(*data)
    np.testing.assert_allclose(model.coef_[0], best.state.w, rtol=1e-4)


def test_the_stochastic_descent_on_its_reviews(corpora: Path) -> None:
    check_the_descent(imdb_smol(corpora))


def test_the_stochastic_descent_on_our_reviews() -> None:
    check_the_descent(own_reviews())


def test_the_gradient_adds_up() -> None:
    """On "On peut utiliser la propriété d'additivité du gradient": of the sum it is the sum of the gradients."""
    X, t = own_reviews()
    whole = core.gradient(problem(X, t), THETA[:2], core.scores(X, THETA[:2], -0.01))
    parts = [
        core.gradient(problem(x[None], [each]), THETA[:2], core.scores(x[None], THETA[:2], -0.01))
        for x, each in zip(X, t, strict=True)
    ]
    np.testing.assert_allclose(whole[0], np.sum([part[0] for part in parts], axis=0), rtol=1e-12)
    assert whole[1] == pytest.approx(math.fsum(part[1] for part in parts), rel=1e-12)


def test_a_descent_over_all_rows_goes_down_at_every_step() -> None:
    p = problem(*own_reviews())
    trace = Trace()
    run(GradientDescent(p, Steps(0.01), tol=0.0), max_steps=200, trace=trace)
    assert (np.diff(trace.column("objective")) < 0).all()


def test_the_features_of_the_first_exercise() -> None:
    """Exo "Vectoriser un document": the document's own function, and ours, on every one of our reviews."""
    polarity = lexicon("en")

    def document(text: str) -> list[float]:
        words = [w.lower() for w in re.split(r"\s|\W", text.strip()) if w and all(c.isalpha() for c in w)]
        found = [polarity.get(word, 0.0) for word in words]
        return [sum(max(p, 0) for p in found) / len(words), sum(max(-p, 0) for p in found) / len(words)]

    texts = steelyard.demo("reviews-en").texts.to_pylist()
    ours = PolarityFeatures("en").fit_transform(texts)
    np.testing.assert_allclose(ours, [document(text) for text in texts], atol=1e-15)
    with pytest.raises(ZeroDivisionError):
        document("?!")
    assert PolarityFeatures("en").fit_transform(["?!"]).tolist() == [[0.0, 0.0]]


def test_the_best_line_through_its_reviews(corpora: Path) -> None:
    """Where the descent of the document was on its way to: told in chapters 1 and 5."""
    X, t = imdb_smol(corpora)
    state = run(Unpenalised(problem(X, t), 1e-10)).state
    np.testing.assert_allclose([*state.w, state.b], [16.39, -16.22, -0.66], atol=0.006)
    assert core.objective(problem(X, t), state.w, state.z) == pytest.approx(337.80, abs=0.006)
    assert ((state.z > 0) == (t > 0)).sum() == 417 == 602 - 185
