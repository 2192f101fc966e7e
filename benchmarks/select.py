"""Stage `select`: the strength tuned over 5 folds and 10 values of C, and the final fit, against others' tuning.

The yardstick is one fit by LIBLINEAR at C = 1: `faster` below 1 says how many of them a contestant took. Ours proves
the folds' fits to 1e-3 and the final one to 1e-6, and judges by log loss; scikit-learn's is as it comes: by accuracy.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from benchmarks import solve, solve_sets
from benchmarks.frame import Call, Contestant, Problem, Stage
from benchmarks.solve_sets import Sets

STRENGTHS = np.logspace(-4, 4, 10)


def single_fit(problem: Problem, sets: Sets) -> Call:
    data = sets[problem.settings["set"]]
    return lambda: solve.liblinear(data, {"loss": "logistic", "C": 1.0}, 0.1)


def ours(problem: Problem, sets: Sets) -> Call:
    from steelyard.core.rows import CSR
    from steelyard.lanes import assign_folds, sweep

    data = sets[problem.settings["set"]]
    X = CSR(data.X.indptr.astype(np.int64), data.X.indices.astype(np.int32), data.X.data, data.X.shape[1])
    y, exhaustive = 2.0 * data.k - 1.0, problem.settings["exhaustive"]
    return lambda: sweep(X, y, assign_folds(data.k, 5), STRENGTHS.tolist(), exhaustive=exhaustive)


def scikit_learn(problem: Problem, sets: Sets) -> Call:
    from sklearn.linear_model import LogisticRegressionCV

    data = sets[problem.settings["set"]]
    warnings.simplefilter("ignore")
    return lambda: LogisticRegressionCV(Cs=10, cv=5, n_jobs=2).fit(data.X, data.k)


def answer(result: Any) -> str:
    """They choose by different measures, and one does not choose: nothing is to be equal."""
    return ""


STAGE = Stage(
    title="select: 5 folds x 10 values of C and the final fit, in single fits of LIBLINEAR",
    problems=[
        Problem("imdb, until past the best", {"set": "imdb", "exhaustive": False}),
        Problem("imdb, every strength", {"set": "imdb", "exhaustive": True}),
    ],
    contestants=[
        Contestant("one LIBLINEAR", single_fit, "liblinear-official"),
        Contestant("sklearn CV", scikit_learn, "scikit-learn"),
        Contestant("ours", ours, "steelyard", threaded=True),
        Contestant("null", lambda problem, sets: lambda: None, answers=False),
    ],
    load=solve_sets.load,
    small=solve_sets.small,
    megabytes=lambda problem, sets: sets[problem.settings["set"]].X.data.nbytes * 1.5 / 1e6,
    describe=str,
    answer=answer,
)
