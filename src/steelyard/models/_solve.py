"""Which algorithm solves which problem: two classes, many classes, with or without a penalty.

two classes    no penalty                 `unpenalised`: Newton that watches whether the classes come apart
               L1, elastic net            `coordinate_descent`
               L2, dense or few columns   `newton`; the hinge, which has no curvature, on few columns `hinge_interior`
               L2, many sparse columns    `dual_descent`, columns by frequency; the hinge on many dense ones too
many classes   L2, few columns            `newton_softmax`; more: `softmax`, and what it leaves `newton_softmax` again
               L1, elastic net            `coordinate_softmax`
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from steelyard.algorithms.loop import Algorithm, run
from steelyard.core.losses import Hinge, Logistic
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.multiclass import scores as multiclass_scores
from steelyard.core.objective import Certificate, Problem, pulled, pulls, scores
from steelyard.core.penalties import L2, NoPenalty, Penalty
from steelyard.core.rows import CSR, Array, Rows, n_columns, n_rows
from steelyard.core.trace import Trace
from steelyard.models._rows import signs

FEW_COLUMNS = 1024  # sparse rows with no more: Newton's factor is cheap
FEW_COLUMNS_SOFTMAX = 512
PATIENCE = 1000  # passes of the dual before Newton takes over
SOFTMAX_PATIENCE = 200  # the same for many classes, whose passes take longer and whose ends are slower
NEWTON_PATIENCE = 300  # steps of Newton's before rounding is to blame
SMALLEST_TOL = 1e-11  # below, a gap is rounding
SMALL = 5e7  # products in a step of Newton's: some 20 ms. Such fits go on to NEWTON_TOL: one step more, as a rule
NEWTON_TOL = 1e-13


class Asked(NamedTuple):
    """How exact, at most how many steps, from which seed, with a trace or without."""

    tol: float
    max_iter: int | None = None
    seed: int = 0
    trace: bool = False


class Solved(NamedTuple):
    """Weights (lines, columns) and intercepts (lines,), with the proof; `separates`: the classes came apart."""

    W: Array
    b: Array
    certificate: Certificate
    steps: int
    trace: Trace | None
    separates: bool = False


Start = tuple[Array, Array] | None  # W and b of another fit


def fit_logistic(
    X: Rows, y: Array, classes: Array, c: Array, penalty: Penalty, intercept: bool, asked: Asked, start: Start = None
) -> Solved:
    """Two classes by the logistic loss, more by softmax."""
    if len(classes) == 2:
        return solve_two(Problem(X, signs(y, classes[1]), c, Logistic(), penalty, intercept), asked, start)
    problem = MulticlassProblem(X, np.searchsorted(classes, y), c, len(classes), intercept)
    return solve_many(problem, penalty, asked, start)


def wants_dual(problem: Problem) -> bool:
    """L2 on many columns, and sparse rows or the hinge."""
    many = n_columns(problem.X) > FEW_COLUMNS
    return isinstance(problem.penalty, L2) and many and (isinstance(problem.X, CSR) or type(problem.loss) is Hinge)


def solve_two(problem: Problem, asked: Asked, start: Start = None) -> Solved:
    """Two classes: one line of weights."""
    if isinstance(problem.penalty, NoPenalty):
        return _unpenalised(problem, asked, start)
    if not isinstance(problem.penalty, L2):
        return _coordinates(problem, asked, start)
    return _dual(problem, asked, start) if wants_dual(problem) else _newton(problem, asked, start)


def solve_many(problem: MulticlassProblem, penalty: Penalty, asked: Asked, start: Start = None) -> Solved:
    """Many classes by softmax: a line a class."""
    if isinstance(penalty, NoPenalty):
        from steelyard.algorithms.unpenalised import UnpenalisedSoftmax

        tol = _newton_tol(asked, problem.X, problem.classes)
        return _many(UnpenalisedSoftmax(problem, tol), problem, asked, _centred(start))
    if not isinstance(penalty, L2):
        from steelyard.algorithms.coordinate_softmax import CoordinateSoftmax
        from steelyard.core.columns import columns_of

        return _many(CoordinateSoftmax(problem, penalty, columns_of(problem.X), _tol(asked)), problem, asked, start)
    if n_columns(problem.X) <= FEW_COLUMNS_SOFTMAX:
        from steelyard.algorithms.newton_softmax import NewtonSoftmax

        tol = _newton_tol(asked, problem.X, problem.classes)
        return _many(NewtonSoftmax(problem, tol, seed=asked.seed), problem, asked, _centred(start))
    return _softmax(problem, asked, start)


def _tol(asked: Asked) -> float:
    return max(asked.tol, SMALLEST_TOL)


def _newton_tol(asked: Asked, X: Rows, classes: int = 1) -> float:
    """Newton's last step doubles the digits: where it costs nothing it is taken."""
    n, d = n_rows(X), n_columns(X)
    return NEWTON_TOL if n * d * d * classes <= SMALL else _tol(asked)


def _centred(start: Start) -> Start:
    """L2 wants the sum over the classes to be 0, and probabilities don't care."""
    return start and (start[0] - start[0].mean(axis=0), start[1] - start[1].mean())


def _run(
    algorithm: Algorithm[Any], asked: Asked, state: Any, most: int | None = None, keep: bool = True
) -> tuple[Any, Solved]:
    trace = Trace(gap=True) if asked.trace else None
    most = asked.max_iter if most is None else most
    done = run(algorithm, state=state, max_steps=most, trace=trace, keep=keep)
    W, b = np.atleast_2d(np.asarray(done.state.w).T), np.atleast_1d(np.asarray(done.state.b, dtype=np.float64))
    return done.state, Solved(W, b, done.certificate, done.steps, trace, bool(getattr(done.state, "separates", False)))


def _with_scores(algorithm: Any, problem: Problem, start: Start) -> Any:
    """The state of an algorithm that keeps the scores of its weights."""
    state = algorithm.start()
    if start is None:
        return state
    w, b = start[0][0].astype(np.float64), float(start[1][0])
    return state._replace(w=w, b=b, z=scores(problem.X, w, b))


def _newton(problem: Problem, asked: Asked, start: Start) -> Solved:
    if type(problem.loss) is Hinge:
        from steelyard.algorithms.hinge_interior import HingeInterior

        interior = HingeInterior(problem, _tol(asked))
        return _run(interior, asked, interior.start())[1]
    from steelyard.algorithms.newton import Newton

    algorithm = Newton(problem, _newton_tol(asked, problem.X), seed=asked.seed)
    most = asked.max_iter if asked.max_iter is not None else NEWTON_PATIENCE
    return _run(algorithm, asked, _with_scores(algorithm, problem, start), most)[1]


def _unpenalised(problem: Problem, asked: Asked, start: Start) -> Solved:
    from steelyard.algorithms.unpenalised import Unpenalised

    algorithm = Unpenalised(problem, _newton_tol(asked, problem.X), seed=asked.seed)
    return _run(algorithm, asked, _with_scores(algorithm, problem, start))[1]


def _coordinates(problem: Problem, asked: Asked, start: Start) -> Solved:
    from steelyard.algorithms.coordinate_descent import CoordinateDescent
    from steelyard.core.columns import columns_of

    algorithm = CoordinateDescent(problem, columns_of(problem.X), _tol(asked))
    state = algorithm.start() if start is None else algorithm.start(start[0][0], float(start[1][0]))
    return _run(algorithm, asked, state)[1]


def _dual(problem: Problem, asked: Asked, start: Start) -> Solved:
    """The dual, columns by frequency; what it cannot prove in PATIENCE passes is left to Newton."""
    from steelyard.algorithms.dual_descent import DualDescent
    from steelyard.lanes.columns import by_frequency

    ordered = by_frequency(problem.X)
    algorithm = DualDescent(problem._replace(X=ordered.X), _tol(asked), asked.seed)
    begin = algorithm.start() if start is None else _from_weights(algorithm, problem, start)
    most = PATIENCE if asked.max_iter is None else asked.max_iter
    state, solved = _run(algorithm, asked, begin, most, keep=False)
    solved = solved._replace(W=ordered.restored(state.w)[None])
    if state.done or asked.max_iter is not None or type(problem.loss) is Hinge:
        return solved
    return _newton(problem, asked, (solved.W, solved.b))


def _from_weights(algorithm: Any, problem: Problem, start: tuple[Array, Array]) -> Any:
    """The state at the pulls of the given weights' scores, if its dual is better than that of no pulls at all."""
    from steelyard.core.dual_proof import lower_value
    from steelyard.core.lane_weights import One

    w, b = start[0][0].astype(np.float64), float(start[1][0])
    s = pulls(problem.loss, problem.y, problem.c, scores(problem.X, w, b))
    state = algorithm.start(pulled(algorithm.problem.X, s), b, problem.y * s)
    better = lower_value(One(state.w), algorithm.sides, problem.loss, state.alpha)[0] > 0.0
    return state if better else algorithm.start()


def _softmax(problem: MulticlassProblem, asked: Asked, start: Start) -> Solved:
    from scipy.special import log_softmax

    from steelyard.algorithms.newton_softmax import NewtonSoftmax
    from steelyard.algorithms.softmax import Softmax

    algorithm = Softmax(problem, _tol(asked), asked.seed)
    if start is None:
        state = algorithm.start()
    else:
        W, b = np.ascontiguousarray(start[0].T, dtype=np.float64), start[1].astype(np.float64)
        state = algorithm.start(log_softmax(multiclass_scores(problem.X, W, b), axis=1), b)
    most = SOFTMAX_PATIENCE if asked.max_iter is None else asked.max_iter
    state, solved = _run(algorithm, asked, state, most, keep=False)
    if state.done or asked.max_iter is not None:
        return solved
    newton = NewtonSoftmax(problem, _tol(asked), seed=asked.seed)
    return _many(newton, problem, asked, (solved.W, solved.b), NEWTON_PATIENCE)


def _many(algorithm: Any, problem: MulticlassProblem, asked: Asked, start: Start, most: int | None = None) -> Solved:
    state = algorithm.start()
    if start is not None:
        W, b = np.ascontiguousarray(start[0].T, dtype=np.float64), start[1].astype(np.float64)
        state = state._replace(w=W, b=b, z=multiclass_scores(problem.X, W, b))
    return _run(algorithm, asked, state, most)[1]
