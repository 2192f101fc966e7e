"""Between Arrow, NumPy and Python, by way of the buffers.

pyarrow's own conversions (`pa.array`, `to_numpy`) import pandas wherever it is installed, half a second
for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

_MOST_BYTES = (1 << 31) - 1  # that 32-bit offsets can tell apart


def strings(values: Sequence[str | None]) -> Any:
    """An Arrow string array; None is null."""
    encoded = [b"" if value is None else value.encode("utf-8") for value in values]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    wide = ends[-1] > _MOST_BYTES
    kind, offsets = (pa.large_string(), ends) if wide else (pa.string(), ends.astype(np.int32))
    present = np.packbits(np.array([value is not None for value in values], dtype=bool), bitorder="little")
    buffers = [pa.py_buffer(part) for part in (present.tobytes(), offsets.tobytes(), b"".join(encoded))]
    return pa.Array.from_buffers(kind, len(encoded), buffers)


def is_string(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def is_utf8(array: Any) -> bool:
    """Whether an array is sound and, where it holds strings, in UTF-8. Raises ArrowInvalid where offsets or indices
    lead out of its buffers: what a damaged file gives must be asked before it is touched."""
    try:
        array.validate(full=True)
    except pa.ArrowInvalid as error:
        if is_string(array.type) and "UTF8" in str(error):
            return False
        raise
    return True


def row_numbers(rows: npt.NDArray[np.int64]) -> Any:
    """Row numbers as Arrow's `take` wants them."""
    return pa.Array.from_buffers(pa.int64(), len(rows), [None, pa.py_buffer(rows.tobytes())])


def integers(array: Any) -> npt.NDArray[Any]:
    """An Arrow array of integers, as NumPy's; what stands where it has nulls is left open."""
    data = np.frombuffer(array.buffers()[1], dtype=np.dtype(str(array.type))) if len(array) else np.array([], np.int64)
    return data[array.offset : array.offset + len(array)]


def flags(array: Any) -> npt.NDArray[np.bool_]:
    """An Arrow array of booleans without nulls, as NumPy's."""
    return integers(array.cast(pa.uint8())).astype(bool)


def one_array(arrays: Sequence[Any]) -> Any:
    """One array of strings: 32-bit offsets when they do, 64-bit ones beyond 2 GiB."""
    wide = sum(array.nbytes for array in arrays) > _MOST_BYTES
    kind = pa.large_string() if wide else pa.string()
    return pa.concat_arrays([array.cast(kind) for array in arrays])
