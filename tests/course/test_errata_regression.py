"""S1, the course on logistic regression: each of its errors, its form failing and the right one passing."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.algorithms.stochastic_descent import StochasticDescent
from steelyard.core import losses, multiclass
from steelyard.core import objective as core
from steelyard.core.losses import Logistic, PerceptronLoss, Squared
from steelyard.core.penalties import NoPenalty
from steelyard.core.trace import Trace
from steelyard.models import LogisticRegression, Perceptron
from tests.course.helpers import iris, problem, sigma

pytestmark = pytest.mark.algorithms


def loss(a: float, t: int) -> float:
    """L(a, t) of the document, for a probability a: the house's loss at the score whose probability is a."""
    with np.errstate(divide="ignore"):
        return losses.value(Logistic(), 2.0 * t - 1.0, float(np.log(a) - np.log1p(-a)))


def test_a_lost_minus() -> None:
    """On "L(1.0, 0) = -log(1.0 - 1.0) = log(0.0) = +inf": log 0 is minus infinity; the minus stays."""
    with np.errstate(divide="ignore"):
        assert np.log(0.0) == -np.inf != np.inf
    assert loss(1.0, 0) == np.inf and loss(0.0, 1) == np.inf


def test_which_way_the_loss_grows() -> None:
    """On "L(1-a, 0) est croissant par rapport à a": L(a, 0) is; L(1 - a, 0) falls, as L(a, 1) does."""
    a = np.linspace(0.05, 0.95, 19)
    document = [loss(1 - each, 0) for each in a]
    right = [loss(each, 0) for each in a]
    assert not (np.diff(document) > 0).all() and (np.diff(document) < 0).all()
    assert (np.diff(right) > 0).all()


def test_every_class_has_an_intercept_of_its_own() -> None:
    """On "z_n = w_n . x + b_1": with one b for all, softmax does not see it; b_n it does."""
    x, W, b = np.array([[1.0, 2.0]]), np.array([[0.5, -0.3, 0.1], [0.2, 0.4, -0.6]]), np.array([1.0, -2.0, 0.5])
    without = multiclass.probabilities(multiclass.scores(x, W, np.zeros(3)))
    document = multiclass.probabilities(multiclass.scores(x, W, np.full(3, b[0])))
    np.testing.assert_allclose(document, without, rtol=1e-14)
    right = multiclass.probabilities(multiclass.scores(x, W, b))
    by_hand = np.exp(x @ W + b) / np.exp(x @ W + b).sum()
    np.testing.assert_allclose(right, by_hand, rtol=1e-13)
    assert np.abs(right - document).max() > 0.1


def test_softmax_of_two_has_the_difference_the_other_way_round() -> None:
    """On "= sigma((w_0 - w_1).x + (b_0 - b_1))": for z_0 = 0.6 and z_1 = 2.2 that is 0.168, f_1 is 0.832."""
    P = multiclass.probabilities(np.array([[0.6, 2.2]]))
    assert P[0, 1] == pytest.approx(0.832, abs=5e-4) == pytest.approx(sigma(2.2 - 0.6), abs=1e-3)
    assert sigma(0.6 - 2.2) == pytest.approx(0.168, abs=5e-4)
    assert abs(P[0, 1] - sigma(0.6 - 2.2)) > 0.6


def test_stop_where_all_slopes_are_small_in_absolute_value() -> None:
    """On "if np.max(grad_f(theta)) < 0.00001: break": it stops at a slope of -5 too, at the first step."""
    p = problem([[3.0, 2.0]], [1])
    slope, slope_b = core.gradient(p, np.zeros(2), np.zeros(1))
    assert np.max([*slope, slope_b]) < 0.00001  # the document would stop here, at weights 0
    assert core.largest_slope(p, np.zeros(2), np.zeros(1)) == 1.5
    separable = problem(*iris(2))._replace(penalty=NoPenalty())
    ran = run(GradientDescent(separable, Steps(0.01), tol=0.5), max_steps=5000)
    assert ran.state.done and ran.state.iteration > 1


def test_gradients_are_added_up_example_by_example() -> None:
    """On "-np.sum(partial_grads)": one number for all columns; with axis=0 one for each."""
    X, t = np.array([[1.0, -1.0], [0.5, 4.0]]), np.array([1.0, 0.0])
    partial = []
    for x, each in zip(X, t, strict=True):
        slope, slope_b = core.gradient(problem([x], [each]), np.zeros(2), np.zeros(1))
        partial.append([*slope, slope_b])
    assert np.ndim(np.sum(partial)) == 0
    slope, slope_b = core.gradient(problem(X, t), np.zeros(2), np.zeros(2))
    np.testing.assert_allclose(np.sum(partial, axis=0), [*slope, slope_b], rtol=1e-14)


def test_a_gradient_must_know_x() -> None:
    """On "grad_L(g_x, y)": rows with one and the same g(x) have different gradients."""
    w = np.array([1.0, 1.0])
    rows = [[2.0, 0.0], [0.0, 2.0]]
    z = [core.scores(np.array([row]), w, 0.0) for row in rows]
    assert sigma(z[0][0]) == sigma(z[1][0])
    slopes = [core.gradient(problem([row], [0]), w, each)[0] for row, each in zip(rows, z, strict=True)]
    assert slopes[0].tolist() == slopes[1].tolist()[::-1] != slopes[1].tolist()


def test_the_callers_array_stays_as_it_was() -> None:
    """On "theta += learning_rate*steepest_direction" with "theta = theta_0": it is the caller's array that moves."""

    def document(theta_0: np.ndarray) -> np.ndarray:
        theta = theta_0
        theta += 0.1 * np.ones(3)
        return theta

    mine = np.array([0.6, -0.4, 0.0])
    document(mine)
    assert mine.tolist() != [0.6, -0.4, 0.0]
    mine = np.array([0.6, -0.4])
    algorithm = StochasticDescent(problem(*iris(2)), Steps(0.1))
    start = algorithm.start(mine, 0.0)
    ran = run(algorithm, state=start, max_steps=3)
    assert mine.tolist() == [0.6, -0.4] == start.w.tolist() != ran.state.w.tolist()


def test_a_large_step_can_diverge() -> None:
    """On "Si on le prend grand ... on mettra longtemps pour ... une approximation précise": or never."""
    X = np.array([[1.0], [2.0], [-1.0]])
    bowl = core.Problem(X, np.array([1.0, 2.0, -1.0]), np.ones(3), Squared(), NoPenalty(), False)
    bend = float((X**2).sum())  # the curvature: steps must stay below 2 / bend
    good, bad = Trace(), Trace()
    run(GradientDescent(bowl, Steps(0.9 / bend), tol=0.0), max_steps=40, trace=good)
    run(GradientDescent(bowl, Steps(2.1 / bend), tol=0.0), max_steps=40, trace=bad)
    assert (np.diff(good.column("objective")[:10]) < 0).all() and good.column("objective")[-1] < 1e-12
    assert (np.diff(bad.column("objective")) > 0).all() and bad.column("objective")[-1] > 1e3


def test_one_rule_for_a_score_of_zero() -> None:
    """On "la classe 0 si z < 0 et la classe 1 sinon" and, in the code, "> 0.0": they disagree at z = 0.

    The house's rule: a score above 0 is the second class, 0 is the first, as in scikit-learn.
    """
    z = 0.0
    assert (not z < 0) != (z > 0.0)
    model = LogisticRegression().fit([[-1.0], [1.0]], ["first", "second"])
    model.intercept_ = np.zeros(1)
    assert model.decision_function([[0.0]])[0] == 0.0 and model.predict([[0.0]])[0] == "first"
    line = Perceptron(fit_intercept=False).fit([[2.0], [-1.0]], [1, 0])
    assert line.decision_function([[0.0]])[0] == 0.0 and line.predict([[0.0]])[0] == 0
    assert losses.slope(PerceptronLoss(), 1.0, 0.0) == -1.0  # and yet such a row still pulls
