"""Clouds of points, drawn from one seed: for examples and for the book's cover."""

from __future__ import annotations

import numpy as np

from steelyard.core.random import generator
from steelyard.core.rows import Array

CENTRES = np.array([[0.0, 0.0], [1.0, 0.55], [-0.25, 1.1], [0.9, -0.9]])


def clouds(count: int = 30, apart: float = 4.0, classes: int = 2, seed: int = 0) -> tuple[Array, Array]:
    """`count` points about each of two to four centres, and their classes' names; `apart` of 5 is nearly separable.

    >>> from steelyard.pictures import clouds
    >>> X, y = clouds(10)
    >>> X.shape, sorted(set(y.tolist()))
    ((20, 2), ['A', 'B'])
    """
    rng = generator(seed, "pictures", "clouds")
    X = [rng.normal(size=(count, 2)) + apart * centre for centre in CENTRES[:classes]]
    return np.vstack(X), np.repeat(np.array(["A", "B", "C", "D"])[:classes], count)
