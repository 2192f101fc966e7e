"""`LogisticRegressionCV`: logistic regression that chooses C (and l1_ratio) by cross-validation."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from scipy.sparse import issparse
from sklearn.metrics import get_scorer, get_scorer_names
from sklearn.model_selection import check_cv

from steelyard._threads import run_parallel
from steelyard.core.penalties import Penalty
from steelyard.core.rows import Array, Rows
from steelyard.lanes.sweep import sweep
from steelyard.models._checks import Interval, StrOptions, check_settings, training_data
from steelyard.models._linear import linear_scores
from steelyard.models._rows import costs, rows_of, seed_of, signs
from steelyard.models._solve import FEW_COLUMNS, Asked, Start
from steelyard.models._warnings import warn_of_gap
from steelyard.models.logistic import CONSTRAINTS, LogisticAnswers, check_two, fit_logistic, penalty_of


class _Trial(NamedTuple):
    """What is tried: checked rows, their costs at C = 1, who is held out when, the ratios."""

    X: Any
    y: Array
    c: Array
    sample_weight: Any
    splits: list[tuple[Array, Array]]
    ratios: list[float]


class _Path(NamedTuple):
    """What one fold and one l1_ratio gave along the Cs."""

    scores: Array  # (Cs,)
    coefs: Array  # (Cs, lines, columns + 1), the intercept last
    steps: Array  # (Cs,)


class _HeldOut(LogisticAnswers):
    """Answers for held-out rows whose scores are known, so that any scorer can be asked."""

    def __init__(self, classes: Array, z: Array) -> None:
        self.classes_, self.z = classes, z

    def decision_function(self, X: Any) -> Array:
        return self.z


class LogisticRegressionCV(LogisticAnswers):
    """Logistic regression whose C and l1_ratio do best on rows that the fit did not see; the final fit is certified.

    Parameters: scikit-learn's. `Cs`, a number of them from 1e-4 to 1e4 or the values; `l1_ratios`, the mixes to try
    (0: L2); `cv`, folds; `scoring`, accuracy if None; `refit=False` takes the mean of the folds' weights at their own
    best. `tol` is the relative gap of the final fit, `fold_tol` that of the folds' fits; `max_iter=None` goes on until
    they are proven. Two classes with L2 on many sparse columns run in lanes, all folds and values of C side by side:
    then there are no `coefs_paths_`, and `cv` must hold out each row once (else, and for `refit=False`, fold by fold).

    Added: `objective_`, `gap_`; `fold_scores_`, in lanes, each row's score from the fit that did not see it, by C.
    Other than scikit-learn's: attributes are those of its `use_legacy_attributes=False`.

    >>> import numpy as np
    >>> from steelyard import LogisticRegressionCV
    >>> X = np.repeat([[-2.0], [-1.0], [1.0], [2.0]], 10, axis=0)
    >>> model = LogisticRegressionCV(Cs=[0.01, 1.0], scoring="neg_log_loss").fit(X, X[:, 0] > 0)
    >>> model.C_, model.scores_.shape
    (1.0, (5, 1, 2))
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **CONSTRAINTS,
        "Cs": [Interval(Integral, 1, None, closed="left"), "array-like"],
        "l1_ratios": ["array-like", None],
        "cv": ["cv_object"],
        "scoring": [StrOptions(set(get_scorer_names())), callable, None],
        "refit": ["boolean"],
        "fold_tol": CONSTRAINTS["tol"],
        "use_legacy_attributes": ["boolean"],
    }

    def __init__(
        self,
        *,
        Cs: Any = 10,
        l1_ratios: Any = (0.0,),
        fit_intercept: bool = True,
        cv: Any = None,
        dual: bool = False,
        penalty: str | None = "auto",
        scoring: Any = None,
        solver: str = "lbfgs",
        tol: float = 1e-6,
        fold_tol: float = 1e-3,
        max_iter: int | None = None,
        class_weight: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        refit: bool = True,
        intercept_scaling: float = 1.0,
        random_state: Any = None,
        use_legacy_attributes: bool = False,
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
        self.fold_tol = fold_tol
        self.max_iter = max_iter
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.refit = refit
        self.intercept_scaling = intercept_scaling
        self.random_state = random_state
        self.use_legacy_attributes = use_legacy_attributes

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Try each C and l1_ratio out of fold, then fit the best on all rows."""
        check_settings(self)
        X, y = training_data(self, X, y, sparse=True, dtype=np.float64, order="C")
        self.classes_ = np.unique(y)
        check_two(self.classes_)
        self.Cs_ = np.logspace(-4, 4, self.Cs) if isinstance(self.Cs, Integral) else np.asarray(self.Cs, dtype=float)
        ratios = self._ratios()
        self.l1_ratios_ = np.array(ratios)
        c = costs(1.0, sample_weight, self.class_weight, self.classes_, y, X)
        splits = [(train, test) for train, test in check_cv(self.cv, y, classifier=True).split(X, y)]
        trial = _Trial(X, y, c, sample_weight, splits, ratios)
        if self._fits_lanes(trial):
            return self._fit_in_lanes(trial)
        return self._fit_by_folds(trial)

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

    def _asked(self, tol: float) -> Asked:
        return Asked(tol, self.max_iter, seed_of(self.random_state))

    def _score(self, z: Array, trial: _Trial, test: Array) -> float:
        """What the scorer says to the scores z of the rows held out."""
        model = _HeldOut(self.classes_, z.ravel() if len(self.classes_) == 2 else z)
        weight = {} if trial.sample_weight is None else {"sample_weight": np.asarray(trial.sample_weight)[test]}
        if self.scoring is None:
            return float(model.score(trial.X[test], trial.y[test], **weight))
        return float(get_scorer(self.scoring)(model, trial.X[test], trial.y[test], **weight))

    # Fold by fold

    def _fit_by_folds(self, trial: _Trial) -> Self:
        rows = rows_of(trial.X)
        pieces = [(split, ratio) for split in trial.splits for ratio in trial.ratios]
        paths = run_parallel(lambda piece: self._path(rows, trial, *piece), pieces)
        shape = (len(trial.splits), len(trial.ratios), len(self.Cs_))
        self.scores_ = np.array([path.scores for path in paths]).reshape(shape)
        self.n_iter_ = np.array([path.steps for path in paths]).reshape(shape)
        coefs = np.array([path.coefs for path in paths])
        coefs = coefs.reshape(*shape, *coefs.shape[2:])  # (folds, ratios, Cs, lines, columns + 1)
        self.coefs_paths_ = coefs if self.fit_intercept else coefs[..., :-1]
        if self.refit:
            ratio, C = best_of(self.scores_.sum(axis=0))
            self.C_, self.l1_ratio_ = float(self.Cs_[C]), trial.ratios[ratio]
            mean = coefs[:, ratio, C].mean(axis=0)
            self._final(rows, trial, (mean[:, :-1], mean[:, -1]))
        else:
            best = [best_of(of_fold) for of_fold in self.scores_]
            mean = np.mean([coefs[f, ratio, C] for f, (ratio, C) in enumerate(best)], axis=0)
            self.C_ = float(np.mean([self.Cs_[C] for _, C in best]))
            self.l1_ratio_ = float(np.mean([trial.ratios[ratio] for ratio, _ in best]))
            self.coef_, self.intercept_ = mean[:, :-1], mean[:, -1]
        return self

    def _path(self, rows: Rows, trial: _Trial, split: tuple[Array, Array], ratio: float) -> _Path:
        """One fold and ratio: the Cs from the weakest to the strongest, each from the weights of the last."""
        train, test = split
        c = trial.c * np.bincount(train, minlength=len(trial.y))
        found: dict[int, tuple[float, Array, int]] = {}
        start: Start = None
        for at in np.argsort(self.Cs_, kind="stable"):
            C = float(self.Cs_[at])
            penalty, cost = self._penalty(C, ratio), c if np.isinf(C) else C * c
            asked = self._asked(self.fold_tol)
            solved = fit_logistic(rows, trial.y, self.classes_, cost, penalty, self.fit_intercept, asked, start)
            start = (solved.W, solved.b)
            z = linear_scores(trial.X[test], solved.W, solved.b)
            found[int(at)] = (
                self._score(z, trial, test),
                np.concatenate([solved.W, solved.b[:, None]], axis=1),
                solved.steps,
            )
        scores, coefs, steps = zip(*(found[at] for at in range(len(self.Cs_))))
        return _Path(np.array(scores), np.array(coefs), np.array(steps))

    def _final(self, rows: Rows, trial: _Trial, start: Start) -> None:
        penalty = self._penalty(self.C_, self.l1_ratio_)
        cost = trial.c if np.isinf(self.C_) else self.C_ * trial.c
        asked = self._asked(self.tol)
        solved = fit_logistic(rows, trial.y, self.classes_, cost, penalty, self.fit_intercept, asked, start)
        self.coef_, self.intercept_ = solved.W, solved.b
        self.objective_, self.gap_ = solved.certificate.objective, max(solved.certificate.gap, 0.0)
        warn_of_gap(self.gap_, self.tol, solved.steps, self.max_iter)

    # In lanes

    def _fits_lanes(self, trial: _Trial) -> bool:
        X, n = trial.X, len(trial.y)
        seen = np.bincount(np.concatenate([test for _, test in trial.splits]), minlength=n)
        whole = all(len(train) + len(test) == n for train, test in trial.splits)
        two, many = len(self.classes_) == 2, issparse(X) and X.shape[1] > FEW_COLUMNS
        plain = trial.ratios == [0.0] and self.penalty is not None and bool(np.isfinite(self.Cs_).all())
        return bool(two and many and plain and whole and (seen == 1).all() and self.refit)

    def _fit_in_lanes(self, trial: _Trial) -> Self:
        folds = np.empty(len(trial.y), dtype=np.int64)
        for number, (_, test) in enumerate(trial.splits):
            folds[test] = number
        rows, y, seed = rows_of(trial.X), signs(trial.y, self.classes_[1]), seed_of(self.random_state)
        found = sweep(
            rows, y, folds, self.Cs_.tolist(), costs=trial.c, intercept=self.fit_intercept, tol=self.tol,
            fold_tol=self.fold_tol, exhaustive=True, seed=seed, max_steps=self.max_iter,
        )  # fmt: skip
        order = np.searchsorted(found.strengths, self.Cs_)
        self.fold_scores_ = found.scores[order, :, 0]
        self.scores_ = np.array(
            [[[self._score(z[test], trial, test) for z in self.fold_scores_]] for _, test in trial.splits]
        )
        at = best_of(self.scores_.sum(axis=0))[1]
        self.C_, self.l1_ratio_ = float(self.Cs_[at]), 0.0
        if order[at] == found.chosen:
            self.coef_, self.intercept_ = found.w.T.copy(), found.b
            self.objective_, self.gap_ = float(found.objective[0]), max(float(found.gap[0]), 0.0)
            warn_of_gap(self.gap_, self.tol, self.max_iter or 0, self.max_iter)
        else:
            self._final(rows, trial, None)
        return self


def best_of(scores: Array) -> tuple[int, int]:
    """(ratio, C) of the best of scores (ratios, Cs); of several, the first C, and its first ratio."""
    C, ratio = np.unravel_index(scores.T.argmax(), scores.T.shape)
    return int(ratio), int(C)


def _is_ratio(value: Any) -> bool:
    return isinstance(value, Real) and 0.0 <= float(value) <= 1.0
