"""`room`: a fit takes at most 1.5 times its rows, besides the caller's own matrix and the weights solved side by side.

The peak of one call above what the process held before it, in a process of its own (`memory.py`), compiled beforehand.
`rows` are the bytes of the caller's matrix; `weights` those of the lanes or classes that are solved at the same time,
on every thread; what the fitted model keeps besides (scores out of fold) is counted with them. A margin of 16 MB is
left for what threads and libraries hold.
"""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from benchmarks import machine, memory, solve_sets
from benchmarks.solve_sets import Labelled

MOST, MARGIN = 1.5, 16.0


@dataclass(frozen=True)
class Fit:
    """A public model on a set, and how many vectors of weights are solved at the same time on so many threads."""

    set: str
    model: str
    settings: dict[str, Any]
    lanes: Callable[[int, int], int]  # (classes, threads)

    def __str__(self) -> str:
        return f"{self.set}, {self.model}"


FITS = [
    Fit("imdb", "LogisticRegression", {}, lambda classes, threads: 1),
    Fit("imdb", "LinearSVC", {}, lambda classes, threads: 1),
    Fit("imdb", "LogisticRegressionCV", {"cv": 5}, lambda classes, threads: 8 * threads),
    Fit("20 newsgroups", "LogisticRegression", {}, lambda classes, threads: classes),
    Fit("20 newsgroups", "LogisticRegressionCV", {"cv": 5}, lambda classes, threads: classes * threads),
]


@dataclass(frozen=True)
class Line:
    fit: str
    rows: float  # megabytes, like all below
    weights: float
    peak: float

    @property
    def share(self) -> float:
        """Of the rows, once the weights are taken off."""
        return (self.peak - self.weights) / self.rows

    @property
    def too_much(self) -> bool:
        return self.peak > MOST * self.rows + self.weights + MARGIN


def run(quick: bool) -> dict[str, Any]:
    if not memory.available():
        print("this system does not tell a process's peak")
        return {"lines": [], "wrong": []}
    lines = []
    print(f"{'':<40}{'rows MB':>9}{'weights MB':>12}{'peak MB':>9}{'beyond weights':>22}")
    for number, fit in enumerate(FITS):
        words = [sys.executable, "-m", "benchmarks.room", str(number), str(int(quick))]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        line = Line(str(fit), *json.loads(done.stdout.splitlines()[-1]))
        share = f"{line.share:.2f} of the rows"
        print(f"{line.fit:<40}{line.rows:>9.1f}{line.weights:>12.1f}{line.peak:>9.1f}{share:>22}", flush=True)
        lines.append(line)
    wrong = [f"{line.fit}: {line.peak:.0f} MB" for line in lines if line.too_much]
    print(*(f"too much: {each}" for each in wrong), sep="\n")
    return {"lines": [asdict(line) for line in lines], "wrong": wrong}


def measured(fit: Fit, data: Labelled) -> tuple[float, float, float]:
    """Megabytes of the rows, of the weights, and of the peak."""
    import steelyard

    warnings.simplefilter("ignore")
    model = getattr(steelyard, fit.model)
    few = data.part(400)
    model(**fit.settings).fit(few.X, few.k)
    rows = sum(part.nbytes for part in (data.X.data, data.X.indices, data.X.indptr))
    weights = 8 * data.X.shape[1] * fit.lanes(int(data.k.max()) + 1, machine.cores())
    fitted: list[Any] = []
    peak = memory.peak_of(lambda: fitted.append(model(**fit.settings).fit(data.X, data.k)))
    kept = sum(
        part.nbytes for name, part in vars(fitted[0]).items() if isinstance(part, np.ndarray) and name != "coef_"
    )
    return rows / 2**20, (weights + kept) / 2**20, peak


def main() -> None:
    fit, quick = FITS[int(sys.argv[1])], sys.argv[2] == "1"
    n, classes = solve_sets.SHAPES[fit.set]
    print(json.dumps(measured(fit, solve_sets.drawn(n, classes) if quick else solve_sets.labelled(fit.set))))


if __name__ == "__main__":
    main()
