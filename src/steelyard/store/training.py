"""The training texts in a model file, where they were asked for: what explanations by training texts need."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import ArrayError, IndexRangeError
from steelyard.store.container import Container, open_container
from steelyard.store.facts import check_shape, facts_of
from steelyard.store.header import AGAIN
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
    parts = {
        "blob": texts.data[offsets[0] : offsets[-1]],
        "offsets": offsets - offsets[0],
        "codes": codes,
        "alpha": alpha,
    }
    return {_name(part): array for part, array in parts.items()}


def load_training(path: str | os.PathLike[str]) -> Training | None:
    """The training texts that a model file holds, as Arrow strings over the mapped file; None if it holds none."""
    c = open_container(path)
    facts = facts_of(c)
    if not any(_name(part) in c.places for part in PARTS):
        return None
    n = c.places[_name("codes")].shape[0] if _name("codes") in c.places else 0
    sides: dict[str, tuple[int | None, ...]] = {"blob": (None,), "offsets": (n + 1,), "codes": (n,), "alpha": (n, None)}
    for part, dtype in PARTS.items():
        check_shape(c, _name(part), dtype, *sides[part])
    return _checked(c, len(facts.classes))


def _name(part: str) -> str:
    return f"training.{part}"


def _checked(c: Container, n_classes: int) -> Training:
    import pyarrow as pa

    from steelyard.store.loading import array

    blob, offsets, codes, alpha = (array(c, _name(part)) for part in PARTS)
    try:
        texts = pa.Array.from_buffers(pa.large_string(), len(codes), [None, pa.py_buffer(offsets), pa.py_buffer(blob)])
        texts.validate(full=True)
    except pa.ArrowInvalid as error:
        raise IndexRangeError(f"its training texts cannot be read: {error}.", AGAIN, c.path) from None
    if codes.size and (codes.min() < 0 or codes.max() >= n_classes):
        raise IndexRangeError("a training text has a class that the model does not have.", AGAIN, c.path)
    if not np.isfinite(alpha).all():
        raise ArrayError("what its training texts pull is no number.", AGAIN, c.path)
    return Training(texts, codes, alpha)
