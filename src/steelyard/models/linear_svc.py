"""`LinearSVC`: the hinge or its square, two classes or one against the others; certified."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from scipy.special import expit, softmax
from sklearn.linear_model._base import SparseCoefMixin
from sklearn.utils.metaestimators import available_if

from steelyard.algorithms.calibration import platt, temperature
from steelyard.core.losses import Hinge, SquaredHinge
from steelyard.core.objective import scores
from steelyard.core.penalties import L1, L2
from steelyard.core.rows import CSR, Array, Rows
from steelyard.errors import SettingError
from steelyard.lanes.folds import assign_folds
from steelyard.models._checks import Interval, StrOptions, check_settings, check_two, training_data
from steelyard.models._linear import LinearScores
from steelyard.models._rows import both_weights, rows_of, seed_of, signs
from steelyard.models._side_by_side import Shared, Side, solve_each
from steelyard.models._solve import Asked, Solved
from steelyard.models._warnings import warn_of_gap

FOLDS = 5


def with_constant(X: Rows, constant: float) -> Rows:
    """The rows with one more column: what pays the penalty on the intercept."""
    if not isinstance(X, CSR):
        return np.column_stack([X, np.full(len(X), constant, dtype=X.dtype)])
    n = len(X.indptr) - 1
    ends = X.indptr[1:]
    indices = np.insert(X.indices, ends, np.int32(X.n_columns))
    return CSR(X.indptr + np.arange(n + 1), indices, np.insert(X.data, ends, constant), X.n_columns + 1)


def _has_probabilities(model: Any) -> bool:
    if model.probability:
        return True
    raise AttributeError("predict_proba is there with probability=True")


class LinearSVC(SparseCoefMixin, LinearScores):
    """A linear support vector machine: two classes, or many one against the others, with a proof of how good it is.

    Minimises penalty(w, b) + C sum_i weight_i loss_i, with the hinge max(0, 1 - m) or its square. As in scikit-learn's
    class the intercept pays the penalty too, as the weight of one more column whose value is `intercept_scaling`.

    Parameters: scikit-learn's, but `tol` is the relative gap to reach, and with `max_iter=None` the fit goes on until
    it is proven; a `max_iter` that stops it earlier warns with the gap it left. `probability=True`: `predict_proba`
    is calibrated on margins of rows that the fit did not see (5 folds): Platt's curve with two classes, with more a
    temperature, which leaves the order of the classes as it is. `dual` and `verbose` have no effect (a `dual` that
    scikit-learn refuses is refused), `multi_class="crammer_singer"` and the hinge with "l1" are left out.
    `trace=True` keeps a `trace_`.

    Added: `objective_` and `gap_`, arrays with more than two classes; `curve_`, (a, b) of sigma(a z + b), or
    `temperature_`, the T of softmax(z / T).

    >>> from steelyard import LinearSVC
    >>> model = LinearSVC(fit_intercept=False).fit([[-1.0], [-1.0], [1.0], [1.0]], ["no", "no", "yes", "yes"])
    >>> float(model.coef_[0, 0].round(6)), model.gap_ <= 1e-6  # w = 8 (1 - w)
    (0.888889, True)
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "penalty": [StrOptions({"l1", "l2"})],
        "loss": [StrOptions({"hinge", "squared_hinge"})],
        "dual": ["boolean", StrOptions({"auto"})],
        "tol": [Interval(Real, 0, None, closed="neither")],
        "C": [Interval(Real, 0, None, closed="neither")],
        "multi_class": [StrOptions({"ovr", "crammer_singer"})],
        "fit_intercept": ["boolean"],
        "intercept_scaling": [Interval(Real, 0, None, closed="neither")],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "verbose": ["verbose"],
        "random_state": ["random_state"],
        "max_iter": [Interval(Integral, 0, None, closed="left"), None],
        "probability": ["boolean"],
        "trace": ["boolean"],
    }

    def __init__(
        self,
        penalty: str = "l2",
        loss: str = "squared_hinge",
        *,
        dual: bool | str = "auto",
        tol: float = 1e-6,
        C: float = 1.0,
        multi_class: str = "ovr",
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: Any = None,
        verbose: int = 0,
        random_state: Any = None,
        max_iter: int | None = None,
        probability: bool = False,
        trace: bool = False,
    ) -> None:
        self.penalty = penalty
        self.loss = loss
        self.dual = dual
        self.tol = tol
        self.C = C
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter
        self.probability = probability
        self.trace = trace

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """The optimum, proven to `tol`, class by class."""
        check_settings(self)
        self._check_more()
        X, y = training_data(self, X, y, sparse=True, dtype=np.float64, order="C")
        self.classes_ = np.unique(y)
        check_two(self.classes_)
        of_row, of_class = both_weights(sample_weight, self.class_weight, self.classes_, y, X)
        rows = with_constant(rows_of(X), float(self.intercept_scaling)) if self.fit_intercept else rows_of(X)
        positive = self.classes_ if len(self.classes_) > 2 else self.classes_[1:]
        rest = of_class[0] if len(self.classes_) == 2 else 1.0  # as in liblinear, "the others" are no class
        sides = [
            Side(signs(y, each), self.C * of_row * np.where(y == each, weight, rest))
            for each, weight in zip(positive, of_class[-len(positive) :], strict=True)
        ]
        asked = Asked(self.tol, self.max_iter, seed_of(self.random_state), self.trace)
        loss = Hinge() if self.loss == "hinge" else SquaredHinge()
        shared = Shared(rows, loss, L1() if self.penalty == "l1" else L2(), False, asked)
        self._store(solve_each(shared, sides))
        if self.probability:
            k = np.searchsorted(self.classes_, y)
            self._calibrate(shared, sides, k, of_row * of_class[k])
        return self

    def _check_more(self) -> None:
        if self.multi_class == "crammer_singer":
            raise SettingError(
                "multi_class='crammer_singer' is left out.",
                "Take 'ovr', or LogisticRegression for all classes at once.",
            )
        l1, hinge, dual = self.penalty == "l1", self.loss == "hinge", self.dual if self.dual != "auto" else None
        if (l1 and hinge) or (l1 and dual is True) or (hinge and dual is False):
            why = "is not supported" if l1 and hinge else f"are not supported when dual={dual}"
            raise ValueError(
                f"Unsupported set of arguments: The combination of penalty='{self.penalty}' and loss='{self.loss}' "
                f"{why}, Parameters: penalty={self.penalty!r}, loss={self.loss!r}, dual={self.dual!r}"
            )

    def _store(self, solved: list[Solved]) -> None:
        W = np.concatenate([each.W for each in solved])
        if self.fit_intercept:
            self.coef_, self.intercept_ = np.ascontiguousarray(W[:, :-1]), self.intercept_scaling * W[:, -1]
        else:
            self.coef_, self.intercept_ = W, np.zeros(len(W))
        objective = np.array([each.certificate.objective for each in solved])
        gap = np.array([max(each.certificate.gap, 0.0) for each in solved])
        one = len(solved) == 1
        self.objective_ = float(objective[0]) if one else objective
        self.gap_ = float(gap[0]) if one else gap
        self.n_iter_ = max(each.steps for each in solved)
        if self.trace:
            self.trace_ = solved[0].trace if one else [each.trace for each in solved]
        warn_of_gap(float(gap.max()), self.tol, self.n_iter_, self.max_iter, "liblinear")

    def _calibrate(self, shared: Shared, sides: list[Side], k: Array, c: Array) -> None:
        """From the scores of rows held out to probabilities; `c`: how much each row counts."""
        folds = assign_folds(k, min(FOLDS, len(k)), shared.asked.seed)
        count = int(folds.max()) + 1
        without = [Side(y, np.where(folds == fold, 0.0, cost)) for y, cost in sides for fold in range(count)]
        fits = solve_each(shared._replace(asked=shared.asked._replace(trace=False)), without)
        of_class = np.empty((len(sides), len(k)))
        for number, fit in enumerate(fits):
            out = folds == number % count
            of_class[number // count, out] = scores(shared.X, fit.W[0], 0.0)[out]
        if len(sides) == 1:
            self.curve_ = platt(of_class[0], k == 1, c)
        else:
            self.temperature_ = temperature(np.ascontiguousarray(of_class.T), k, c)

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> Array:
        """P(k | x), calibrated."""
        z = self.decision_function(X)
        if z.ndim == 1:
            p = expit(self.curve_[0] * z + self.curve_[1])
            return np.column_stack([1.0 - p, p])
        return np.asarray(softmax(z / self.temperature_, axis=1))

    @available_if(_has_probabilities)
    def predict_log_proba(self, X: Any) -> Array:
        """log P(k | x)"""
        return np.asarray(np.log(self.predict_proba(X)))
