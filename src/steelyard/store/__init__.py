"""The model file: written whole or not at all, mapped into memory, nothing in it can run. See `docs/format.md`.

The names below are imported when they are first used: `open_plain` answers texts with the standard library alone.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it
_HOME: dict[str, str] = {
    "PlainModel": "steelyard.store.plain",
    "Training": "steelyard.store.training",
    "describe": "steelyard.store.container",
    "export_onnx": "steelyard.store.onnx",
    "load": "steelyard.store.loading",
    "load_training": "steelyard.store.training",
    "open_plain": "steelyard.store.plain",
    "save": "steelyard.store.saving",
    "to_sklearn": "steelyard.store.pipeline",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.store' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
