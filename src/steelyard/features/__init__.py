"""Tokens to columns: counts, tf-idf, hashing, log-count ratios, polarity and review features.

The names below are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it
_HOME: dict[str, str] = {
    "CountVectorizer": "steelyard.features.count",
    "TfidfVectorizer": "steelyard.features.tfidf",
    "HashingVectorizer": "steelyard.features.hashing",
    "PolarityFeatures": "steelyard.features.polarity",
    "ReviewFeatures": "steelyard.features.review",
    "LogCountRatio": "steelyard.features.ratio",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.features' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
