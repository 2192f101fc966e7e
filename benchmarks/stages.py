"""Which stages there are: a name, and the file that holds its STAGE; or, of what is no race but a proof, its `run`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, cast

from benchmarks.frame import Stage

STAGES = {
    "vectorize": "benchmarks.vectorize",
    "solve": "benchmarks.solve",
    "select": "benchmarks.select",
    "softmax": "benchmarks.solve_softmax",
    "l1": "benchmarks.solve_l1",
    "dense": "benchmarks.solve_dense",
    "job": "benchmarks.job",
}

# `run(quick)` prints its own table and gives the numbers; those under "wrong" are what is not as it should be
PROOFS = {
    "accuracy": "benchmarks.accuracy",
    "recipes": "benchmarks.recipes",
    "neighbours": "benchmarks.neighbours",
    "attacks": "benchmarks.attacks",
    "kills": "benchmarks.kills",
    "strangers": "benchmarks.strangers",
    "answers": "benchmarks.answers",
    "intervals": "benchmarks.intervals",
    "honesty": "benchmarks.honesty",
    "exports": "benchmarks.exports",
    "explanations": "benchmarks.explanations",
    "strengths": "benchmarks.strengths",
    "room": "benchmarks.room",
    "epochs": "benchmarks.epochs",
}


def proof_named(name: str) -> Callable[[bool], dict[str, Any]]:
    return cast(Callable[[bool], dict[str, Any]], importlib.import_module(PROOFS[name]).run)


def stage_named(name: str) -> Stage:
    return cast(Stage, importlib.import_module(STAGES[name]).STAGE)
