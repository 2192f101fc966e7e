"""Texts drawn from naive Bayes: what a class sounds like to a model that knows words and no order.

Draws        words, each on its own, from the shares P(j | k) of one class
Given        log P(j | k) of the class (what they lack of 1 was never a word), how many words
Returns      the columns drawn, in the order they were drawn

 1. shares    exp(log P), added up from the first column on
 2. draw      a number u between 0 and the last sum; the first column whose sum is greater than u
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steelyard.core.random import generator
from steelyard.core.rows import Array


def draw(log_shares: Array, words: int, seed: int = 0, number: int = 0) -> NDArray[np.int64]:
    """So many words of one class; `number` tells texts of the same seed apart.

    >>> import numpy as np
    >>> from steelyard.algorithms.generation import draw
    >>> columns = draw(np.log([0.7, 0.1, 0.2]), words=10_000)
    >>> round(float((columns == 0).mean()), 1)
    0.7
    """
    sums = np.cumsum(np.exp(log_shares))  # 1
    u = generator(seed, "generation", number).random(words) * sums[-1]
    columns: NDArray[np.int64] = np.searchsorted(sums, u, side="right")  # 2
    return columns
