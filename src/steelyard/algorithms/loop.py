"""The one loop that all iterative algorithms share. What an algorithm is: see the top of this folder's `__init__`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from steelyard.core.objective import Certificate
from steelyard.core.trace import Entry, Trace


class State(Protocol):
    """The fields that every state has."""

    @property
    def w(self) -> Any: ...
    @property
    def b(self) -> Any: ...
    @property
    def iteration(self) -> int: ...
    @property
    def epoch(self) -> float: ...
    @property
    def done(self) -> bool: ...


S = TypeVar("S", bound=State)


class Algorithm(Protocol[S]):
    """The four methods that every iterative algorithm has."""

    def start(self) -> S: ...
    def step(self, state: S) -> S: ...
    def certificate(self, state: S) -> Certificate: ...
    def entry(self, state: S, gap: bool) -> Entry: ...


class Run(NamedTuple, Generic[S]):
    """How a run ended. It converged if `state.done`; otherwise the limit or the callback stopped it."""

    state: S
    certificate: Certificate
    steps: int


def run(
    algorithm: Algorithm[S],
    *,
    state: S | None = None,
    max_steps: int | None = None,
    trace: Trace | None = None,
    callback: Callable[[S], bool | None] | None = None,
    keep: bool = True,
) -> Run[S]:
    """Step until the algorithm is done, `max_steps` are made, or the callback returns True.

    With a `state`, go on from there; it is left as it was, unless it need not be kept: then there is no second copy of
    its arrays.
    """
    if state is None:
        state = algorithm.start()
    elif keep:
        state = copied(state)
    _record(algorithm, state, trace)
    steps = 0
    while not state.done and (max_steps is None or steps < max_steps):
        state = algorithm.step(state)
        steps += 1
        _record(algorithm, state, trace)
        if callback is not None and callback(state):
            break
    return Run(state, algorithm.certificate(state), steps)


def _record(algorithm: Algorithm[S], state: S, trace: Trace | None) -> None:
    if trace is not None:
        trace.add(algorithm.entry(state, trace.gap), state.w, state.b)


def copied(state: S) -> S:
    """The same state in arrays of its own."""
    parts = (np.copy(part) if isinstance(part, np.ndarray) else part for part in state)  # type: ignore[attr-defined]
    return type(state)(*parts)
