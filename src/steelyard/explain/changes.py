"""What taking out sets of words changes in the counts of a text: by the model's own columns, window by window.

The change of a set is the sum of what each of its words changes, and of corrections for the islands (`erasing.py`) that
hold several of them. Each island is counted once, whatever sets it belongs to. Counts are whole numbers, so sums of
changes are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from steelyard.core.rows import CSR
from steelyard.explain.erasing import Erasable, Island

Counted = Callable[[Sequence[str]], CSR]
Rows = Any  # a sparse array (sets, columns)


def differences(base: CSR, counts: CSR) -> Rows:
    """Each row of counts less the one row of base; columns ascend within each row."""
    have = np.zeros(counts.n_columns)
    have[base.indices] = base.data
    seen = np.full(counts.n_columns, -1, np.int32)
    columns, steps = [np.zeros(0, np.int32)], [np.zeros(0)]
    for i, (a, b) in enumerate(pairwise(counts.indptr.tolist())):
        here = counts.indices[a:b]
        seen[here] = i
        gone = base.indices[seen[base.indices] != i]
        step = counts.data[a:b] - have[here]
        other = step != 0.0
        columns.append(np.concatenate([here[other], gone]))
        steps.append(np.concatenate([step[other], -have[gone]]))
    starts = np.cumsum([len(part) for part in columns])
    shape = (len(starts) - 1, counts.n_columns)
    return sparse.csr_array((np.concatenate(steps), np.concatenate(columns), starts), shape=shape)


class Islands:
    """The changes of islands, each counted when it is first asked for."""

    def __init__(self, erasable: Erasable, counted: Counted, n_columns: int) -> None:
        self.erasable, self.counted = erasable, counted
        self.number: dict[Island, int] = {}
        self.rows: Rows = sparse.csr_array((0, n_columns))

    def changes(self, sets: Sequence[Sequence[int]], single: Rows) -> Rows:
        """The change of each set of words, given that of each word."""
        at: list[int] = []
        column: list[int] = []
        sign: list[int] = []
        fresh: list[Island] = []
        n = single.shape[0]
        for i, words in enumerate(sets):
            at += [i] * len(words)
            column += words
            sign += [1] * len(words)
            for plus, island in self.erasable.mixed(words):
                if island not in self.number:
                    self.number[island] = len(self.number)
                    fresh.append(island)
                at.append(i)
                column.append(n + self.number[island])
                sign.append(plus)
        self._count(fresh)
        shape = (len(sets), n + len(self.number))
        made = sparse.csr_array((np.array(sign, np.float64), (at, column)), shape=shape)
        total = made @ sparse.vstack([single, self.rows], format="csr")
        total.eliminate_zeros()
        return total

    def _count(self, islands: Sequence[Island]) -> None:
        if not islands:
            return
        windows = [self.erasable.window(island) for island in islands]
        texts = {text: None for window in windows for text in window}
        row = {text: k for k, text in enumerate(texts)}
        counts = self.counted(list(texts))
        every = sparse.csr_array(
            (counts.data.astype(np.float64), counts.indices, counts.indptr), (len(row), counts.n_columns)
        )
        change = every[[row[b] for _, b in windows]] - every[[row[a] for a, _ in windows]]
        self.rows = sparse.vstack([self.rows, change], format="csr")
