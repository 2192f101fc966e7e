"""Small corpora that the tests of the selection share."""

from __future__ import annotations

import numpy as np

from steelyard.core.rows import Array

SYLLABLES = [a + b for a in "bdfgklmnprst" for b in "aeiou"]


def words(count: int) -> list[str]:
    return [SYLLABLES[j % 60] + SYLLABLES[(j // 60 + 7 * j) % 60] for j in range(count)]


def telling(n: int = 120, classes: int = 2, seed: int = 0, strength: float = 3.0) -> tuple[list[str], Array]:
    """Texts of a dozen words; each class has some words that it likes, and some noise."""
    rng = np.random.default_rng(seed)
    known, k = words(150), np.arange(n) % classes
    texts = []
    for each in k:
        liked = np.where(np.arange(150) % (4 * classes) == each, strength, 1.0)
        texts.append(" ".join(known[j] for j in rng.choice(150, rng.integers(6, 14), p=liked / liked.sum())))
    return texts, k


def meaningless(n: int, classes: int, seed: int) -> tuple[list[str], Array]:
    """The same kind of texts with labels that have nothing to do with them."""
    texts, _ = telling(n, 2, seed, strength=1.0)
    return texts, np.random.default_rng([1, seed]).permutation(np.arange(n) % classes)
