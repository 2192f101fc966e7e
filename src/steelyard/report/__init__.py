"""The report: one HTML file that shows how a model came about and what it is worth.

`Contents` is all that the page shows; `write` makes the page. The names below are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it
_HOME: dict[str, str] = {
    "Contents": "steelyard.report.contents",
    "Part": "steelyard.report.contents",
    "Lengths": "steelyard.report.contents",
    "Snippet": "steelyard.report.contents",
    "Pair": "steelyard.report.contents",
    "Choice": "steelyard.report.contents",
    "Reliabilities": "steelyard.report.contents",
    "OperatingPoints": "steelyard.report.contents",
    "TestSets": "steelyard.report.contents",
    "Case": "steelyard.report.contents",
    "Cases": "steelyard.report.contents",
    "Unknown": "steelyard.report.contents",
    "Origin": "steelyard.report.contents",
    "lengths_of": "steelyard.report.contents",
    "LANGUAGES": "steelyard.report.wording",
    "html": "steelyard.report.page",
    "write": "steelyard.report.page",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.report' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
