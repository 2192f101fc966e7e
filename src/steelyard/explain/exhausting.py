"""The smallest set of up to three words without which the model says something else: every set is considered.

Every word is tried by the model itself. For sets of two and three the lead that is left is computed from the counts
(`changes.py`, `leads.py`), or shown to be out of reach of the best so far, and the model is asked about the best set of
those that use the lead up, and about those that rounding leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from scipy import sparse

from steelyard.core.rows import CSR, Array
from steelyard.explain.asking import Asked, TooMuchError, Words
from steelyard.explain.changes import Islands, differences
from steelyard.explain.leads import Leads

MOST_SETS = 60_000  # sets of near words that are looked at
MOST_STEPS = 10_000  # so often are all words gone through at most
TOGETHER = 4_000  # sets whose changes are held at once
DOUBTFUL = 1_000  # sets that only the model can decide on


class Smallest:
    """All sets of up to three words."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.n = len(asked.erasable.words)
        self.steps = 0

    def found(self, most: int) -> tuple[Words | None, int]:
        """The best of the smallest sets; and up to which size every set was considered."""
        done = 0
        try:
            single = [(w,) for w in range(self.n)]
            counts = self.asked.counts_without(single)
            best, done = self.asked.best(single, self.asked.model.scores_of(counts)), 1
            for size in range(2, most + 1):
                if best is not None:
                    break
                if size == 2:
                    self._prepare(counts)
                best, done = self._best_pair() if size == 2 else self._best_triple(), size
        except TooMuchError:
            return None, done
        return best, done

    def _prepare(self, counts: CSR) -> None:
        """Who is near whom, what each word and each near pair changes, and how far that can reach."""
        asked, near = self.asked, self.asked.erasable.near_words()
        self.near = np.eye(self.n, dtype=bool)
        for a, others in enumerate(near):
            self.near[a, sorted(others)] = True
        self.single = differences(asked.base, counts)
        self.islands = Islands(asked.erasable, asked.counts, counts.n_columns)
        self.pairs = [(a, b) for a, others in enumerate(near) for b in sorted(others) if a < b]
        changes = sparse.vstack([self.single, self.islands.changes(self.pairs, self.single)], format="csr")
        self.leads = Leads(asked.model, asked.base, changes, asked.said)
        self.leads.bound()
        self.order = np.argsort(-self.leads.reach[: self.n].max(axis=1, initial=-np.inf), kind="stable")

    def _best_pair(self) -> Words | None:
        """Near pairs as they were counted; of the others each word with those after it, the strongest first."""
        pool = _Pool()
        pool.add(self.pairs, *self.leads.after([], np.arange(self.n, self.n + len(self.pairs))))
        for i, a in enumerate(self.order.tolist()):
            self._one_more(pool, (a,), [a], self.order[i + 1 :][~self.near[a, self.order[i + 1 :]]])
        return pool.decided(self.asked)

    def _best_triple(self) -> Words | None:
        """Triples that hang together by near pairs; a near pair and a word far from it; three words far apart."""
        pool = _Pool()
        self._add_near_triples(pool)
        for p, (a, b) in enumerate(self.pairs):
            self._one_more(pool, (a, b), [self.n + p], np.flatnonzero(~(self.near[a] | self.near[b])))
        reach = self.leads.reach[self.order]
        greatest = reach.max(axis=0, initial=-np.inf)
        for i, a in enumerate(self.order.tolist()):
            later = self.order[i + 1 :]
            hopeful = self._reaches(pool, reach[i] + reach[i + 1 :] + greatest) & ~self.near[a, later]
            for j in (np.flatnonzero(hopeful) + i + 1).tolist():
                b, rest = int(self.order[j]), self.order[j + 1 :]
                self._one_more(pool, (a, b), [a, b], rest[~(self.near[a, rest] | self.near[b, rest])])
        return pool.decided(self.asked)

    def _add_near_triples(self, pool: _Pool) -> None:
        triples = list({tuple(sorted((a, b, c))): None for b in range(self.n) for a, c in self._around(b)})
        if len(triples) > MOST_SETS:
            raise TooMuchError
        for at in range(0, len(triples), TOGETHER):
            some = triples[at : at + TOGETHER]
            changes = self.islands.changes(some, self.single)
            leads = Leads(self.asked.model, self.asked.base, changes, self.asked.said)
            pool.add(some, *leads.after([], np.arange(len(some))))

    def _around(self, b: int) -> Iterator[tuple[int, int]]:
        return combinations([w for w in np.flatnonzero(self.near[b]).tolist() if w != b], 2)

    def _one_more(self, pool: _Pool, words: Words, made: list[int], others: Array) -> None:
        """The sets of these words, whose changes are `made`, and one of the others."""
        reach = self.leads.reach[made].sum(axis=0) + self.leads.reach[others]
        others = others[self._reaches(pool, reach)]
        if not len(others):
            return
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooMuchError
        pool.add([(*words, w) for w in others.tolist()], *self.leads.after(made, others))

    def _reaches(self, pool: _Pool, reach: Array) -> Array:
        """Which sets may use the lead up, and leave less of it than the best so far."""
        return np.asarray((reach >= self.leads.need - pool.least * self.leads.shortest).any(axis=1))


class _Pool:
    """The best set so far by the computed leads, and those that rounding leaves open."""

    def __init__(self) -> None:
        self.best: Words | None = None
        self.least = 0.0  # its lead
        self.open: list[Words] = []

    def add(self, sets: Sequence[Words], least: Array, sure: Array) -> None:
        for k in np.flatnonzero(sure & (least < self.least)).tolist():
            if least[k] < self.least:
                self.best, self.least = sets[k], float(least[k])
        self.open += [sets[k] for k in np.flatnonzero(~sure & (least < np.inf)).tolist()]
        if len(self.open) > DOUBTFUL:
            raise TooMuchError

    def decided(self, asked: Asked) -> Words | None:
        """The model's own decision."""
        return asked.best([*self.open, *([] if self.best is None else [self.best])])
