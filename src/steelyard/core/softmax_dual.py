"""The dual of softmax regression, for weights kept equal to those of a dual point.

    Dual          for points p_i of the simplex:  -1/2 |W(p)|^2 + sum_i c_i entropy(p_i),
                  W(p) = sum_i c_i x_i (e_i - p_i)^T,  e_i the corner of row i's class,
                  subject to  mass = sum_i c_i p_i = the classes' costs, where there is an intercept

`multiclass` holds the objective. Points are kept as log_p (n, K); W (d, K) has the classes of a column side by side.

The certificate. A dual point must give each class its cost: classes with a surplus are scaled down by `keep`, and row i
gives the mass that this frees, f_i, to the others in fixed shares `take`. That moves W(p) along known vectors:
(1 - keep_k)(M_k - W_k), where M_k = the sum of c_i x_i over class k, and -take_k F, where F = sum_i c_i f_i x_i. So one
pass for the scores and two of a single lane are enough, and the moved weights are never made.
"""

from __future__ import annotations

import numpy as np

from steelyard._jit import jit, leaf
from steelyard.core.blocks import Block, blocks, sum_over_blocks
from steelyard.core.exponentials import exponentials
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Certificate, certify, pulled
from steelyard.core.rows import Array, Rows, axpy, axpy_lanes, dot, dot_lanes, n_columns, squared_norm
from steelyard.core.softmax import entropy, value

TINY = 1e-300  # the least share
MIXES = np.geomspace(1e-6, 1.0, 40)


@leaf
def scores_of(X: Rows, i: int, W: Array, b: Array, z: Array) -> None:
    """z = W^T x_i + b"""
    dot_lanes(X, i, W, z)
    for k in range(len(z)):
        z[k] += b[k]


@leaf
def pull(a: Array, X: Rows, i: int, W: Array) -> None:
    """W += x_i a^T"""
    axpy_lanes(a, X, i, W)


def class_costs(problem: MulticlassProblem) -> Array:
    """sum of c_i over the rows of each class"""
    return np.bincount(problem.k, weights=problem.c, minlength=problem.classes)


def class_shares(costs: Array, intercept: bool) -> Array:
    """The classes' shares of the costs: where the intercepts are free, those of the optimum at W = 0."""
    costs = costs if intercept and costs.sum() > 0.0 else costs + 1.0
    return np.asarray(np.maximum(costs / costs.sum(), TINY))


def intercept_curvature(problem: MulticlassProblem) -> float:
    """The dual's curvature in an intercept, about, at the shares of the classes and were the rows apart"""
    costs = class_costs(problem)
    shares = costs / max(float(costs.sum()), 1e-300)
    spread = float(shares @ (1.0 - shares)) / max(int((costs > 0.0).sum()), 1)
    return _damped_sum(problem.X, problem.c * spread)


@jit
def _damped_sum(X: Rows, h: Array) -> float:
    total = 0.0
    for i in range(len(h)):
        total += h[i] / (1.0 + h[i] * squared_norm(X, i))
    return total


def weights_of(problem: MulticlassProblem, log_p: Array) -> Array:
    """W(p): the weights that belong to a dual point"""
    W = np.zeros((n_columns(problem.X), problem.classes))
    _add_weights(problem, log_p, W)
    return W


def between(problem: MulticlassProblem, shares: Array) -> tuple[Array, Array]:
    """W and log p of the best p_i = (1 - t) e_i + t shares"""
    K, rows = problem.classes, len(problem.c)
    W = weights_of(problem, np.tile(np.log(shares), (rows, 1)))
    square, costs = float(np.vdot(W, W)), class_costs(problem)
    mixes = [(1.0 - t) * np.eye(K) + t * shares for t in MIXES]
    chaos = [-costs @ (mix * np.log(np.maximum(mix, TINY))).sum(axis=1) for mix in mixes]
    best = int(np.argmax(np.array(chaos) - 0.5 * MIXES**2 * square))
    W *= MIXES[best]
    return W, np.log(np.maximum(mixes[best], TINY))[problem.k]


@jit
def _add_weights(problem: MulticlassProblem, log_p: Array, W: Array) -> None:
    a, power = np.empty(problem.classes), np.empty(problem.classes)
    bits = power.view(np.int64)
    for i in range(len(problem.c)):
        c = problem.c[i]
        if c != 0.0:
            exponentials(log_p[i], a, power, bits)
            for k in range(len(a)):
                a[k] *= -c
            a[problem.k[i]] += c
            pull(a, problem.X, i, W)


def mass(problem: MulticlassProblem, log_p: Array, threads: int | None = None) -> Array:
    """sum_i c_i p_i"""
    return sum_over_blocks(lambda block: _mass(problem, log_p, block), blocks(len(problem.c)), threads)


@jit
def _mass(problem: MulticlassProblem, log_p: Array, block: Block) -> Array:
    out, p, power = np.zeros(problem.classes), np.empty(problem.classes), np.empty(problem.classes)
    bits = power.view(np.int64)
    for i in range(block.start, block.stop):
        exponentials(log_p[i], p, power, bits)
        for k in range(len(p)):
            out[k] += problem.c[i] * p[k]
    return out


def certificate(
    problem: MulticlassProblem, W: Array, b: Array, log_p: Array, threads: int | None = None
) -> Certificate:
    """A proven bound on the distance to the optimum, given a dual point, W = W(p), and any b."""
    K = problem.classes
    keep, take = np.ones(K), np.zeros(K)
    if problem.intercept:
        keep, take = _balance(mass(problem, log_p, threads), class_costs(problem))
    freed = np.zeros(len(problem.c))
    cuts = blocks(len(problem.c))
    sums = sum_over_blocks(lambda at: _sums(problem, W, b, log_p, keep, take, freed, at), cuts, threads)
    loss, spread, own, given = float(sums[0]), float(sums[1]), sums[2 : 2 + K], sums[2 + K :]
    F = pulled(problem.X, problem.c * freed, threads)
    squares = np.einsum("jk,jk->k", W, W)
    down = 1.0 - keep
    along = down * (own - squares) - take * given  # W_k . its move
    far = down**2 * (_class_squares(problem) - 2.0 * own + squares) + take**2 * float((F * F).sum())  # |its move|^2
    half = 0.5 * float(squares.sum())
    return certify(half + loss, spread - half - float((along + 0.5 * far).sum()))


def _balance(mass: Array, wanted: Array) -> tuple[Array, Array]:
    """(keep, take) that bring the mass of each class to what is wanted"""
    keep = np.divide(wanted, mass, out=np.ones_like(mass), where=mass > wanted)
    lack = np.maximum(wanted - mass, 0.0)
    return keep, lack / lack.sum() if lack.sum() > 0.0 else lack


@jit
def _sums(
    problem: MulticlassProblem,
    W: Array,
    b: Array,
    log_p: Array,
    keep: Array,
    take: Array,
    freed: Array,
    block: Block,
) -> Array:
    """Over a block: the losses, the entropies of the balanced p, M_k . W_k, and W_k . F. Writes f into freed."""
    K = problem.classes
    out, z, p, power = np.zeros(2 + 2 * K), np.empty(K), np.empty(K), np.empty(K)
    bits = power.view(np.int64)
    for i in range(block.start, block.stop):
        c, y = problem.c[i], problem.k[i]
        if c != 0.0:
            scores_of(problem.X, i, W, b, z)
            out[0] += c * value(y, z)
            exponentials(log_p[i], p, power, bits)
            for k in range(K):
                freed[i] += (1.0 - keep[k]) * p[k]
            for k in range(K):
                p[k] = keep[k] * p[k] + freed[i] * take[k]
                out[2 + K + k] += c * freed[i] * (z[k] - b[k])
            out[1] += c * entropy(p)
            out[2 + y] += c * (z[y] - b[y])
    return out


def _class_squares(problem: MulticlassProblem) -> Array:
    """|M_k|^2"""
    squares = np.zeros(problem.classes)
    _add_class_squares(problem, np.argsort(problem.k, kind="stable"), np.zeros(n_columns(problem.X)), squares)
    return squares


@jit
def _add_class_squares(problem: MulticlassProblem, order: Array, v: Array, squares: Array) -> None:
    start = 0
    while start < len(order):
        k, stop = problem.k[order[start]], start
        while stop < len(order) and problem.k[order[stop]] == k:
            axpy(problem.c[order[stop]], problem.X, order[stop], v)
            stop += 1
        for at in range(start, stop):
            squares[k] += problem.c[order[at]] * dot(problem.X, order[at], v)
        v *= 0.0
        start = stop
