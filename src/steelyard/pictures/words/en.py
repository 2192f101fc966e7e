"""English."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "point": ".",
    "percent": "{number}%",
    "and": "{first} and {last}",
    "column": "column {number}",
    "class": "class",
    "boundary": "boundary (score 0)",
    "loss": "loss",
    "margin.axis": "margin m = y z",
    "score.axis": "score z",
    "probability.axis": "probability of the second class",
    "polarity.positive": "mean positive polarity",
    "polarity.negative": "mean negative polarity",
    "documents.title": "Documents by their two features",
    "losses.title": "What a score costs",
    "losses.wrong": "wrong side",
    "losses.right": "right side",
    "loss.zero-one": "0-1 (a mistake counts 1)",
    "loss.hinge": "hinge",
    "loss.squared-hinge": "squared hinge",
    "loss.logistic": "logistic",
    "loss.perceptron": "perceptron",
    "loss.squared": "squared error, ½ (1 − m)²",
    "loss.squared-probability": "squared error of σ",
    "logistic.title": "The logistic curve",
    "logistic.tangent": "tangent at 0, slope {slope}",
    "alt.class": "{n} of class {name}",
    "alt.mean": "{name} at {at}",
    "alt.points": "Points of the plane, {x} across and {y} up: {classes}.",
    "alt.means": "The means of the classes: {means}.",
    "alt.line": "A straight line where the score is 0 has {right} of {n} points on their own side.",
    "alt.loss": "{name}, {wrong} at margin −1 and {right} at margin 1",
    "alt.losses": "Losses by the margin: {losses}.",
    "alt.logistic": (
        "An S-shaped curve from score {left} to {right}: near 0 on the left, ½ at score 0, near 1 on the right."
    ),
    "alt.marks": "Pointed out: {marks}.",
    "margins": "margins (score ±1)",
    "supports": "support vectors",
    "regions.title": "What the model says, and where",
    "alt.regions": (
        "Decision regions of the classes {classes}; {right} of {n} points lie in the region of their own class."
    ),
    "alt.straight": "The boundary is a straight line.",
    "alt.supports": "Dashed lines mark the scores −1 and 1; support vectors, ringed: {n}.",
    "alt.distance": "Each lies {distance} from the boundary.",
    "boundary.many": "boundary",
}
