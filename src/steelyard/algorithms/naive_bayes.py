"""Naive Bayes: classes as bags of independent columns, fitted by counting.

Maximises    the likelihood of the rows: P(k) prod_j P(x_j | k), every column drawn on its own given the class
Given        rows X, membership Y[i, k] (the weight of row i if it is in class k, else 0), smoothing alpha
Returns      logarithms of the shares, one row a class; a class's joint score is linear in x but for Gaussians

    multinomial    log (N_kj + alpha) / (N_k + alpha d)               a word's share of the class's words
    own words      log (N_kj + alpha) / (N_k + alpha (d_k + 1))       each class knows its own d_k words and UNK, which
                                                                      stands for every other and was counted 0 times
    Bernoulli      log (N_kj + alpha) / (n_k + 2 alpha)               the share of the class's texts with the word
    complement     -log (N_j - N_kj + alpha) / (N - N_k + alpha d)    how little the word belongs to other classes;
                                                                      optionally divided by its sum over the words
    Gaussian       mean and variance of each column in each class

with N_kj how often column j was counted in class k, N_k = sum_j N_kj, n_k the rows of the class. Laplace's smoothing is
alpha = 1. The complement: Rennie, Shih, Teevan, Karger (2003), table 4, steps 4 to 7. Merging moments: Chan, Golub,
LeVeque (1979), equation 2.1. One pass over the data each; nothing to iterate.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from steelyard.core.rows import Array


def count(X: Any, Y: Array) -> tuple[Array, Array]:
    """n_k, the rows of each class, and N_kj, what they count up to; X is a SciPy matrix or an array."""
    return Y.sum(axis=0), np.asarray((X.T @ Y).T)


def log_priors(rows: Array) -> Array:
    """log n_k / n; -inf for a class that was not seen yet."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(rows) - np.log(rows.sum()))


def multinomial(counts: Array, alpha: float | Array) -> Array:
    """log P(j | k) over one vocabulary that the classes share."""
    smoothed = counts + alpha
    with np.errstate(divide="ignore"):  # alpha = 0: a word that was never seen cannot be
        return np.asarray(np.log(smoothed) - np.log(smoothed.sum(axis=1, keepdims=True)))


def own_words(counts: Array, alpha: float) -> tuple[Array, Array]:
    """log P(j | k) where each class has its own vocabulary, and log P(UNK | k): what an unknown word gets."""
    total = counts.sum(axis=1, keepdims=True) + alpha * ((counts > 0).sum(axis=1, keepdims=True) + 1)
    with np.errstate(divide="ignore"):
        return np.log(counts + alpha) - np.log(total), np.log(alpha) - np.log(total[:, 0])


def bernoulli(rows: Array, counts: Array, alpha: float | Array) -> Array:
    """log P(column j is there | k), of counts that are 0 or 1 in each row."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(counts + alpha) - np.log(rows[:, None] + 2 * alpha))


def bernoulli_scores(X: Any, log_share: Array) -> Array:
    """log P(x | k): a column that is not there speaks too."""
    with np.errstate(divide="ignore"):
        absent = np.log1p(-np.exp(log_share))
    return np.asarray(X @ (log_share - absent).T + absent.sum(axis=1))


def complement(counts: Array, alpha: float | Array, norm: bool) -> Array:
    """The weights of each class against all the others."""
    others = counts.sum(axis=0) + alpha - counts
    log_share = np.log(others / others.sum(axis=1, keepdims=True))
    return np.asarray(log_share / log_share.sum(axis=1, keepdims=True) if norm else -log_share)


class Moments(NamedTuple):
    """Weight, mean and variance of rows, column by column."""

    weight: float
    mean: Array
    variance: Array


def moments(X: Array, c: Array) -> Moments:
    """Of rows that count c_i each; all 0 without any weight."""
    total = float(c.sum())
    if total <= 0.0:
        return Moments(0.0, np.zeros_like(X, shape=X.shape[1]), np.zeros_like(X, shape=X.shape[1]))
    mean = (c @ X) / total
    return Moments(total, mean, (c @ (X - mean) ** 2) / total)


def merge(a: Moments, b: Moments) -> Moments:
    """The moments of both sets of rows together, as exact as if they had been seen at once."""
    if a.weight == 0.0 or b.weight == 0.0:
        return b if a.weight == 0.0 else a
    total = a.weight + b.weight
    mean = (a.weight * a.mean + b.weight * b.mean) / total
    apart = (a.weight * b.weight / total) * (a.mean - b.mean) ** 2
    return Moments(total, mean, (a.weight * a.variance + b.weight * b.variance + apart) / total)


def gaussian_scores(X: Array, mean: Array, variance: Array) -> Array:
    """log P(x | k) of columns that are independent normals."""
    norms = np.log(2.0 * np.pi * variance).sum(axis=1)
    squares = [((X - m) ** 2 / v).sum(axis=1) for m, v in zip(mean, variance)]
    return np.asarray(-0.5 * (norms + np.stack(squares, axis=1)))
