"""Classes that follow one exponential family, and the logistic weights that they imply.

    p(x | eta) = h(x) exp(eta . T(x) - A(eta)),   P(class 1) = prior

By Bayes' rule the log odds of class 1 are linear in T(x), whatever h is:

    log P(1 | x) / P(0 | x) = w . T(x) + b,   w = eta_1 - eta_0,   b = A(eta_0) - A(eta_1) + log prior / (1 - prior)

Given        a family, and the natural parameters of either class
Returns      `Weights`: w and b of a logistic regression on T(x)

    family        parameters      eta                      T(x)          A(eta)
    Bernoulli     shares p        log p / (1 - p)          x             sum log(1 + exp eta)
    multinomial   shares p        log p                    x (counts)    0
    Poisson       rates r         log r                    x             sum exp eta
    gamma         shape k, rate r k - 1, -r                log x, x      log Gamma(k) - k log r
    Dirichlet     alpha           alpha - 1                log x         sum log Gamma(alpha) - log Gamma(sum alpha)
    normal, S     mean m          S^-1 m                   x             1/2 m' S^-1 m          (S is in h)
    normal        mean m, S       S^-1 m, -1/2 S^-1        x, x x'       1/2 m' S^-1 m + 1/2 log det S

So two normals with one covariance give a plane (LDA), with two a quadric (QDA). The uniform on [0, t] is no such
family: where x can be at all depends on t, and no finite T(x) can say so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from steelyard.core.rows import Array


class Family(NamedTuple):
    """One exponential family; x comes in rows."""

    statistic: Callable[[Array], Array]  # T
    log_partition: Callable[[Array], float]  # A


class Weights(NamedTuple):
    """Of a logistic regression on T(x)."""

    w: Array
    b: float


def weights(family: Family, eta_0: Array, eta_1: Array, prior: float = 0.5) -> Weights:
    """What the natural parameters of two classes imply; `prior` is that of class 1.

    >>> import numpy as np
    >>> from steelyard.algorithms.exponential_family import POISSON, weights
    >>> found = weights(POISSON, np.log([1.0]), np.log([3.0]))  # w = log 3, b = 1 - 3
    >>> round(float(found.w[0]), 4), round(found.b, 4)
    (1.0986, -2.0)
    """
    odds = np.log(prior) - np.log1p(-prior)
    return Weights(eta_1 - eta_0, float(family.log_partition(eta_0) - family.log_partition(eta_1) + odds))


def scores(family: Family, found: Weights, X: Array) -> Array:
    """The log odds of class 1 for each row of X."""
    return np.asarray(family.statistic(X) @ found.w + found.b)


def _itself(X: Array) -> Array:
    return X


def _logarithms(X: Array) -> Array:
    return np.asarray(np.log(X))


BERNOULLI = Family(_itself, lambda eta: float(np.logaddexp(0.0, eta).sum()))
MULTINOMIAL = Family(_itself, lambda eta: 0.0)
POISSON = Family(_itself, lambda eta: float(np.exp(eta).sum()))
GAMMA = Family(lambda X: np.hstack([np.log(X), X]), lambda eta: _gamma_partition(*np.split(eta, 2)))
DIRICHLET = Family(_logarithms, lambda eta: float(gammaln(eta + 1.0).sum() - gammaln((eta + 1.0).sum())))


def _gamma_partition(shape_less_1: Array, minus_rate: Array) -> float:
    k = shape_less_1 + 1.0
    return float((gammaln(k) - k * np.log(-minus_rate)).sum())


def gamma_parameters(shape: Array, rate: Array) -> Array:
    """eta of columns that are gamma, each on its own."""
    return np.concatenate([np.asarray(shape) - 1.0, -np.asarray(rate)])


def normal(S: Array) -> Family:
    """Normals that share the covariance S; eta = S^-1 mean."""
    return Family(_itself, lambda eta: float(0.5 * eta @ S @ eta))


def normal_parameters(mean: Array, S: Array) -> Array:
    """eta of a normal with a covariance of its own: S^-1 mean, then -1/2 S^-1 row by row."""
    precision = np.linalg.inv(S)
    return np.concatenate([precision @ mean, -0.5 * precision.ravel()])


def _squares(X: Array) -> Array:
    return np.hstack([X, (X[:, :, None] * X[:, None, :]).reshape(len(X), -1)])


def _normal_partition(eta: Array) -> float:
    d = int((np.sqrt(1.0 + 4.0 * len(eta)) - 1.0) / 2.0)  # eta has d + d^2 numbers
    S = np.linalg.inv(-2.0 * eta[d:].reshape(d, d))
    return float(0.5 * eta[:d] @ S @ eta[:d] + 0.5 * np.linalg.slogdet(S)[1])


NORMAL = Family(_squares, _normal_partition)
