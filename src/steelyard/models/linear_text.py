"""`LinearText`: a fitted linear model of texts, whole: columns, weights, probabilities.

Whatever recipe made it, its scores are

    z[k] = b[k] + sum_j tf(x[j]) v[j,k] / |x|,    |x|^2 = sum_j (tf(x[j]) scale[j])^2   (1 without `norm`)

with the counts x of the text's columns. Idf and log-count ratios are in v already, as are the weights; `scale` is only
for the length. So to predict, to store and to explain, one form is enough.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from scipy.special import expit, softmax

from steelyard._jit import jit
from steelyard._threads import run_parallel
from steelyard.core.blocks import blocks
from steelyard.core.rows import CSR, Array

TF = {"count": 0, "binary": 1, "log": 2}


class Columns(Protocol):
    """Texts to counts: `features.TextColumns`."""

    @property
    def n_columns(self) -> int: ...
    def counts(self, texts: Any, threads: int | None = None) -> CSR: ...
    def names(self) -> list[str]: ...


class Calibration(NamedTuple):
    """From scores to logits: `slope` z + `shift`, with shift 0 for many classes (slope is then 1 / temperature)."""

    slope: float = 1.0
    shift: float = 0.0


UNCHANGED = Calibration()


@dataclass(frozen=True, eq=False)
class LinearText:
    """A linear model of texts. K is 1 with two classes: z > 0 is the second; else one score a class."""

    columns: Any  # features.TextColumns, or what answers as Columns does
    classes: tuple[str, ...]
    v: Array  # float32 (d, K): what one unit of tf puts on the scale, before the length
    b: Array  # float64 (K,)
    scale: Array  # float32 (d,)
    tf: str = "count"
    norm: bool = True
    calibration: Calibration = UNCHANGED
    recipe: dict[str, Any] = field(default_factory=dict)  # how it was made, as plain data
    card: dict[str, Any] = field(default_factory=dict)  # what is known of it: scores, certificate, fingerprint
    df: Array | None = None  # int32 (d,): in how many training texts each column occurs

    def counts(self, texts: Any, threads: int | None = None) -> CSR:
        return self.columns.counts(texts, threads)  # type: ignore[no-any-return]

    def scores(self, texts: Any, threads: int | None = None) -> Array:
        """(n, K), in float64."""
        return self.scores_of(self.counts(texts, threads), threads)

    def scores_of(self, counts: CSR, threads: int | None = None) -> Array:
        """The scores of texts that were counted already."""
        z = np.empty((len(counts.indptr) - 1, len(self.b)))
        tf, norm = TF[self.tf], self.norm
        run_parallel(
            lambda block: _scores(counts, block.start, block.stop, tf, norm, self.scale, self.v, self.b, z),
            blocks(len(z)), threads,
        )  # fmt: skip
        return z

    def probabilities(self, z: Array) -> Array:
        """(n, classes) of scores (n, K)"""
        logits = self.calibration.slope * z + self.calibration.shift
        if len(self.classes) == 2:
            p = expit(logits[:, 0])
            return np.stack([expit(-logits[:, 0]), p], axis=1)
        return np.asarray(softmax(logits, axis=1))

    def decide(self, z: Array) -> Array:
        """The class number of each row of scores; the first on a tie."""
        return (z[:, 0] > 0.0).astype(np.int64) if len(self.classes) == 2 else z.argmax(axis=1)

    def predict(self, texts: Any, threads: int | None = None) -> list[str]:
        """The class of each text."""
        return [self.classes[k] for k in self.decide(self.scores(texts, threads)).tolist()]


@jit
def term_frequency(count: float, tf: int) -> float:
    """A count as tf counts it."""
    if tf == 1:
        return 1.0
    return 1.0 + np.log(np.float64(count)) if tf == 2 else np.float64(count)


@jit
def _scores(X: CSR, first: int, last: int, tf: int, norm: bool, scale: Array, v: Array, b: Array, z: Array) -> None:
    for i in range(first, last):
        square = 0.0
        for k in range(len(b)):
            z[i, k] = 0.0
        for p in range(X.indptr[i], X.indptr[i + 1]):
            j, value = X.indices[p], term_frequency(X.data[p], tf)
            square += (value * scale[j]) ** 2
            for k in range(len(b)):
                z[i, k] += value * v[j, k]
        length = np.sqrt(square) if norm and square > 0.0 else 1.0
        for k in range(len(b)):
            z[i, k] = z[i, k] / length + b[k]
