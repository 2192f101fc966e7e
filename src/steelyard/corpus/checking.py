"""From the columns of a batch to texts and labels, with every row that is no example found and named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from steelyard.corpus.arrays import flags, integers, is_string, is_utf8, row_numbers, strings
from steelyard.corpus.columns import Columns
from steelyard.corpus.places import BadRow
from steelyard.corpus.readers.decoding import BAD_UTF8, advice
from steelyard.corpus.tables import Batch
from steelyard.errors import ColumnError, SourceError

MISSING_LABEL = "missing label"
MISSING_GROUP = "missing group"
EMPTY_TEXT = "empty text"
WRONG_TYPE = "wrong type"
BAD_WEIGHT = "bad weight"
BAD_SURROGATE = "half a character"

Faults = dict[int, tuple[str, str, str]]  # row of the batch -> column, reason, detail: the first fault found


class Checked(NamedTuple):
    """The good rows of a batch."""

    texts: Any  # pyarrow string array
    labels: Any | None
    groups: Any | None
    weights: npt.NDArray[np.float64] | None
    bad: list[BadRow]


def check(batch: Batch, columns: Columns, names: list[str]) -> Checked:
    faults: Faults = {}
    by_role = dict(zip([role for role in range(4) if columns[role] is not None], batch.columns, strict=True))

    def column(role: int, convert: Callable[[Any], str | None], empty: str) -> Any | None:
        if role not in by_role:
            return None
        name = names[columns[role]]  # type: ignore[index]
        array = _strings(by_role[role], convert, name, faults)
        _find_empty(array, name, empty, faults)
        return array

    texts = column(0, _as_text, EMPTY_TEXT)
    labels = column(1, as_label, MISSING_LABEL)
    groups = column(2, as_label, MISSING_GROUP)
    weights = _weights(by_role[3], names[columns.weight], faults) if columns.weight is not None else None
    bad = sorted(faults.items())
    named = [BadRow(batch.where(row).in_column(name), reason, detail) for row, (name, reason, detail) in bad]
    in_order = sorted([*batch.bad, *named], key=lambda row: (row.place.line or 0, row.place.row or 0))
    return _without(Checked(texts, labels, groups, weights, in_order), [row for row, _ in bad])


def _without(checked: Checked, rows: list[int]) -> Checked:
    if rows:
        keep = np.ones(len(checked.texts), dtype=bool)
        keep[rows] = False
        kept = row_numbers(np.flatnonzero(keep))
        texts, labels, groups = (None if array is None else array.take(kept) for array in checked[:3])
        weights = None if checked.weights is None else checked.weights[keep]
        checked = Checked(texts, labels, groups, weights, checked.bad)
    labels, groups = (None if a is None else pc.utf8_trim_whitespace(a) for a in (checked.labels, checked.groups))
    return checked._replace(labels=labels, groups=groups)


def _strings(column: Any, convert: Callable[[Any], str | None], name: str, faults: Faults) -> Any:
    """A column as Arrow strings; values that cannot be become null, with a fault."""
    if isinstance(column, list):
        return _of_values(column, convert, name, faults)
    array = _unpacked(column, name)
    if pa.types.is_null(array.type):
        return array.cast(pa.string())
    if is_string(array.type):
        return array
    if pa.types.is_binary(array.type) or pa.types.is_large_binary(array.type):
        return _of_values(array.to_pylist(), convert, name, faults)
    if convert is as_label and (pa.types.is_integer(array.type) or pa.types.is_boolean(array.type)):
        return array.cast(pa.string())
    if convert is as_label and pa.types.is_floating(array.type):
        return _of_values(array.to_pylist(), convert, name, faults)
    kind = "texts" if convert is _as_text else "labels"
    raise ColumnError(
        f"Column {name!r} holds {array.type}, not {kind}.", "Name another column, or turn it into strings."
    )


def _unpacked(column: Any, name: str) -> Any:
    """Dictionaries spelled out, views and extensions made plain; strings that are no UTF-8 as bytes."""
    try:
        array = column.storage if isinstance(column, pa.ExtensionArray) else column
        utf8 = is_utf8(array)
        if pa.types.is_dictionary(array.type):
            if pa.types.is_string_view(array.dictionary.type):  # from polars' Enum; Arrow cannot spell these out
                array = pa.DictionaryArray.from_arrays(array.indices, array.dictionary.cast(pa.large_string()))
            array = array.dictionary_decode()
        if not utf8:
            return array.cast(pa.large_binary())
        return array.cast(pa.large_string()) if pa.types.is_string_view(array.type) else array
    except pa.ArrowException as error:
        raise SourceError(f"Column {name!r} is damaged: {error}.", "Get the file again.") from error


def _of_values(values: list[Any], convert: Callable[[Any], str | None], name: str, faults: Faults) -> Any:
    """Python values as Arrow strings."""
    texts: list[str | None] = [None] * len(values)
    for row, value in enumerate(values):
        try:
            text = convert(value)
            if text is not None and not text.isascii():
                text.encode("utf-8")
            texts[row] = text
        except UnicodeDecodeError as error:
            _blame(faults, row, name, BAD_UTF8, advice(value, error.start)[1])
        except UnicodeEncodeError as error:
            _blame(faults, row, name, BAD_SURROGATE, f"a lone surrogate, character {error.start + 1}")
        except TypeError:
            _blame(faults, row, name, WRONG_TYPE, f"{type(value).__name__}: {str(value)[:30]}")
    return strings(texts)


def _blame(faults: Faults, row: int, name: str, reason: str, detail: str) -> None:
    faults.setdefault(row, (name, reason, detail))


def _as_text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("utf-8")
    if value is None or (isinstance(value, float) and value != value):  # NaN is how pandas says "missing"
        return None
    raise TypeError


def as_label(value: Any) -> str | None:
    """A label as a string: 1, 1.0 and "1" are the same; booleans are "true" and "false"."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, float | np.floating):
        return None if value != value else str(int(value)) if float(value).is_integer() else repr(float(value))
    return _as_text(value)


def _find_empty(array: Any, name: str, reason: str, faults: Faults) -> None:
    """Nulls, and strings of nothing but white space."""
    empty = integers(pc.binary_length(pc.utf8_ltrim_whitespace(array))) == 0
    for row in np.flatnonzero(empty | flags(array.is_null())):
        _blame(faults, int(row), name, reason, "")


def _weights(column: Any, name: str, faults: Faults) -> npt.NDArray[np.float64]:
    values = column if isinstance(column, list) else _unpacked(column, name).to_pylist()
    weights = np.zeros(len(values))
    for row, value in enumerate(values):
        try:
            weights[row] = float(value)
        except (TypeError, ValueError, OverflowError):
            weights[row] = np.nan
        if not (0 <= weights[row] < np.inf):
            _blame(faults, row, name, BAD_WEIGHT, f"{value!r} is no number from 0 on")
    return weights
