"""A model to a file: the same model gives the same bytes, in whatever process, on whatever day."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.intern import from_blob
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.store.container import KEY, METADATA, NO_SUM, arrays_sum, header_sum
from steelyard.store.facts import FORMAT, LARGEST, PADDING, ViewFacts, name_of
from steelyard.store.header import too_much
from steelyard.store.loading import are_numbers
from steelyard.store.training import Training, training_arrays
from steelyard.store.writing import write_whole
from steelyard.text.tree import Children, Tree

if TYPE_CHECKING:
    from steelyard.features.text_columns import TextColumns, View
    from steelyard.models.linear_text import LinearText

NAMES = {"<f8": "F64", "<i8": "I64", "<u8": "U64", "<f4": "F32", "<i4": "I32", "|u1": "U8"}
ALIGNED = 64


def save(model: LinearText, path: str | os.PathLike[str], *, training: Training | None = None) -> Path:
    """Write a model to a file, whole or not at all; returns the path.

    training : the training texts, for explanations by the texts that weigh most. Left out unless given: a model file
        then holds no text, but the terms of its vocabulary (which `min_df` keeps to those that several texts share).

    >>> from steelyard.store import describe, load, save
    >>> from steelyard.store.examples import new_folder, weather
    >>> path = save(weather(), new_folder() / "weather.steelyard")
    >>> load(path).predict(["rain and more rain"]), len(describe(path)["classes"])
    (['wet'], 2)
    """
    arrays = model_arrays(model)
    if training is not None:
        arrays |= training_arrays(training)
    return write_whole(path, pieces(about(model), arrays))


def pieces(facts: dict[str, Any], arrays: Mapping[str, Array]) -> Iterator[Any]:
    """The bytes of a file: its header, then its arrays, the wide words first so that all are aligned."""
    ready = {name: np.ascontiguousarray(array, array.dtype.newbyteorder("<")) for name, array in arrays.items()}
    order = sorted(ready, key=lambda name: (-ready[name].itemsize, name))
    flat = [ready[name].reshape(-1).view(np.uint8).data for name in order]
    sums = {"header": NO_SUM, "arrays": arrays_sum(iter(flat))}
    header = _header({**facts, "checksums": sums}, {name: ready[name] for name in order})
    if wrong := too_much(header, 8 + len(header) + sum(map(len, flat))):
        raise SettingError(f"The model's file could not be read again: its header {wrong}.", "Put less into its card.")
    own = header_sum(header, NO_SUM)
    yield len(header).to_bytes(8, "little")
    yield header.replace(NO_SUM.encode(), own.encode())
    yield from flat


def _header(facts: dict[str, Any], arrays: Mapping[str, Array]) -> bytes:
    """Canonical JSON, filled up with blanks so that the arrays begin at a round address."""
    entries: dict[str, Any] = {METADATA: {KEY: canonical(facts)}}
    at = 0
    for name, array in arrays.items():
        entries[name] = {
            "dtype": NAMES[array.dtype.str],
            "shape": list(array.shape),
            "data_offsets": [at, at + array.nbytes],
        }
        at += array.nbytes
    text = canonical(entries).encode()
    return text + b" " * (-(8 + len(text)) % ALIGNED)


def canonical(data: Any) -> str:
    """JSON with one spelling: sorted names, no blanks, ASCII alone."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def about(model: LinearText) -> dict[str, Any]:
    """All of a model that is no array, as plain data."""
    return {
        "format": FORMAT,
        "classes": plain(model.classes),
        "tf": model.tf,
        "norm": bool(model.norm),
        "calibration": _numbers(model.calibration),
        "views": [_view(view, tree) for view, tree in zip(model.columns.views, model.columns.trees)],
        "recipe": plain(model.recipe),
        "card": plain(model.card),
    }


def _numbers(values: Iterable[float]) -> list[float]:
    found = [float(x) for x in values]
    if not all(abs(x) <= LARGEST for x in found):
        raise SettingError(f"The model's calibration is {found}: no numbers.", "Calibrate it again.")
    return found


def _view(view: View, tree: Tree) -> dict[str, Any]:
    facts = ViewFacts(**{**view._asdict(), "columns": int(tree.n_columns)})
    if tree.between != facts.between:
        raise SettingError(
            f"The terms of a view of {view.analyzer} are put together with {tree.between!r}: no file can say that."
        )
    return {**facts._asdict(), "ngrams": list(view.ngrams)}


def plain(data: Any) -> Any:
    """Data of JSON alone: tuples and arrays become lists, NumPy's numbers Python's; what is no finite number, null."""
    if isinstance(data, Mapping):
        return {plain(str(name)): plain(value) for name, value in data.items()}
    if isinstance(data, np.ndarray | np.generic):
        return plain(data.tolist())
    if isinstance(data, list | tuple):
        return [plain(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return None
    if data is None or isinstance(data, bool | int | float) or (isinstance(data, str) and _is_text(data)):
        return data
    raise SettingError(f"A model file holds plain data only, and this is {type(data).__name__}: {data!r:.80}")


def _is_text(data: str) -> bool:
    """Not half a character (a lone surrogate)."""
    try:
        return data.encode() is not None
    except UnicodeEncodeError:
        return False


def model_arrays(model: LinearText) -> dict[str, Array]:
    """The arrays of a model by name."""
    arrays: dict[str, Array] = {
        "v": np.asarray(model.v, np.float32).reshape(len(model.scale), len(model.b)),
        "b": np.asarray(model.b, np.float64),
        "scale": np.asarray(model.scale, np.float32),
    }
    if wrong := [name for name, array in arrays.items() if not are_numbers(array)]:
        raise SettingError(f"The model's {' and '.join(wrong)} are no numbers.", "Fit it again; nothing was written.")
    if model.df is not None:
        arrays["df"] = np.asarray(model.df, np.int32)
    columns: TextColumns = model.columns
    for number, (view, tree, lookup) in enumerate(zip(columns.views, columns.trees, columns.lookups)):
        parts = view_arrays(tree, lookup)
        if view.analyzer == "word":
            parts["slots"] = from_blob(tree.symbols.blob, tree.symbols.starts).slots
        arrays |= {name_of(number, part): array for part, array in parts.items()}
    return arrays


def view_arrays(tree: Tree, lookup: Children) -> dict[str, Array]:
    """A vocabulary: its strings, its tree, and the table that finds a child."""
    starts = tree.symbols.starts.astype(np.int64)
    free = lookup.keys == ~np.uint64(0)
    return {
        "parent": tree.parent.astype(np.int32, copy=False),
        "symbol": tree.symbol.astype(np.int32, copy=False),
        "column": tree.column.astype(np.int32, copy=False),
        "first": lookup.first,
        "keys": lookup.keys,
        "nodes": np.where(free, np.int32(0), lookup.nodes),  # a free slot's node was never written
        "starts": starts,
        "blob": np.concatenate([tree.symbols.blob[: starts[-1]], np.zeros(PADDING, np.uint8)]),
    }
