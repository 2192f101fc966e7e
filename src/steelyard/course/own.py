"""The learner's own data: two columns of numbers of any table, or two features of their texts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import ColumnError, CorpusError, SettingError


class Own(NamedTuple):
    """Rows of two columns, a label for each, and where they are from."""

    X: Array
    labels: Array
    columns: tuple[str, str]
    source: str
    skipped: int = 0

    @property
    def classes(self) -> list[str]:
        """The names of the classes, in order."""
        return sorted(set(self.labels.tolist()))

    def only(self, classes: Sequence[str]) -> Own:
        """The rows of these classes."""
        unknown = sorted(set(classes) - set(self.classes))
        if unknown:
            raise SettingError(f"There is no class {unknown[0]!r}.", f"There are: {', '.join(self.classes)}.")
        kept = np.isin(self.labels, list(classes))
        return self._replace(X=np.ascontiguousarray(self.X[kept]), labels=self.labels[kept])


def from_table(
    source: Any, x: str | int, y: str | int, label: str | int, *, skip_bad: bool = False, **options: Any
) -> Own:
    """Two columns of numbers and one of labels of a table: CSV, TSV, JSON lines, Parquet, Arrow, SQLite, pandas, ...

    A row in which a number or the label is missing is an error that says where, or is left out with `skip_bad`.

    >>> from steelyard.course.own import from_table
    >>> table = {"height": [1.0, 2.0], "weight": [3, 4], "kind": ["a", "b"]}
    >>> from_table(table, "height", "weight", "kind").X.tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """
    good: list[tuple[float, float, str]] = []
    bad: list[str] = []
    names = ("", "")
    for table, batch, order in batches(source, [x, y, label], options):
        names = (table.names[order[0]], table.names[order[1]])
        for i, row in enumerate(zip(*map(plain, batch.columns), strict=True)):
            fault = "" if np.isfinite(number(row[0])) else names[0]
            fault = fault or ("" if np.isfinite(number(row[1])) else names[1])
            if fault:
                bad.append(f"{batch.where(i)}: column {fault!r} holds no number")
            elif row[2] is None or str(row[2]).strip() == "":
                bad.append(f"{batch.where(i)}: there is no label")
            else:
                good.append((number(row[0]), number(row[1]), str(row[2]).strip()))
        bad += [str(row) for row in batch.bad]
    check(good, bad, skip_bad)
    X = np.array([row[:2] for row in good])
    return Own(X, np.array([row[2] for row in good]), names, told(source), len(bad))


def from_texts(
    source: Any,
    text: str | int | None = None,
    label: str | int | None = None,
    *,
    words: Sequence[str] | None = None,
    language: str = "en",
    **options: Any,
) -> Own:
    """Labelled texts by two features: their mean polarities, or how often each of two words occurs in them.

    >>> from steelyard.course.own import from_texts
    >>> texts = [("Good, good.", "yes"), ("So bad.", "no")]
    >>> from_texts(texts, words=["good", "bad"]).X.tolist()
    [[2.0, 0.0], [0.0, 1.0]]
    """
    from steelyard import corpus
    from steelyard.features import CountVectorizer, PolarityFeatures

    demo = isinstance(source, str) and source.startswith("demo:")
    found: Any = corpus.demo(source[5:]) if demo else corpus.read(source, text=text, label=label, **options)
    if words is None:
        names, X = ("mean positive", "mean negative"), PolarityFeatures(language).fit_transform(found.texts)
    else:
        if len(set(words)) != 2:
            raise SettingError("Two features are two different words.", "For example: --words good,bad")
        names, counter = (words[0], words[1]), CountVectorizer(vocabulary=[word.lower() for word in words])
        X = counter.fit_transform(found.texts).toarray().astype(np.float64)
    return Own(np.ascontiguousarray(X), np.asarray(found.labels), names, told(source), found.skipped.total)


def flowers() -> Own:
    """Where no data is given: two kinds of iris, by the length and the width of their sepals."""
    from steelyard.course.data import iris

    table = iris()
    return Own(table.X, table.labels, (table.columns[0], table.columns[1]), "iris")


def batches(source: Any, wanted: list[str | int], options: dict[str, Any]) -> Iterator[tuple[Any, Any, list[int]]]:
    """Each batch of the source's tables with the wanted columns, and where they stand."""
    from steelyard.corpus.columns import find
    from steelyard.corpus.options import Options
    from steelyard.corpus.sources import tables

    for table in tables(source, Options(**options)):
        order = [find(table, name) for name in wanted]
        if len(set(order)) < len(order):
            raise ColumnError("A column is asked for twice.", "Give three different ones: --x, --y, --label")
        for batch in table.batches(order):
            yield table, batch, order


def plain(column: Any) -> list[Any]:
    return column.to_pylist() if hasattr(column, "to_pylist") else list(column)


def number(value: Any) -> float:
    """NaN where it is none; a decimal comma is understood."""
    try:
        return float(value.strip().replace(",", ".") if isinstance(value, str) else value)
    except (TypeError, ValueError):
        return math.nan


def check(good: list[Any], bad: list[str], skip_bad: bool) -> None:
    if bad and (not skip_bad or not good):
        rows = "row" if len(bad) == 1 else "rows"
        lines = "\n".join(f"  {line}" for line in bad[:5])
        raise CorpusError(f"{len(bad):,} {rows} cannot be used:\n{lines}", "Leave them out with skip_bad=True.")
    if len({row[2] for row in good}) < 2:
        raise CorpusError("There are not two classes: there is nothing to tell apart.", "Check the column of labels.")


def told(source: Any) -> str:
    return source if isinstance(source, str) else type(source).__name__
