"""Pictures of data, models and algorithms at work: numbers first, drawing second; in English, French and Spanish.

Each is made by one of its `from_...` functions, is plain data by `as_data()`, is drawn by `plot(ax, language)`, written
by `save(path, language)`, and told in words by `alt(language)`: see the top of `picture.py`. The names below are
imported when they are first used; matplotlib is imported when a picture is drawn.
"""

from __future__ import annotations

import importlib
from typing import Any

# picture -> the module that holds it
PICTURES: dict[str, str] = {
    "Documents": "steelyard.pictures.documents",  # documents by their two features, coloured by class
    "LogisticCurve": "steelyard.pictures.logistic",  # sigma(z), and where scores stand on it
    "LossCurves": "steelyard.pictures.losses",  # what a score costs, loss by loss
    "Regions": "steelyard.pictures.regions",  # decision regions, boundary, margins, support vectors
}
# every public name -> the module that holds it
_HOME: dict[str, str] = {
    **PICTURES,
    "Picture": "steelyard.pictures.picture",  # what all have in common
    "from_data": "steelyard.pictures.picture",  # a picture again, from its as_data()
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.pictures' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
