"""Rows of numbers in libsvm's form, `label index:value index:value ...`: for corpora that come as columns already."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from os import PathLike, fspath
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from steelyard.corpus.checking import as_label
from steelyard.corpus.chunks import Chunk, chunks
from steelyard.corpus.corpora import Ints, Strings, sorted_classes
from steelyard.corpus.opening import open_path
from steelyard.corpus.options import Options
from steelyard.corpus.places import BadRow, Skipped
from steelyard.corpus.readers.lines import LineError, batch_of_lines
from steelyard.corpus.sources import expand
from steelyard.errors import CorpusError, SourceError

BAD_NUMBER = "bad number"
BAD_ORDER = "indices not increasing"
SEVERAL = "several labels"
_MOST = (1 << 31) - 1  # columns are numbered by 32-bit integers


@dataclass(frozen=True, eq=False)
class NumericCorpus:
    """Sparse rows, with a class for each."""

    rows: csr_matrix
    codes: Ints
    classes: tuple[str, ...]
    notes: tuple[str, ...] = ()
    skipped: Skipped = field(default_factory=Skipped)

    def __len__(self) -> int:
        return int(self.rows.shape[0])

    def __repr__(self) -> str:
        return f"NumericCorpus({len(self):,} rows, {self.rows.shape[1]:,} columns, {len(self.classes)} classes)"

    @property
    def labels(self) -> Strings:
        return np.array(self.classes, dtype=np.str_)[self.codes]


class Rows(NamedTuple):
    labels: npt.NDArray[np.float64]
    lengths: npt.NDArray[np.int64]
    indices: npt.NDArray[np.float64]  # as they stand in the file
    values: npt.NDArray[np.float64]
    bad: Sequence[BadRow] = ()


def read_rows(
    source: str | PathLike[str] | list[str],
    *,
    format: str = "libsvm",  # noqa: A002
    skip_bad: bool = False,
    columns: int | None = None,
) -> NumericCorpus:
    """Read libsvm's files. Indices begin at 1, or at 0 if a 0 occurs. `columns` is how many there are at least."""
    if not isinstance(source, str | PathLike | list):
        raise SourceError(f"Rows in libsvm's form are read from files, not from a {type(source).__name__}.")
    paths = [fspath(path) for path in (source if isinstance(source, list) else [source])]
    parts: list[Rows] = []
    skipped = Skipped()
    for path in expand(paths):
        with open_path(path, Options()) as stream:
            for chunk in chunks(stream):
                parts.append(_fast(chunk) or _exact(chunk))
                skipped.add(parts[-1].bad)
    good = sum(len(part.labels) for part in parts)
    if skipped and (not skip_bad or not good):
        raise skipped.error(good, skip_bad)
    if not good:
        raise CorpusError("There are no rows.", "Give a file with at least two rows.")
    return _assembled(parts, columns, skipped)


def _fast(chunk: Chunk) -> Rows | None:
    """All numbers of a chunk at once; None where anything about it is unusual."""
    lines = [line for line in chunk.data.split(b"\n") if line and not line.isspace()]
    lengths = np.array([line.count(b":") for line in lines], dtype=np.int64)
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            numbers = np.fromstring(chunk.data.replace(b":", b" ").decode("ascii"), sep=" ")
        except (DeprecationWarning, ValueError):
            return None
    firsts = np.concatenate([[0], np.cumsum(1 + 2 * lengths)])
    if len(numbers) != firsts[-1] or any(not _shape(line) for line in lines):
        return None
    is_label = np.zeros(len(numbers), dtype=bool)
    is_label[firsts[:-1]] = True
    pairs = numbers[~is_label].reshape(-1, 2)
    rows = Rows(numbers[is_label], lengths, pairs[:, 0], pairs[:, 1])
    return rows if _sound(rows) else None


def _shape(line: bytes) -> bool:
    """One label, then pairs: as many words as colons, and one."""
    return len(line.split()) == line.count(b":") + 1


def _sound(rows: Rows) -> bool:
    """Finite numbers, whole indices that increase within each row."""
    indices, starts = rows.indices, np.cumsum(rows.lengths)[:-1]
    rising = np.diff(indices) > 0
    rising[starts[(starts > 0) & (starts < len(indices))] - 1] = True  # from one row to the next
    finite = np.isfinite(rows.labels).all() and np.isfinite(rows.values).all()
    whole = (indices == np.floor(indices)).all() and ((indices >= 0) & (indices <= _MOST)).all()
    return bool(finite and whole and rising.all())


def _exact(chunk: Chunk) -> Rows:
    """Line by line: the good ones, and what is wrong with each of the others."""
    batch = batch_of_lines(chunk, parse_row, 3)
    labels, indices, values = batch.columns
    lengths = np.array([len(row) for row in indices], dtype=np.int64)
    flat = [np.array([x for row in rows for x in row], dtype=np.float64) for rows in (indices, values)]
    return Rows(np.array(labels, dtype=np.float64), lengths, flat[0], flat[1], batch.bad)


def parse_row(line: str) -> tuple[float, list[int], list[float]]:
    """A line as label, indices and values. What follows "#" is a comment; a query (`qid:3`) is left out."""
    words = line.partition("#")[0].split()
    if not words:
        raise LineError(BAD_NUMBER, "a comment only")
    if "," in words[0]:
        raise LineError(SEVERAL, "a row can have one label only")
    label = _number(words[0])
    pairs = [word.partition(":") for word in words[1:] if not word.startswith("qid:")]
    indices = [_index(index) for index, _, _ in pairs]
    if any(b <= a for a, b in pairwise(indices)):
        raise LineError(BAD_ORDER)
    return label, indices, [_number(value) for _, _, value in pairs]


def _number(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = float("nan")
    if not np.isfinite(value):
        raise LineError(BAD_NUMBER, repr(word[:30]))
    return value


def _index(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 11 and int(word) <= _MOST):
        raise LineError(BAD_NUMBER, f"index {word[:30]!r}")
    return int(word)


def _assembled(parts: list[Rows], columns: int | None, skipped: Skipped) -> NumericCorpus:
    labels, lengths, indices, values = (np.concatenate([part[k] for part in parts]) for k in range(4))
    from_zero = bool(len(indices)) and indices.min() == 0
    at = (indices - (not from_zero)).astype(np.int32)
    width = max(int(at.max()) + 1 if len(at) else 0, columns or 0)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    found, inverse = np.unique(labels, return_inverse=True)
    names = [str(as_label(value)) for value in found]
    classes, codes = sorted_classes(names, inverse)
    notes = ("Indices begin at 0.",) if from_zero else ()
    rows = csr_matrix((values, at, starts), shape=(len(labels), width))
    return NumericCorpus(rows, codes, classes, notes, skipped)
