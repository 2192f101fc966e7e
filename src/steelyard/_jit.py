"""The one switch for compiled code.

`@jit` compiles a function with Numba: no GIL (threads run loops side by side), NumPy's rules for
division, and a cache on disk that a new process finds again.

Numba keys its disk cache on the file of the loop and not on what the loop inlines: edit a loss in
`losses.py` and a loop in another file would go on with the old formula. So every function's cache
folder is named by a digest of its own file *and of every steelyard file it imports, directly or
through others*. An edited formula can never run from a stale cache, and editing one file recompiles
only what depends on it.

`@verb(by="X")` makes a verb that several kinds of data answer, each with a body of its own (sparse and
dense rows answer `dot`; every loss answers `slope`). Compiled code picks the body while it compiles, from
the type of that argument, so that one text of an algorithm serves all kinds at no cost; plain Python
picks it when it is called. A kind is a NamedTuple, or `numpy.ndarray`. A kind may live in any file, one that
the loop does not import too (a loss written for an exercise), so the files of the kinds that a loop is
called with are part of the key of its cache as well.

`STEELYARD_JIT=0` (or `NUMBA_DISABLE_JIT=1`) turns compilation off: the same files run as plain
Python, and a breakpoint works inside an algorithm. `STEELYARD_CACHE` names the cache folder.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).resolve().parent
ENABLED = os.environ.get("STEELYARD_JIT", "1") != "0" and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

_IMPORT = re.compile(
    r"^\s*(?:from\s+(steelyard[\w.]*)\s+import\s+([^\n#(]+|\([^)]*\))|import\s+(steelyard[\w.]*))", re.M
)


@overload
def jit(function: F) -> F: ...
@overload
def jit(**options: Any) -> Callable[[F], F]: ...


def jit(function: Any = None, **options: Any) -> Any:
    """Compile with Numba; the plain function comes back when compilation is off."""
    if function is None:
        return lambda f: jit(f, **options)
    if not ENABLED:
        return function
    import numba

    dispatcher = numba.njit(nogil=True, error_model="numpy", **options)(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename)))
    try:
        dispatcher._cache = _cache_class()(function)
    finally:
        numba.config.CACHE_DIR = before  # other libraries keep their own cache
    return dispatcher


@cache
def _cache_class() -> type:
    from numba.core.caching import FunctionCache

    class KindCache(FunctionCache):
        """Numba's cache; its keys also hold the digests of the files of the kinds in the signature."""

        def _index_key(self, signature: Any, codegen: Any) -> Any:
            return (*super()._index_key(signature, codegen), _kind_digests(signature))

    return KindCache


def _kind_digests(numba_types: Any) -> tuple[str, ...]:
    """One digest for each NamedTuple among the types, those inside other tuples included."""
    found: list[str] = []
    for each in numba_types:
        kind = kind_of(each)
        if kind is not None and issubclass(kind, tuple):
            source = getattr(sys.modules.get(kind.__module__), "__file__", None)
            found.append(digest(Path(source)) if source else "")
        found += _kind_digests(getattr(each, "types", ()))
    return tuple(found)


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


def cache_folder(source: Path) -> Path:
    """The folder for code compiled from `source`: a new one for every change of what it depends on."""
    return cache_root() / digest(source)


@cache
def cache_root() -> Path:
    home = os.environ.get("STEELYARD_CACHE")
    if home:
        return Path(home).expanduser() / "jit"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    root = base / "steelyard" / "jit"
    try:
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK):
            return root
    except OSError:
        pass
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"steelyard-{user}" / "jit"


@cache
def digest(source: Path) -> str:
    """A name for the text of `source` and of all steelyard files that it can inline from."""
    sources = {source.resolve()}
    pending = list(sources)
    while pending:
        for found in imported_sources(pending.pop()):
            if found not in sources:
                sources.add(found)
                pending.append(found)
    h = hashlib.blake2b(digest_size=8)
    for path in sorted(sources):
        h.update(str(path.name).encode() + b"\0" + _text(path) + b"\0")
    return h.hexdigest()


def imported_sources(source: Path) -> list[Path]:
    """The steelyard files that `source` imports."""
    found = []
    for module, names, plain in _IMPORT.findall(_text(source).decode("utf-8", "replace")):
        base = module or plain
        candidates = [base] + [f"{base}.{name}" for name in re.findall(r"\w+", names)]
        found += [path for name in candidates if (path := _module_path(name)) is not None]
    return found


def _module_path(name: str) -> Path | None:
    stem = PACKAGE.joinpath(*name.split(".")[1:])
    for path in (stem.with_suffix(".py"), stem / "__init__.py"):
        if path.is_file():
            return path
    return None


@cache
def _text(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # a function typed into a notebook has no file
        return b""
