"""Chapter 6: the answers to its exercises, and its pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import expit

from steelyard.core.rows import Array
from steelyard.course.data import problem, reviews
from steelyard.course.exercises import Answer, Function, Number


def weighted(X: Array, h: Array) -> Array:
    return np.asarray(X.T @ (h[:, None] * X))


def hessian(X: Array, w: Array) -> Array:
    p = expit(X @ w)
    return weighted(X, p * (1.0 - p))


def response(z: Array, t: Array) -> Array:
    p = expit(z)
    return np.asarray(z + (t - p) / (p * (1.0 - p)))


X = np.array([[1.0, 2.0], [-1.0, 0.5], [0.0, -1.0]])
Z, T = np.array([0.0, 1.5, -2.0]), np.array([1.0, 0.0, 0.0])
ANSWERS: dict[str, Answer] = {
    "6.1": Number(2 / math.e, within=5e-4, wrong={"gradient": 3 - math.e, "up": 2 - 2 / math.e}),
    "6.2": Function(
        hessian,
        [(X, np.array([0.3, -0.2])), (X, np.array([1.0, 1.0]))],
        wrong={
            "squares": lambda X, w: X.T @ X,
            "mean": lambda X, w: hessian(X, w) / len(X),
            "slope": lambda X, w: weighted(X, expit(X @ w)),
        },
    ),
    "6.3": Function(
        response,
        [(Z, T), (-Z, T)],
        wrong={
            "sign": lambda z, t: 2.0 * z - response(z, t),
            "residual": lambda z, t: z + t - expit(z),
        },
    ),
    "6.4": Number(5, wrong={"columns": 20}),
    "6.5": Number(1),
}


def gaps() -> Any:
    from steelyard.algorithms.gradient_descent import GradientDescent, Steps
    from steelyard.algorithms.loop import run
    from steelyard.algorithms.newton import Newton
    from steelyard.core.penalties import L2
    from steelyard.core.trace import Trace
    from steelyard.pictures import Progress

    task = problem(reviews(), penalty=L2())
    newton, descent = Trace(gap=True), Trace(gap=True)
    run(Newton(task, 1e-12), trace=newton)
    run(GradientDescent(task, Steps(1.0, backtracking=True), tol=0.0), max_steps=60, trace=descent)
    return Progress.from_traces({"Newton": newton, "gradient descent": descent})


def way() -> Any:
    from steelyard.algorithms.loop import run
    from steelyard.algorithms.newton import Newton
    from steelyard.core.trace import Trace
    from steelyard.pictures import Landscape

    task, trace = problem(reviews()), Trace(keep_every=1)
    run(Newton(task, 0.0), max_steps=6, trace=trace)
    return Landscape.from_trace(task, trace, names=reviews().columns)


PICTURES: dict[str, Callable[[], Any]] = {"gaps": gaps, "way": way}
