"""S3, the theory course: each of its errors, its form failing and the right one passing."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.algorithms.conventions import to_house
from steelyard.algorithms.exponential_family import POISSON, scores, weights
from steelyard.algorithms.ridge import ridge, solve
from steelyard.core import objective as core
from tests.course.helpers import iris, problem


def test_the_minus_of_the_risk_brackets_both_terms() -> None:
    """On "R_n(w) = -1/n sum y_i log sigma + (1 - y_i) log(1 - sigma)": the second term gets the wrong sign."""
    X, t = iris(0)
    w = np.array([0.7, -1.1])
    z = core.scores(X, w, 0.0)
    mu = 1 / (1 + np.exp(-z))
    written = -(t * np.log(mu)).mean() + ((1 - t) * np.log(1 - mu)).mean()
    right = -(t * np.log(mu) + (1 - t) * np.log(1 - mu)).mean()
    p = problem(X, t, 1 / len(t))
    assert core.objective(p, w, z) == pytest.approx(right, rel=1e-12)
    assert abs(written - right) > 0.1
    # and what is written has no minimum: the worse for class 0, the lower
    far = np.full(len(t), 40.0)
    assert -(t * -np.log1p(np.exp(-far))).mean() + ((1 - t) * -far).mean() < -10


def test_the_weights_of_an_exponential_family_have_two_rows() -> None:
    """On "w = (A(eta_0) - A(eta_1) + log pi/(1-pi)), phi(x) = (T(x) 1)": the upper row, eta_1 - eta_0, is lost."""
    eta_0, eta_1, pi = np.log([1.0, 4.0]), np.log([3.0, 2.0]), 0.3
    X = np.array([[0.0, 5.0], [4.0, 1.0]])
    found = weights(POISSON, eta_0, eta_1, pi)
    log_odds = X @ np.log([3 / 1, 2 / 4]) - (3 + 2) + (1 + 4) + np.log(pi / (1 - pi))
    np.testing.assert_allclose(scores(POISSON, found, X), log_odds, rtol=1e-12)
    written = np.full(2, found.b)  # the lower row alone says the same of every x
    assert np.ptp(written) == 0 and np.abs(written - log_odds).max() > 1
    np.testing.assert_allclose(found.w, eta_1 - eta_0)


@pytest.mark.parametrize(("n", "p"), [(3, 8), (8, 3)])
def test_the_matrix_of_exercise_1_always_has_an_inverse(n: int, p: int) -> None:
    """On "Soit X tel que I + X'X est inversible": it always is; the answer is I - X'(I + XX')^-1 X."""
    X = np.random.default_rng(0).normal(size=(n, p)) * 100
    assert np.linalg.eigvalsh(np.eye(p) + X.T @ X).min() >= 1 - 1e-9
    answer = np.eye(p) - X.T @ solve(X @ X.T, X, np.array([1.0]))
    np.testing.assert_allclose(answer @ (np.eye(p) + X.T @ X), np.eye(p), atol=1e-9)
    without_the_identity = X.T @ X
    assert (np.linalg.matrix_rank(without_the_identity) < p) == (n < p)  # there the condition would matter


def test_n_lambda_belongs_to_the_mean_of_squares() -> None:
    """Section 2, "(X'X + n lambda I)^-1 X'y": of 1/n |y - Xw|^2 + lambda |w|^2. With a sum, lambda stands alone."""
    rng = np.random.default_rng(1)
    X, y, lam = rng.normal(size=(20, 4)), rng.normal(size=20), 0.2
    n = len(y)

    def slope(w: np.ndarray, mean: bool) -> np.ndarray:
        return 2 * X.T @ (X @ w - y) / (n if mean else 1) + 2 * lam * w

    with_n = ridge(X, y[:, None], np.ones(n), np.array([n * lam]), False).W[:, 0]
    alone = ridge(X, y[:, None], np.ones(n), np.array([lam]), False).W[:, 0]
    np.testing.assert_allclose(slope(with_n, mean=True), 0, atol=1e-10)
    assert np.abs(slope(with_n, mean=False)).max() > 0.1
    np.testing.assert_allclose(slope(alone, mean=False), 0, atol=1e-10)
    # in the house's words, with the squared loss 1/2 r^2: 1/n |r|^2 is a mean of 2 l, so lambda / 2 is meant
    assert 1 / to_house("mean", lam / 2, n).c == pytest.approx(n * lam)
