"""Ridge regression in the space of a kernel: `KernelRidge`."""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, MultiOutputMixin, RegressorMixin
from sklearn.metrics.pairwise import PAIRWISE_KERNEL_FUNCTIONS, pairwise_kernels

from steelyard.algorithms import ridge
from steelyard.core.rows import Array
from steelyard.models._checks import Interval, StrOptions, check_settings, new_rows, no_negative, targets, weights


class KernelRidge(MultiOutputMixin, RegressorMixin, BaseEstimator):
    """Ridge regression in the space of a kernel: no intercept, one dual coefficient a training row.

    Parameters: `alpha`, the weight of the penalty, one for all targets or one each; `kernel`, a name that
    scikit-learn's `pairwise_kernels` knows, "precomputed", or a function of two rows, which takes `gamma`, `degree`,
    `coef0`, `kernel_params`.

    >>> from steelyard import KernelRidge
    >>> model = KernelRidge(alpha=1.0).fit([[1.0], [2.0]], [1.0, 2.0])  # as ridge: w = 5 / 6
    >>> float(model.predict([[1.0]])[0].round(6))
    0.833333
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "kernel": [StrOptions({*PAIRWISE_KERNEL_FUNCTIONS, "precomputed"}), callable],
        "gamma": [Interval(Real, 0, None, closed="left"), None],
        "degree": [Interval(Real, 0, None, closed="left")],
        "coef0": [Interval(Real, None, None, closed="neither")],
        "kernel_params": [dict, None],
    }

    def __init__(
        self,
        alpha: Any = 1,
        *,
        kernel: Any = "linear",
        gamma: float | None = None,
        degree: float = 3,
        coef0: float = 1,
        kernel_params: dict[str, Any] | None = None,
    ) -> None:
        self.alpha = alpha
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.kernel_params = kernel_params

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """The dual coefficients (K + alpha / weight) A = y."""
        check_settings(self)
        X, y = targets(self, X, y, sparse=True)
        columns = (y[:, None] if y.ndim == 1 else y).astype(np.float64)
        alpha = np.broadcast_to(np.ravel(np.asarray(self.alpha, dtype=np.float64)), columns.shape[1])
        root = np.sqrt(no_negative(weights(sample_weight, X)))
        K = root[:, None] * np.asarray(self._kernel(X), dtype=np.float64) * root
        dual = root[:, None] * ridge.solve(K, root[:, None] * columns, alpha)
        self.dual_coef_ = dual[:, 0] if y.ndim == 1 else dual
        self.X_fit_ = X
        return self

    def predict(self, X: Any) -> Array:
        """The kernel of each row with the training rows, times the dual coefficients."""
        return np.asarray(self._kernel(new_rows(self, X, sparse=True), self.X_fit_) @ self.dual_coef_)

    def _kernel(self, X: Any, Y: Any = None) -> Any:
        given = {"gamma": self.gamma, "degree": self.degree, "coef0": self.coef0}
        settings = (self.kernel_params or {}) if callable(self.kernel) else given
        return pairwise_kernels(X, Y, metric=self.kernel, filter_params=True, **settings)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags
