"""`strengths`: every set at every strength from 1e-3 to 1e4 ends proven within a minute, or says what gap it left.

By the public models as they come. A cell is the seconds of a fit that proved a gap of 1e-6; with a `!` the gap that a
warning told; in words what must not be: `silent` (a gap above 1e-6 and no warning), `slow` (proven after more than a
minute), `NaN`.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import scipy.sparse

from benchmarks import solve, solve_dense, solve_sets
from benchmarks.solve_sets import Labelled

STRENGTHS = tuple(10.0**power for power in range(-3, 5))
TOL, MINUTE = 1e-6, 60.0
HEADING = f"{'':<18}{'':<15}" + "".join(f"{strength:>8g}" for strength in STRENGTHS)


@dataclass(frozen=True)
class Line:
    set: str
    model: str
    strength: float
    seconds: float
    gap: float
    said: str  # what its warning says, if it warned of a gap
    finite: bool

    @property
    def fault(self) -> str:
        """What must not be, in a word; nothing where all is well."""
        if not self.finite:
            return "NaN"
        if self.gap > TOL:
            return "" if self.said else "silent"
        return "slow" if self.seconds > MINUTE else ""

    @property
    def cell(self) -> str:
        return self.fault or (f"{self.gap:.0e}!" if self.gap > TOL else f"{self.seconds:.2f}")


def run(quick: bool) -> dict[str, Any]:
    lines = []
    print(f"seconds to a proven gap of {TOL:g}; `!`: the gap that a warning told\n\n{HEADING}\n{'-' * len(HEADING)}")
    for name, load in SETS.items():
        data = load(quick)
        for number, (model, make) in enumerate(models(data)):
            print(f"{'' if number else name:<18}{model:<15}", end="", flush=True)
            for line in fits(name, model, make, data):
                lines.append(line)
                print(f"{line.cell:>8}", end="", flush=True)
            print()
    wrong = [f"{line.set}, {line.model}, C={line.strength:g}: {line.fault}" for line in lines if line.fault]
    print(*(f"wrong: {each}" for each in wrong), sep="\n")
    return {"lines": [asdict(line) for line in lines], "wrong": wrong}


def fits(name: str, model: str, make: Callable[[float], Any], data: Labelled) -> Iterator[Line]:
    few = min(200, len(data.k))
    make(1.0).fit(data.X[:few], np.arange(few) % (data.k.max() + 1))  # what is compiled is not timed
    for strength in STRENGTHS:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            begin = time.perf_counter()
            fitted = make(strength).fit(data.X, data.k)
            seconds = time.perf_counter() - begin
        said = " ".join(str(each.message) for each in caught if "gap" in str(each.message))
        numbers = np.concatenate([np.ravel(part) for part in (fitted.coef_, fitted.intercept_, fitted.gap_)])
        yield Line(name, model, strength, seconds, float(np.max(fitted.gap_)), said, bool(np.isfinite(numbers).all()))


def models(data: Labelled) -> Iterator[tuple[str, Callable[[float], Any]]]:
    """Softmax for many classes; for two all three losses."""
    from steelyard import LinearSVC, LogisticRegression

    yield "logistic", lambda strength: LogisticRegression(C=strength, tol=TOL)
    if data.k.max() == 1:
        yield "hinge", lambda strength: LinearSVC(loss="hinge", C=strength, tol=TOL)
        yield "squared hinge", lambda strength: LinearSVC(C=strength, tol=TOL)


def corpus(name: str) -> Callable[[bool], Labelled]:
    def load(quick: bool) -> Labelled:
        n, classes = solve_sets.SHAPES[name]
        return solve_sets.drawn(n // 2, classes) if quick else solve_sets.labelled(name)

    return load


def a9a(quick: bool) -> Labelled:
    return answers(600) if quick or solve_sets.folder() is None else solve.a9a()


def answers(n: int) -> Labelled:
    """Drawn like a9a: 14 questions of 9 answers each, one column an answer; some answers are commoner in a class."""
    rng, k = np.random.default_rng(9), np.arange(n) % 2
    given = np.minimum(rng.poisson(2.0 + 0.5 * k[:, None] * rng.random(14)), 8) + 9 * np.arange(14)
    X = scipy.sparse.csr_matrix((np.ones(given.size), given.ravel(), 14 * np.arange(n + 1)), shape=(n, 126))
    return Labelled(X, k)


def dense(quick: bool) -> Labelled:
    return Labelled(*solve_dense.embedded(1_000 if quick else solve_dense.ROWS))


SETS: dict[str, Callable[[bool], Labelled]] = {
    "imdb": corpus("imdb"),
    "20 newsgroups": corpus("20 newsgroups"),
    "a9a": a9a,
    "tweeteval_emoji": corpus("emoji"),
    "dense": dense,
}
