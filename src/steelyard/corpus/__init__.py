"""Labelled text and where it comes from.

The names below are imported when they are first used: this room needs pyarrow, and not everybody who
imports it does.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard.corpus.corpora import Corpus
    from steelyard.corpus.demos import demo
    from steelyard.corpus.numeric import NumericCorpus
    from steelyard.corpus.overlaps import overlap
    from steelyard.corpus.reading import read, stream

_HOME = {
    "Corpus": "corpora",
    "NumericCorpus": "numeric",
    "demo": "demos",
    "overlap": "overlaps",
    "read": "reading",
    "stream": "reading",
}

__all__ = ["Corpus", "NumericCorpus", "demo", "overlap", "read", "stream"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"steelyard.corpus.{_HOME[name]}"), name)
    raise AttributeError(f"module 'steelyard.corpus' has no attribute {name!r}")
