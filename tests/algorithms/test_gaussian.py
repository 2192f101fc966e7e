"""Gaussian discriminants: the weights that they imply are Bayes' rule; Ledoit and Wolf as scikit-learn has it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import logsumexp
from scipy.stats import multivariate_normal
from sklearn.covariance import ledoit_wolf_shrinkage

from steelyard.algorithms import gaussian

pytestmark = pytest.mark.algorithms


def classes(seed: int = 0, n: int = 90, d: int = 3) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    k = rng.integers(3, size=n)
    return rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + 2.0 * rng.normal(size=(3, d))[k], k


def bayes(X: Any, means: Any, covariances: Any, priors: Any) -> Any:
    """log P(k | x) from the densities themselves."""
    joint = [np.log(p) + multivariate_normal(m, S).logpdf(X) for p, m, S in zip(priors, means, covariances)]
    joint = np.stack(joint, axis=1)
    return joint - logsumexp(joint, axis=1, keepdims=True)


def posterior(X: Any, weights: gaussian.Logistic) -> Any:
    scores = X @ weights.w.T + weights.b
    if weights.A is not None:
        scores = scores + np.einsum("ni,kij,nj->nk", X, weights.A, X)
    return scores - logsumexp(scores, axis=1, keepdims=True)


def test_the_weights_of_lda_are_a_logistic_model() -> None:
    X, k = classes()
    means, priors = gaussian.class_means(X, k, 3), np.bincount(k) / len(k)
    S = sum(p * gaussian.covariance(X[k == each]) for each, p in enumerate(priors))
    expected = bayes(X, means, [S] * 3, priors)
    np.testing.assert_allclose(posterior(X, gaussian.shared_weights(means, S, priors)), expected, atol=1e-10)
    by_svd = gaussian.directions_by_svd(X, k, means, priors, 1e-12)
    by_eigen = gaussian.directions_by_eigen(S, gaussian.covariance(X))
    for directions in (by_svd, by_eigen):
        implied = gaussian.weights_in(directions, means, priors)
        np.testing.assert_allclose(posterior(X, implied), expected, atol=1e-9)
    np.testing.assert_allclose(by_svd.ratio[:2], by_eigen.ratio[:2], rtol=1e-9)


def test_the_course_s_weights_for_two_classes() -> None:
    # w = S^-1 (mu_1 - mu_0); b = A(eta_0) - A(eta_1) + log pi / (1 - pi), with A = 1/2 mu S^-1 mu
    means, S = np.array([[0.0, 1.0], [2.0, -1.0]]), np.array([[2.0, 0.5], [0.5, 1.0]])
    weights = gaussian.shared_weights(means, S, np.array([0.25, 0.75]))
    P = np.linalg.inv(S)
    np.testing.assert_allclose(weights.w[1] - weights.w[0], P @ (means[1] - means[0]))
    b = 0.5 * means[0] @ P @ means[0] - 0.5 * means[1] @ P @ means[1] + np.log(3.0)
    assert weights.b[1] - weights.b[0] == pytest.approx(b)


def test_the_weights_of_qda_are_a_logistic_model_in_squares() -> None:
    X, k = classes(1)
    means, priors = gaussian.class_means(X, k, 3), np.bincount(k) / len(k)
    covariances = [gaussian.covariance(X[k == each]) for each in range(3)]
    expected = bayes(X, means, covariances, priors)
    np.testing.assert_allclose(posterior(X, gaussian.own_weights(means, covariances, priors)), expected, atol=1e-9)
    for found in ([gaussian.axes(S) for S in covariances], [gaussian.axes_of_rows(X[k == each]) for each in range(3)]):
        scores = gaussian.quadratic_scores(X, means, found, priors)
        np.testing.assert_allclose(scores - logsumexp(scores, axis=1, keepdims=True), expected, atol=1e-9)


@pytest.mark.parametrize("shape", [(40, 5), (10, 30), (3, 2)])
def test_the_share_of_ledoit_and_wolf(shape: tuple[int, int]) -> None:
    Z = np.random.default_rng(2).normal(size=shape) @ np.diag(np.linspace(1, 3, shape[1]))
    Z -= Z.mean(axis=0)
    assert gaussian.ledoit_wolf(Z) == pytest.approx(ledoit_wolf_shrinkage(Z, assume_centered=True), rel=1e-10)


def test_shrinking_keeps_the_total_variance() -> None:
    X, _ = classes(3)
    S = gaussian.covariance(X)
    for share in (0.0, 0.3, 1.0):
        assert np.trace(gaussian.covariance(X, share)) == pytest.approx(np.trace(S))
    np.testing.assert_allclose(gaussian.covariance(X, 1.0), np.trace(S) / 3 * np.eye(3))
