"""Where machine code is kept on disk, and when it may be used again.

Numba's own cache knows the file of a loop, but not what the loop inlines: edit a loss in `losses.py`, and a loop in
another file goes on with the old formula. Here the name of a file of machine code is a digest of everything that
went into it, so that code which does not match is never found, let alone run:

  - the text of the loop's file and of every file that it imports, directly or through others. Followed are imports
    of steelyard, relative ones, and files that lie beside the importer;
  - the signature; and for the kinds in it (a loss, sparse rows) the text of the files that say how they answer verbs;
  - the versions of Python and Numba, and the processor.

The texts are those that were read when the code was imported, not those that lie on disk when it is compiled: a file
may have been edited in between. What a loop takes from a module's constants must follow from these sources.

One variant is one file, put in place by renaming: processes that compile at the same time do not disturb each other,
and a copy of the same sources elsewhere uses the same code. Folders that nobody used for two months are removed.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent
DAY = 24 * 3600
KEPT_DAYS = 60

_IMPORT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))", re.M
)

_texts: dict[Path, bytes] = {}


class DiskCache:
    """What a Numba dispatcher asks of a cache, kept in one file per compiled variant."""

    def __init__(self, function: Callable[..., Any], files_of_kinds: Callable[[Any], set[Path] | None]) -> None:
        code = function.__code__
        self.name = re.sub(r"\W+", "_", f"{Path(code.co_filename).stem}.{function.__qualname__}")
        self.place = f"{self.name}:{code.co_firstlineno}"
        self.sources = digest(remember(code.co_filename))
        self.files_of_kinds = files_of_kinds

    @property
    def cache_path(self) -> str:
        return str(cache_root())

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The code compiled for `signature`, or None."""
        from numba.core.compiler import CompileResult

        context.refresh()
        path = self._path(signature, context.codegen())
        try:
            payload = pickle.loads(path.read_bytes()) if path else None
        except (OSError, EOFError, pickle.UnpicklingError):  # not there, or not whole: compile again
            return None
        if path is None or payload is None:
            return None
        _mark_as_used(path.parent)
        return CompileResult._rebuild(context, *payload)

    def save_overload(self, signature: Any, result: Any) -> None:
        from numba.core.serialize import dumps

        path = self._path(signature, result.codegen)
        if result.library.has_dynamic_globals:
            warnings.warn(f"{self.place} is compiled by every process: it holds a large global array.", stacklevel=2)
        elif path is not None:
            with suppress(OSError):  # a full or vanished disk costs the next process a compilation, no more
                _write(path, dumps(result._reduce()))

    def flush(self) -> None:
        """Nothing to do: each variant is written when it is made."""

    def enable(self) -> None:
        """Numba's interface; this cache is always on."""

    def disable(self) -> None:
        """Numba's interface; this cache is always on."""

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        """The file of one variant; None if its name could not tell all that went into it."""
        import numba

        root, types, files = cache_root(), str(signature), self.files_of_kinds(signature)
        if root is None or files is None or " at 0x" in types:  # 0x: a compiled function was passed in
            return None
        versions = (numba.__version__, sys.version_info[:2], getattr(sys, "abiflags", ""))
        key = repr((self.place, types, sorted(map(digest, files)), versions, codegen.magic_tuple()))
        return root / self.sources / f"{self.name}-{hashlib.blake2b(key.encode(), digest_size=8).hexdigest()}.code"


def _write(path: Path, content: bytes) -> None:
    if not path.parent.is_dir():
        path.parent.mkdir(parents=True, exist_ok=True)  # another process may be making it
        prune(path.parents[1])
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)


def _mark_as_used(folder: Path) -> None:
    with suppress(OSError):
        if folder.stat().st_mtime < time.time() - DAY:
            os.utime(folder)


def prune(root: Path) -> None:
    """Remove the folders of sources that nobody used for two months."""
    for folder in root.iterdir():
        with suppress(OSError):
            if folder.stat().st_mtime < time.time() - KEPT_DAYS * DAY:
                shutil.rmtree(folder)


@cache
def cache_root() -> Path | None:
    """The folder of all machine code: STEELYARD_CACHE, else the user's cache, else a temporary one of the user's."""
    wish = os.environ.get("STEELYARD_CACHE")
    with suppress(OSError, RuntimeError):
        root = (Path(wish).expanduser() if wish else _user_cache() / "steelyard") / "jit"
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK):
            return root
    with suppress(OSError):
        return _temporary_root()
    return None


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _temporary_root() -> Path | None:
    """A folder that nobody else could have put code into: others can write where temporary files are."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    home = Path(tempfile.gettempdir()) / f"steelyard-{user}"
    home.mkdir(mode=0o700, exist_ok=True)
    state = home.lstat()
    if home.is_symlink() or (hasattr(os, "getuid") and (state.st_uid != user or state.st_mode & 0o022)):
        return None
    (home / "jit").mkdir(exist_ok=True)
    return home / "jit"


def remember(filename: str) -> Path:
    """Note the text of a file whose code is being imported now."""
    path = Path(filename).resolve()
    _texts[path] = _read(path)
    return path


def digest(source: Path) -> str:
    """A name for the text of `source` and of all files that its code can inline from."""
    sources = {source}
    pending = [source]
    while pending:
        path = pending.pop()
        new = set(imported_files(path, _text(path))) - sources
        sources |= new
        pending += new
    h = hashlib.blake2b(digest_size=8)
    for content in sorted(path.name.encode() + b"\0" + _text(path) + b"\0" for path in sources):
        h.update(content)
    return h.hexdigest()


@cache
def imported_files(importer: Path, text: bytes) -> tuple[Path, ...]:
    """The files that a source imports; a line too many in a docstring does no harm."""
    code = re.sub(r"#[^\n]*|\\\n", " ", text.decode("utf-8", "replace"))  # no comments, no continued lines
    found = (_file_of(name, importer) for name in _imported_names(code))
    return tuple(path for path in found if path is not None)


def _imported_names(code: str) -> Iterator[str]:
    for module, names, modules in _IMPORT.findall(code):
        yield from re.findall(r"[\w.]+", modules)
        if module:
            yield module
            yield from (
                f"{module.rstrip('.')}.{name}" if module.strip(".") else module + name
                for name in re.findall(r"\w+", names)
            )


def _file_of(name: str, importer: Path) -> Path | None:
    parts = name.lstrip(".").split(".")
    level = len(name) - len(name.lstrip("."))
    if not level and parts[0] == PACKAGE.name:
        stem = PACKAGE.joinpath(*parts[1:])
    else:
        stem = importer.parents[max(level, 1) - 1].joinpath(*parts)
    for path in (stem.with_suffix(".py"), stem / "__init__.py"):
        if path.is_file():
            return path
    return None


def _text(path: Path) -> bytes:
    if path not in _texts:
        _texts[path] = _read(path)
    return _texts[path]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # a function typed into a notebook has no file
        return b""
