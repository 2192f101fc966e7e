"""Chapter 8: the answers to its exercises, and its pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from steelyard.algorithms.margin_program import program
from steelyard.core.rows import Array
from steelyard.course.data import centred, clouds, iris, review_texts, ring
from steelyard.course.exercises import Answer, Function, Number, Property, Values, Word


def standard_form(write: Any) -> str | None:
    """Whether a function gives the hard margin in its standard form."""
    table = clouds(rows=4, seed=2)
    p = program(table.X, table.y)
    try:
        P, q, G, h = (np.asarray(part, dtype=np.float64) for part in write(table.X.copy(), table.y.copy()))
    except (TypeError, ValueError):
        return "shapes"
    if (P.shape, q.size, G.shape, h.size) != (p.P.shape, p.q.size, p.G.shape, p.h.size):
        return "shapes"
    if np.allclose(-G, p.G) or np.allclose(-h.ravel(), p.h):
        return "direction"
    if P[0, 0] != 0.0:
        return "intercept-pays"
    same = all(np.allclose(a, b) for a, b in ((P, p.P), (q.ravel(), p.q), (G, p.G), (h.ravel(), p.h)))
    return None if same else "wrong"


def slack(X: Array, y: Array, w: Array, b: float) -> Array:
    return np.asarray(np.maximum(0.0, 1.0 - y * (X @ w + b)))


X = np.array([[1.0, 2.0], [-1.0, 0.5], [0.0, 0.0], [3.0, -1.0], [2.0, 2.0]])
Y = np.array([1.0, -1.0, 1.0, -1.0, -1.0])
W = np.array([0.5, 0.5])

ANSWERS: dict[str, Answer] = {
    "8.1": Number(0.2, wrong={"hulls": 0.4, "squared": 0.04}),
    "8.2": Values([1.0, -2.0], wrong={"means": [0.5, -1.25], "sign": [-1.0, 2.0]}),
    "8.3": Property(standard_form, ["intercept-pays", "direction", "shapes", "wrong"]),
    "8.4": Function(
        slack,
        [(X, Y, W, 0.25), (X, Y, -W, 0.0)],
        wrong={
            "mistakes-only": lambda X, y, w, b: np.maximum(0.0, -y * (X @ w + b)),
            "unclipped": lambda X, y, w, b: 1.0 - y * (X @ w + b),
        },
    ),
    "8.5": Values([1.0, 1.0], wrong={"middle": [0.75, 1.5]}),
    "8.6": Word("no", wrong={"bystander": "yes"}),
}


def separators() -> Any:
    from steelyard.pictures import Separators

    table = iris()
    return Separators.from_rows(table.X, table.labels, table.columns, count=8)


def projection() -> Any:
    from steelyard.pictures import Projection

    return Projection.from_rows(*drawn())


def scaling() -> Any:
    from steelyard.pictures import MarginScaling

    return MarginScaling.from_rows(*drawn())


def hulls() -> Any:
    from steelyard.pictures import ConvexHulls

    return ConvexHulls.from_rows(*drawn())


def drawn() -> tuple[Array, Array]:
    table = clouds()
    return table.X, table.labels


def meeting() -> Any:
    from steelyard.pictures import ConvexHulls

    hard = iris(without="setosa")
    return ConvexHulls.from_rows(hard.X, hard.labels, hard.columns)


def losses() -> Any:
    from steelyard.pictures import LossCurves

    return LossCurves.from_losses(["perceptron", "hinge", "logistic"])


def soft() -> Any:
    from steelyard import SVC
    from steelyard.course.together import Together
    from steelyard.pictures import Regions

    hard = centred(iris(without="setosa"))
    models = {C: SVC(kernel="linear", C=C).fit(hard.X, hard.labels) for C in (0.01, 0.1, 1.0)}
    drawings = {f"C = {C}": Regions.from_estimator(m, hard.X, hard.labels, hard.columns) for C, m in models.items()}
    return Together([dict(drawings)])


def learning() -> Any:
    from steelyard.course.together import Moving
    from steelyard.pictures import Learning
    from steelyard.pictures import clouds as points

    return Moving(Learning.of("svm", *points(30, 3.2), frames=40))


def bent() -> Any:
    from steelyard import SVC
    from steelyard.course.together import Together
    from steelyard.pictures import Regions

    table = ring()
    models = {
        "linear": SVC(kernel="linear", C=100.0),
        "(x . x')^2": SVC(kernel="poly", degree=2, C=100.0),
        "RBF": SVC(C=100.0),
    }
    drawings = {
        name: Regions.from_estimator(model.fit(table.X, table.labels), table.X, table.labels, table.columns)
        for name, model in models.items()
    }
    return Together([dict(drawings)])


def words() -> Any:
    from steelyard.core.random import order
    from steelyard.features import TfidfVectorizer
    from steelyard.models import LinearSVC
    from steelyard.pictures import StrongestWords
    from steelyard.text import tokenizer

    texts, y = review_texts()
    known = order(9, 0, len(y))[:240]
    vectorizer = TfidfVectorizer(tokenizer=tokenizer("course-4-mended"), token_pattern=None)
    rows = vectorizer.fit_transform([texts[i] for i in known])
    model = LinearSVC(C=1.0, loss="hinge").fit(rows, np.where(y[known] > 0, "good", "bad"))
    names = vectorizer.get_feature_names_out()
    return StrongestWords.from_weights(names, model.coef_, ["bad", "good"])


PICTURES: dict[str, Callable[[], Any]] = {
    "separators": separators,
    "projection": projection,
    "scaling": scaling,
    "hulls": hulls,
    "meeting": meeting,
    "losses": losses,
    "soft": soft,
    "learning": learning,
    "bent": bent,
    "words": words,
}
