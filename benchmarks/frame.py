"""The frame of all benchmarks: what a stage is, and how its contestants run.

A stage has problems and contestants. For each pair a contestant's `prepare` does what is not to be timed (imports, a
model that must be fitted first) and gives back a call without arguments; the call is timed. The contestants of one
problem take turns, round after round, so that a slow minute of the machine hits all of them; the best round counts.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Call = Callable[[], Any]
TURN, CALLS = 0.5, 5  # a turn: so many seconds at least, or so many calls
VARIES = "varies"  # an answer that was not the same in every round


@dataclass(frozen=True)
class Problem:
    """What is to be done: a name, and settings that only the stage's own contestants read."""

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Contestant:
    """Who does it. `threaded`: it heeds STEELYARD_THREADS; `answers`: its result is compared with the reference's."""

    name: str
    prepare: Callable[[Problem, Any], Call | None]  # None: this problem is not for it
    package: str | None = None
    threaded: bool = False
    answers: bool = True


@dataclass(frozen=True)
class Stage:
    """Problems, contestants (the first is the reference of all ratios), and the data they meet."""

    title: str
    problems: Sequence[Problem]
    contestants: Sequence[Contestant]
    load: Callable[[bool], Any]  # quick? -> data
    small: Callable[[Any], Any]  # data -> a little of it, to warm up with
    megabytes: Callable[[Problem, Any], float]
    describe: Callable[[Any], str]
    answer: Callable[[Any], Any]  # a result -> what must be equal among contestants
    first_use: str = ""  # a program whose first run on a new machine is timed
    compares: bool = True  # whether answers must be equal; else the table shows them


@dataclass
class Entry:
    """One contestant at one problem with one number of threads, and what was measured."""

    problem: Problem
    contestant: Contestant
    threads: int
    seconds: list[float] = field(default_factory=list)
    answer: Any = None
    peak_mb: float | None = None

    @property
    def name(self) -> str:
        return f"{self.contestant.name} x{self.threads}" if self.contestant.threaded else self.contestant.name

    @property
    def best(self) -> float:
        return min(self.seconds)

    @property
    def spread(self) -> float:
        """How far the median round is above the best, as a share of the best."""
        return sorted(self.seconds)[len(self.seconds) // 2] / self.best - 1


def entries(problem: Problem, contestants: Sequence[Contestant], threads: Sequence[int]) -> list[Entry]:
    return [Entry(problem, c, t) for c in contestants for t in (threads if c.threaded else threads[:1])]


def measure(stage: Stage, todo: Sequence[Entry], data: Any, repeat: int) -> tuple[list[Entry], list[str]]:
    """Run the entries of one problem in turns. Gives those that ran, and why others did not."""
    ready: list[tuple[Entry, Call]] = []
    missing = []
    for entry in todo:
        try:
            call = prepared(stage, entry, data)
        except (ImportError, AttributeError) as error:
            missing.append(f"{entry.contestant.name}: {error}")
            continue
        if call is not None:
            ready.append((entry, call))
    for turn in range(repeat):
        for entry, call in ready if turn % 2 == 0 else reversed(ready):
            run(stage, entry, call)
    return [entry for entry, _ in ready], missing


def prepared(stage: Stage, entry: Entry, data: Any) -> Call | None:
    """The entry's call, after it has run once on a little data: what it compiles and loads is not timed."""
    with thread_setting(entry.threads):
        warm_up = entry.contestant.prepare(entry.problem, stage.small(data))
        if warm_up is None:
            return None
        warm_up()
        return entry.contestant.prepare(entry.problem, data)


def run(stage: Stage, entry: Entry, call: Call) -> None:
    """One turn: a call, and more of them while the turn is short, so that a quick contestant is not judged by few."""
    gc.collect()
    with thread_setting(entry.threads):
        turn = time.perf_counter()
        for _ in range(CALLS):
            begin = time.perf_counter()
            result = call()
            end = time.perf_counter()
            entry.seconds.append(end - begin)
            if end - turn >= TURN:
                break
    if entry.contestant.answers:
        said = stage.answer(result)
        entry.answer = said if entry.answer in (None, said) else VARIES


@contextmanager
def thread_setting(threads: int) -> Iterator[None]:
    before = os.environ.get("STEELYARD_THREADS")
    os.environ["STEELYARD_THREADS"] = str(threads)
    try:
        yield
    finally:
        if before is None:
            del os.environ["STEELYARD_THREADS"]
        else:
            os.environ["STEELYARD_THREADS"] = before
