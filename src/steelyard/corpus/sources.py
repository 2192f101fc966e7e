"""What a source can be, and the tables that it holds, each opened when its turn comes."""

from __future__ import annotations

import difflib
import glob
from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from steelyard.corpus.formats import open_table
from steelyard.corpus.opening import STDIN, open_path
from steelyard.corpus.options import Options
from steelyard.corpus.readers.arrow import open_capsule
from steelyard.corpus.readers.folder import open_folder
from steelyard.corpus.readers.memory import table_of_columns, table_of_mappings
from steelyard.corpus.readers.sql import open_query
from steelyard.corpus.tables import Table
from steelyard.errors import SourceError

LIST_NAME = "the list"
_WAYS = "Give a file, a pattern, a folder, a table, a list of texts with label=[...], or a connection with query=..."


def tables(source: Any, options: Options) -> Iterator[Table]:
    """The tables of a source, in order."""
    if isinstance(source, str | PathLike):
        yield from _of_paths([fspath(source)], options)
    elif _is_list_of_paths(source):
        yield from _of_paths([fspath(path) for path in source], options)
    else:
        yield _in_memory(source, options)


def as_columns(source: Any, options: Options) -> tuple[Any, Options]:
    """Texts in a sequence, labels in another: as one source with named columns."""
    given = options.given()
    if not given and (options.labelled or not _is_list_of_texts(source)):
        return source, options
    if isinstance(source, str | PathLike) or hasattr(source, "columns"):
        role = next(iter(given), "text")
        what = f"The {role}s came as a list, the texts in {'a table' if hasattr(source, 'columns') else 'a file'}."
        raise SourceError(what, f"Name the column, {role}='...', or give the texts as a list too.")
    columns = {"text": _listed(source), **{role: _listed(values) for role, values in given.items()}}
    names: dict[str, Any] = {name: name for name in columns}
    return columns, replace(options, **names)


def _matches(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern, recursive=True)) if glob.has_magic(pattern) else []  # noqa: PTH207 (may be absolute)


def expand(paths: list[str]) -> list[str]:
    """Patterns replaced by the files that they match, in the order of their names."""
    found: list[str] = []
    for path in paths:
        if path == STDIN or _exists(path):
            found.append(path)
            continue
        matches = _matches(path)
        if not matches:
            raise _missing(path)
        found.extend(matches)
    return found


def _of_paths(paths: list[str], options: Options) -> Iterator[Table]:
    for path in expand(paths):
        if path != STDIN and Path(path).is_dir():
            yield open_folder(path, options)
        else:
            with open_path(path, options) as stream:
                yield open_table(stream, options)


def _missing(path: str) -> SourceError:
    if not path:
        return SourceError("The name of the source is empty.", "Give a file, a folder or a pattern.")
    if glob.has_magic(path):
        return SourceError(f"No file matches the pattern {path!r}.", "Check the folder and the pattern.")
    if "\n" in path or len(path) > 200:
        return SourceError(
            "A text came where the name of a file was expected.", "To read texts pass a list, with label=[...]."
        )
    folder = Path(path).parent
    names = [entry.name for entry in folder.iterdir()] if _exists(str(folder)) and folder.is_dir() else []
    near = difflib.get_close_matches(Path(path).name, names, n=3, cutoff=0.6)
    hint = f"Nearest: {', '.join(near)}." if near else "Check the name and the folder."
    return SourceError(f"There is no file {path}.", hint)


def _in_memory(source: Any, options: Options) -> Table:
    if isinstance(source, Mapping):
        return table_of_columns(source, "the dict", obvious=False)
    if hasattr(source, "__arrow_c_stream__"):
        return open_capsule(source, f"the {type(source).__name__}")
    if hasattr(source, "cursor"):
        return open_query(source, options.query, f"the {type(source).__name__}")
    if not isinstance(source, list | tuple):
        raise SourceError(f"Nothing here reads a {type(source).__name__}.", _WAYS)
    if not source:
        raise SourceError("The list is empty.", "Give at least two rows.")
    if all(isinstance(row, tuple | list) and len(row) == 2 for row in source):
        pairs = {"text": [row[0] for row in source], "label": [row[1] for row in source]}
        return table_of_columns(pairs, "the list of (text, label)", obvious=True)
    if all(isinstance(row, Mapping) for row in source):
        return table_of_mappings(source, "the list of records")
    if _is_list_of_texts(source):
        raise _missing(next(path for path in source if not _names_files(path)))
    raise SourceError("The list holds neither file names, (text, label) pairs nor dicts.", _WAYS)


def _is_list_of_paths(source: Any) -> bool:
    return isinstance(source, list | tuple) and bool(source) and all(_names_files(path) for path in source)


def _is_list_of_texts(source: Any) -> bool:
    """A list of strings that are not all names of files."""
    strings = isinstance(source, list | tuple) and all(isinstance(text, str) for text in source)
    return strings and not _is_list_of_paths(source)


def _names_files(path: Any) -> bool:
    if isinstance(path, PathLike):
        return True
    if not isinstance(path, str):
        return False
    return path == STDIN or _exists(path) or bool(_matches(path))


def _exists(path: str) -> bool:
    try:
        return path != "" and Path(path).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _listed(values: Any) -> list[Any]:
    """A list from a list, an array, a Series; what has no order of its own is none."""
    if isinstance(values, str | bytes | Set | Mapping):
        raise SourceError(f"A {type(values).__name__} came where a list was expected.", _WAYS)
    for method in ("to_pylist", "tolist", "to_list"):
        if hasattr(values, method):
            listed = getattr(values, method)()
            return list(listed)
    try:
        return list(values)
    except TypeError:
        raise SourceError(f"A {type(values).__name__} came where a list was expected.", _WAYS) from None
