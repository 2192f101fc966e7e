"""What `Perceptron` and `SGDClassifier` share: one class against the others, epoch by epoch, from where one likes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model._base import SparseCoefMixin
from sklearn.model_selection import StratifiedShuffleSplit

from steelyard._threads import run_parallel
from steelyard.core.objective import Certificate, scores
from steelyard.core.rows import Array, Rows
from steelyard.core.trace import Trace
from steelyard.models._checks import (
    Interval,
    StrOptions,
    check_settings,
    class_weights,
    first_call,
    training_data,
    weights,
)
from steelyard.models._linear import LinearScores
from steelyard.models._rows import FLOATS, rows_of, seed_of, signs


class Weights(NamedTuple):
    """Where a fit starts or ends: the weights, their average, the changes made so far."""

    w: Array
    b: float
    mean: Array
    mean_b: float
    changes: int


class Task(NamedTuple):
    """One class against the others: signs, and how much each row counts."""

    X: Rows
    y: Array
    c: Array
    start: Weights
    seed: int
    accuracy: Callable[[Array, float], float] | None  # on the rows held out, if there are


class Learnt(NamedTuple):
    """What a fit of one task gives."""

    end: Weights
    epochs: int
    certificate: Certificate | None
    trace: Trace | None


class Patience:
    """Watches a measure, epoch by epoch: True once it has not come down by `tol` for so many epochs."""

    def __init__(self, measure: Callable[[Any], float], tol: float | None, epochs: int) -> None:
        self.measure = measure
        self.tol = tol
        self.epochs = epochs
        self.best = np.inf
        self.waited = 0

    def __call__(self, state: Any) -> bool:
        if self.tol is None:
            return False
        value = self.measure(state)
        self.waited = self.waited + 1 if value > self.best - self.tol else 0
        self.best = min(self.best, value)
        return self.waited >= self.epochs


class OnlineClassifier(SparseCoefMixin, LinearScores):
    """A subclass has the parameters below and `_learn(task, epochs)`."""

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "penalty": [StrOptions({"l2", "l1", "elasticnet"}), None],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "l1_ratio": [Interval(Real, 0, 1, closed="both"), None],
        "fit_intercept": ["boolean"],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left"), None],
        "shuffle": ["boolean"],
        "verbose": ["verbose"],
        "eta0": [Interval(Real, 0, None, closed="neither")],
        "n_jobs": [None, Integral],
        "random_state": ["random_state"],
        "early_stopping": ["boolean"],
        "validation_fraction": [Interval(Real, 0, 1, closed="neither")],
        "n_iter_no_change": [Interval(Integral, 1, None, closed="left")],
        "class_weight": [StrOptions({"balanced"}), dict, None],
        "warm_start": ["boolean"],
        "average": [Interval(Integral, 0, None, closed="neither"), "boolean"],
        "trace": ["boolean"],
    }
    penalty: str | None
    l1_ratio: float | None
    fit_intercept: bool
    max_iter: int
    tol: float | None
    random_state: Any
    early_stopping: bool
    validation_fraction: float
    class_weight: Any
    warm_start: bool
    average: bool | int
    trace: bool

    def _learn(self, task: Task, epochs: int | None) -> Learnt:
        """At most `max_iter` epochs and a certificate; or just so many epochs, and none."""
        raise NotImplementedError

    def _check_more(self) -> None:
        if self.penalty == "elasticnet" and self.l1_ratio is None:
            raise ValueError("l1_ratio must be set when penalty is 'elasticnet'")

    def fit(self, X: Any, y: Any, coef_init: Any = None, intercept_init: Any = None, sample_weight: Any = None) -> Self:
        """Learn from the rows of X, epoch by epoch, starting from the given weights, the last ones, or 0."""
        check_settings(self)
        self._check_more()
        X, y = training_data(self, X, y, sparse=True, dtype=FLOATS, order="C", accept_large_sparse=False)
        if self.warm_start and hasattr(self, "coef_"):
            coef_init = self.coef_ if coef_init is None else coef_init
            intercept_init = self.intercept_ if intercept_init is None else intercept_init
        self.classes_ = np.unique(y)
        if len(self.classes_) < 2:
            raise ValueError("The number of classes has to be greater than one; got 1 class")
        self._place(X, coef_init, intercept_init)
        learnt = self._run(X, y, sample_weight, None)
        self._tell(learnt)
        if self.tol is not None and self.n_iter_ == self.max_iter:
            warnings.warn(f"Stopped by max_iter={self.max_iter}, still improving.", ConvergenceWarning, stacklevel=2)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """One epoch over the rows of X, from where the last one ended. The first call needs all classes."""
        if not hasattr(self, "classes_"):
            check_settings(self)
            self._check_more()
            if self.early_stopping:
                raise ValueError("early_stopping should be False with partial_fit")
            self._refuse_balanced()
        X, y = training_data(
            self, X, y, sparse=True, dtype=FLOATS, order="C", accept_large_sparse=False,
            reset=not hasattr(self, "classes_"),
        )  # fmt: skip
        if first_call(self, classes):
            self._place(X, None, None)
        self._run(X, y, sample_weight, 1)
        return self

    def _refuse_balanced(self) -> None:
        if self.class_weight == "balanced":
            raise ValueError(
                "class_weight 'balanced' is not supported for partial_fit. In order to use 'balanced' weights, "
                "use compute_class_weight('balanced', classes=classes, y=y). In place of y you can use a large enough "
                "sample of the full training set target to properly estimate the class frequency distributions. "
                "Pass the resulting weights as the class_weight parameter."
            )

    def _place(self, X: Any, coef: Any, intercept: Any) -> None:
        """Set the weights to start from, and forget what was averaged."""
        lines = 1 if len(self.classes_) == 2 else len(self.classes_)
        W = np.zeros((lines, X.shape[1])) if coef is None else np.array(coef, dtype=np.float64)
        b = np.zeros(lines) if intercept is None else np.array(intercept, dtype=np.float64)
        if W.shape != (lines, X.shape[1]) and not (lines == 1 and W.shape == (X.shape[1],)):
            raise ValueError("Provided coef_init does not match dataset.")
        if b.shape != (lines,) and not (lines == 1 and b.shape == ()):
            raise ValueError("Provided intercept_init does not match dataset.")
        self.coef_, self.intercept_ = W.reshape(lines, -1), b.reshape(lines)
        self.t_ = 1.0
        for name in ("_standard_coef", "_standard_intercept", "_average_coef", "_average_intercept"):
            self.__dict__.pop(name, None)

    def _run(self, X: Any, y: Array, sample_weight: Any, epochs: int | None) -> list[Learnt]:
        c = weights(sample_weight, X, X.dtype)
        by_class = class_weights(self.class_weight, self.classes_, y)
        train, held_out = self._split(y, c)
        seed = seed_of(self.random_state)
        X_train, X_held = (rows_of(X if len(rows) == len(y) else X[rows]) for rows in (train, held_out))

        def one(line: int) -> Learnt:
            k = line if len(self.coef_) > 1 else 1
            side = signs(y, self.classes_[k])
            cost = c * np.where(side > 0.0, by_class[k], by_class[0] if len(self.coef_) == 1 else 1.0)

            def accuracy(w: Array, b: float) -> float:
                right = (scores(X_held, w, b) > 0.0) == (side[held_out] > 0.0)
                return float(np.average(right, weights=c[held_out]))

            judge = accuracy if len(held_out) else None
            return self._learn(Task(X_train, side[train], cost[train], self._start(line), seed + line, judge), epochs)

        learnt = run_parallel(one, range(len(self.coef_)))
        self._keep([each.end for each in learnt], X.dtype)
        self.n_iter_ = max(each.epochs for each in learnt)
        self.t_ += self.n_iter_ * X.shape[0]
        if not np.isfinite(self.coef_).all() or not np.isfinite(self.intercept_).all():
            raise ValueError(
                f"Floating-point under-/overflow occurred at epoch #{self.n_iter_}. "
                "Scaling input data with StandardScaler or MinMaxScaler might help."
            )
        return learnt

    def _split(self, y: Array, c: Array) -> tuple[Array, Array]:
        """The rows to learn from, and those held out to stop by. A row that counts nothing is not learnt from."""
        some = np.flatnonzero(c > 0.0)
        if not self.early_stopping:
            return some, some[:0]
        split = StratifiedShuffleSplit(test_size=self.validation_fraction, random_state=self.random_state)
        train, held_out = next(split.split(np.zeros((len(y), 1)), y))
        if not np.any(c[held_out] > 0.0):
            raise ValueError(
                "The sample weights for validation set are all zero, consider using a different random state."
            )
        return np.intersect1d(train, some), held_out

    def _start(self, line: int) -> Weights:
        own = vars(self)
        w, b = own.get("_standard_coef", self.coef_), own.get("_standard_intercept", self.intercept_)
        mean, mean_b = own.get("_average_coef", w), own.get("_average_intercept", b)
        start = (np.array(each[line], dtype=np.float64) for each in (w, b, mean, mean_b))
        w, b, mean, mean_b = start
        return Weights(w, float(b), mean, float(mean_b), int(self.t_) - 1)

    def _keep(self, ends: list[Weights], dtype: Any) -> None:
        """The weights as attributes; with averages the plain ones too, for `partial_fit` to go on from."""
        w, b, mean, mean_b = (np.array([end[part] for end in ends], dtype=dtype) for part in range(4))
        if self.average:
            self._standard_coef, self._standard_intercept = w, b
            self._average_coef, self._average_intercept = mean, mean_b
        self.coef_, self.intercept_ = (mean, mean_b) if self.average else (w, b)

    def _tell(self, learnt: list[Learnt]) -> None:
        """`objective_`, `gap_` and, if asked for, `trace_`: numbers with two classes, arrays and lists with more."""
        proofs = [each.certificate for each in learnt if each.certificate is not None]
        objectives, gaps = np.array([p.objective for p in proofs]), np.array([p.gap for p in proofs])
        one = len(learnt) == 1
        self.objective_ = float(objectives[0]) if one else objectives
        self.gap_ = float(gaps[0]) if one else gaps
        if self.trace:
            self.trace_ = learnt[0].trace if one else [each.trace for each in learnt]
