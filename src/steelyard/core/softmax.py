"""Softmax: the loss of one example with K classes, scores z[0..K-1] and true class k.

    log_sum_exp(z)               log sum_j exp(z_j)
    value(k, z)                  -log p_k  =  log_sum_exp(z) - z_k
    probabilities(z, p)          p_j = exp(z_j) / sum exp(z)
    slope(k, z, g)               dl/dz_j = p_j - [j = k]
    entropy(p)                   -sum p_j log p_j, with 0 log 0 = 0
    conjugate(k, p)              of the loss, at the slope u = p - e_k, p in the simplex: -entropy(p), where p_k is
                                 what the others leave of 1: p need not add up to 1 to the last bit

The greatest score is subtracted before anything is exponentiated. A score of -inf is a class of probability 0; one
score of +inf takes all of it. (Two of +inf, or nothing but -inf, say nothing: NaN.) The dual optimum has u = slope.
"""

from __future__ import annotations

import math

from steelyard._jit import jit
from steelyard.core.rows import Array


@jit
def log_sum_exp(z: Array) -> float:
    """log sum_j exp(z_j)"""
    top = z.max()
    if math.isinf(top):
        return float(top)
    total = 0.0
    for j in range(len(z)):
        total += math.exp(z[j] - top)
    return float(top + math.log(total))


@jit
def value(k: int, z: Array) -> float:
    """-log p_k"""
    top = z.max()
    if z[k] == math.inf:
        return 0.0
    # Relative to the top, where log1p keeps the digits of a loss that is almost 0.
    others = 0.0
    seen = False
    for j in range(len(z)):
        if z[j] == top and not seen:
            seen = True
        else:
            others += math.exp(z[j] - top)
    return float((top - z[k]) + math.log1p(others))


@jit
def probabilities(z: Array, p: Array) -> None:
    """p_j = exp(z_j) / sum exp(z), written into p"""
    top = z.max()
    total = 0.0
    for j in range(len(z)):
        p[j] = 1.0 if z[j] == top else math.exp(z[j] - top)
        total += p[j]
    for j in range(len(z)):
        p[j] /= total


@jit
def slope(k: int, z: Array, g: Array) -> None:
    """dl/dz_j = p_j - [j = k], written into g; g_k is minus the sum of the others, which keeps its digits"""
    probabilities(z, g)
    others = 0.0
    for j in range(len(g)):
        if j != k:
            others += g[j]
    g[k] = -others


@jit
def entropy(p: Array) -> float:
    """-sum p_j log p_j"""
    total = 0.0
    for j in range(len(p)):
        if p[j] > 0.0:
            total -= p[j] * math.log(p[j])
    return total


@jit
def conjugate(k: int, p: Array) -> float:
    """Of the loss at the slope p - e_k, p in the simplex; p_k is not read"""
    others, total = 0.0, 0.0
    for j in range(len(p)):
        if j != k and p[j] > 0.0:
            others += p[j]
            total += p[j] * math.log(p[j])
    return total + (1.0 - others) * math.log1p(-others) if others < 1.0 else total
