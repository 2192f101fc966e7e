"""Random numbers: one seed, and a generator for every purpose, found by its name.

A generator depends on the seed and on its name alone, never on who drew before: adding a draw in one place changes
nothing elsewhere, and a run that is resumed at epoch 7 shuffles as the run that was never stopped.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

RUN = 8  # neighbours that are visited one after the other


def generator(seed: int, *name: str | int) -> np.random.Generator:
    """The generator of that name: `generator(0, "perceptron", "order", epoch)`."""
    text = "\0".join(f"{type(part).__name__}:{part}" for part in name)
    words = np.frombuffer(hashlib.blake2b(text.encode(), digest_size=16).digest(), dtype="<u4")
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=tuple(int(word) for word in words)))


def order(seed: int, epoch: int, n: int) -> NDArray[np.int64]:
    """The order in which an epoch visits n examples."""
    return generator(seed, "order", epoch).permutation(n)


def order_in_runs(seed: int, epoch: int, n: int) -> NDArray[np.int64]:
    """The same, eight neighbours at a time: a row that follows the last one in memory is at hand when it is wanted."""
    starts = RUN * order(seed, epoch, -(-n // RUN))
    rows = (starts[:, None] + np.arange(RUN)).ravel()
    return rows[rows < n]
