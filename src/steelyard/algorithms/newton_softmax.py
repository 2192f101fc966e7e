"""Newton's method for many classes by softmax: `newton.py` with W and b in place of w and b.

Minimises    1/2 |W|^2 + sum_i c_i (log sum_k exp(z_ik) - z_i,k_i),   z_i = x_i W + b
Given        a problem; tol, the relative gap to reach
Returns      W, b; stopped when gap <= tol, or when rounding leaves nothing to gain

The steps are those of `newton.py`:

 1. prove      the dual at the softmax of Z, balanced, against the objective: gap <= tol ends it
 2. curve      the Hessian takes (D, e) to  D + sum_i c_i x_i^T u_i, sum_i c_i u_i  with, for v_i = x_i D + e,
               u_ik = p_ik (v_ik - sum_l p_il v_il)
 3. condition  the blocks on its diagonal, one a class: those of two classes with h_i = c_i p_ik (1 - p_ik). Few
               columns: their Cholesky factors, from a sample where rows abound; many: their diagonals
 4. direct     H (D, e) = -gradient, by conjugate gradient
 5. search     t > 0 that makes the objective least along it
 6. move       by a step whose sum over the classes is 0, in each column and in b: another sum changes no probability
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steelyard._jit import jit
from steelyard.core import multiclass as core
from steelyard.core import softmax
from steelyard.core.blocks import Block, sum_over_blocks, wide_blocks
from steelyard.core.gram import penalised, sampled_gram
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Certificate
from steelyard.core.random import generator
from steelyard.core.rows import Array, Rows, axpy_lanes, axpy_squares, dot, dot_lanes, n_columns, n_rows
from steelyard.core.solve import by_diagonal, conjugate_gradient, damped_cholesky, inner, line_minimum
from steelyard.core.trace import Entry, multiclass_entry

FEW_COLUMNS = 512  # a factor for each class


class State(NamedTuple):
    w: Array  # (columns, classes)
    b: Array
    z: Array  # (rows, classes), the scores of w and b
    iteration: int
    epoch: float
    done: bool


@jit
def hessian_block(X: Rows, c: Array, P: Array, D: Array, block: Block) -> Array:
    """One block's part of step 2; the last row of D and of the result belongs to the intercepts."""
    out, lines, u = np.zeros(D.shape), D[:-1], np.empty(D.shape[1])
    for i in range(block.start, block.stop):
        if c[i] != 0.0:
            dot_lanes(X, i, lines, u)
            u += D[-1]
            mean = dot(P, i, u)
            for k in range(len(u)):
                u[k] = c[i] * P[i, k] * (u[k] - mean)
                out[-1, k] += u[k]
            axpy_lanes(u, X, i, out[:-1])
    return out


@jit
def diagonal_block(X: Rows, h: Array, block: Block) -> Array:
    """sum_i h_ik (x_i, 1)^2, element by element"""
    out = np.zeros((h.shape[1], n_columns(X) + 1))
    for i in range(block.start, block.stop):
        for k in range(h.shape[1]):
            axpy_squares(h[i, k], X, i, out[k])
            out[k, -1] += h[i, k]
    return out


@jit
def slope_along(k: Array, c: Array, Z: Array, dZ: Array, t: float) -> tuple[float, float]:
    """First and second derivative, at t, of the sum of losses at Z + t dZ"""
    first, second, p = 0.0, 0.0, np.empty(Z.shape[1])
    for i in range(len(Z)):
        softmax.probabilities(Z[i] + t * dZ[i], p)
        mean = (p * dZ[i]).sum()
        first += c[i] * (mean - dZ[i, k[i]])
        second += c[i] * (p * (dZ[i] - mean) ** 2).sum()
    return first, second


@dataclass(frozen=True)
class NewtonSoftmax:
    """The settings."""

    problem: MulticlassProblem
    tol: float = 1e-8
    few_columns: int = FEW_COLUMNS
    rows_per_column: int = 16  # as in newton.py
    seed: int = 0
    threads: int | None = None

    def start(self) -> State:
        n, d, K = n_rows(self.problem.X), n_columns(self.problem.X), self.problem.classes
        return State(np.zeros((d, K)), np.zeros(K), np.zeros((n, K)), 0, 0.0, False)

    def step(self, state: State) -> State:
        problem, W, b, Z = self.problem, state.w, state.b, state.z
        P = core.probabilities(Z)
        gap = core.certificate(problem, W, Z, P, self.threads).gap  # 1
        if gap <= self.tol:
            return state._replace(done=True)
        S = core.pulls(problem.k, problem.c, P)
        leaning = core.column_sums(S) if problem.intercept else np.zeros(len(b))
        downhill = np.vstack([core.pulled(problem.X, S, self.threads) - W, leaning]).ravel()
        condition = self._conditioner(problem.c[:, None] * P * (1.0 - P), state.iteration)  # 3
        d = conjugate_gradient(lambda v: self._product(P, v), condition, downhill, min(0.1, gap**0.5))  # 4
        D = d.reshape(-1, len(b)) - d.reshape(-1, len(b)).mean(axis=1, keepdims=True)
        dW, db = D[:-1], D[-1]
        dZ = core.scores(problem.X, dW, db, self.threads)
        across, along = inner(W, dW), inner(dW, dW)

        def slope(t: float) -> tuple[float, float]:
            first, second = slope_along(problem.k, problem.c, Z, dZ, t)
            return first + across + t * along, second + along

        t = line_minimum(slope)  # 5
        moved = State(W + t * dW, b + t * db, Z + t * dZ, state.iteration + 1, state.epoch + 1, False)  # 6
        return moved if t * inner(D.ravel(), downhill) > 0.0 else state._replace(done=True)

    def _product(self, P: Array, v: Array) -> Array:
        X, c, D = self.problem.X, self.problem.c, v.reshape(-1, P.shape[1])
        cuts = wide_blocks(len(P), len(v))  # 2
        out = sum_over_blocks(lambda block: hessian_block(X, c, P, D, block), cuts, self.threads)
        out[:-1] += D[:-1]
        out[-1] *= self.problem.intercept
        return out.ravel()

    def _conditioner(self, h: Array, iteration: int) -> Callable[[Array], Array]:
        X, K = self.problem.X, self.problem.classes
        if n_columns(X) > self.few_columns:
            cuts = wide_blocks(len(h), K * n_columns(X))
            squares = sum_over_blocks(lambda block: diagonal_block(X, h, block), cuts, self.threads)
            squares[:, :-1] += 1.0
            return by_diagonal(squares.T.ravel())

        def factor(k: int) -> Callable[[Array], Array]:
            uniform = generator(self.seed, "newton", iteration, k).random
            H = sampled_gram(X, np.ascontiguousarray(h[:, k]), self.rows_per_column, uniform, self.threads)
            return damped_cholesky(penalised(H, 1.0, self.problem.intercept))

        factors = [factor(k) for k in range(K)]
        return lambda r: np.stack([solve(part) for solve, part in zip(factors, r.reshape(-1, K).T)], axis=1).ravel()

    def certificate(self, state: State) -> Certificate:
        Z = core.scores(self.problem.X, state.w, state.b, self.threads)
        return core.certificate(self.problem, state.w, Z, threads=self.threads)

    def entry(self, state: State, gap: bool) -> Entry:
        problem, Z = self.problem, core.scores(self.problem.X, state.w, state.b, self.threads)
        known = self.certificate(state).gap if gap else np.nan
        return multiclass_entry(problem, state.w, Z, state.iteration, state.epoch, known)
