"""`LogisticRegressionCV`: logistic regression that chooses C (and l1_ratio) by cross-validation."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.metrics import get_scorer, get_scorer_names
from sklearn.model_selection import check_cv

from steelyard.core.penalties import Penalty
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.models._checks import Interval, StrOptions, check_settings, check_two, scorer_for, training_data, weights
from steelyard.models._routing import refuse_metadata, routed, router
from steelyard.models._rows import costs, seed_of
from steelyard.models._solve import Asked, Solved
from steelyard.models._tuned import Found, Trial, best_of, by_folds, by_lanes, fits_lanes
from steelyard.models._warnings import warn_of_fold_gaps, warn_of_gap
from steelyard.models.logistic import CONSTRAINTS, LogisticAnswers, penalty_of


class _HeldOut(LogisticAnswers):
    """Answers for held-out rows whose scores are known, so that any scorer can be asked."""

    def __init__(self, classes: Array, z: Array) -> None:
        self.classes_, self.z = classes, z

    def decision_function(self, X: Any) -> Array:
        return self.z


class LogisticRegressionCV(LogisticAnswers):
    """Logistic regression whose C and l1_ratio do best on rows that the fit did not see; the final fit is certified.

    Parameters: scikit-learn's. `Cs`, a number of them from 1e-4 to 1e4 or the values; `l1_ratios`, the mixes to try
    (None: L2); `cv`, folds; `scoring`, accuracy if None; `refit=False` takes the mean of the folds' weights at their
    own best. `tol` is the relative gap of the final fit, `max_iter=None` goes on until it is proven. `solver`, `dual`,
    `intercept_scaling`, `verbose` and `n_jobs` have no effect: all cores are used.

    L2 on many sparse columns runs in lanes, all folds and values of C side by side, where `cv` holds out each row just
    once and `refit` is True; else the fits are made one by one. In lanes there are no `coefs_paths_`.

    Added parameters: `fold_tol`, the gap of the folds' fits (None: 1e-3 in lanes, `tol` else); `one_standard_error`,
    the smallest C whose score is within one standard error of the best; `exhaustive=False`, in lanes, stops once the
    loss out of fold has clearly passed its best (the scores of larger C are NaN); `progress`, in lanes, is called with
    a `steelyard.lanes.Progress` after each wave of fits, and ends the search by returning True.

    Added attributes: `objective_` and `gap_` of the final fit, `fold_gaps_` (folds, l1_ratios, Cs), and `fold_scores_`
    (l1_ratios, Cs, rows), or (..., classes): each row's scores from the fit that did not see it.
    Attributes are laid out as with scikit-learn's `use_legacy_attributes=False`, unless that is True.

    >>> import numpy as np
    >>> from steelyard import LogisticRegressionCV
    >>> X = np.repeat([[-2.0], [-1.0], [1.0], [2.0]], 10, axis=0)
    >>> model = LogisticRegressionCV(Cs=[0.01, 1.0], scoring="neg_log_loss").fit(X, X[:, 0] > 0)
    >>> model.C_, model.scores_.shape
    (1.0, (5, 1, 2))
    """

    C_: Any  # numbers, or with `use_legacy_attributes` arrays and dicts
    l1_ratio_: Any
    scores_: Any
    coefs_paths_: Any

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **CONSTRAINTS,
        "Cs": [Interval(Integral, 1, None, closed="left"), "array-like"],
        "l1_ratios": ["array-like", None],
        "cv": ["cv_object"],
        "scoring": [StrOptions(set(get_scorer_names())), callable, None],
        "refit": ["boolean"],
        "fold_tol": [*CONSTRAINTS["tol"], None],
        "use_legacy_attributes": ["boolean"],
        "one_standard_error": ["boolean"],
        "exhaustive": ["boolean"],
        "progress": [callable, None],
    }

    def __init__(
        self,
        *,
        Cs: Any = 10,
        l1_ratios: Any = None,
        fit_intercept: bool = True,
        cv: Any = None,
        dual: bool = False,
        penalty: str | None = "auto",
        scoring: Any = None,
        solver: str = "lbfgs",
        tol: float = 1e-6,
        max_iter: int | None = None,
        class_weight: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        refit: bool = True,
        intercept_scaling: float = 1.0,
        random_state: Any = None,
        use_legacy_attributes: bool = False,
        fold_tol: float | None = None,
        one_standard_error: bool = False,
        exhaustive: bool = True,
        progress: Callable[[Any], bool | None] | None = None,
    ) -> None:
        self.Cs = Cs
        self.l1_ratios = l1_ratios
        self.fit_intercept = fit_intercept
        self.cv = cv
        self.dual = dual
        self.penalty = penalty
        self.scoring = scoring
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.refit = refit
        self.intercept_scaling = intercept_scaling
        self.random_state = random_state
        self.use_legacy_attributes = use_legacy_attributes
        self.fold_tol = fold_tol
        self.one_standard_error = one_standard_error
        self.exhaustive = exhaustive
        self.progress = progress

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **params: Any) -> Self:
        """Try each C and l1_ratio out of fold, then fit the best on all rows. `params`: for `cv` and the scorer."""
        refuse_metadata(self, "fit", params)
        check_settings(self)
        ratios = self._ratios()
        X, y = training_data(self, X, y, sparse=True, dtype=np.float64, order="C")
        self.classes_ = np.unique(y)
        check_two(self.classes_)
        self.Cs_ = np.logspace(-4, 4, self.Cs) if isinstance(self.Cs, Integral) else np.asarray(self.Cs, dtype=float)
        if not (self.Cs_ > 0).all():
            raise SettingError(f"Cs holds {self.Cs_[~(self.Cs_ > 0)][0]}.", "Give numbers above 0.")
        self.l1_ratios_ = np.array(ratios)
        sample_weight = None if sample_weight is None else weights(sample_weight, X)
        for_cv, for_scorer = routed(self, "fit", sample_weight, params)
        splits = list(check_cv(self.cv, y, classifier=True).split(X, y, **for_cv))
        c = costs(1.0, sample_weight, self.class_weight, self.classes_, y, X)
        score = self._judge(X, y, splits, sample_weight if self.scoring is None else None, for_scorer)
        asked, b = Asked(self.tol, self.max_iter, seed_of(self.random_state)), self.fit_intercept
        trial = Trial(X, y, self.classes_, c, splits, self.Cs_, ratios, self._penalty, b, asked, self.fold_tol, score)
        lanes = self.refit and self.penalty is not None and fits_lanes(trial)
        self._store(by_lanes(trial, self.exhaustive, self.progress) if lanes else by_folds(trial))
        return self

    def _ratios(self) -> list[float]:
        if self.penalty == "elasticnet" and (
            self.l1_ratios is None or len(self.l1_ratios) == 0 or not all(_is_ratio(each) for each in self.l1_ratios)
        ):
            raise ValueError(
                f"l1_ratios must be an array-like of numbers between 0 and 1; got (l1_ratios={self.l1_ratios!r})"
            )
        if self.penalty in ("l1", "l2"):
            return [1.0 if self.penalty == "l1" else 0.0]
        return [0.0] if self.l1_ratios is None else [float(each) for each in self.l1_ratios]

    def _penalty(self, C: float, ratio: float) -> Penalty:
        return penalty_of(None if self.penalty is None else "auto", C, ratio)

    def _judge(
        self, X: Any, y: Array, splits: list[Any], sample_weight: Any, metadata: dict[str, Any]
    ) -> Callable[[Array, int], float]:
        """What the scorer says to the scores of a fold's held-out rows.

        scikit-learn's own scorers ask the model alone; for others the rows are cut out, once a fold.
        """
        scorer = scorer_for(get_scorer(self.scoring), self.classes_) if self.scoring is not None else None
        looks = scorer is not None and not hasattr(scorer, "_score_func")
        known: dict[int, tuple[Any, Array, dict[str, Any]]] = {}

        def score(z: Array, fold: int) -> float:
            if fold not in known:
                test = splits[fold][1]
                weight = {} if sample_weight is None else {"sample_weight": sample_weight}
                cut = {name: _cut(value, test, len(y)) for name, value in {**metadata, **weight}.items()}
                known[fold] = (X[test] if looks else np.empty((len(test), 0)), y[test], cut)
            X_test, y_test, more = known[fold]
            model = _HeldOut(self.classes_, z.ravel() if len(self.classes_) == 2 else z)
            answer = model.score(X_test, y_test, **more) if scorer is None else scorer(model, X_test, y_test, **more)
            return float(answer)

        return score

    def _store(self, found: Found) -> None:
        self.scores_, self.n_iter_, self.fold_gaps_ = found.scores, found.steps, np.maximum(found.gaps, 0.0)
        self.fold_scores_ = found.held_out[..., 0] if len(self.classes_) == 2 else found.held_out
        if found.paths is not None:
            self.coefs_paths_ = found.paths if self.fit_intercept else found.paths[..., :-1]
        warn_of_fold_gaps(self.fold_gaps_, self.fold_tol or max(self.tol, 1e-3), self.max_iter)
        if self.refit:
            ratio, C = best_of(self.scores_, self.Cs_, self.one_standard_error)
            self.C_, self.l1_ratio_ = float(self.Cs_[C]), float(self.l1_ratios_[ratio])
            self._keep(found.final(ratio, C))
        else:
            assert found.paths is not None
            best = [best_of(of_fold[None], self.Cs_, False) for of_fold in self.scores_]
            mean = np.mean([found.paths[f, ratio, C] for f, (ratio, C) in enumerate(best)], axis=0)
            self.C_ = float(np.mean([self.Cs_[C] for _, C in best]))
            self.l1_ratio_ = float(np.mean([self.l1_ratios_[ratio] for ratio, _ in best]))
            self.coef_, self.intercept_ = mean[:, :-1], mean[:, -1]
        if self.use_legacy_attributes:
            self._lay_out_as_before()

    def _keep(self, solved: Solved) -> None:
        self.coef_, self.intercept_ = solved.W, solved.b
        self.objective_, self.gap_ = solved.certificate.objective, max(solved.certificate.gap, 0.0)
        warn_of_gap(self.gap_, self.tol, solved.steps, self.max_iter, self.solver)

    def _lay_out_as_before(self) -> None:
        """scikit-learn's attributes before 1.10: by class, folds x Cs (x l1_ratios)."""
        names = self.classes_ if len(self.classes_) > 2 else self.classes_[1:]
        of_ratio: Any = 0 if self.l1_ratios is None else slice(None)
        scores, steps = (np.swapaxes(each, 1, 2)[:, :, of_ratio] for each in (self.scores_, self.n_iter_))
        self.scores_, self.n_iter_ = dict.fromkeys(names.tolist(), scores), steps[None]
        if hasattr(self, "coefs_paths_"):
            paths = np.swapaxes(self.coefs_paths_, 1, 2)[:, :, of_ratio]
            self.coefs_paths_ = {name: paths[..., line, :] for line, name in enumerate(names.tolist())}
        self.C_, self.l1_ratio_ = np.full(len(names), self.C_), np.full(len(names), self.l1_ratio_)

    def score(self, X: Any, y: Any, sample_weight: Any = None, **params: Any) -> float:
        """What `scoring` says; accuracy if None."""
        refuse_metadata(self, "score", params)
        _, metadata = routed(self, "score", sample_weight, params)
        return float(self._get_scorer()(self, X, y, **metadata))

    def _get_scorer(self) -> Any:
        return get_scorer("accuracy" if self.scoring is None else self.scoring)

    def get_metadata_routing(self) -> Any:
        """scikit-learn's: which metadata `cv` and the scorer ask for."""
        return router(self, self.cv, self._get_scorer())


def _cut(value: Any, rows: Array, n: int) -> Any:
    """Metadata of some rows; what is not one a row is for all."""
    one_a_row = hasattr(value, "__len__") and not isinstance(value, str) and len(value) == n
    return np.asarray(value)[rows] if one_a_row else value


def _is_ratio(value: Any) -> bool:
    return isinstance(value, Real) and 0.0 <= float(value) <= 1.0
