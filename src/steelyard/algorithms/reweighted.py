"""Newton's method in the words of regression: least squares, reweighted, iterated (IRLS).

Minimises    penalty(w) + sum_i c_i l(y_i, w . x_i + b), penalty L2 or none, loss with a curvature
Given        a problem; tol, the relative gap to reach
Returns      w, b; stopped when gap <= tol, or when a step changes nothing

About (w, b) the objective is, to second order, that of a ridge regression. Each step:

 1. weigh     h_i = c_i l''(y_i, z_i);  of logistic regression c_i mu_i (1 - mu_i)
 2. respond   r_i = z_i - l'(y_i, z_i) / l''(y_i, z_i), the working response: z + (y - mu) / (mu (1 - mu)), y in {0, 1}
 3. solve     w, b minimise 1/2 sum_i h_i (r_i - w . x_i - b)^2 + penalty(w): `ridge.py`

That is one step of Newton's method, of its full length. It can overshoot: `newton.py`, which production runs, is the
same step with a search along it. On the squared loss h = c and r = y: linear regression is done after one step. Without
a penalty and with more columns than rows the Hessian is singular; the step is then the one of least norm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard.algorithms.ridge import ridge
from steelyard.core import objective as core
from steelyard.core.objective import Certificate, Problem
from steelyard.core.penalties import curvature
from steelyard.core.rows import Array, n_columns
from steelyard.core.trace import Entry, linear_entry


class State(NamedTuple):
    w: Array
    b: float
    iteration: int
    epoch: float
    done: bool


class Response(NamedTuple):
    """What a step regresses: targets and their weights."""

    r: Array
    h: Array


def working_response(problem: Problem, z: Array) -> Response:
    """Steps 1 and 2 at the scores z; a row whose curvature is 0 has nothing to say.

    >>> import numpy as np
    >>> from steelyard.algorithms.reweighted import working_response
    >>> from steelyard.core.losses import Logistic
    >>> from steelyard.core.objective import Problem
    >>> from steelyard.core.penalties import L2
    >>> problem = Problem(np.ones((2, 1)), np.array([-1.0, 1.0]), np.ones(2), Logistic(), L2(), True)
    >>> working_response(problem, np.zeros(2))  # (y - 1/2) / (1/4), weighed by 1/4
    Response(r=array([-2.,  2.]), h=array([0.25, 0.25]))
    """
    h = core.curvatures(problem.loss, problem.y, problem.c, z)  # 1
    s = core.pulls(problem.loss, problem.y, problem.c, z)
    return Response(z + np.divide(s, h, out=np.zeros_like(z), where=h > 0.0), h)  # 2


@dataclass(frozen=True)
class Reweighted:
    """The settings. X is a dense array."""

    problem: Problem
    tol: float = 1e-8

    def start(self) -> State:
        return State(np.zeros(n_columns(self.problem.X)), 0.0, 0, 0.0, False)

    def step(self, state: State) -> State:
        problem = self.problem
        r, h = working_response(problem, core.scores(problem.X, state.w, state.b))
        alpha = np.array([curvature(problem.penalty, 0.0)])
        fit = ridge(problem.X, r[:, None], h, alpha, problem.intercept)  # 3
        moved = State(fit.W[:, 0], float(fit.b[0]), state.iteration + 1, state.epoch + 1.0, False)
        still = bool(np.abs(moved.w - state.w).max(initial=abs(moved.b - state.b)) == 0.0)
        return moved._replace(done=still or self.certificate(moved).gap <= self.tol)

    def certificate(self, state: State) -> Certificate:
        return core.certificate(self.problem, state.w, core.scores(self.problem.X, state.w, state.b))

    def entry(self, state: State, gap: bool) -> Entry:
        return linear_entry(self.problem, state.w, state.b, state.iteration, state.epoch, gap)
