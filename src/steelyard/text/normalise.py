"""Documents of any kind to one run of UTF-8 bytes, and what Python itself must lower-case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import load64
from steelyard.errors import NotPlainTextError
from steelyard.text.scan import HIGH
from steelyard.text.unicode import Tables, ascii_tables, tables

PIECE = 1024  # documents that are encoded at a time
ASCII, OTHER, SPECIAL = 0, 1, 2  # what a document holds: ASCII alone, more, a letter that no table lower-cases


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
    data, offsets, held = _looked_through(documents) if is_arrow(documents) else _encoded(list(documents))
    if not held.any():
        return Texts(data, offsets, ascii_tables())
    if lower and (special := np.flatnonzero(held == SPECIAL)).size:
        plain = [data[a:b].tobytes().decode() for a, b in pairwise(offsets.tolist())]
        for d in special.tolist():
            plain[d] = plain[d].lower()
        data, offsets, _ = _encoded(plain)
    return Texts(data, offsets, tables())


def _encoded(documents: list[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The bytes of strings, where each begins, and what it holds.

    Some at a time, copied while they are in the cache: one large array that grows by doubling takes twice the memory,
    and asks for it page by page, which costs more than the copy.
    """
    n, end = len(documents), 0
    data = np.empty(_most_bytes(documents), np.uint8)  # what is not touched takes no memory
    offsets, held = np.zeros(n + 1, np.int64), np.empty(n, np.uint8)
    for first in range(0, n, PIECE):
        part, starts, holds = _looked_through(documents[first : first + PIECE])
        begin, end = end, end + int(starts[-1])
        data[begin:end] = part[: starts[-1]]
        offsets[first + 1 : first + starts.size] = starts[1:] + begin
        held[first : first + holds.size] = holds
    return data[:end], offsets, held


def _most_bytes(documents: list[str]) -> int:
    try:
        return 4 * sum(map(len, documents))
    except TypeError as error:
        raise NotPlainTextError(str(error)) from error


def _looked_through(documents: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The bytes of documents, where each begins, and what it holds: by way of Arrow."""
    array = as_arrow(documents)
    data, offsets = _buffers(array)
    held = np.empty(len(array), np.uint8)
    _look_through(data, offsets, held)
    return data, offsets, held


@leaf
def _look_through(data: np.ndarray, offsets: np.ndarray, held: np.ndarray) -> None:
    """Say of each document what it holds."""
    for d in range(held.size):
        held[d] = _holds(data, offsets[d], offsets[d + 1])


@leaf
def _holds(data: np.ndarray, at: int, end: int) -> int:
    while end - at >= 8 and load64(data, at) & HIGH == np.uint64(0):
        at += 8
    while at < end and data[at] < 0x80:
        at += 1
    if at == end:
        return ASCII
    for i in range(at, end - 1):  # U+0130 is C4 B0 in UTF-8, U+03A3 is CE A3
        if (data[i] == 0xC4 and data[i + 1] == 0xB0) or (data[i] == 0xCE and data[i + 1] == 0xA3):
            return SPECIAL
    return OTHER


def as_arrow(documents: Any) -> Any:
    """The documents as one Arrow array of large strings."""
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
    if array.null_count:
        raise NotPlainTextError("a document is missing")
    return array


def _buffers(array: Any) -> tuple[np.ndarray, np.ndarray]:
    _, offsets, data = array.buffers()
    begin = array.offset
    offsets = np.frombuffer(offsets, np.int64)[begin : begin + len(array) + 1] if offsets else np.zeros(1, np.int64)
    return np.frombuffer(data, np.uint8) if data else np.zeros(0, np.uint8), offsets


def runs(offsets: Sequence[int] | np.ndarray, n: int) -> list[tuple[int, int]]:
    """Cut documents into at most n runs of about as many bytes each: (first, last + 1), none empty."""
    total = len(offsets) - 1
    offsets = np.asarray(offsets)
    goals = offsets[0] + (offsets[-1] - offsets[0]) * np.arange(1, n) / n
    cuts = [0, *np.searchsorted(offsets, goals).tolist(), total]
    return [(a, b) for a, b in pairwise(cuts) if a < b]
