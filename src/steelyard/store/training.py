"""The training texts in a model file, where they were asked for: what explanations by training texts need."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import ArrayError, IndexRangeError
from steelyard.store.container import Container, open_container
from steelyard.text.normalise import as_texts


class Training(NamedTuple):
    """Texts, the class number of each, and the dual variables of the fit, (n, K): what each text pulls."""

    texts: Any  # Arrow strings, or a list
    codes: Array
    alpha: Array


PARTS = {"blob": "U8", "offsets": "I64", "codes": "I32", "alpha": "F64"}


def training_arrays(training: Training) -> dict[str, Array]:
    """The arrays of a file that hold the training texts."""
    texts = as_texts(training.texts, lower=False)
    offsets = np.asarray(texts.offsets, np.int64)
    n = len(texts)
    alpha = np.asarray(training.alpha, np.float64).reshape(n, -1)
    codes = np.asarray(training.codes, np.int32).reshape(n)
    return {
        "training.blob": texts.data[offsets[0] : offsets[-1]],
        "training.offsets": offsets - offsets[0],
        "training.codes": codes,
        "training.alpha": alpha,
    }


def load_training(path: str | os.PathLike[str]) -> Training | None:
    """The training texts that a model file holds, as Arrow strings over the mapped file; None if it holds none."""
    c = open_container(path)
    found = {part: c.places.get(f"training.{part}") for part in PARTS}
    if not any(found.values()):
        return None
    n = place.shape[0] if (place := found["codes"]) else 0
    for part, dtype in PARTS.items():
        place = found[part]
        shape = {"offsets": (n + 1,), "codes": (n,)}.get(part)
        rows = n if part == "alpha" else None
        if (
            place is None
            or place.dtype != dtype
            or shape not in (None, place.shape)
            or rows not in (None, place.shape[0])
        ):
            raise ArrayError(f"the training part's {part} is missing, or does not fit.", "", c.path)
    return _checked(c)


def _checked(c: Container) -> Training:
    import pyarrow as pa

    from steelyard.store.loading import array

    blob, offsets, codes, alpha = (array(c, f"training.{part}") for part in PARTS)
    texts = pa.Array.from_buffers(pa.large_string(), len(codes), [None, pa.py_buffer(offsets), pa.py_buffer(blob)])
    try:
        texts.validate(full=True)
    except pa.ArrowInvalid as error:
        raise IndexRangeError(f"its training texts cannot be read: {error}.", "", c.path) from None
    if codes.size and (codes.min() < 0 or codes.max() >= len(c.about["classes"])):
        raise IndexRangeError("a training text has a class that the model does not have.", "", c.path)
    return Training(texts, codes, alpha)
