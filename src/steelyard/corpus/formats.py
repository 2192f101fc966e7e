"""The table of formats: who reads what, and how a source's format is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import PurePath

from steelyard.corpus.names import is_known
from steelyard.corpus.opening import Stream
from steelyard.corpus.options import Options
from steelyard.corpus.readers.arrow import open_ipc, open_parquet
from steelyard.corpus.readers.delimited import open_csv, open_tabbed_lines, open_tsv
from steelyard.corpus.readers.fasttext import MARK, open_fasttext
from steelyard.corpus.readers.json_lines import open_json_lines
from steelyard.corpus.readers.plain import open_lines
from steelyard.corpus.readers.sql import open_sqlite
from steelyard.corpus.tables import Table
from steelyard.errors import SettingError, SourceError

FORMATS: dict[str, Callable[[Stream, Options], Table]] = {
    "csv": open_csv,
    "tsv": open_tsv,
    "jsonl": open_json_lines,
    "parquet": open_parquet,
    "arrow": open_ipc,
    "fasttext": open_fasttext,
    "tabbed": open_tabbed_lines,  # text<TAB>label, no header, no quoting
    "lines": open_lines,  # a text a line, no labels
    "sqlite": open_sqlite,
}
NUMERIC = "libsvm"  # rows of numbers, no texts: see `numeric`
_SUFFIXES = {
    "csv": ".csv",
    "tsv": ".tsv .tab",
    "jsonl": ".jsonl .ndjson .json",
    "parquet": ".parquet .pq",
    "arrow": ".arrow .feather .ipc",
    "fasttext": ".ft .fasttext",
    "sqlite": ".sqlite .sqlite3 .db",
    NUMERIC: ".libsvm .svm .svmlight",
}
_BY_SUFFIX = {suffix: name for name, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}
_BY_MAGIC = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\xff\xff\xff\xff": "arrow", b"SQLite format 3\0": "sqlite"}
_COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zstd")
_FOREIGN = {  # what the first bytes give away -> what to do
    b"PK\x03\x04": ("a zip archive (or a spreadsheet, or a document)", "Unpack it, or save the sheet as CSV."),
    b"%PDF": ("a PDF", "Take its text out first."),
    b"\xd0\xcf\x11\xe0": ("an old Office document", "Save it as CSV."),
    b"\x80\x04\x95": ("a pickle, which could run anything", "Write it as Parquet or CSV."),
    b"\x93NUMPY": ("a NumPy array", "Load it, and pass the texts and labels as lists."),
    b"FEA1": ("Feather of version 1", "Write it again with a newer pyarrow."),
}
_HEAD = 1 << 16
_LOOK = 50  # lines that the form of a text is judged by
_LIBSVM = re.compile(rb"[+-]?[\d.]+(e[+-]?\d+)?(\s+(qid|\d+):\S+)*\s*(#.*)?", re.IGNORECASE)


def open_table(stream: Stream, options: Options) -> Table:
    """The table in a stream, by the asked format, else by first bytes, name and contents."""
    asked = options.format
    if asked is not None and asked not in FORMATS:
        raise SettingError(f"There is no format {asked!r}.", f"There are: {', '.join([*FORMATS, NUMERIC])}.")
    if not stream.head(1):
        raise SourceError(f"{stream.source} is empty.", "Give a file with at least two rows.")
    name = asked or tell_format(stream, options)
    if options.query is not None and name != "sqlite":
        raise SettingError(f"There is a query, and {stream.source} is no database.", "Leave query=... out.")
    return FORMATS[name](stream, options)


def tell_format(stream: Stream, options: Options) -> str:
    head = stream.head(_HEAD).removeprefix(b"\xef\xbb\xbf")
    for magic, (kind, way) in _FOREIGN.items():
        if head.startswith(magic):
            raise SourceError(f"{stream.source} is {kind}, which is not read here.", way)
    for magic, name in _BY_MAGIC.items():
        if head.startswith(magic):
            return name
    name = _BY_SUFFIX.get(_suffix(stream.source)) or _by_contents(head, options, stream.source)
    if name == NUMERIC:
        raise SourceError(f"{stream.source} holds rows of numbers, not texts.", "Pass format='libsvm' to read them.")
    if name in ("parquet", "arrow", "sqlite"):
        raise SourceError(f"{stream.source} does not begin like {name}.", "Pass format=... if its name misleads.")
    return name


def _suffix(source: str) -> str:
    path = PurePath(source)
    return PurePath(path.stem).suffix.lower() if path.suffix.lower() in _COMPRESSED else path.suffix.lower()


def _by_contents(head: bytes, options: Options, source: str) -> str:
    """The form of a text, by its first lines."""
    whole = head[: head.rfind(b"\n") + 1] or head
    lines = [line for line in whole.splitlines() if line.strip()][:_LOOK]
    if b"\0" in head or not lines:
        raise SourceError(f"{source}: not a text, nor any format known here.", "Pass format=..., or encoding='utf-16'.")
    if sum(line.startswith(MARK.encode()) for line in lines) * 2 > len(lines):
        return "fasttext"
    if _is_json(lines[0]) or head.lstrip().startswith(b"[{"):
        return "jsonl"
    if all(_LIBSVM.fullmatch(line) for line in lines) and any(b":" in line for line in lines):
        return NUMERIC
    if options.header is None and options.labelled and all(line.count(b"\t") == 1 for line in lines):
        return "tsv" if _has_names(lines[0]) else "tabbed"
    return "csv" if options.labelled or _has_names(lines[0]) else "lines"


def _is_json(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _has_names(line: bytes) -> bool:
    """Whether a line looks like the header of a table: several fields, one with a known name."""
    names = re.split(r"[,;\t|]", line.decode("utf-8", "replace"))
    return any(is_known(name.strip('"')) for name in names)
