"""Which stages there are: a name, and the file that holds its STAGE."""

from __future__ import annotations

import importlib
from typing import cast

from benchmarks.frame import Stage

STAGES = {
    "vectorize": "benchmarks.vectorize",
    "solve": "benchmarks.solve",
    "select": "benchmarks.select",
    "softmax": "benchmarks.solve_softmax",
    "l1": "benchmarks.solve_l1",
}


def stage_named(name: str) -> Stage:
    return cast(Stage, importlib.import_module(STAGES[name]).STAGE)
