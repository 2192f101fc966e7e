"""S2, the lab report: iterations, three ways to batch, rows that no line separates; and the parts that it left open."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from sklearn.datasets import load_iris

from steelyard.algorithms.conventions import to_house
from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.algorithms.margin_program import Meeting, hard_margin
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.perceptron import Perceptron
from steelyard.core import objective as core
from steelyard.core.losses import PerceptronLoss
from steelyard.core.penalties import L2
from steelyard.core.trace import Trace
from steelyard.models import LogisticRegression
from tests.course.helpers import Data, iris, problem

BATCHES = {"online": 1, "mini-batch": 10, "full batch": None}


def halves(data: Data) -> tuple[Data, Data]:
    """Every third row to test on."""
    test = np.arange(len(data.t)) % 3 == 0
    return Data(data.X[~test], data.t[~test]), Data(data.X[test], data.t[test])


@pytest.mark.parametrize(("size", "iterations"), [(1, 100), (10, 10), (None, 1), (30, 4)])
def test_question_1_iterations_and_epochs(size: int | None, iterations: int) -> None:
    """100 examples in batches of 10 are 10 iterations an epoch; iterations = epochs x ceil(n / batch size)."""
    p = problem(*iris(2), loss=PerceptronLoss())
    ran = run(Perceptron(p, batch_size=size), max_steps=1)
    assert (ran.state.epoch, ran.state.iteration) == (1, iterations)


@pytest.mark.parametrize("mode", BATCHES)
def test_questions_2_and_3_three_modes_on_two_columns_of_iris(mode: str) -> None:
    """The regions are right on the rows learnt from, and on those held out."""
    train, test = halves(iris(2))
    p = problem(*train, loss=PerceptronLoss())
    ran = run(Perceptron(p, batch_size=BATCHES[mode]), max_steps=20_000)
    assert ran.state.done and ran.certificate.gap == 0.0
    z = core.scores(train.X, ran.state.w, ran.state.b)
    assert ((z > 0) == (train.t > 0)).all()
    held_out = core.scores(np.ascontiguousarray(test.X), ran.state.w, ran.state.b)
    assert ((held_out > 0) == (test.t > 0)).mean() >= 0.97


@pytest.mark.parametrize("mode", BATCHES)
def test_question_4_rows_that_no_line_separates(mode: str) -> None:
    """Versicolor and virginica: the perceptron never stops, and a common point of the hulls proves that it cannot."""
    X, t = iris(0)
    ran = run(Perceptron(problem(X, t, loss=PerceptronLoss()), batch_size=BATCHES[mode]), max_steps=300)
    assert not ran.state.done and ran.certificate.gap == 1.0
    assert isinstance(hard_margin(X, 2 * t - 1), Meeting)


@pytest.mark.parametrize("columns", list(combinations(range(4), 2)))
def test_which_classes_of_iris_can_be_separated(columns: tuple[int, int]) -> None:
    """Setosa and versicolor in every pair of columns, versicolor and virginica in none."""
    easy, hard = iris(2, columns), iris(0, columns)
    assert run(Perceptron(problem(*easy, loss=PerceptronLoss())), max_steps=5000).state.done
    assert isinstance(hard_margin(hard.X, 2 * hard.t - 1), Meeting)


def test_counting_errors_is_a_plateau() -> None:
    """On "Piecewise constant ... its gradient is 0 almost everywhere": the 0-1 loss beside the perceptron's."""
    X, t = iris(0)
    p = problem(X, t, loss=PerceptronLoss())
    w = np.array([1.037, -1.021])
    moved = w + 1e-7
    errors = [(p.y * (X @ each - 3.0) <= 0).sum() for each in (w, moved)]
    assert errors[0] == errors[1] > 0
    values = [core.objective(p, each, core.scores(X, each, -3.0)) for each in (w, moved)]
    assert values[0] != values[1]
    assert np.abs(core.gradient(p, w, core.scores(X, w, -3.0))[0]).max() > 1


# The parts that the report marks "TODO"


def test_the_gradient_of_the_penalised_loss_is_the_matrix_form() -> None:
    """Section "Gradient ... TODO": 1/N X^T (sigma(Xw) - y) + 2 lambda w, against central differences."""
    X, t = iris(0)
    lam, n = 0.05, len(t)
    c, factor = to_house("mean", lam, n)
    p = problem(X, t, c, penalty=L2())
    w, b = np.array([0.4, -0.7]), 0.2
    z = core.scores(X, w, b)
    theirs = X.T @ (1 / (1 + np.exp(-z)) - t) / n + 2 * lam * w
    np.testing.assert_allclose(factor * core.gradient(p, w, z)[0], theirs, rtol=1e-12)

    def value(v: np.ndarray) -> float:
        m = (2 * t - 1) * (X @ v + b)
        return float(np.logaddexp(0, -m).mean() + lam * v @ v)

    h = 1e-6
    numeric = [(value(w + h * e) - value(w - h * e)) / (2 * h) for e in np.eye(2)]
    np.testing.assert_allclose(theirs, numeric, rtol=1e-6)


def test_learning_rate_times_regularisation() -> None:
    """On "Fine tuning ... TODO": each strength has one optimum; the rate decides how soon it is met, or never."""
    X, t = iris(0)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    ends = {}
    for lam in (0.01, 0.1):
        c, factor = to_house("mean", lam, len(t))
        p = problem(X, t, c, penalty=L2())
        best = run(Newton(p, 1e-12)).certificate.objective
        for rate in (0.01, 1.0, 100.0):
            ran = run(GradientDescent(p, Steps(rate * factor), tol=0.0), max_steps=60)
            ends[lam, rate] = factor * (ran.certificate.objective - best)
        assert ends[lam, 1.0] < 0.1 * ends[lam, 0.01]  # too small: far from done
        assert ends[lam, 100.0] > ends[lam, 0.01]  # too large: it jumps to and fro, and does not come down
    strong, weak = (
        np.linalg.norm(run(Newton(problem(X, t, to_house("mean", lam, len(t)).c, penalty=L2()))).state.w)
        for lam in (0.1, 0.01)
    )
    assert strong < weak


def test_softmax_on_the_three_classes_of_iris() -> None:
    """On "Softmax: TODO": certified, better than one class alone, and a perceptron's accuracy beside it."""
    X, k = load_iris(return_X_y=True)
    model = LogisticRegression(tol=1e-8, trace=True).fit(X, k)
    assert model.gap_ <= 1e-8 and model.score(X, k) >= 0.97
    P = model.predict_proba(X)
    np.testing.assert_allclose(P.sum(axis=1), 1.0, rtol=1e-14)
    assert (P.argmax(axis=1) == model.predict(X)).all()
    # slopes of 1/2 |W|^2 + sum of losses: W + X^T (P - Y) is 0 at the optimum, and sum (P - Y) for the intercepts
    Y = np.eye(3)[k]
    np.testing.assert_allclose(model.coef_.T, X.T @ (Y - P), atol=2e-3)
    np.testing.assert_allclose((Y - P).sum(axis=0), 0.0, atol=2e-3)


@pytest.mark.parametrize("mode", BATCHES)
def test_the_history_of_a_perceptron_is_jagged_and_that_of_a_descent_is_not(mode: str) -> None:
    """Question 2: "accuracy curves constantly jump up and down" since mistakes alone decide."""
    trace = Trace()
    X, t = iris(0)
    algorithm = Perceptron(problem(X, t, loss=PerceptronLoss()), batch_size=BATCHES[mode], changes_per_step=1)
    run(algorithm, max_steps=300, trace=trace)
    jumps = np.diff(trace.column("accuracy"))
    assert (jumps > 0).any() and (jumps < 0).any()
    smooth = Trace()
    run(GradientDescent(problem(X, t, c=0.01), Steps(0.1), tol=0.0), max_steps=300, trace=smooth)
    assert (np.diff(smooth.column("objective")) < 0).all()
