"""What tells a text that is unlike the training texts: its share of unknown words, and the length of its row."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core.rows import CSR, Array
from steelyard.evaluation.unknown import UnknownWords, unknown_words, word_counts
from steelyard.models.linear_text import TF, LinearText, term_frequency


class Seen(NamedTuple):
    """Texts as a model sees them."""

    counts: CSR
    scores: Array  # (n, K)
    probabilities: Array  # (n, classes)


def see(model: LinearText, texts: Any, threads: int | None = None) -> Seen:
    """Count the texts once, for all that is asked of them."""
    counts = model.counts(texts, threads)
    z = model.scores_of(counts, threads)
    return Seen(counts, z, model.probabilities(z))


def unknown_share(model: LinearText, texts: Any, counts: CSR, threads: int | None = None) -> UnknownWords:
    """Words for which the model has no column."""
    return unknown_words(*word_counts(texts, model.columns, counts, threads))


def row_lengths(model: LinearText, counts: CSR) -> Array:
    """The length of each row before it is made 1."""
    lengths = np.empty(len(counts.indptr) - 1)
    _lengths(counts, TF[model.tf], model.scale, lengths)
    return lengths


@jit
def _lengths(X: CSR, tf: int, scale: Array, lengths: Array) -> None:
    for i in range(len(lengths)):
        square = 0.0
        for p in range(X.indptr[i], X.indptr[i + 1]):
            square += (term_frequency(X.data[p], tf) * scale[X.indices[p]]) ** 2
        lengths[i] = np.sqrt(square)
