"""Chapter 7: the answers to its exercises, and its pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import expit, log_softmax, softmax

from steelyard.core.rows import Array
from steelyard.course.exercises import Answer, Function, Number


def slopes(z: Array, k: int) -> Array:
    p = softmax(z)
    p[k] -= 1.0
    return np.asarray(p)


def right_alone(z: Array, k: int) -> Array:
    return np.asarray(np.where(np.arange(len(z)) == k, softmax(z) - 1.0, 0.0))


Z = [np.array([0.6, 1.1, -1.5]), np.array([1000.0, 1001.0, 999.0]), np.array([0.0, 0.0])]
ANSWERS: dict[str, Answer] = {
    "7.1": Function(softmax, [(z,) for z in Z], wrong={"sigmoid": expit, "logarithms": log_softmax}),
    "7.2": Number(float(expit(1.6)), within=5e-4, wrong={"order": float(expit(-1.6))}),
    "7.3": Function(
        slopes,
        [(Z[0], 1), (Z[0], 2), (Z[1], 0)],
        wrong={"sign": lambda z, k: -slopes(z, k), "right-alone": right_alone},
    ),
    "7.4": Number(math.log(3), within=5e-4, wrong={"two": math.log(2), "base": math.log2(3)}),
    "7.5": Number(4 * 972, wrong={"no-intercepts": 4 * 971, "one-less": 3 * 972}),
    "7.6": Number(2.0, wrong={"half": 0.5, "same": 1.0}),
}


def regions() -> Any:
    from sklearn.datasets import load_iris

    from steelyard.models import LogisticRegression
    from steelyard.pictures import Regions

    flowers = load_iris()
    X, labels = flowers.data[:, [2, 3]], flowers.target_names[flowers.target]
    model = LogisticRegression(C=10.0).fit(X, labels)
    return Regions.from_estimator(model, X, labels, ("petal length", "petal width"))


def strongest() -> Any:
    import steelyard
    from steelyard.pictures import StrongestWords

    corpus = steelyard.demo("support-en")
    return StrongestWords.from_texts(corpus.texts, corpus.labels, count=8)


def confusion() -> Any:
    import steelyard
    from steelyard.features import TfidfVectorizer
    from steelyard.models import LogisticRegression
    from steelyard.pictures import Confusion

    corpus = steelyard.demo("support-en")
    test = np.arange(len(corpus)) % 3 == 0
    texts, labels = corpus.texts.to_pylist(), np.asarray(corpus.labels)
    vectorizer = TfidfVectorizer()
    rows = vectorizer.fit_transform([texts[i] for i in np.flatnonzero(~test)])
    model = LogisticRegression(C=3.0).fit(rows, labels[~test])
    return Confusion.from_labels(
        labels[test], model.predict(vectorizer.transform([texts[i] for i in np.flatnonzero(test)]))
    )


PICTURES: dict[str, Callable[[], Any]] = {"regions": regions, "strongest": strongest, "confusion": confusion}
