"""`LogisticRegression`: two classes by the logistic loss, many by softmax; certified."""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from scipy.special import log_expit, log_softmax
from sklearn.linear_model._base import SparseCoefMixin

from steelyard.core.penalties import L1, L2, ElasticNet, NoPenalty, Penalty
from steelyard.core.rows import Array
from steelyard.models._checks import Interval, StrOptions, check_settings, check_two, training_data
from steelyard.models._linear import LinearScores
from steelyard.models._rows import FLOATS, costs, rows_of, seed_of
from steelyard.models._solve import Asked, Solved, fit_logistic
from steelyard.models._warnings import SeparableWarning, warn_of_gap

SOLVERS = {"lbfgs", "liblinear", "newton-cg", "newton-cholesky", "sag", "saga"}
CONSTRAINTS: dict[str, list[Any]] = {
    "penalty": [StrOptions({"auto", "deprecated", "l1", "l2", "elasticnet"}), None],
    "dual": ["boolean"],
    "tol": [Interval(Real, 0, None, closed="left")],
    "fit_intercept": ["boolean"],
    "intercept_scaling": [Interval(Real, 0, None, closed="neither")],
    "class_weight": [dict, StrOptions({"balanced"}), None],
    "random_state": ["random_state"],
    "solver": [StrOptions(SOLVERS)],
    "max_iter": [Interval(Integral, 0, None, closed="left"), None],
    "verbose": ["verbose"],
    "n_jobs": [None, Integral],
}


def penalty_of(penalty: str | None, C: float, l1_ratio: float | None) -> Penalty:
    """What is meant by scikit-learn's three parameters, old and new."""
    if penalty is None and C not in (1.0, np.inf):
        warnings.warn("Setting penalty=None will ignore the C and l1_ratio parameters", stacklevel=3)
    if penalty is None or np.isinf(C):
        return NoPenalty()
    if penalty == "elasticnet" and l1_ratio is None:
        raise ValueError("l1_ratio must be specified when penalty is elasticnet.")
    if penalty in ("l1", "l2") and l1_ratio is not None and 0 < l1_ratio < 1:
        warnings.warn(
            f"l1_ratio parameter is only used when penalty is 'elasticnet'. Got (penalty={penalty})", stacklevel=3
        )
    if penalty == "l2" and l1_ratio == 1.0:
        warnings.warn(f"Inconsistent values: penalty={penalty} with l1_ratio={l1_ratio}. It is L2.", stacklevel=3)
    ratio = {"l1": 1.0, "l2": 0.0}.get(penalty, l1_ratio or 0.0)
    return L2() if ratio == 0.0 else L1() if ratio == 1.0 else ElasticNet(float(ratio))


class LogisticAnswers(SparseCoefMixin, LinearScores):
    """What fitted weights answer: softmax of the scores, with two classes of (0, score)."""

    def predict_log_proba(self, X: Any) -> Array:
        """log P(k | x)"""
        z = self.decision_function(X)
        return np.column_stack([log_expit(-z), log_expit(z)]) if z.ndim == 1 else np.asarray(log_softmax(z, axis=1))

    def predict_proba(self, X: Any) -> Array:
        """P(k | x)"""
        return np.exp(self.predict_log_proba(X))


class LogisticRegression(LogisticAnswers):
    """Logistic regression: two classes, or many at once by softmax, with a proof of how good the weights are.

    Minimises penalty(w) + C sum_i weight_i loss_i; the intercept pays no penalty. The penalty is
    l1_ratio |w|_1 + (1 - l1_ratio) 1/2 |w|^2, none with C=inf; `penalty` "l1", "l2", "elasticnet" or None says so
    outright.

    Parameters: scikit-learn's, but `tol` is the relative gap to reach, and with `max_iter=None` the fit goes on until
    it is proven; a `max_iter` that stops it earlier warns with the gap it left. Every `solver` is accepted and leads to
    the same optimum, as `dual` does; `intercept_scaling`, `verbose` and `n_jobs` have no effect. `trace=True` keeps a
    `trace_`.

    Added: `objective_`, `gap_` (both of `coef_` before it is rounded to the type of X). Without a penalty, on classes
    that can be separated, it warns and sets `separating_direction_`, (weights, intercepts) that put every row on its
    own side.

    >>> from steelyard import LogisticRegression
    >>> model = LogisticRegression().fit([[-1.0], [-1.0], [1.0], [1.0]], ["no", "no", "yes", "yes"])
    >>> float(model.coef_[0, 0].round(6)), model.gap_ <= 1e-6  # w = 4 / (1 + exp(w))
    (1.042597, True)
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **CONSTRAINTS,
        "C": [Interval(Real, 0, None, closed="right")],
        "l1_ratio": [Interval(Real, 0, 1, closed="both"), None],
        "warm_start": ["boolean"],
        "trace": ["boolean"],
    }

    def __init__(
        self,
        penalty: str | None = "auto",
        *,
        C: float = 1.0,
        l1_ratio: float | None = 0.0,
        dual: bool = False,
        tol: float = 1e-6,
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: Any = None,
        random_state: Any = None,
        solver: str = "lbfgs",
        max_iter: int | None = None,
        verbose: int = 0,
        warm_start: bool = False,
        n_jobs: int | None = None,
        trace: bool = False,
    ) -> None:
        self.penalty = penalty
        self.C = C
        self.l1_ratio = l1_ratio
        self.dual = dual
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.random_state = random_state
        self.solver = solver
        self.max_iter = max_iter
        self.verbose = verbose
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.trace = trace

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """The optimum, proven to `tol`."""
        check_settings(self)
        penalty = penalty_of(self.penalty, self.C, self.l1_ratio)
        X, y = training_data(self, X, y, sparse=True, dtype=FLOATS, order="C")
        self.classes_ = np.unique(y)
        check_two(self.classes_)
        C = 1.0 if isinstance(penalty, NoPenalty) else self.C
        c = costs(C, sample_weight, self.class_weight, self.classes_, y, X)
        start = (self.coef_, self.intercept_) if self.warm_start and hasattr(self, "coef_") else None
        asked = Asked(self.tol, self.max_iter, seed_of(self.random_state), self.trace)
        solved = fit_logistic(rows_of(X), y, self.classes_, c, penalty, self.fit_intercept, asked, start)
        self._store(solved, X.dtype)
        return self

    def _store(self, solved: Solved, dtype: Any) -> None:
        self.coef_, self.intercept_ = solved.W.astype(dtype, copy=False), solved.b.astype(dtype)
        self.objective_ = solved.certificate.objective
        self.gap_ = max(solved.certificate.gap, 0.0)
        self.n_iter_ = np.array([solved.steps], dtype=np.int32)
        if self.trace:
            self.trace_ = solved.trace
        self.__dict__.pop("separating_direction_", None)
        if not solved.separates:
            warn_of_gap(self.gap_, self.tol, solved.steps, self.max_iter, self.solver)
            return
        size = float(np.sqrt((solved.W**2).sum()))
        self.separating_direction_ = (solved.W / size, solved.b / size)
        warnings.warn(
            "The classes can be separated: without a penalty there are no best weights, each multiple is better than "
            "the last. `separating_direction_` puts every row on its own side. Set a penalty (a finite C).",
            SeparableWarning,
            stacklevel=3,
        )
