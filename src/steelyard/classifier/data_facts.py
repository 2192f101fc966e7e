"""What the card says of texts: how many, how long, how often the same; and the fingerprint that tells them apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow.compute as pc

from steelyard.classifier import card
from steelyard.classifier.labels import Labels
from steelyard.core.rows import Array
from steelyard.corpus import Corpus
from steelyard.corpus.arrays import integers
from steelyard.corpus.findings import find
from steelyard.corpus.overlaps import normalised
from steelyard.evaluation.records import plain
from steelyard.report.contents import flat, lengths_of


def lengths(texts: Any) -> dict[str, Any]:
    """Characters: shortest, median, longest, and a histogram."""
    return dict(flat(lengths_of(integers(pc.utf8_length(texts)))))


def facts(texts: Any, labels: Labels, weights: Array | None, groups: Array | None) -> dict[str, Any]:
    """Of the training texts."""
    counts = np.bincount(labels.codes, minlength=len(labels.names))
    shares = np.bincount(labels.codes, weights, len(labels.names))
    found = find(Corpus(texts, labels.codes.astype(np.int32), labels.names))
    return {
        "texts": len(texts),
        "labels": labels.kind,
        "counts": plain(counts),
        "shares": plain(shares / shares.sum()),
        "lengths": lengths(texts),
        "repeated": len(found.repeated),
        "conflicting": len(found.conflicting),
        "weighted": weights is not None,
        "groups": None if groups is None else len(np.unique(groups)),
        "fingerprint": card.fingerprint(texts, labels.names, labels.codes, weights, groups),
    }


def unknown_shares(shares: Array | None) -> dict[str, Any] | None:
    """What `evaluation.UnknownWords.as_data()` says, from the out-of-fold shares alone."""
    if shares is None:
        return None
    quartiles = np.quantile(shares, [0.25, 0.5, 0.75]).tolist()
    return {"share": float(shares.mean()), "quartiles": quartiles, "words": None, "without": int((shares >= 1).sum())}


def conflicts(texts: Any, codes: Array, most: int) -> Array:
    """(pairs, 2): rows whose texts are the same, but for case and white space, and whose labels are not."""
    place = integers(normalised(texts).dictionary_encode().indices)
    _, first = np.unique(place, return_index=True)
    rows = np.flatnonzero(codes[first][place] != codes)[:most]
    return np.stack([first[place[rows]], rows], axis=1)
