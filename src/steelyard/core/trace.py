"""What an algorithm recorded as it went. Asked for by passing a `Trace`; without one nothing is computed.

There is one entry before the first step and one after each. What a step is, an epoch or one change of the weights, is a
setting of the algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from steelyard.core import multiclass
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Problem, certificate, objective, scores
from steelyard.core.rows import Array


class Entry(NamedTuple):
    """One line of a trace. NaN where a number was not asked for."""

    iteration: int  # changes of the weights so far
    epoch: float  # passes over all examples so far
    objective: float
    gap: float
    accuracy: float


@dataclass
class Trace:
    """Entries in the order they were made, and the weights at every `keep_every`-th of them (0: at none)."""

    gap: bool = False  # a certificate an entry: about one more pass over the data
    keep_every: int = 0
    entries: list[Entry] = field(default_factory=list)
    weights: list[tuple[int, Array, Array | float]] = field(default_factory=list)  # (iteration, w, b)

    def add(self, entry: Entry, w: Array, b: Array | float) -> None:
        """Record one entry; the weights are copied."""
        if self.keep_every and len(self.entries) % self.keep_every == 0:
            self.weights.append((entry.iteration, np.array(w), np.array(b) if np.ndim(b) else b))
        self.entries.append(entry)

    def column(self, name: str) -> Array:
        """One column of the entries, by the name of the field: `trace.column("objective")`."""
        return np.array([getattr(entry, name) for entry in self.entries], dtype=np.float64)


def linear_entry(problem: Problem, w: Array, b: float, iteration: int, epoch: float, gap: bool) -> Entry:
    """The entry of two-class weights: one pass over the rows, one more for the gap."""
    z = scores(problem.X, w, b)
    known = certificate(problem, w, z).gap if gap else float("nan")
    right = problem.c * ((z > 0.0) == (problem.y > 0.0))  # a score of 0 is the first class
    return Entry(iteration, epoch, objective(problem, w, z), known, float(right.sum() / problem.c.sum()))


def multiclass_entry(problem: MulticlassProblem, W: Array, Z: Array, iteration: int, epoch: float, gap: float) -> Entry:
    """The entry of many-class weights, given their scores and what is known of their gap."""
    right = problem.c * (Z.argmax(axis=1) == problem.k)
    value = multiclass.objective(problem, W, Z)
    return Entry(iteration, epoch, value, gap, float(right.sum() / problem.c.sum()))
