"""The final fit: all rows, at the chosen strength, one class after another in threads of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard._threads import run_parallel
from steelyard.algorithms.dual_descent import DualDescent
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.newton import State as NewtonState
from steelyard.core.losses import Hinge
from steelyard.core.objective import Certificate, Problem, objective, pulls, scores
from steelyard.core.penalties import L2
from steelyard.core.rows import CSR, Array, Rows, n_columns
from steelyard.lanes.block import Fitted, Lane, Task, one_sided
from steelyard.lanes.warm import warm_start

NEWTON_STEPS = 50


class Final(NamedTuple):
    w: Array  # (d, K)
    b: Array  # (K,)
    gap: Array
    objective: Array
    pulls: Array  # (n, K): w = sum_i pulls[i] x_i, x_i the row as the fit saw it


def fit_final(task: Task, s: int, fits: Mapping[Lane, Fitted], threads: int | None) -> Final:
    """Each class from the mean of its folds' alphas, to the gap `task.tol`."""
    F, K = int(task.folds.max()) + 1, task.y.shape[1]
    X, a = task.X, None
    if task.scales is not None:
        a = task.scales.columns[:, -1]
        X = scaled(X, a, task.scales.rows[:, -1])

    def fit(k: int) -> tuple[Array, float, float, float, Array]:
        problem = Problem(X, task.y[:, k].copy(), task.strengths[s] * task.costs, task.loss, L2(), task.intercept)
        if task.intercept and (alone := float(one_sided(problem)[0])):
            return np.zeros(n_columns(X)), alone, 0.0, 0.0, np.zeros(len(problem.y))
        algorithm = DualDescent(problem, task.tol, task.seed, threads=threads if K == 1 else 1)
        donors = [fits[Lane(s, f, k)] for f in range(F) if len(fits[Lane(s, f, k)].alpha)]
        alpha = sum((donor.alpha for donor in donors), np.zeros(len(problem.y))) / (F - 1)
        start = warm_start(algorithm, alpha[:, None], sum(donor.b for donor in donors) / F)
        state, proven, _ = run(algorithm, state=start, max_steps=task.max_steps, keep=False)
        w, b, s_i = state.w, float(state.lean[0]), problem.y * state.alpha[:, 0]
        if not state.done and not isinstance(task.loss, Hinge):
            w, b, proven = _finished(problem, w, b, task, threads if K == 1 else 1)
            s_i = pulls(problem.loss, problem.y, problem.c, scores(X, w, b))
        return w if a is None else a * w, b, proven.gap, proven.objective, s_i

    w, b, gap, value, s_i = zip(*run_parallel(fit, range(K), threads))
    return Final(np.stack(w, axis=1), np.array(b), np.array(gap), np.array(value), np.stack(s_i, axis=1))


def _finished(
    problem: Problem, w: Array, b: float, task: Task, threads: int | None
) -> tuple[Array, float, Certificate]:
    """What the dual left, by Newton's method: large costs over few columns are slow one row at a time."""
    newton = Newton(problem, task.tol, seed=task.seed, threads=threads)
    start, z = newton.start(), scores(problem.X, w, b, threads)
    if objective(problem, w, z) < objective(problem, start.w, start.z):
        start = NewtonState(w, b, z, 0, 0.0, False)
    state, proven, _ = run(newton, state=start, max_steps=task.max_steps and max(task.max_steps, NEWTON_STEPS))
    return state.w, state.b, proven


def scaled(X: Rows, columns: Array, rows: Array) -> Rows:
    """The rows as one lane sees them, written out."""
    if isinstance(X, CSR):
        return CSR(X.indptr, X.indices, _scaled(X, columns, rows), X.n_columns)
    return np.ascontiguousarray(X * columns * rows[:, None])


@jit
def _scaled(X: CSR, columns: Array, rows: Array) -> Array:
    out = np.empty(len(X.data))
    for i in range(len(rows)):
        for k in range(X.indptr[i], X.indptr[i + 1]):
            out[k] = X.data[k] * columns[X.indices[k]] * rows[i]
    return out
