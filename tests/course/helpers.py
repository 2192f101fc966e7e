"""What the tests of the course share: problems from the documents' 0 and 1, and the data they speak of.

S1 is the French course on logistic regression, S2 the lab report, S3 the French theory course, S4 the Spanish article
on margins and text, S5 the slides.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_iris

import steelyard
from steelyard.core import losses
from steelyard.core.losses import Logistic, Loss
from steelyard.core.objective import Problem
from steelyard.core.penalties import NoPenalty, Penalty
from steelyard.core.rows import Array
from steelyard.features import PolarityFeatures
from steelyard.text import read_lexicon

HOKEY = (
    "It's hokey. There are virtually no surprises , and the writing is second-rate . So why was it so enjoyable? "
    "For one thing , the cast is great . Another nice touch is the music . I was overcome with the urge to get off "
    "the couch and start dancing . It sucked me in , and it'll do the same to you ."
)
HOKEY_LEXICON = {"enjoyable": 1, "cast": 1, "great": 1, "hokey": -1, "second-rate": -1}


class Data(NamedTuple):
    """Rows, and their classes as 0 and 1."""

    X: Array
    t: Array


def problem(X: Array, t: Array, c: float = 1.0, loss: Loss | None = None, penalty: Penalty | None = None) -> Problem:
    """The house's problem of rows whose classes are 0 and 1; logistic and unpenalised unless said otherwise."""
    X = np.ascontiguousarray(X, dtype=np.float64)
    y = np.where(np.asarray(t) > 0, 1.0, -1.0)
    loss, penalty = Logistic() if loss is None else loss, NoPenalty() if penalty is None else penalty
    return Problem(X, y, np.full(len(y), c), loss, penalty, True)  # a tuple without fields is false: no `or`


def sigma(z: float) -> float:
    """The logistic function, as the slope of the logistic loss of class 0."""
    return losses.slope(Logistic(), -1.0, z)


def iris(out: int, columns: tuple[int, int] = (0, 1)) -> Data:
    """Two classes of iris and two of its columns; the later class is 1."""
    X, k = load_iris(return_X_y=True)
    kept = k != out
    return Data(np.ascontiguousarray(X[kept][:, columns]), (k[kept] == k[kept].max()).astype(float))


def own_reviews() -> Data:
    """The package's own English reviews by their mean polarities: positive reviews are 1."""
    corpus = steelyard.demo("reviews-en")
    return Data(PolarityFeatures("en").fit_transform(corpus.texts), (corpus.labels == "pos").astype(float))


def imdb_smol(corpora: Path) -> Data:
    """The 602 reviews of S1 by their mean polarities in its copy of VADER: positive reviews are 1."""
    lexicon = read_lexicon(corpora / "vader_lexicon" / "vader_lexicon.course_copy.txt")
    texts = [
        path.read_text(encoding="utf-8")
        for label in ("pos", "neg")
        for path in sorted((corpora / "imdb_smol" / label).glob("*.txt"))
    ]
    return Data(PolarityFeatures(lexicon).fit_transform(texts), np.repeat([1.0, 0.0], 301))


def sentences(corpora: Path) -> tuple[list[str], Array]:
    """The 1,000 sentences on films of S4, and their classes."""
    lines = (corpora / "uci_sentiment" / "imdb_labelled.txt").read_text(encoding="utf-8").split("\n")
    pairs = [line.strip().rsplit("\t", 1) for line in lines if line.strip()]
    return [text for text, _ in pairs], np.array([int(label) for _, label in pairs])
