"""The one switch for compiled code.

`@jit` compiles a function with Numba: no GIL (threads run loops side by side), NumPy's rules for
division, and machine code kept on disk that a new process finds again and that is never older than
the sources it was made from: `_cache.py` tells how.

`@verb(by="X")` makes a verb that several kinds of data answer, each with a body of its own (sparse and
dense rows answer `dot`; every loss answers `slope`). Compiled code picks the body while it compiles, from
the type of that argument, so that one text of an algorithm serves all kinds at no cost; plain Python
picks it when it is called. A kind is a NamedTuple, or `numpy.ndarray`. A kind may live in any file, one that
the loop does not import too (a loss written for an exercise), so the files of the kinds that a loop is
called with are part of the key of its cache as well.

`@jit(lanes=True)` lets the compiler put numbers that lie side by side into vectors: eight lanes take one instruction
in place of eight. The sums are the same, bit by bit.

`STEELYARD_JIT=0` (or `NUMBA_DISABLE_JIT=1`) turns compilation off: the same files run as plain
Python, and a breakpoint works inside an algorithm. `STEELYARD_CACHE` names the cache folder.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterable
from functools import update_wrapper
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar, overload

from steelyard._cache import DiskCache, cache_root, remember

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")

ENABLED = os.environ.get("STEELYARD_JIT", "1") != "0" and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

_answers: dict[type, set[Path]] = {}  # kind -> the files of its bodies of verbs


@overload
def jit(function: F) -> F: ...
@overload
def jit(*, lanes: bool = ..., **options: Any) -> Callable[[F], F]: ...


def jit(function: Any = None, *, lanes: bool = False, **options: Any) -> Any:
    """Compile with Numba; the plain function comes back when compilation is off."""
    if function is None:
        return lambda f: _compiled(f, lanes, options)
    return _compiled(function, lanes, options)


def _compiled(function: F, lanes: bool, options: dict[str, Any]) -> F:
    if not ENABLED:
        return function
    import numba

    dispatcher = numba.njit(nogil=True, error_model="numpy", **options)(function)
    if lanes:
        _in_vectors(dispatcher._compiler)
    if cache_root() is not None and Path(function.__code__.co_filename).is_file() and function.__closure__ is None:
        dispatcher._cache = DiskCache(function, files_of_kinds)
    return dispatcher  # type: ignore[no-any-return]


def _in_vectors(compiler: Any) -> None:
    """Compile with LLVM's SLP vectorizer, for which Numba has one switch for all; it holds its lock meanwhile."""
    from numba import config

    compile_plainly = compiler.compile

    def compile_in_vectors(*arguments: Any) -> Any:
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, 1
        try:
            return compile_plainly(*arguments)
        finally:
            config.SLP_VECTORIZE = before

    compiler.compile = compile_in_vectors


def files_of_kinds(numba_types: Iterable[Any]) -> set[Path] | None:
    """The files that say what the kinds in a signature are and do; None if one was typed into a notebook."""
    files: set[Path] = set()
    for each in numba_types:
        inner = files_of_kinds(getattr(each, "types", ()))
        own = _files_of(kind_of(each))
        if inner is None or own is None:
            return None
        files |= inner | own
    return files


def _files_of(kind: type | None) -> set[Path] | None:
    if kind is None:
        return set()
    bodies = _answers.get(kind, set())
    if not issubclass(kind, tuple):  # arrays: only what verbs do with them is ours
        return bodies
    source = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return bodies | {Path(source).resolve()} if source else None


class Verb(Generic[P, R]):
    """A function whose body depends on the kind of one of its arguments: see the top of the file."""

    def __init__(self, declared: Callable[P, R], by: str) -> None:
        update_wrapper(self, declared)
        self.bodies: dict[type, Callable[..., Any]] = {}
        self.position = list(inspect.signature(declared).parameters).index(by)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        kind = type(args[self.position])
        if kind not in self.bodies:
            known = ", ".join(each.__name__ for each in self.bodies)
            raise TypeError(f"{self.__name__} has no body for {kind.__name__}; it has one for {known}")  # type: ignore[attr-defined]
        return self.bodies[kind](*args, **kwargs)  # type: ignore[no-any-return]

    def on(self, kind: type, **options: Any) -> Callable[[F], F]:
        """`@dot.on(CSR)` gives the verb its body for that kind; options go to the compiler."""

        def register(body: F) -> F:
            self.bodies[kind] = body
            _answers.setdefault(kind, set()).add(remember(body.__code__.co_filename))
            if ENABLED:
                _overload(self, kind, body, options)
            return body

        return register


def verb(by: str) -> Callable[[Callable[P, R]], Verb[P, R]]:
    """Declare a verb; the argument named `by` decides which body runs."""
    return lambda declared: Verb(declared, by)


def _overload(verb: Verb[P, R], kind: type, body: Callable[..., Any], options: dict[str, Any]) -> None:
    from numba.extending import overload as numba_overload

    def choose(*types: Any) -> Callable[..., Any] | None:
        return body if kind_of(types[verb.position]) is kind else None

    choose.__signature__ = inspect.signature(body)  # type: ignore[attr-defined]  # Numba compares the two
    numba_overload(verb, jit_options={"error_model": "numpy", "forceinline": True, **options})(choose)


def kind_of(numba_type: Any) -> type | None:
    """The Python class behind one of Numba's types, as far as verbs ask for it."""
    from numba import types

    if isinstance(numba_type, types.BaseNamedTuple):
        return numba_type.instance_class  # type: ignore[no-any-return]
    if isinstance(numba_type, types.Array):
        import numpy

        return numpy.ndarray
    return None


def leaf(function: F) -> F:
    """`jit` for the innermost functions, those that make no arrays: no references are counted in them.

    Numba counts references wherever an array, or a record of arrays, is passed on. In a loop over
    tokens that calls small functions, the counting took as long as the work.
    """
    return jit(_nrt=False)(function)
