"""A model small enough to be read: for the examples in docstrings, and for trying things out."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from steelyard.features.text_columns import View, learn_columns
from steelyard.models.linear_text import LinearText


def weather() -> LinearText:
    """Here "sun" speaks for dry weather, "rain" for wet, 2 and -2; every other word is silent."""
    columns = learn_columns(["rain and more", "sun and more"], [View(ngrams=(1, 1))]).columns
    weights = {"rain": -2.0, "sun": 2.0}
    v = np.array([[weights.get(name, 0.0)] for name in columns.names()], np.float32)
    return LinearText(columns, ("wet", "dry"), v, np.zeros(1), np.ones(len(v), np.float32))


def new_folder() -> Path:
    """A folder for files that nobody keeps."""
    return Path(tempfile.mkdtemp(prefix="steelyard-"))
