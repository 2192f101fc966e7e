"""The objective and its derivatives by their formulas, blocks against the whole, and what a certificate proves."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize

from steelyard.core import losses, penalties
from steelyard.core import objective as o
from steelyard.core.blocks import Block, blocks, sum_over_blocks
from steelyard.core.hessian import hessian_product
from steelyard.core.losses import Hinge, Logistic, Loss, Squared, SquaredHinge
from steelyard.core.objective import Problem
from steelyard.core.penalties import L1, L2, ElasticNet, NoPenalty, Penalty
from steelyard.core.rows import CSR
from tests.core.problems import draw

pytestmark = pytest.mark.algorithms
SMOOTH: list[Loss] = [Logistic(), SquaredHinge(), Squared()]
every_loss = pytest.mark.parametrize("loss", [*SMOOTH, Hinge()], ids=lambda loss: type(loss).__name__)
smooth_loss = pytest.mark.parametrize("loss", SMOOTH, ids=lambda loss: type(loss).__name__)
every_penalty = pytest.mark.parametrize("penalty", [L2(), L1(), ElasticNet(0.4)], ids=lambda p: type(p).__name__)
both_kinds = pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
intercept_or_not = pytest.mark.parametrize("intercept", [False, True], ids=["through_0", "intercept"])


def dense(problem: Problem) -> np.ndarray:
    X = problem.X
    if not isinstance(X, CSR):
        return X
    out = np.zeros((len(X.indptr) - 1, X.n_columns))
    for i in range(len(out)):
        out[i, X.indices[X.indptr[i] : X.indptr[i + 1]]] = X.data[X.indptr[i] : X.indptr[i + 1]]
    return out


def plain_objective(problem: Problem, w: np.ndarray, b: float) -> float:
    """The formula of the header, word by word."""
    z = dense(problem) @ w + b
    rows = (c * losses.value(problem.loss, y, zi) for y, c, zi in zip(problem.y, problem.c, z, strict=True))
    return sum(penalties.value(problem.penalty, each) for each in w) + sum(rows)


@both_kinds
@every_loss
@every_penalty
def test_the_objective_is_the_formula(sparse: bool, loss: Loss, penalty: Penalty) -> None:
    problem = draw(loss=loss, penalty=penalty, sparse=sparse)
    w, b = np.random.default_rng(1).normal(size=5), -0.4
    z = o.scores(problem.X, w, b)
    np.testing.assert_allclose(z, dense(problem) @ w + b, rtol=1e-14)
    assert o.objective(problem, w, z) == pytest.approx(plain_objective(problem, w, b), rel=1e-14)


@both_kinds
@intercept_or_not
@smooth_loss
@every_penalty
def test_gradient_and_hessian_by_central_differences(
    sparse: bool, intercept: bool, loss: Loss, penalty: Penalty
) -> None:
    problem = draw(loss=loss, penalty=penalty, sparse=sparse, intercept=intercept)
    rng = np.random.default_rng(1)
    w, b, v, v_b, h = rng.normal(size=5), 0.2, rng.normal(size=5), 0.7 if intercept else 0.0, 1e-6

    def gradient(t: float) -> np.ndarray:
        z = o.scores(problem.X, w + t * v, b + t * v_b)
        return np.append(*o.gradient(problem, w + t * v, z))

    def value(t: float) -> float:
        return plain_objective(problem, w + t * v, b + t * v_b)

    z = o.scores(problem.X, w, b)
    slopes = o.curvatures(problem.loss, problem.y, problem.c, z)
    assert gradient(0) @ np.append(v, v_b) == pytest.approx((value(h) - value(-h)) / (2 * h), rel=1e-7)
    product = np.append(*hessian_product(problem, slopes, v, v_b))
    np.testing.assert_allclose(product, (gradient(h) - gradient(-h)) / (2 * h), rtol=1e-6, atol=1e-7)


def test_a_row_of_cost_0_is_not_there() -> None:
    problem = draw()
    here = problem.c > 0
    fewer = problem._replace(X=problem.X[here], y=problem.y[here], c=problem.c[here])
    z = o.scores(problem.X, np.ones(5), 0.0)
    assert o.certificate(problem, np.ones(5), z) == pytest.approx(o.certificate(fewer, np.ones(5), z[here]), rel=1e-13)


def test_blocks_are_the_whole_cut_in_order() -> None:
    cut = blocks(10_000, 4096)
    assert cut == [Block(0, 4096), Block(4096, 8192), Block(8192, 10_000)]
    assert blocks(0) == []
    parts = np.random.default_rng(0).normal(size=(50, 3))
    total = sum_over_blocks(lambda block: parts[block.start : block.stop].sum(axis=0), blocks(50, 7), threads=2)
    in_order = parts[0:7].sum(axis=0)
    for first in range(7, 50, 7):
        in_order += parts[first : first + 7].sum(axis=0)
    assert total.tobytes() == in_order.tobytes()


@both_kinds
def test_the_same_bits_on_any_number_of_threads(sparse: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.core.blocks.blocks.__defaults__", (37,))  # many blocks of few rows
    problem = draw(n=500, sparse=sparse)
    w = np.random.default_rng(1).normal(size=5)

    def bits(threads: int) -> list[bytes]:
        z = o.scores(problem.X, w, 0.1, threads)
        h = o.curvatures(problem.loss, problem.y, problem.c, z)
        g, g_b = o.gradient(problem, w, z, threads)
        v, v_b = hessian_product(problem, h, w, 0.3, threads)
        certificate = o.certificate(problem, w, z, threads=threads)
        return [np.asarray(part).tobytes() for part in (z, g, g_b, v, v_b, *certificate)]

    assert bits(1) == bits(2) == bits(5)


@intercept_or_not
@every_loss
@every_penalty
def test_no_certificate_claims_too_much(intercept: bool, loss: Loss, penalty: Penalty) -> None:
    """Whatever the weights and whatever the pulls: no dual value exceeds any objective."""
    problem = draw(loss=loss, penalty=penalty, intercept=intercept, cost=0.7)
    rng = np.random.default_rng(2)
    lowest, highest = np.inf, -np.inf
    for k in range(60):
        w, b = rng.normal(size=5) * 0.6 ** (k % 12), rng.normal() if intercept else 0.0
        z = o.scores(problem.X, w, b)
        s = None if k % 2 else problem.y * problem.c * rng.random(len(z))
        certificate = o.certificate(problem, w, z, s)
        lowest, highest = min(lowest, certificate.objective), max(highest, certificate.dual)
        assert certificate.gap == pytest.approx(1 - certificate.dual / certificate.objective, rel=1e-12)
    assert highest <= lowest * (1 + 1e-12)


@intercept_or_not
@smooth_loss
@both_kinds
def test_at_the_optimum_the_gap_is_0(intercept: bool, loss: Loss, sparse: bool) -> None:
    """The optimum comes from SciPy, which knows nothing of duals."""
    problem = draw(loss=loss, intercept=intercept, sparse=sparse)

    def both(p: np.ndarray) -> tuple[float, np.ndarray]:
        z = o.scores(problem.X, p[:5], p[5])
        return o.objective(problem, p[:5], z), np.append(*o.gradient(problem, p[:5], z))

    best = scipy.optimize.minimize(both, np.zeros(6), jac=True, method="BFGS", options={"gtol": 1e-10}).x
    z = o.scores(problem.X, best[:5], best[5])
    assert abs(o.certificate(problem, best[:5], z).gap) < 1e-12
    assert o.largest_slope(problem, best[:5], z) < 1e-7


def test_one_class_alone_and_infeasible_pulls() -> None:
    problem = draw()
    alone = problem._replace(y=np.ones_like(problem.y))
    z = o.scores(alone.X, np.zeros(5), 40.0)
    certificate = o.certificate(alone, np.zeros(5), z)
    assert 0.0 == certificate.dual <= certificate.objective < 1e-10
    wrong_way = o.certificate(problem, np.zeros(5), np.zeros(60), -problem.y * (problem.c > 0))
    assert wrong_way.dual == -np.inf
    assert wrong_way.gap == np.inf


def test_without_a_penalty_nothing_is_proven_unless_the_pulls_cancel() -> None:
    problem = draw(penalty=NoPenalty())
    assert o.certificate(problem, np.ones(5), o.scores(problem.X, np.ones(5), 0.0)).gap == 1.0
