"""`SGDClassifier`: stochastic gradient descent on the loss and the penalty of one's choice."""

from __future__ import annotations

import warnings
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from scipy.special import expit
from sklearn.utils.metaestimators import available_if

from steelyard.core import losses, robust_losses
from steelyard.core.rows import CSR, Array
from steelyard.errors import SettingError
from steelyard.models._checks import Interval, StrOptions
from steelyard.models._online import Learnt, OnlineClassifier, Task
from steelyard.models._stochastic import Descent, descend

LOSSES: dict[str, Any] = {
    "hinge": losses.Hinge,
    "log_loss": losses.Logistic,
    "squared_hinge": losses.SquaredHinge,
    "perceptron": losses.PerceptronLoss,
    "squared_error": losses.Squared,
    "modified_huber": robust_losses.ModifiedHuber,
    "huber": robust_losses.Huber,
    "epsilon_insensitive": robust_losses.Insensitive,
    "squared_epsilon_insensitive": robust_losses.SquaredInsensitive,
}
RATES = {"constant", "optimal", "invscaling", "adaptive", "pa1", "pa2"}
INTERCEPT_RATE = 0.01  # on sparse rows, as in scikit-learn: every row has an intercept, few have a given column


def _has_probabilities(model: Any) -> bool:
    if model.loss in ("log_loss", "modified_huber"):
        return True
    raise AttributeError(f"probability estimates are not available for loss={model.loss!r}")


class SGDClassifier(OnlineClassifier):
    """Stochastic gradient descent, one row at a time; many classes one against the others.

    Parameters: scikit-learn's, but for the learning rates "pa1" and "pa2". `random_state=None` is the seed 0.
    `trace=True` keeps a `trace_`. `n_jobs` and `verbose` have no effect: all cores are used.
    Added: `objective_`, alpha penalty(w) + mean weighted loss, and `gap_`, the proven relative distance from its
    optimum: 1 or more where little could be proven, NaN for "modified_huber" and the losses of regression. For the
    optimum itself take `LogisticRegression` or `LinearSVC`.

    >>> from steelyard import SGDClassifier
    >>> model = SGDClassifier(loss="log_loss").fit([[2.0, 0.0], [0.0, 1.0]], ["good", "bad"])
    >>> model.predict([[1.0, 0.0]]).tolist(), model.predict_proba([[1.0, 0.0]]).shape
    (['good'], (1, 2))
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **OnlineClassifier._parameter_constraints,
        "loss": [StrOptions(set(LOSSES))],
        "learning_rate": [StrOptions(RATES)],
        "power_t": [Interval(Real, None, None, closed="neither")],
        "epsilon": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        loss: str = "hinge",
        *,
        penalty: str | None = "l2",
        alpha: float = 0.0001,
        l1_ratio: float | None = 0.15,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        epsilon: float = 0.1,
        n_jobs: int | None = None,
        random_state: Any = None,
        learning_rate: str = "optimal",
        eta0: float = 0.01,
        power_t: float = 0.5,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        class_weight: Any = None,
        warm_start: bool = False,
        average: bool | int = False,
        trace: bool = False,
    ) -> None:
        self.loss = loss
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.verbose = verbose
        self.epsilon = epsilon
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.learning_rate = learning_rate
        self.eta0 = eta0
        self.power_t = power_t
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.class_weight = class_weight
        self.warm_start = warm_start
        self.average = average
        self.trace = trace

    def _check_more(self) -> None:
        super()._check_more()
        if self.learning_rate in ("pa1", "pa2"):
            raise SettingError(
                f"learning_rate={self.learning_rate!r} is left out.",
                "Take 'optimal', 'invscaling', 'constant' or 'adaptive'.",
            )
        if self.learning_rate == "optimal" and self.alpha == 0:
            raise ValueError(
                "alpha must be > 0 since learning_rate is 'optimal'. "
                "alpha is used to compute the optimal learning rate."
            )
        if self.power_t < 0:
            warnings.warn(
                "Negative values for `power_t` are deprecated: steps would grow longer.", FutureWarning, stacklevel=3
            )

    def _learn(self, task: Task, epochs: int | None) -> Learnt:
        kind = LOSSES[self.loss]
        how = Descent(kind(self.epsilon) if kind._fields else kind(), self.eta0)
        if self.learning_rate == "optimal":
            first = self.alpha**-0.25  # Bottou: about the size of a typical weight
            how = how._replace(eta=first, decay=first * self.alpha)
        elif self.learning_rate == "invscaling":
            how = how._replace(decay=1.0, power=self.power_t)
        how = how._replace(
            adaptive=self.learning_rate == "adaptive", rate=INTERCEPT_RATE if isinstance(task.X, CSR) else 1.0
        )
        return descend(self, task, epochs, how)

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> Array:
        """P(k | x): the logistic of the score, or with "modified_huber" the score clipped to [-1, 1] and moved to
        [0, 1]; with many classes divided by their sum."""
        z = self.decision_function(X)
        p = expit(z) if self.loss == "log_loss" else (np.clip(z, -1.0, 1.0) + 1.0) / 2.0
        if p.ndim == 1:
            return np.column_stack([1.0 - p, p])
        total = p.sum(axis=1, keepdims=True)
        p = np.where(total == 0.0, 1.0, p)
        return np.asarray(p / p.sum(axis=1, keepdims=True))

    @available_if(_has_probabilities)
    def predict_log_proba(self, X: Any) -> Array:
        """log P(k | x)"""
        return np.asarray(np.log(self.predict_proba(X)))
