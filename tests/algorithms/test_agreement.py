"""All algorithms for one problem end at one optimum, and every one of them proves it; on any number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from steelyard._jit import ENABLED
from steelyard.algorithms.coordinate_descent import CoordinateDescent
from steelyard.algorithms.coordinate_softmax import CoordinateSoftmax
from steelyard.algorithms.dual_descent import DualDescent
from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.hinge_interior import HingeInterior
from steelyard.algorithms.kernel_dual import KernelDual
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.newton_softmax import NewtonSoftmax
from steelyard.algorithms.reweighted import Reweighted
from steelyard.algorithms.ridge import ridge
from steelyard.algorithms.softmax import Softmax
from steelyard.algorithms.unpenalised import Unpenalised, UnpenalisedSoftmax
from steelyard.core.columns import columns_of
from steelyard.core.losses import Hinge, Logistic, Loss, Squared, SquaredHinge
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Problem
from steelyard.core.penalties import L1, L2, ElasticNet, NoPenalty
from steelyard.core.rows import Array
from tests.core.problems import csr, draw

pytestmark = pytest.mark.algorithms
FALLING = Steps(1.0, backtracking=True)
WIDE = (24, 30)  # rows, columns: the dual is no harder than the primal


def ends(*algorithms: Any, proven: float = 1e-9) -> list[Array]:
    """(w, b) of each, in one row; each proven."""
    rows = []
    for algorithm in algorithms:
        ran = run(algorithm, max_steps=1000)
        assert ran.certificate.gap <= proven, (type(algorithm).__name__, ran.certificate)
        rows.append(np.append(np.asarray(ran.state.w).ravel(), np.asarray(ran.state.b).ravel()))
    return rows


def falling(problem: Problem, tol: float = 1e-4) -> Array:
    """(w, b) by gradient descent, which proves little for its price."""
    state = run(GradientDescent(problem, FALLING, tol=tol), max_steps=1000).state
    assert state.done
    return np.append(state.w, state.b)


def assert_one(rows: list[Array], atol: float = 2e-4) -> None:
    for row in rows[1:]:
        np.testing.assert_allclose(row, rows[0], atol=atol)


@pytest.mark.parametrize("cost", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("intercept", [True, False])
def test_logistic(cost: float, intercept: bool) -> None:
    dense = draw(*WIDE, cost=cost, intercept=intercept)
    sparse = dense._replace(X=csr(dense.X))
    two = MulticlassProblem(dense.X, (dense.y > 0).astype(np.int64), dense.c, 2, intercept)
    rows = ends(
        Newton(dense, 1e-12),
        Newton(sparse, 1e-12, few_columns=0),
        Reweighted(dense, 1e-12) if cost < 100.0 else Newton(dense, 1e-12),  # unit steps: from afar they may diverge
        DualDescent(dense, 1e-11),
        DualDescent(sparse, 1e-11, seed=1),
    )
    assert_one(rows + ([falling(dense)] if cost == 1.0 else []))
    # softmax over two classes: its W are +-w / 2 of the logistic problem at half the penalty
    soft = ends(NewtonSoftmax(two, 1e-12), Softmax(two, 1e-11))
    half = draw(*WIDE, cost=2.0 * cost, intercept=intercept)
    w = ends(Newton(half, 1e-12))[0]
    assert_one([*soft, np.outer(w, [-0.5, 0.5]).ravel()])


@pytest.mark.parametrize("cost", [0.01, 1.0, 30.0])
def test_the_hinge(cost: float) -> None:
    problem = draw(*WIDE, cost=cost, loss=Hinge())
    K = problem.X @ problem.X.T
    pulls = run(KernelDual(lambda W: K[W], problem.y, problem.c, 1e-11)).state
    rows = ends(HingeInterior(problem, 1e-11), DualDescent(problem, 1e-10))
    rows.append(np.append(problem.X.T @ pulls.s, pulls.b))
    for row in rows[1:]:
        np.testing.assert_allclose(row[:-1], rows[0][:-1], atol=1e-3)  # an intercept may have room


@pytest.mark.parametrize("cost", [0.01, 1.0, 100.0])
def test_the_squared_hinge(cost: float) -> None:
    problem = draw(*WIDE, cost=cost, loss=SquaredHinge())
    rows = ends(Newton(problem, 1e-12), DualDescent(problem, 1e-11))
    assert_one(rows + ([falling(problem)] if cost == 1.0 else []))


def test_squares() -> None:
    problem = draw(cost=0.7, loss=Squared())
    exact = ridge(problem.X, problem.y[:, None], problem.c, np.array([1.0]), intercept=True)
    assert_one([np.append(exact.W[:, 0], exact.b[0]), *ends(Newton(problem, 1e-12)), falling(problem)])


@pytest.mark.parametrize("loss", [Logistic(), Squared()], ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("penalty", [L1(), ElasticNet(0.5)], ids=lambda each: type(each).__name__)
def test_kinks(loss: Loss, penalty: Any) -> None:
    problem = draw(cost=0.5, loss=loss, penalty=penalty)
    assert_one([*ends(CoordinateDescent(problem, columns_of(problem.X), 1e-12)), falling(problem)])


def test_kinks_of_two_classes_are_those_of_softmax() -> None:
    """With p = sigma of a difference, L1 may share a weight between the classes as it likes: the values agree."""
    problem = draw(cost=0.5, penalty=L1())
    two = MulticlassProblem(problem.X, (problem.y > 0).astype(np.int64), problem.c, 2, True)
    columns = columns_of(problem.X)
    one = run(CoordinateDescent(problem, columns, 1e-11)).certificate
    both = run(CoordinateSoftmax(two, L1(), columns, 1e-9), max_steps=500).certificate
    assert both.objective == pytest.approx(one.objective, rel=1e-8)


def test_without_a_penalty() -> None:
    problem = draw(80, 3, penalty=NoPenalty())
    two = MulticlassProblem(problem.X, (problem.y > 0).astype(np.int64), problem.c, 2, True)
    rows = ends(Unpenalised(problem, 1e-11))
    nearly = ends(Newton(problem._replace(penalty=L2(), c=1e9 * problem.c), 1e-13))
    assert_one(rows + nearly)
    W, b = np.split(ends(UnpenalisedSoftmax(two, 1e-9), proven=1e-8)[0], [6])
    assert_one([rows[0], np.append(W.reshape(3, 2) @ [-1.0, 1.0], b @ [-1.0, 1.0])], atol=1e-3)


@pytest.mark.skipif(not ENABLED, reason="too slow as plain Python")
@pytest.mark.parametrize(
    "name",
    [
        "dual", "lanes", "softmax", "hinge", "unpenalised", "gradient", "newton", "newton, wide", "newton softmax",
        "newton softmax, wide", "unpenalised softmax", "coordinates", "coordinate softmax", "reweighted",
    ],
)  # fmt: skip
def test_the_same_bits_on_any_number_of_threads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows for three blocks; weights that are cut in two halves like large ones."""
    monkeypatch.setattr("steelyard.core.blocks.WIDE", 10)
    problem: Problem = draw(9000, 6, sparse=name in ("dual", "lanes", "softmax", "coordinates", "newton, wide"))
    many = MulticlassProblem(problem.X, np.arange(9000) % 3, problem.c, 3, True)
    algorithm: Any = {
        "dual": DualDescent(problem, 1e-5),
        "softmax": Softmax(many, 1e-3),
        "hinge": HingeInterior(problem._replace(loss=Hinge()), 1e-3),
        "unpenalised": Unpenalised(problem._replace(penalty=NoPenalty()), 1e-5),
        "gradient": GradientDescent(problem, FALLING, tol=1.0),
        "lanes": DualDescent(problem._replace(y=np.tile(problem.y[:, None], 8), c=np.outer(problem.c, range(8))), 1e-5),
        "newton": Newton(problem, 1e-9),
        "newton, wide": Newton(problem, 1e-9, few_columns=0),
        "newton softmax": NewtonSoftmax(many, 1e-9),
        "newton softmax, wide": NewtonSoftmax(many, 1e-9, few_columns=0),
        "unpenalised softmax": UnpenalisedSoftmax(many, 1e-9),
        "coordinates": CoordinateDescent(problem._replace(penalty=L1()), columns_of(problem.X), 1e-6),
        "coordinate softmax": CoordinateSoftmax(many, L1(), columns_of(problem.X), 1e-6),
        "reweighted": Reweighted(problem, 1e-9),
    }[name]
    seen = []
    for threads in ("1", "2", "3"):
        monkeypatch.setenv("STEELYARD_THREADS", threads)
        ran = run(algorithm, max_steps=4)
        seen.append([np.asarray(part).tobytes() for part in (ran.state.w, ran.state.b, *ran.certificate)])
    assert seen[0] == seen[1] == seen[2]
