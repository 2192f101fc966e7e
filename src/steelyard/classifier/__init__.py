"""The whole job: labelled text in; a classifier out that is tuned, measured and ready to be explained and saved.

The names below are imported when they are first used: `classifier.plain` answers texts with the standard library alone.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it; no name may be a module's own, or importing that module would hide it
_HOME: dict[str, str] = {
    "HeldOut": "steelyard.classifier.held_out",
    "TextClassifier": "steelyard.classifier.text_classifier",
    "compare": "steelyard.classifier.pairing",
    "fit": "steelyard.classifier.fitting",
    "load": "steelyard.classifier.saved",
    "verify": "steelyard.classifier.verifying",
    "Verification": "steelyard.classifier.verifying",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.classifier' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
