"""`read` and `stream`: from any source to a corpus. The one way: source -> tables -> batches -> checked -> corpus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from steelyard.corpus.checking import Checked, check
from steelyard.corpus.columns import Columns, choose
from steelyard.corpus.corpora import Corpus, concatenate, make_corpus
from steelyard.corpus.options import Options, Settings
from steelyard.corpus.places import Skipped
from steelyard.corpus.sources import as_columns, tables
from steelyard.corpus.tables import Table
from steelyard.errors import CorpusError

if TYPE_CHECKING:
    from steelyard.corpus.numeric import NumericCorpus


@overload
def read(
    source: Any, *, format: Literal["libsvm"], skip_bad: bool = False, columns: int | None = None
) -> NumericCorpus: ...
@overload
def read(source: Any, **settings: Unpack[Settings]) -> Corpus: ...
def read(source: Any, **settings: Any) -> Corpus | NumericCorpus:
    """Read labelled text from wherever it is.

    Parameters
    ----------
    source
        A file (CSV, TSV, JSON lines, Parquet, Arrow, fastText, `text<TAB>label`, SQLite; gzip, bz2, xz and zstd are
        undone), a pattern such as "parts/*.csv", a list of files, a folder with one sub-folder for each class, "-" for
        standard input, a table (pandas, polars, duckdb, pyarrow), a dict of columns, a list of dicts or of
        (text, label), a list of texts with `label=[...]`, or a database connection with `query`.
    text, label, group, weight
        Columns, by name or by position from 0. Texts and labels are guessed when there is no doubt; `notes` says how.
    format
        One of "csv", "tsv", "jsonl", "parquet", "arrow", "fasttext", "tabbed", "lines", "sqlite", "libsvm".
    encoding
        Of text files.
    labelled
        False: texts alone.
    skip_bad
        True: leave out the rows that cannot be used, and count them in `skipped`. Otherwise they are an error.
    delimiter, quoting, header
        Of delimited text, where they are not to be found out.
    query
        The SQL that gives the rows.
    columns
        With "libsvm" only: how many columns there are at least.

    >>> import steelyard
    >>> len(steelyard.read([("good", "pos"), ("bad", "neg")]))
    2
    """
    if settings.get("format") == "libsvm":
        from steelyard.corpus.numeric import read_rows

        return read_rows(source, **settings)
    corpus = concatenate(list(stream(source, **settings)))
    if corpus.codes is not None and len(corpus.classes) < 2:
        raise one_class(corpus)
    return corpus


def one_class(corpus: Corpus) -> CorpusError:
    """The error for a corpus of one class. Rows that were left out may be why there is no other."""
    count, label = len(corpus), repr(corpus.classes[0])
    have = f"All {count:,} texts have" if count > 1 else "The only text has"
    skipped = [corpus.skipped.told(count)] if corpus.skipped else []
    what = "\n".join([f"{have} the label {label}: there is nothing to tell apart.", *skipped])
    way = "Give texts of two classes or more, or name the label column: label=..."
    return CorpusError(what, f"{corpus.skipped.encoding_advice} {way}".lstrip())


def stream(source: Any, *, batch_rows: int | None = None, **settings: Unpack[Settings]) -> Iterator[Corpus]:
    """The corpus of `read` in batches, in order, for data larger than memory.

    Each batch has the classes that occur in it, and is empty when all of its rows were skipped. Without `skip_bad`
    the batches end at the first bad row; the rest is then read only to count what else is bad, and the error tells all.

    >>> from steelyard.corpus import stream
    >>> rows = [("good", "pos"), ("bad", "neg"), ("fine", "pos")]
    >>> [len(batch) for batch in stream(rows, batch_rows=2)]
    [2, 1]
    """
    return _stream(*as_columns(source, Options(**settings, batch_rows=batch_rows)))


def _stream(source: Any, options: Options) -> Iterator[Corpus]:
    all_bad, good = Skipped(), 0
    for table, columns in _with_columns(source, options):
        notes = (*table.notes, *columns.notes)
        for batch in table.batches(columns.wanted()):
            checked = check(batch, columns, table.names)
            good += len(checked.texts)
            all_bad.add(checked.bad)
            if options.skip_bad or not all_bad:
                yield from _corpora(checked, options, notes)
                notes = ()
    if all_bad and (not options.skip_bad or not good):
        raise all_bad.error(good, options.skip_bad)
    if not good:
        raise CorpusError("There are no rows.", "Give a source with at least two rows.")


def _with_columns(source: Any, options: Options) -> Iterator[tuple[Table, Columns]]:
    """The tables, with the columns that the first of them settles for all."""
    for table in tables(source, options):
        columns = choose(table, options)
        yield table, columns
        label = None if columns.label is None else table.names[columns.label]
        options = replace(options, text=table.names[columns.text], label=label)


def _corpora(checked: Checked, options: Options, notes: tuple[str, ...]) -> Iterator[Corpus]:
    """The checked rows as corpora of at most `batch_rows` rows."""
    skipped = Skipped()
    skipped.add(checked.bad)
    corpus = make_corpus(*checked[:4], notes=notes, skipped=skipped)
    step = options.batch_rows or len(corpus)
    if step >= len(corpus):
        yield corpus
        return
    arrays = checked[:4]
    for start in range(0, len(corpus), step):
        part = [None if array is None else array[start : start + step] for array in arrays]
        yield make_corpus(*part, notes=notes, skipped=skipped)
        notes, skipped = (), Skipped()
