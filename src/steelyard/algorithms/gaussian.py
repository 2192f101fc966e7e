"""Gaussian discriminants: every class a normal distribution, with one covariance for all (LDA) or one each (QDA).

Maximises    the likelihood of rows and classes: P(k) = prior_k, x | k ~ N(mu_k, S) or N(mu_k, S_k)
Given        rows X (dense, n x d), the class k[i] of each, priors, how much to shrink a covariance
Returns      means, covariances, and what they imply: by Bayes' rule log P(k | x) is, but for a term that all classes
             share, a logistic model

    LDA    w_k . x + b_k,            w_k = S^-1 mu_k,     b_k = log prior_k - 1/2 mu_k S^-1 mu_k
    QDA    x A_k x + w_k . x + b_k,  w_k = S_k^-1 mu_k,   b_k = log prior_k - 1/2 (mu_k S_k^-1 mu_k + log det S_k),
                                     A_k = -1/2 S_k^-1

Covariances divide by n. Shrinking by a share r: (1 - r) S + r (tr S / d) I; Ledoit and Wolf (2004) choose r for rows
whose columns were brought to variance 1 first. The directions that separate best: Fisher (1936), Rao (1948).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy.linalg

from steelyard.core.rows import Array


def class_means(X: Array, k: Array, n_classes: int) -> Array:
    """mu_k, one row a class."""
    return np.stack([X[k == each].mean(axis=0) for each in range(n_classes)])


def covariance(X: Array, shrinkage: float | str | None = None) -> Array:
    """Of the rows of X around their mean; shrinkage None, a share, or "auto" (Ledoit and Wolf)."""
    Z = X - X.mean(axis=0)
    if shrinkage == "auto":
        scale = Z.std(axis=0)
        scale[scale == 0] = 1.0
        Z = Z / scale
        return np.outer(scale, scale) * shrunk(Z.T @ Z / len(Z), ledoit_wolf(Z))
    return shrunk(Z.T @ Z / len(Z), float(shrinkage or 0.0))


def shrunk(S: Array, share: float) -> Array:
    """(1 - share) S + share (tr S / d) I"""
    return np.asarray((1.0 - share) * S + share * np.trace(S) / len(S) * np.eye(len(S)))


def ledoit_wolf(Z: Array) -> float:
    """The share that brings a shrunk covariance nearest to the true one (their lemmas 3.2 to 3.5); rows are centred."""
    n, d = Z.shape
    S = Z.T @ Z / n
    to_target = ((S**2).sum() - np.trace(S) ** 2 / d) / d  # how far S is from its target
    noise = (((Z**2).sum(axis=1) ** 2).sum() / n - (S**2).sum()) / (d * n)  # how far S is from the truth, by its spread
    return 0.0 if noise <= 0 or to_target <= 0 else float(min(noise, to_target) / to_target)


class Logistic(NamedTuple):
    """Scores x A_k x + w_k . x + b_k; no A with one covariance for all."""

    w: Array  # (n_classes, d)
    b: Array
    A: Array | None = None  # (n_classes, d, d)


def shared_weights(means: Array, S: Array, priors: Array) -> Logistic:
    """What classes with one covariance imply; S may be singular."""
    w = scipy.linalg.lstsq(S, means.T)[0].T
    with np.errstate(divide="ignore"):
        return Logistic(w, np.log(priors) - 0.5 * (means * w).sum(axis=1))


def own_weights(means: Array, covariances: Array, priors: Array) -> Logistic:
    """What classes with a covariance each imply."""
    precisions = np.stack([np.linalg.inv(S) for S in covariances])
    w = np.einsum("kij,kj->ki", precisions, means)
    volumes = np.linalg.slogdet(np.asarray(covariances))[1]
    return Logistic(w, np.log(priors) - 0.5 * ((means * w).sum(axis=1) + volumes), -0.5 * precisions)


class Axes(NamedTuple):
    """A covariance as its principal axes, the longest first: S = R diag(lengths) R'."""

    lengths: Array
    R: Array


def axes(S: Array) -> Axes:
    """By the eigenvectors of a covariance."""
    lengths, R = scipy.linalg.eigh(S)
    return Axes(lengths[::-1], R[:, ::-1])


def axes_of_rows(X: Array, share: float = 0.0) -> Axes:
    """By the singular values of centred rows, every length mixed with a share of 1."""
    _, s, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    return Axes((1.0 - share) * s**2 / len(X) + share, Vt.T)


def quadratic_scores(X: Array, means: Array, of: list[Axes], priors: Array) -> Array:
    """log P(x, k) without the term (2 pi)^(-d/2), in the axes of each class: no inverse is taken."""
    with np.errstate(divide="ignore"):
        scores = [
            log_prior - 0.5 * ((((X - mean) @ (R / np.sqrt(lengths))) ** 2).sum(axis=1) + np.log(lengths).sum())
            for log_prior, mean, (lengths, R) in zip(np.log(priors), means, of)
        ]
    return np.stack(scores, axis=1)


class Directions(NamedTuple):
    """Where classes differ most against their spread within: (X - origin) @ scalings has covariance I within."""

    scalings: Array
    origin: Array
    ratio: Array  # each direction's share of the variance between


def directions_by_svd(X: Array, k: Array, means: Array, priors: Array, tol: float) -> Directions:
    """Whiten the rows within their classes, then the means: two singular value decompositions, no covariance formed."""
    n, n_classes = len(X), len(means)
    origin = priors @ means
    within = X - means[k]
    scale = within.std(axis=0)
    scale[scale == 0] = 1.0
    _, s, Vt = scipy.linalg.svd(within / scale / np.sqrt(n), full_matrices=False)
    rank = int((s > tol).sum())
    whiten = (Vt[:rank] / scale).T / s[:rank]
    weight = np.sqrt(n * priors / max(n_classes - 1, 1))
    _, s, Vt = scipy.linalg.svd((weight[:, None] * (means - origin)) @ whiten, full_matrices=False)
    rank = int((s > tol * s[:1]).sum())
    total = (s**2).sum()
    return Directions(whiten @ Vt.T[:, :rank], origin, s**2 / total if total > 0 else s)


def directions_by_eigen(S: Array, total: Array) -> Directions:
    """The generalized eigenvectors of the covariance between classes (total - S) against S within."""
    values, vectors = scipy.linalg.eigh(total - S, S)
    between = values.sum()
    return Directions(vectors[:, ::-1], np.zeros(len(S)), values[::-1] / (between if between > 0 else 1.0))


def weights_in(directions: Directions, means: Array, priors: Array) -> Logistic:
    """The same weights as `shared_weights`, by way of the directions."""
    placed: Any = (means - directions.origin) @ directions.scalings
    w = placed @ directions.scalings.T
    with np.errstate(divide="ignore"):
        return Logistic(w, np.log(priors) - 0.5 * (placed**2).sum(axis=1) - w @ directions.origin)
