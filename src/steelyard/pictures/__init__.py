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
    "Confusion": "steelyard.pictures.confusion",  # the confusion matrix
    "ConvexHulls": "steelyard.pictures.convex_hulls",  # hulls, shortest segment, the plane across it
    "Documents": "steelyard.pictures.documents",  # documents by their two features, coloured by class
    "Landscape": "steelyard.pictures.landscape",  # the objective over two weights, and the way of an algorithm
    "Learning": "steelyard.pictures.learning",  # perceptron, descent or SVM at work, frame by frame; GIFs
    "LogisticCurve": "steelyard.pictures.logistic",  # sigma(z), and where scores stand on it
    "LossCurves": "steelyard.pictures.losses",  # what a score costs, loss by loss
    "MarginScaling": "steelyard.pictures.scaling",  # the same points in two units: margin and |w|
    "Progress": "steelyard.pictures.progress",  # objective, gap, accuracy by iteration and epoch, runs side by side
    "Projection": "steelyard.pictures.projection",  # nearest point, its projection, the distance 1 / |w|
    "Regions": "steelyard.pictures.regions",  # decision regions, boundary, margins, support vectors
    "RegularisationPath": "steelyard.pictures.path",  # weights by strength, L1 or L2
    "ReliabilityCurve": "steelyard.pictures.reliability",  # what is told, and how much of it is right
    "ScoreMap": "steelyard.pictures.scores",  # the score at every point, as a heat map
    "Separators": "steelyard.pictures.separators",  # many separating lines, and the one of greatest margin
    "StrongestWords": "steelyard.pictures.strongest_words",  # the words that weigh most, class by class
    "TuningMap": "steelyard.pictures.tuning",  # learning rate x L2, accuracy out of fold
    "Valleys": "steelyard.pictures.valleys",  # descents on a bowl and among several valleys
}
# every public name -> the module that holds it
_HOME: dict[str, str] = {
    **PICTURES,
    "Picture": "steelyard.pictures.picture",  # what all have in common
    "animate": "steelyard.pictures.animation",  # a recorded run as GIF or as a folder of frames
    "clouds": "steelyard.pictures.generated",  # drawn points of two to four classes
    "cover": "steelyard.pictures.covers",  # the book's three GIFs
    "from_data": "steelyard.pictures.picture",  # a picture again, from its as_data()
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.pictures' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
