"""`neighbours`: what dual descent takes by how many neighbouring rows go together (`core.random.order_in_runs`).

Seconds to a proven gap of 1e-6 without an intercept, and the passes; the best of three, on one thread. The classes
stand one after the other in memory, which is the worst case for neighbours.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks import solve_sets
from steelyard.algorithms.dual_descent import DualDescent
from steelyard.algorithms.loop import run as solve
from steelyard.core import random
from steelyard.core.losses import Hinge, Logistic, SquaredHinge
from steelyard.core.objective import Problem
from steelyard.core.penalties import L2
from steelyard.core.rows import CSR
from steelyard.lanes.columns import by_frequency

RUNS, COSTS, TIMES = (1, 2, 4, 8, 16), (1.0, 10.0), 3
LOSSES = {"logistic": Logistic(), "squared hinge": SquaredHinge(), "hinge": Hinge()}


def run(quick: bool) -> dict[str, Any]:
    data = solve_sets.load(quick)["imdb"]
    given = CSR(data.X.indptr.astype(np.int64), data.X.indices.astype(np.int32), data.X.data, data.X.shape[1])
    X, y = by_frequency(given).X, 2.0 * data.k - 1.0
    print(f"{'seconds (passes)':<26}" + "".join(f"{size:>14}" for size in RUNS))
    lines, before = [], random.RUN
    try:
        for name, loss in LOSSES.items():
            for cost in COSTS:
                problem = Problem(X, y, np.full(len(y), cost), loss, L2(), False)
                found = [taken(problem, size) for size in RUNS]
                print(
                    f"{f'{name}, C = {cost:g}':<26}" + "".join(f"{f'{s:.3f} ({n})':>14}" for s, n in found), flush=True
                )
                lines.append({"loss": name, "C": cost, "seconds": dict(zip(RUNS, found, strict=True))})
    finally:
        random.RUN = before
    return {"lines": lines, "wrong": []}


def taken(problem: Problem, size: int) -> tuple[float, int]:
    """Seconds and passes with so many neighbours together."""
    random.RUN = size
    best, steps = np.inf, 0
    for _ in range(TIMES):
        begin = time.perf_counter()
        steps = solve(DualDescent(problem, 1e-6, threads=1), max_steps=1000).steps
        best = min(best, time.perf_counter() - begin)
    return best, steps
