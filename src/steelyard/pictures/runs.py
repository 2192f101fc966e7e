"""Runs to watch: an algorithm on two columns, its trace, and the scores that its weights give to any point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.kernel_dual import KernelDual
from steelyard.algorithms.kernels import Kernel, kernel_matrix
from steelyard.algorithms.loop import run
from steelyard.algorithms.perceptron import Perceptron
from steelyard.core.rows import Array
from steelyard.core.trace import Trace
from steelyard.errors import SettingError
from steelyard.pictures.landscape import Landscape
from steelyard.pictures.problems import Scale, problem_of, steepness
from steelyard.pictures.rows import Points

METHODS = ("perceptron", "descent", "svm")
EPOCHS = 40
MOST_STEPS = 8_000
MOST_KEPT = 20_000_000  # numbers


class Run(NamedTuple):
    """What was recorded, and in which columns."""

    trace: Trace
    X: Array  # the rows as the algorithm had them
    scale: Scale | None  # how they were made from the columns
    kernel: Kernel | None  # then the weights are pulls of the rows
    land: Landscape | None = None


def run_of(
    method: str,
    p: Points,
    *,
    epochs: int | None = None,
    batch_size: int | None = None,
    rate: float | None = None,
    C: float = 1.0,
    kernel: str | Kernel = "linear",
    standardise: bool = True,
    seed: int = 0,
) -> Run:
    """Run it, one change of the weights at a time."""
    if method not in METHODS:
        raise SettingError(f"There is no method {method!r} to watch.", f"There are: {', '.join(METHODS)}.")
    scale = Scale.of(p.X) if standardise else None
    X = p.X if scale is None else scale.scaled(p.X)
    if method == "svm":
        return _svm(X, p, scale, kernel, C, epochs)
    trace = Trace(keep_every=1)
    size = min(batch_size or (1 if method == "perceptron" else len(X)), len(X))
    epochs, batches = epochs or EPOCHS, -(-len(X) // size)
    each = -(-epochs * batches // MOST_STEPS)  # of many changes several are made in a step
    steps = epochs * -(-batches // each)
    if method == "perceptron":
        problem = problem_of(X, p.codes, "perceptron")
        algorithm: Any = Perceptron(problem, size, rate or 1.0, seed=seed, changes_per_step=each)
    else:
        problem = problem_of(X, p.codes, "logistic", C)
        length = Steps(0.4 / steepness(problem) if rate is None else rate)
        algorithm = GradientDescent(problem, length, size, 1e-3, seed=seed, changes_per_step=each)
    run(algorithm, max_steps=steps, trace=trace)
    names = None if p.names is None else p.names
    land = Landscape.from_trace(problem, trace, names=names) if method == "descent" else None
    return Run(trace, X, scale, None, land)


def _svm(X: Array, p: Points, scale: Scale | None, kernel: str | Kernel, C: float, epochs: int | None) -> Run:
    kind = kernel if isinstance(kernel, Kernel) else Kernel(kernel, gamma=0.5, coef0=1.0)
    trace = Trace(gap=True, keep_every=1)
    most = (epochs or EPOCHS) * len(X)
    each = -(-most * len(X) // MOST_KEPT)  # every step keeps a pull for each row
    c = np.full(len(X), C)
    K = kernel_matrix(kind, X, X) if len(X) <= 3000 else None
    rows = (lambda W: kernel_matrix(kind, X[W], X)) if K is None else (lambda W: np.asarray(K[W]))
    run(KernelDual(rows, p.y, c, most=most, exchanges=each), trace=trace)
    return Run(trace, X, scale, kind)


def frames_of(trace: Trace, most: int) -> list[int]:
    """Which of the kept weights to show: those that differ from the ones before, denser at the beginning."""
    kept = [(w, float(b)) for _, w, b in trace.weights]
    last = len(kept) - 1
    moved = [k for k in range(1, last + 1) if kept[k][1] != kept[k - 1][1] or (kept[k][0] != kept[k - 1][0]).any()]
    all_of_them = np.array(sorted({0, *moved, last}))
    if len(all_of_them) > most:
        places = (len(all_of_them) - 1) * np.linspace(0.0, 1.0, most) ** 1.6
        all_of_them = all_of_them[np.unique(np.round(places).astype(int))]
    return [int(k) for k in all_of_them]


def scores_of(run: Run, chosen: list[int]) -> Callable[[Array], Array]:
    """A function from points to their scores in each of the frames: (frames, points)."""
    W = np.array([run.trace.weights[k][1] for k in chosen])
    b = np.array([float(run.trace.weights[k][2]) for k in chosen])

    def scores(points: Array) -> Array:
        X = points if run.scale is None else run.scale.scaled(points)
        columns = X if run.kernel is None else kernel_matrix(run.kernel, X, run.X)
        return np.asarray(W @ columns.T + b[:, None])

    return scores


def linear_weights(run: Run, chosen: list[int]) -> tuple[Array, Array]:
    """w and b of each frame, for the columns as they were."""
    W = np.array([run.trace.weights[k][1] for k in chosen])
    W = W if run.kernel is None else W @ run.X
    b = np.array([float(run.trace.weights[k][2]) for k in chosen])
    if run.scale is None:
        return W, b
    back = [run.scale.weights_back(w, each) for w, each in zip(W, b)]
    return np.array([w for w, _ in back]), np.array([float(each) for _, each in back])
