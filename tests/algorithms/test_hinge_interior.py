"""The hinge by an interior point: libsvm's optimum, at any cost and scale; proofs that never claim too much."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.svm import SVC

from steelyard.algorithms.hinge_interior import HingeInterior
from steelyard.algorithms.loop import run
from steelyard.core.losses import Hinge
from tests.core.problems import csr, draw

pytestmark = pytest.mark.algorithms


@pytest.mark.parametrize("cost", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_the_optimum_is_that_of_libsvm(cost: float, sparse: bool) -> None:
    problem = draw(40, 4, cost=cost, loss=Hinge())
    there = problem.c > 0.0
    peer = SVC(kernel="linear", tol=1e-9).fit(problem.X[there], problem.y[there], sample_weight=problem.c[there])
    ran = run(HingeInterior(problem._replace(X=csr(problem.X)) if sparse else problem, 1e-10), max_steps=60)
    assert ran.state.done
    np.testing.assert_allclose(ran.state.w, peer.coef_[0], rtol=1e-3, atol=2e-4)


@pytest.mark.parametrize("cost", [1e-6, 1e6])
@pytest.mark.parametrize("separable", [False, True])
@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_any_cost_and_scale_is_certified(cost: float, separable: bool, scale: float) -> None:
    problem = draw(40, 4, cost=cost, loss=Hinge(), separable=separable)
    problem = problem._replace(X=problem.X * scale)
    certificate = run(HingeInterior(problem, 1e-8), max_steps=100).certificate
    assert np.isfinite(certificate).all()
    assert -1e-12 <= certificate.gap <= 1e-6


def test_the_gap_never_claims_too_much() -> None:
    problem = draw(40, 4, loss=Hinge())
    algorithm = HingeInterior(problem, 1e-12)
    optimum = run(algorithm, max_steps=60).certificate.objective
    state = algorithm.start()
    while not state.done:
        state = algorithm.step(state)
        proven = algorithm.certificate(state)
        assert proven.dual <= optimum * (1.0 + 1e-12) <= proven.objective * (1.0 + 2e-12)


def test_rows_without_cost_and_no_rows_at_all() -> None:
    problem = draw(40, 4, loss=Hinge())
    there = problem.c > 0.0
    alone = problem._replace(X=problem.X[there], y=problem.y[there], c=problem.c[there])
    ours, theirs = (run(HingeInterior(each, 1e-10), max_steps=60).state for each in (problem, alone))
    np.testing.assert_allclose([*ours.w, ours.b], [*theirs.w, theirs.b], atol=1e-6)
    nothing = run(HingeInterior(problem._replace(c=np.zeros(40)), 1e-10))
    assert nothing.state.done
    assert not nothing.state.w.any()


def test_disguises() -> None:
    problem = draw(30, 4, loss=Hinge())
    plain = run(HingeInterior(problem, 1e-11), max_steps=60).state.w
    order = np.random.default_rng(0).permutation(30)
    shuffled = problem._replace(X=problem.X[order], y=problem.y[order], c=problem.c[order])
    twice = problem._replace(X=np.vstack([problem.X] * 2), y=np.tile(problem.y, 2), c=np.tile(problem.c / 2.0, 2))
    for each in (shuffled, twice):
        np.testing.assert_allclose(run(HingeInterior(each, 1e-11), max_steps=60).state.w, plain, atol=1e-5)
