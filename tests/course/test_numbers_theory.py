"""S3, the theory course: the logistic function, what Gaussian classes imply, Newton, ridge in its two forms."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from steelyard.algorithms import gaussian
from steelyard.algorithms.exponential_family import NORMAL, normal, normal_parameters, scores, weights
from steelyard.algorithms.kernels import Kernel, kernel_matrix
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.ridge import ridge, solve
from steelyard.core import losses, multiclass, softmax
from steelyard.core import objective as core
from steelyard.core.losses import Logistic
from steelyard.core.penalties import L2
from steelyard.core.rows import Array
from steelyard.models import SVC, KernelRidge, LinearDiscriminantAnalysis, LogisticRegression, Ridge
from tests.course.helpers import problem, sigma

POINTS = [-40.0, -3.3, -0.1, 0.0, 0.6, 2.2, 17.0]


@pytest.mark.parametrize("z", POINTS)
def test_the_logistic_function(z: float) -> None:
    """Section 1.1: sigma(-z) = 1 - sigma(z); its slope is sigma(z) sigma(-z), the curvature of the loss."""
    assert sigma(z) == pytest.approx(float(mpmath.mpf(1) / (1 + mpmath.exp(-z))), rel=1e-14)
    assert sigma(-z) == pytest.approx(1 - sigma(z), abs=1e-15)
    assert losses.curvature(Logistic(), 1.0, z) == pytest.approx(sigma(z) * sigma(-z), rel=1e-13)
    h = 1e-5
    assert (sigma(z + h) - sigma(z - h)) / (2 * h) == pytest.approx(sigma(z) * sigma(-z), rel=1e-8, abs=1e-12)


def test_the_loss_at_certainty() -> None:
    """Sections 1.2 and S1's "Fonction de coût": nothing if surely right, infinite if surely wrong, ln 2 in between."""
    for y in (-1.0, 1.0):
        assert losses.value(Logistic(), y, y * np.inf) == 0.0
        assert losses.value(Logistic(), y, -y * np.inf) == np.inf
        assert losses.value(Logistic(), y, 0.0) == pytest.approx(np.log(2))


@pytest.mark.parametrize("z", [(0.6, 2.2), (-30.0, 3.0), (5.0, 5.0)])
def test_softmax_of_two_is_the_logistic_function_of_the_difference(z: tuple[float, float]) -> None:
    """S1's last section: for n = 2, p_1 = sigma(z_1 - z_0)."""
    p = np.empty(2)
    softmax.probabilities(np.array(z), p)
    assert p[1] == pytest.approx(sigma(z[1] - z[0]), rel=1e-14)
    P = multiclass.probabilities(multiclass.scores(np.ones((1, 1)), np.array([[z[0], z[1]]]), np.zeros(2)))
    assert P[0, 1] == pytest.approx(sigma(z[1] - z[0]), rel=1e-14)


MEANS = np.array([[0.0, 0.0], [2.0, 1.0]])
S = np.array([[1.5, 0.4], [0.4, 0.8]])
PRIORS = np.array([0.7, 0.3])


def test_normals_with_one_covariance_are_a_logistic_with_the_derived_weights() -> None:
    """Section "Famille exponentielle": w = eta_1 - eta_0, b = A(eta_0) - A(eta_1) + log pi / (1 - pi)."""
    lda = gaussian.shared_weights(MEANS, S, PRIORS)
    family = normal(S)
    eta = [np.linalg.solve(S, mean) for mean in MEANS]
    found = weights(family, eta[0], eta[1], PRIORS[1])
    np.testing.assert_allclose(lda.w[1] - lda.w[0], found.w, rtol=1e-12)
    assert lda.b[1] - lda.b[0] == pytest.approx(found.b, rel=1e-12)
    X = np.random.default_rng(0).normal(size=(9, 2)) * 3
    density = [np.exp(-0.5 * ((X - m) @ np.linalg.inv(S) * (X - m)).sum(axis=1)) for m in MEANS]
    posterior = PRIORS[1] * density[1] / (PRIORS[0] * density[0] + PRIORS[1] * density[1])
    np.testing.assert_allclose([sigma(z) for z in scores(family, found, X)], posterior, rtol=1e-10)


def test_normals_with_two_covariances_are_a_quadratic_one() -> None:
    other = np.array([[0.5, 0.0], [0.0, 2.0]])
    qda = gaussian.own_weights(MEANS, np.stack([S, other]), PRIORS)
    found = weights(NORMAL, normal_parameters(MEANS[0], S), normal_parameters(MEANS[1], other), PRIORS[1])
    assert qda.A is not None
    np.testing.assert_allclose((qda.A[1] - qda.A[0]).ravel(), found.w[2:], rtol=1e-12)
    np.testing.assert_allclose(qda.w[1] - qda.w[0], found.w[:2], rtol=1e-12)
    assert qda.b[1] - qda.b[0] == pytest.approx(found.b, rel=1e-12)
    assert np.abs(found.w[2:]).max() > 0.1


def two_hills(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """Classes that a line separates well, one of them in two hills: far from normal."""
    t = rng.integers(0, 2, n)
    centre = np.where(t == 1, rng.choice([4.0, 16.0], n), 0.0)
    return rng.normal(size=(n, 2)) + np.column_stack([centre, np.zeros(n)]), t


def test_more_robust() -> None:
    """Section 1.1, "la régression logistique est plus robuste": where classes are not normal, LDA loses and it does
    not; where they are normal with one covariance, LDA is as good."""
    rng = np.random.default_rng(0)
    X, t = two_hills(rng, 400)
    new_X, new_t = two_hills(rng, 20_000)
    lda = LinearDiscriminantAnalysis().fit(X, t)
    logistic = LogisticRegression(C=np.inf).fit(X, t)
    assert logistic.score(new_X, new_t) > lda.score(new_X, new_t) + 0.1
    k = rng.random(20_400) < 0.5
    N = rng.multivariate_normal(MEANS[0], S, 20_400) + k[:, None] * MEANS[1]
    scores_of = [m.fit(N[:400], k[:400]).score(N[400:], k[400:]) for m in (lda, logistic)]
    assert abs(scores_of[0] - scores_of[1]) < 0.01


def test_newton_needs_few_steps_and_its_gradient_is_the_documents() -> None:
    """Section 1.2: the gradient is -1/n X^T (y - mu), the Hessian 1/n X^T D X."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3))
    t = (X[:, 0] + rng.logistic(size=60) > 0).astype(float)
    p = problem(X, t, 1 / 60)
    w = rng.normal(size=3)
    z = core.scores(X, w, 0.0)
    mu = 1 / (1 + np.exp(-z))
    np.testing.assert_allclose(core.gradient(p, w, z)[0], -X.T @ (t - mu) / 60, rtol=1e-12)
    h = core.curvatures(p.loss, p.y, p.c, z)
    np.testing.assert_allclose(h, mu * (1 - mu) / 60, rtol=1e-12)
    ran = run(Newton(problem(X, t, 1.0, penalty=L2()), 1e-12))
    assert ran.steps <= 10 and ran.certificate.gap <= 1e-12


# Section 2: ridge, the inversion lemma, kernels


def test_ridge_by_the_primal_and_by_the_dual_formula() -> None:
    """Proposition 1: X' (K + n lambda I)^-1 y = (X'X + n lambda I)^-1 X' y."""
    rng = np.random.default_rng(2)
    for n, p in ((12, 5), (5, 12)):
        X, y = rng.normal(size=(n, p)), rng.normal(size=n)
        lam = 0.3
        primal = solve(X.T @ X, (X.T @ y)[:, None], np.array([n * lam]))[:, 0]
        dual = X.T @ solve(X @ X.T, y[:, None], np.array([n * lam]))[:, 0]
        np.testing.assert_allclose(primal, dual, rtol=1e-10)
        fit = ridge(X, y[:, None], np.ones(n), np.array([n * lam]), False)
        np.testing.assert_allclose(fit.W[:, 0], primal, rtol=1e-10)
        assert fit.method == ("primal" if p <= n else "dual")  # production takes the smaller: p^3 or n^3
        np.testing.assert_allclose(Ridge(alpha=n * lam, fit_intercept=False).fit(X, y).coef_, primal, rtol=1e-9)


@pytest.mark.parametrize(("n", "p"), [(4, 40), (40, 4)])
def test_the_inversion_lemma(n: int, p: int) -> None:
    """Exercice 1: (I + X'X)^-1 = I - X' (I + XX')^-1 X; an n x n system in the place of a p x p one."""
    X = np.random.default_rng(3).normal(size=(n, p))
    direct = np.linalg.inv(np.eye(p) + X.T @ X)
    lemma = np.eye(p) - X.T @ solve(X @ X.T, X, np.array([1.0]))
    np.testing.assert_allclose(lemma, direct, atol=1e-12)
    cost = {"p x p": p**3, "n x n": n**3 + n**2 * p + n * p**2}
    assert (cost["n x n"] < cost["p x p"]) == (n < p)


def test_weights_lie_in_the_span_of_the_rows() -> None:
    """The representer theorem: w = sum alpha_i x_i, for ridge, for the logistic loss, for the SVM."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(8, 20))
    t = np.array([0, 1] * 4)
    fits = [
        Ridge(alpha=0.7).fit(X, 2.0 * t - 1).coef_,
        LogisticRegression(tol=1e-10).fit(X, t).coef_[0],
        SVC(kernel="linear").fit(X, t).coef_[0],
    ]
    for w in fits:
        alpha, *_ = np.linalg.lstsq(X.T, w, rcond=None)
        np.testing.assert_allclose(X.T @ alpha, w, atol=1e-5)


def test_a_prediction_needs_products_alone() -> None:
    """Section 2, "astuce du noyau": the linear kernel is ridge; another kernel is ridge in another space."""
    rng = np.random.default_rng(5)
    X, y, new = rng.normal(size=(15, 2)), rng.normal(size=15), rng.normal(size=(6, 2))
    linear = KernelRidge(alpha=0.4, kernel="linear").fit(X, y).predict(new)
    np.testing.assert_allclose(linear, Ridge(alpha=0.4, fit_intercept=False).fit(X, y).predict(new), rtol=1e-9)

    def squares(A: Array) -> Array:  # the space of (x . x')^2 in two columns
        return np.column_stack([A[:, 0] ** 2, np.sqrt(2) * A[:, 0] * A[:, 1], A[:, 1] ** 2])

    K = kernel_matrix(Kernel("poly", 1.0, 2.0, 0.0), X, new)
    np.testing.assert_allclose(K, squares(X) @ squares(new).T, rtol=1e-9)
    poly = KernelRidge(alpha=0.4, kernel="poly", gamma=1.0, degree=2, coef0=0.0).fit(X, y).predict(new)
    explicit = Ridge(alpha=0.4, fit_intercept=False).fit(squares(X), y).predict(squares(new))
    np.testing.assert_allclose(poly, explicit, rtol=1e-8)
