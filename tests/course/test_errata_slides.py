"""S5, the slides: each of their errors, its form failing and the right one passing."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.algorithms.unpenalised import Unpenalised
from steelyard.core import objective as core
from steelyard.core import softmax
from steelyard.core.losses import Squared
from steelyard.core.penalties import L2, NoPenalty
from steelyard.core.squared_probability import SquaredProbability
from steelyard.core.trace import Trace
from steelyard.features import ReviewFeatures
from steelyard.models import LogisticRegression
from tests.course.helpers import HOKEY, HOKEY_LEXICON, iris, problem

pytestmark = pytest.mark.algorithms


def test_softmax_has_its_own_score_on_top() -> None:
    """On "softmax(z_i) = e^{z_j} / sum_j e^{z_j}": whatever j is meant, every class would get the same."""
    z = np.array([0.6, 1.1, -1.5])
    p = np.empty(3)
    softmax.probabilities(z, p)
    np.testing.assert_allclose(p, np.exp(z) / np.exp(z).sum(), rtol=1e-14)
    for j in range(3):
        written = np.full(3, np.exp(z[j]) / np.exp(z).sum())
        assert written.sum() != pytest.approx(1.0)


def test_the_gradient_of_a_mean_is_a_mean() -> None:
    """On "dCost/dw_j = sum [sigma - y] x_j" of "Cost = -1/m sum ...": the 1/m is lost."""
    X, t = iris(0)
    m, w = len(t), np.array([0.3, -0.4])

    def cost(v: np.ndarray) -> float:
        return core.objective(problem(X, t, 1 / m), v, core.scores(X, v, 0.0))

    h = 1e-6
    numeric = np.array([(cost(w + h * e) - cost(w - h * e)) / (2 * h) for e in np.eye(2)])
    z = core.scores(X, w, 0.0)
    written = X.T @ (1 / (1 + np.exp(-z)) - t)
    np.testing.assert_allclose(core.gradient(problem(X, t, 1 / m), w, z)[0], numeric, rtol=1e-6)
    np.testing.assert_allclose(written / m, numeric, rtol=1e-6)
    assert np.abs(written - numeric).min() > 1


def test_the_average_cost_needs_its_brackets() -> None:
    """On "-1/m sum y log sigma + (1 - y) log(1 - sigma)", under "Average Loss": as it stands it has no minimum."""
    X, t = iris(0)
    m = len(t)
    z = np.full(m, 30.0)
    written = -(t * -np.log1p(np.exp(-z))).sum() / m + ((1 - t) * -(z + np.log1p(np.exp(-z)))).sum() / m
    right = core.objective(problem(X, t, 1 / m), np.zeros(2), z)
    assert written < -10 < 0 < right == pytest.approx(15.0, rel=1e-6)


def test_the_product_is_that_of_4_15() -> None:
    """On "x_6 ... 4.1 ... 0.7 ... 2.905", under "Computing Z": 2.905 belongs to the 4.15 of the slide before."""
    assert pytest.approx(2.905) == 4.15 * 0.7
    assert pytest.approx(2.905) != 4.1 * 0.7
    assert pytest.approx(0.805) != 7.5 - 10 - 1.2 + 1.5 + 0 + 4.1 * 0.7 + 0.1


def test_the_second_feature_counts_negative_words() -> None:
    """On "x_2 = 2 (count of positive negative words)", in the worked example."""
    features = ReviewFeatures(HOKEY_LEXICON)
    row = features.fit_transform([HOKEY])[0]
    assert features.get_feature_names_out()[:2].tolist() == ["positive_words", "negative_words"]
    words = [piece.strip(".,?!").lower() for piece in HOKEY.split()]
    assert row[1] == sum(HOKEY_LEXICON.get(word, 0) < 0 for word in words) == 2
    assert row[0] == sum(HOKEY_LEXICON.get(word, 0) > 0 for word in words) == 3


def test_descent_from_any_point_but_not_with_any_step() -> None:
    """On "starting from any point is guaranteed to find the minimum": with steps that are small enough."""
    X = np.array([[1.0], [-2.0]])
    bowl = core.Problem(X, np.array([1.0, -1.0]), np.ones(2), Squared(), NoPenalty(), False)
    ends = {}
    for rate in (0.1, 0.5):  # below and above 2 / 5
        trace = Trace()
        run(GradientDescent(bowl, Steps(rate), tol=0.0), max_steps=50, trace=trace)
        ends[rate] = trace.column("objective")
    assert ends[0.1][-1] == pytest.approx(ends[0.1].min()) and ends[0.5][-1] > 1e3 * ends[0.5][0]


def test_there_may_be_no_minimum() -> None:
    """On "A convex function has just one minimum": on classes that a line separates the logistic loss has none."""
    p = problem(*iris(2))
    ran = run(Unpenalised(p))
    assert ran.state.separates  # its own proof: twice these weights are better, and so on
    values = [core.objective(p, k * ran.state.w, k * ran.state.z) for k in (1, 2, 4, 8)]
    assert values == sorted(values, reverse=True) and values[-1] < 0.1 * values[0]
    short, long = (run(GradientDescent(p, Steps(0.01), tol=0.0), max_steps=k).state for k in (300, 3000))
    assert np.linalg.norm(long.w) > 1.1 * np.linalg.norm(short.w)
    tamed = run(GradientDescent(p._replace(penalty=L2()), Steps(0.005), tol=1e-3), max_steps=20_000)
    assert tamed.certificate.gap < 1e-3


def test_a_probability_of_a_half_is_the_first_class() -> None:
    """On "1 if P(y = 1 | x) > 0.5, 0 otherwise": as here; the French course has it both ways."""
    model = LogisticRegression().fit([[-1.0], [1.0]], [0, 1])
    assert model.predict_proba([[0.0]])[0, 1] == 0.5 and model.predict([[0.0]])[0] == 0


def test_a_feature_of_one_class_alone_gets_a_huge_weight() -> None:
    """On "if a feature only occurs in one class then it will get a high weight": without a penalty, an infinite one."""
    rng = np.random.default_rng(0)
    t = np.repeat([0, 1], 50)
    X = np.column_stack([rng.normal(size=100) + 0.5 * t, np.zeros(100)])
    X[[60, 61, 62], 1] = 1.0  # three texts of class 1 have the word
    sizes = [abs(LogisticRegression(C=C, tol=1e-10).fit(X, t).coef_[0]) for C in (1.0, 100.0, 1e4)]
    assert sizes[0][1] < 2 < 4 < sizes[1][1] < sizes[2][1] - 2
    assert sizes[2][0] < 1.5  # the honest feature stays where it was


def test_the_squared_error_of_a_sigmoid() -> None:
    """On "One example is mean squared error": not convex, and who is surely wrong does not learn."""
    convex, not_convex = problem([[1.0]], [1]), problem([[1.0]], [1], loss=SquaredProbability())

    def values(p: core.Problem) -> np.ndarray:
        return np.array([core.objective(p, np.array([w]), np.array([w])) for w in (-8.0, -5.0, -2.0)])

    low, middle, high = values(not_convex)
    assert middle > 0.5 * (low + high)  # above its chord
    low, middle, high = values(convex)
    assert middle < 0.5 * (low + high)
    far = np.array([-20.0])
    assert abs(core.gradient(convex, far, far)[0][0]) > 0.99
    assert abs(core.gradient(not_convex, far, far)[0][0]) < 1e-8
    # two rows make two valleys
    two = problem([[1.0], [-10.0]], [1, 1], loss=SquaredProbability())._replace(intercept=False)
    line = np.linspace(-12, 12, 2001)
    curve = np.array([core.objective(two, np.array([w]), two.X[:, 0] * w) for w in line])
    dips = (np.diff(np.sign(np.diff(curve))) > 0).sum()
    bend = np.diff(curve, 2)
    assert bend.min() < 0 < bend.max() and dips >= 1
