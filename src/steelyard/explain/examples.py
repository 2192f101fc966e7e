"""A model small enough to be read: for the examples in docstrings, and for trying things out."""

from __future__ import annotations

import numpy as np

from steelyard.features.text_columns import View, learn_columns
from steelyard.models.linear_text import LinearText


def weather() -> LinearText:
    """Here "sun" speaks for dry weather, "rain" for wet, 2 and -2; every other word is silent."""
    learnt = learn_columns(["rain and more", "sun and more"], [View(ngrams=(1, 1))])
    weights = {"rain": -2.0, "sun": 2.0}
    v = np.array([[weights.get(name, 0.0)] for name in learnt.columns.names()], np.float32)
    return LinearText(
        learnt.columns, ("wet", "dry"), v, np.zeros(1), np.ones(len(v), np.float32), df=learnt.df.astype(np.int32)
    )
