"""Records of numbers: frozen, and plain data when asked (`as_data`), so that they can be stored, printed and drawn."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError


class Record:
    """What the frozen dataclasses of this room have in common."""

    def as_data(self) -> dict[str, Any]:
        """Lists, dicts, strings and numbers; what is no number (0 of 0) or has no end is None."""
        return {field.name: plain(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]


def plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, float | np.floating):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if hasattr(value, "as_data"):
        return value.as_data()
    if hasattr(value, "_asdict"):
        return {key: plain(part) for key, part in value._asdict().items()}
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def class_numbers(codes: Any, K: int) -> Array:
    """Class numbers, checked: whole, from 0 to K - 1."""
    k = np.asarray(codes)
    if not k.size:
        raise SettingError("There are no texts to measure.", "Give at least one.")
    if k.dtype == bool:
        k = k.astype(np.int64)
    if k.ndim != 1 or not np.issubdtype(k.dtype, np.integer):
        raise SettingError(f"codes are {k.dtype} of shape {k.shape}.", "Give the number of each text's class, from 0.")
    if k.min() < 0 or k.max() >= K:
        raise SettingError(f"codes run from {k.min()} to {k.max()}, and there are {K} classes.", "Number them from 0.")
    return k.astype(np.int64)


def weights_of(weights: Any, n: int) -> Array:
    """Weights, checked; 1 each where there are none."""
    if weights is None:
        return np.ones(n)
    w = np.asarray(weights, np.float64)
    if w.shape != (n,) or not np.isfinite(w).all() or (w < 0).any() or not w.any():
        raise SettingError(
            f"weights of shape {w.shape} for {n} texts.", "Give a number of 0 or more for each, not all 0."
        )
    return w


def same_length(n: int, **arrays: Any) -> None:
    """Every array that is there has n rows."""
    for name, each in arrays.items():
        if each is not None and len(each) != n:
            raise SettingError(f"{name} has {len(each)} rows, and codes {n}.", "Give one row for each text.")
