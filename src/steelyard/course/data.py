"""The data that the chapters share: two columns of iris, the package's own reviews, drawn clouds, one review in full.

Labels are -1 and +1, as everywhere in the house; `classes` says what they mean. Everything comes with the package or
with scikit-learn, or is drawn from a seed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard.core.losses import Logistic, Loss
from steelyard.core.objective import Problem
from steelyard.core.penalties import NoPenalty, Penalty
from steelyard.core.random import generator
from steelyard.core.rows import Array

# The review of the slides (S5), the words of its lexicon, and the weights that the slides give to its features.
HOKEY = (
    "It's hokey. There are virtually no surprises , and the writing is second-rate . So why was it so enjoyable? "
    "For one thing , the cast is great . Another nice touch is the music . I was overcome with the urge to get off "
    "the couch and start dancing . It sucked me in , and it'll do the same to you ."
)
HOKEY_LEXICON = {"enjoyable": 1, "cast": 1, "great": 1, "hokey": -1, "second-rate": -1}
HOKEY_WEIGHTS, HOKEY_BIAS = np.array([2.5, -5.0, -1.2, 0.5, 2.0, 0.7]), 0.1


class Table(NamedTuple):
    """Rows of numbers, and for each row -1 or +1."""

    X: Array
    y: Array
    columns: tuple[str, ...]
    classes: tuple[str, str]

    @property
    def labels(self) -> Array:
        """The names of the rows' classes."""
        return np.asarray(np.array(self.classes)[(self.y > 0).astype(int)])

    def part(self, rows: Array) -> Table:
        """Some of the rows."""
        return self._replace(X=np.ascontiguousarray(self.X[rows]), y=self.y[rows])


def iris(without: str = "virginica", columns: tuple[int, int] = (0, 1)) -> Table:
    """Two kinds of iris flowers, 50 of each, measured twice (Fisher, 1936); columns 0 to 3.

    >>> from steelyard.course.data import iris
    >>> iris().X.shape
    (100, 2)
    """
    from sklearn.datasets import load_iris

    found = load_iris()
    kinds = [str(name) for name in found.target_names]
    kept = found.target != kinds.index(without)
    classes = [name for name in kinds if name != without]
    names = [("sepal length", "sepal width", "petal length", "petal width")[j] for j in columns]
    y = np.where(found.target[kept] == kinds.index(classes[1]), 1.0, -1.0)
    return Table(np.ascontiguousarray(found.data[kept][:, columns]), y, tuple(names), (classes[0], classes[1]))


def centred(table: Table) -> Table:
    """Each column from its mean, in units of its standard deviation."""
    return table._replace(X=np.ascontiguousarray((table.X - table.X.mean(axis=0)) / table.X.std(axis=0)))


def thirds(table: Table) -> tuple[Table, Table]:
    """Two thirds of the rows to learn from, and every third to test on."""
    test = np.arange(len(table.y)) % 3 == 0
    return table.part(~test), table.part(test)


def review_texts(language: str = "en") -> tuple[list[str], Array]:
    """The package's own 300 reviews in English (or "fr", "es"), and -1 for a bad one, +1 for a good one."""
    from steelyard.corpus import demo

    corpus = demo(f"reviews-{language}")
    return corpus.texts.to_pylist(), np.where(corpus.labels == "pos", 1.0, -1.0)


def reviews(language: str = "en") -> Table:
    """The same reviews by two features: the mean positive and the mean negative polarity of their words.

    >>> from steelyard.course.data import reviews
    >>> reviews().X.shape
    (300, 2)
    """
    from steelyard.features import PolarityFeatures

    texts, y = review_texts(language)
    columns = ("mean positive", "mean negative")
    return Table(PolarityFeatures(language).fit_transform(texts), y, columns, ("bad", "good"))


def clouds(apart: float = 5.0, rows: int = 15, seed: int = 0) -> Table:
    """Two round clouds in the plane, their centres so far apart along both axes."""
    rng = generator(seed, "clouds")
    X = np.vstack([rng.normal(size=(rows, 2)), rng.normal(size=(rows, 2)) + apart])
    return Table(X, np.repeat([-1.0, 1.0], rows), ("x1", "x2"), ("blue", "orange"))


def ring(rows: int = 60, seed: int = 0) -> Table:
    """A disc, and a ring around it: no line separates them."""
    rng = generator(seed, "ring")
    angle = rng.uniform(0, 2 * np.pi, rows)
    radius = np.repeat([1.0, 3.0], rows // 2) + 0.2 * rng.normal(size=rows)
    X = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return Table(X, np.repeat([-1.0, 1.0], rows // 2), ("x1", "x2"), ("disc", "ring"))


def problem(
    table: Table, loss: Loss | None = None, penalty: Penalty | None = None, *, c: float = 1.0, intercept: bool = True
) -> Problem:
    """The house's problem of a table: by default the logistic loss and no penalty, one cost for all rows."""
    loss = Logistic() if loss is None else loss  # a tuple without fields is false: no `or`
    penalty = NoPenalty() if penalty is None else penalty
    X = np.ascontiguousarray(table.X, dtype=np.float64)
    return Problem(X, table.y, np.full(len(table.y), c), loss, penalty, intercept)
