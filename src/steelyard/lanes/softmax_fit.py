"""One fit by softmax: without a fold, or of all rows, from the dual point of another fit.

The classes of a fit are side by side in its weights already, so fits don't share rows: each is one thread's work. Where
a fold has scales of its own, the rows are written out as it sees them.

A start. Costs that grow let the pulls grow, but not in proportion. So a dual point p of another strength is mixed with
certainty, (1 - t) e_y + t p, and t is the one that is best for the dual, which is known in closed form along that line:

    -1/2 t^2 |W(p)|^2 + sum_i c_i entropy((1 - t) e_y + t p_i)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import log_softmax

from steelyard._jit import jit
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton_softmax import FEW_COLUMNS, NewtonSoftmax
from steelyard.algorithms.softmax import Softmax, State
from steelyard.core import multiclass
from steelyard.core.multiclass import MulticlassProblem, scores
from steelyard.core.objective import Certificate
from steelyard.core.rows import CSR, Array, Rows, n_columns
from steelyard.lanes.final import NEWTON_STEPS, Final, scaled
from steelyard.lanes.scales import FoldScales

MIXES = np.geomspace(0.01, 1.0, 40)
LEAST = 1e-30  # a share of a class, in a start


class Task(NamedTuple):
    """What all fits share."""

    X: Rows
    k: Array  # (n,): the true class of each row
    classes: int
    costs: Array  # (n,): multiplied by the strength
    folds: Array  # (n,)
    strengths: Array
    intercept: bool
    scales: FoldScales | None
    tol: float
    seed: int
    max_steps: int | None

    @property
    def fold_count(self) -> int:
        return int(self.folds.max()) + 1


class Point(NamedTuple):
    """What another fit can start from."""

    log_p: Array  # (n, K) float32; what the fold's own rows have there says nothing
    b: Array


class Fitted(NamedTuple):
    """What the fit without a fold leaves behind: its scores are those of the rows that it never saw."""

    point: Point
    gap: float
    held_out: Array  # (rows of the fold, K)
    steps: int


def rows_of(task: Task, f: int) -> Rows:
    """The rows as fold f sees them; f = F is the final fit."""
    if task.scales is None:
        return task.X
    return scaled(task.X, task.scales.columns[:, f], task.scales.rows[:, f])


class _Solved(NamedTuple):
    W: Array
    b: Array
    log_p: Array
    proven: Certificate
    steps: int


def fit_fold(task: Task, s: int, f: int, donor: Point | None) -> Fitted:
    """The fit at strength s without fold f, from the dual point of a weaker one if there is one."""
    X, out = rows_of(task, f), task.folds == f
    costs = np.where(out, 0.0, task.strengths[s] * task.costs)
    solved = _solve(MulticlassProblem(X, task.k, costs, task.classes, task.intercept), task, donor, 1)
    z = scores(_rows(X, np.flatnonzero(out)), solved.W, solved.b, 1)
    return Fitted(Point(solved.log_p.astype(np.float32), solved.b), solved.proven.gap, z, solved.steps)


def fit_final(task: Task, s: int, folds: Sequence[Point], threads: int | None) -> Final:
    """All rows, to the gap `task.tol`; from the mean of what the folds that saw a row made of it, if they are there."""
    F = task.fold_count
    problem = MulticlassProblem(rows_of(task, F), task.k, task.strengths[s] * task.costs, task.classes, task.intercept)
    W, b, log_p, proven, _ = _solve(problem, task, _mean(task, folds) if folds else None, threads)
    if task.scales is not None:
        np.multiply(W, task.scales.columns[:, F, None], out=W)
    S = multiclass.pulls(task.k, problem.c, np.exp(log_p))
    return Final(W, b, np.array([proven.gap]), np.array([proven.objective]), S)


def _solve(problem: MulticlassProblem, task: Task, donor: Point | None, threads: int | None) -> _Solved:
    """By the dual; few columns, and what the dual left, by Newton's method."""
    algorithm = Softmax(problem, task.tol, task.seed, threads)
    state = algorithm.start() if donor is None else warm_start(algorithm, donor)
    if n_columns(problem.X) > FEW_COLUMNS:
        state, proven, steps = run(algorithm, state=state, max_steps=task.max_steps, keep=False)
        if state.done:
            return _Solved(state.w, state.b, state.log_p, proven, steps)
    newton = NewtonSoftmax(problem, task.tol, seed=task.seed, threads=threads)
    given = newton.start()._replace(w=state.w, b=state.b, z=scores(problem.X, state.w, state.b, threads))
    begin = min(given, newton.start(), key=lambda each: newton.certificate(each).objective)
    most = task.max_steps and min(task.max_steps, NEWTON_STEPS)
    end, proven, steps = run(newton, state=begin, max_steps=most)
    return _Solved(end.w, end.b, log_softmax(end.z, axis=1), proven, steps)


def _mean(task: Task, folds: Sequence[Point]) -> Point:
    P, seen = np.zeros((len(task.k), task.classes)), np.zeros((len(folds), task.classes))
    for f, point in enumerate(folds):
        P += np.where((task.folds == f)[:, None], 0.0, np.exp(point.log_p, dtype=np.float64))
        seen[f, task.k[(task.folds != f) & (task.costs > 0.0)]] = 1.0  # of other classes the intercept runs away
    b = np.sum(seen * [point.b for point in folds], axis=0) / np.maximum(seen.sum(axis=0), 1.0)
    return Point(np.log(np.maximum(P, LEAST)), b)


def warm_start(algorithm: Softmax, point: Point) -> State:
    """The state at the best mix of certainty and the given dual point. Costs half a pass."""
    k, c = algorithm.problem.k, algorithm.problem.c
    P = np.exp(point.log_p, dtype=np.float64)
    P /= P.sum(axis=1, keepdims=True)
    state = algorithm.start(np.log(np.maximum(P, LEAST)), point.b)
    others, chaos = _others(k, P)
    values = -0.5 * np.square(MIXES) * float(np.vdot(state.w, state.w))
    values += [c @ _entropy(t, others, chaos) for t in MIXES]
    t = float(MIXES[np.argmax(values)])
    P *= t
    P[np.arange(len(k)), k] = 1.0 - t * others
    np.multiply(state.w, t, out=state.w)  # by far the largest array here: no second one
    return state._replace(left=t * state.left, log_p=np.log(np.maximum(P, LEAST)))


@jit
def _others(k: Array, P: Array) -> tuple[Array, Array]:
    """For each row, over the classes that are not its own: sum p, sum p log p."""
    others, chaos = np.zeros(len(k)), np.zeros(len(k))
    for i in range(len(k)):
        for j in range(P.shape[1]):
            if j != k[i] and P[i, j] > 0.0:
                others[i] += P[i, j]
                chaos[i] += P[i, j] * np.log(P[i, j])
    return others, chaos


def _entropy(t: float, others: Array, chaos: Array) -> Array:
    """Of (1 - t) e_y + t p"""
    gone = np.minimum(t * others, 1.0)
    own = 1.0 - gone
    return np.asarray(-t * chaos - gone * np.log(t) - own * np.log(np.maximum(own, LEAST)))


def _rows(X: Rows, some: Array) -> Rows:
    """Some rows of X."""
    if not isinstance(X, CSR):
        return X[some]
    lengths = X.indptr[some + 1] - X.indptr[some]
    indptr = np.concatenate([[0], np.cumsum(lengths)])
    at = np.repeat(X.indptr[some] - indptr[:-1], lengths) + np.arange(indptr[-1])
    return CSR(indptr, X.indices[at], X.data[at], X.n_columns)
