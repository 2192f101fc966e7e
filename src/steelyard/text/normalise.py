"""Documents of any kind to one run of UTF-8 bytes, and what Python itself must lower-case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from steelyard.errors import NotPlainTextError
from steelyard.text.unicode import DOTTED_I, SIGMA, Tables, ascii_tables, tables

LARGE = 1 << 24


class Texts(NamedTuple):
    """Document d is data[offsets[d]:offsets[d + 1]]; `tables` are those that its code points need."""

    data: np.ndarray  # uint8
    offsets: np.ndarray  # int64
    tables: Tables

    def __len__(self) -> int:
        return self.offsets.size - 1


def is_arrow(documents: Any) -> bool:
    """An Arrow array or chunked array of strings (also one from another library, by the PyCapsule interface)."""
    return hasattr(documents, "__arrow_c_array__") or hasattr(documents, "__arrow_c_stream__")


def as_texts(documents: Iterable[str] | Any, lower: bool) -> Texts:
    """The documents as UTF-8; where `lower`, those that a table cannot lower-case are lower-cased already."""
    import pyarrow as pa
    import pyarrow.compute as pc

    array = _as_arrow(documents)
    other = np.flatnonzero(~pc.string_is_ascii(array).to_numpy(zero_copy_only=False))
    if not other.size:
        return Texts(*_buffers(array), ascii_tables())
    if lower and (special := other[_special(array.take(pa.array(other)))]).size:
        plain = array.to_pylist()
        for d in special.tolist():
            plain[d] = plain[d].lower()
        array = pa.array(plain, pa.large_string())
    return Texts(*_buffers(array), tables())


def _as_arrow(documents: Any) -> Any:
    import pyarrow as pa

    try:
        if is_arrow(documents):
            array = pa.chunked_array(documents) if not isinstance(documents, (pa.Array, pa.ChunkedArray)) else documents
            array = array.cast(pa.large_string())
            if isinstance(array, pa.ChunkedArray):
                array = array.combine_chunks()
        else:
            array = pa.array(documents, pa.large_string())
    except (pa.ArrowException, UnicodeEncodeError, TypeError) as error:
        raise NotPlainTextError(str(error)) from error
    if array.nbytes > LARGE:
        pa.default_memory_pool().release_unused()  # the builder grew by doubling, and its pool keeps the rest
    if array.null_count:
        raise NotPlainTextError("a document is missing")
    return array


def _buffers(array: Any) -> tuple[np.ndarray, np.ndarray]:
    _, offsets, data = array.buffers()
    begin = array.offset
    offsets = np.frombuffer(offsets, np.int64)[begin : begin + len(array) + 1] if offsets else np.zeros(1, np.int64)
    return np.frombuffer(data, np.uint8) if data else np.zeros(0, np.uint8), offsets


def _special(array: Any) -> np.ndarray:
    """Which documents have a lower case that no table gives, code point by code point."""
    import pyarrow.compute as pc

    found = pc.or_(pc.match_substring(array, DOTTED_I), pc.match_substring(array, SIGMA))
    return np.asarray(found.to_numpy(zero_copy_only=False), bool)


def runs(offsets: Sequence[int] | np.ndarray, n: int) -> list[tuple[int, int]]:
    """Cut documents into at most n runs of about as many bytes each: (first, last + 1), none empty."""
    total = len(offsets) - 1
    offsets = np.asarray(offsets)
    goals = offsets[0] + (offsets[-1] - offsets[0]) * np.arange(1, n) / n
    cuts = [0, *np.searchsorted(offsets, goals).tolist(), total]
    return [(a, b) for a, b in pairwise(cuts) if a < b]
