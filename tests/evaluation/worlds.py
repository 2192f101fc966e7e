"""Worlds where the truth is known: texts' classes, scores and probabilities, drawn with a seed."""

from __future__ import annotations

import numpy as np
from scipy.special import expit, softmax

Array = np.ndarray


def two_classes(
    n: int, seed: int = 0, slope: float = 1.0, shift: float = 0.0, spread: float = 2.0
) -> tuple[Array, Array]:
    """(codes, scores), where P(second class | z) is exactly sigma(slope z + shift)."""
    random = np.random.default_rng(seed)
    z = random.normal(0.0, spread, n)
    return (random.random(n) < expit(slope * z + shift)).astype(int), z


def many_classes(n: int, classes: int = 4, seed: int = 0, slope: float = 1.0) -> tuple[Array, Array]:
    """(codes, scores), where P(k | z) is exactly softmax(slope z)[k]."""
    random = np.random.default_rng(seed)
    Z = random.normal(0.0, 2.0, (n, classes)) - 0.5 * np.arange(classes)
    return drawn(softmax(slope * Z, axis=1), random), Z


def drawn(P: Array, random: np.random.Generator) -> Array:
    """A class for each row, with these probabilities."""
    return (P.cumsum(axis=1) < random.random((len(P), 1))).sum(axis=1).clip(0, P.shape[1] - 1)


def both(z: Array) -> Array:
    """Probabilities (n, 2) of calibrated scores."""
    return np.stack([expit(-z), expit(z)], axis=1)
