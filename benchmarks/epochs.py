"""`epochs`: what an epoch of dual descent costs against the time to stream the rows from memory once, the limit.

An epoch is a step as it comes: a pass over all rows in a new order, the few rows that are solved together, and the sum
that says when a proof is worth its price; the median of some steps on one thread. The proof itself is timed apart. The
stream reads row pointers, columns and values in order, eight bytes at a time, and does nothing with them but add; what
the cache held before is swept out of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks import machine, solve_sets
from steelyard._jit import jit
from steelyard.algorithms.dual_descent import DualDescent
from steelyard.algorithms.softmax import Softmax
from steelyard.core.losses import Logistic
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.objective import Problem
from steelyard.core.penalties import L2
from steelyard.core.rows import CSR
from steelyard.lanes import assign_folds
from steelyard.lanes.columns import by_frequency
from steelyard.lanes.scales import fold_scales

STEPS = 8
SWEPT = np.ones(32_000_000)  # 256 MB, more than a cache
SETS = ("imdb", "20 newsgroups", "emoji")
WIDTHS = (30, 9, 10, 12, 10, 12)
HEADINGS = ("", "epoch s", "a lane s", "of stream", "a lane", "a proof s")


@dataclass(frozen=True)
class Line:
    set: str
    what: str
    lanes: int
    stream: float
    epoch: float
    proof: float

    def __str__(self) -> str:
        cells = (
            f"{self.epoch:.4f}",
            f"{self.epoch / self.lanes:.4f}",
            f"{self.epoch / self.stream:.1f}x",
            f"{self.epoch / self.lanes / self.stream:.1f}x",
            f"{self.proof:.4f}",
        )
        return row(f"  {self.what}", *cells)


def row(first: str, *cells: str) -> str:
    return first.ljust(WIDTHS[0]) + "".join(cell.rjust(width) for cell, width in zip(cells, WIDTHS[1:], strict=True))


def run(quick: bool) -> dict[str, Any]:
    lines = []
    print(f"{machine.processor()}, one thread\n{row(*HEADINGS)}\n{'-' * sum(WIDTHS)}")
    for name in SETS:
        n, classes = solve_sets.SHAPES[name]
        data = solve_sets.drawn(n, classes) if quick else solve_sets.labelled(name)
        X = CSR(data.X.indptr.astype(np.int64), data.X.indices.astype(np.int32), data.X.data, data.X.shape[1])
        X = by_frequency(X).X
        stream = quickest(partial(streamed, X), before=SWEPT.sum)
        size = sum(part.nbytes for part in X[:3])
        print(f"{name}: {size / 1e6:.0f} MB of rows, streamed in {stream:.4f} s ({size / stream / 1e9:.1f} GB/s)")
        for what, lanes, algorithm in algorithms(X, data.k):
            lines.append(Line(name, what, lanes, stream, *timed(algorithm)))
            print(lines[-1], flush=True)
    return {"processor": machine.processor(), "lines": [asdict(line) for line in lines]}


def algorithms(X: CSR, k: Any) -> Iterator[tuple[str, int, Any]]:
    """Two classes (the first against the others) in lanes, and all classes by softmax; without end."""
    n, single = len(k), X._replace(data=X.data.astype(np.float32))
    y, c, folds = np.where(k == 0, -1.0, 1.0), np.ones(n), assign_folds(k, 5)
    one = Problem(X, y, c, Logistic(), L2(), True)
    eight = one._replace(y=np.tile(y[:, None], 8), c=np.outer(c, np.geomspace(0.1, 10.0, 8)))
    yield "one lane", 1, DualDescent(one, 0.0, threads=1)
    yield "one lane, float32 rows", 1, DualDescent(one._replace(X=single), 0.0, threads=1)
    yield "eight lanes", 8, DualDescent(eight, 0.0, threads=1)
    scales = fold_scales(X, folds).of([0, 1, 2, 3, 4, 5])
    yield "eight lanes, each with scales", 8, DualDescent(eight, 0.0, scales=scales, threads=1)
    if k.max() > 1:
        K = int(k.max()) + 1
        yield f"softmax, {K} classes", K, Softmax(MulticlassProblem(X, k, c, K, True), 0.0, threads=1)


def timed(algorithm: Any) -> tuple[float, float]:
    """Seconds of a step and of a proof; the first step, which compiles, aside."""
    state = algorithm.step(algorithm.start())
    seconds = []
    for _ in range(STEPS):
        begin = time.perf_counter()
        state = algorithm.step(state)
        seconds.append(time.perf_counter() - begin)
    return float(np.median(seconds)), quickest(lambda: algorithm.certificate(state), 3)


def quickest(call: Callable[[], Any], rounds: int = 7, before: Callable[[], Any] = lambda: None) -> float:
    """The best of some rounds, after one that compiles; `before` each, untimed."""
    call()
    best = np.inf
    for _ in range(rounds):
        before()
        begin = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - begin)
    return best


def streamed(X: CSR) -> float:
    """The sum of all words of eight bytes."""
    parts = (np.ascontiguousarray(part).view(np.uint8) for part in X[:3])
    return sum(added(part[: len(part) // 8 * 8].view(np.uint64)) for part in parts)


@jit
def added(words: Any) -> int:
    total = np.uint64(0)
    for word in words:
        total += word
    return total
