"""The same rows, whatever they come from."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import sqlite3
import sys

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

import steelyard
from steelyard.corpus import stream

ROWS = [
    ("A fine film, with\na second line", "pos"),
    ('He said "no" and left; so did I', "neg"),
    ("Été à la mer | ça va\u2009?", "pos"),
    ("日本語 text 😀", "neg"),
    ("the fifth text is plain", "pos"),
    ("the sixth one as well", "neg"),
]
FLAT = [(text.replace("\n", " "), label) for text, label in ROWS]
TEXTS = [text for text, _ in ROWS]
LABELS = [label for _, label in ROWS]


def rows_of(corpus):
    return list(zip(corpus.texts.to_pylist(), corpus.labels.tolist(), strict=True))


def as_csv(rows=ROWS, header=("label", "text"), **dialect):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n", **dialect)
    if header:
        writer.writerow(header)
    writer.writerows([(label, text) for text, label in rows])
    return out.getvalue().encode()


def as_jsonl(rows=ROWS):
    return "".join(json.dumps({"text": t, "label": y}) + "\n" for t, y in rows).encode()


def as_arrow_table():
    return pa.table({"id": range(len(ROWS)), "text": TEXTS, "label": LABELS})


def as_fasttext():
    return "".join(f"__label__{y} {t}\n" for t, y in FLAT).encode()


TEXT_FILES = {
    "comma.csv": (as_csv(), ROWS),
    "semicolon.csv": (as_csv(delimiter=";"), ROWS),
    "bars.csv": (as_csv(delimiter="|"), ROWS),
    "tabs.tsv": (as_csv(delimiter="\t"), ROWS),
    "all_quoted.csv": (as_csv(quoting=csv.QUOTE_ALL), ROWS),
    "windows.csv": (as_csv().replace(b"\n", b"\r\n"), [(t.replace("\n", "\r\n"), y) for t, y in ROWS]),
    "mark.csv": (b"\xef\xbb\xbf" + as_csv(), ROWS),
    "headless.csv": (as_csv(header=None), ROWS),
    "french.csv": (as_csv(header=("Catégorie", "Commentaire")), ROWS),
    "spanish.csv": (as_csv(header=("etiqueta", "reseña")), ROWS),
    "unknown_names.csv": (as_csv(header=("foo", "bar")), ROWS),
    "rows.jsonl": (as_jsonl(), ROWS),
    "array.json": (json.dumps([{"text": t, "label": y} for t, y in ROWS]).encode(), ROWS),
    "rows.ft": (as_fasttext(), FLAT),
    "labels_behind.txt": ("".join(f"{t} __label__{y}\n" for t, y in FLAT).encode(), FLAT),
    "tabbed.txt": ("".join(f"{t}\t{y}\n" for t, y in FLAT).encode(), FLAT),
    "no_newline_at_end.txt": ("".join(f"{t}\t{y}\n" for t, y in FLAT).encode()[:-1], FLAT),
    "no_name": (as_csv(), ROWS),
}


@pytest.mark.parametrize("name", TEXT_FILES)
def test_a_text_file(tmp_path, name):
    data, rows = TEXT_FILES[name]
    (tmp_path / name).write_bytes(data)
    kwargs = {"format": "fasttext"} if name == "labels_behind.txt" else {}
    corpus = steelyard.read(tmp_path / name, **kwargs)
    assert rows_of(corpus) == rows
    assert corpus.classes == ("neg", "pos")


@pytest.mark.parametrize("name", ["comma.csv", "semicolon.csv", "rows.jsonl", "rows.ft", "tabbed.txt"])
def test_small_chunks_change_nothing(tmp_path, monkeypatch, name):
    data, rows = TEXT_FILES[name]
    (tmp_path / name).write_bytes(data)
    for size in (1, 7, 40, 100):
        monkeypatch.setattr("steelyard.corpus.chunks.SIZE", size)
        assert rows_of(steelyard.read(tmp_path / name)) == rows


def zstd(data):
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as out:
        out.write(data)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize("name", ["comma.csv", "rows.jsonl", "tabbed.txt", "rows.parquet", "rows.arrow"])
@pytest.mark.parametrize(
    ("suffix", "press"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress), ("zst", zstd)]
)
def test_compressed_files(tmp_path, name, suffix, press):
    if name in TEXT_FILES:
        data, rows = TEXT_FILES[name]
    else:
        write_table(tmp_path / name)
        data, rows = (tmp_path / name).read_bytes(), ROWS
    path = tmp_path / f"{name}.{suffix}"
    path.write_bytes(press(data))
    assert rows_of(steelyard.read(path)) == rows


def write_table(path, table=None):
    table = as_arrow_table() if table is None else table
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(table, path)
    elif path.suffix == ".feather":
        pyarrow.feather.write_feather(table, path)
    else:
        new = pa.ipc.new_stream if path.suffix == ".arrows" else pa.ipc.new_file
        with new(path, table.schema) as writer:
            writer.write_table(table)


@pytest.mark.parametrize(
    "name", ["rows.parquet", "rows.arrow", "rows.feather", "rows.arrows", "parquet_by_its_first_bytes"]
)
def test_a_table_file(tmp_path, name):
    write_table(tmp_path / (name if "." in name else "x.parquet"))
    if "." not in name:
        (tmp_path / "x.parquet").rename(tmp_path / name)
    assert rows_of(steelyard.read(tmp_path / name)) == ROWS


@pytest.mark.parametrize("kind", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())])
def test_every_arrow_string_type(kind):
    array = pa.array(TEXTS).cast(kind)
    labels = pa.array(LABELS).cast(kind)
    assert rows_of(steelyard.read(pa.table({"text": array, "label": labels}))) == ROWS


def test_tables_of_other_libraries():
    pandas, polars, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "duckdb"))
    columns = {"text": TEXTS, "label": LABELS}
    frame = pandas.DataFrame(columns)
    for table in (frame, polars.DataFrame(columns), as_arrow_table(), as_arrow_table().to_reader()):
        assert rows_of(steelyard.read(table)) == ROWS
    with duckdb.connect() as connection:
        connection.register("frame", frame)
        assert rows_of(steelyard.read(connection.sql("select * from frame"))) == ROWS
        connection.execute("create table reviews as select * from frame")
        assert rows_of(steelyard.read(connection, query="select label, text from reviews")) == ROWS
    assert rows_of(steelyard.read(frame["text"], label=frame["label"])) == ROWS


def test_lists_and_dicts():
    for source in (ROWS, [{"text": t, "label": y} for t, y in ROWS], {"label": LABELS, "text": TEXTS}):
        assert rows_of(steelyard.read(source)) == ROWS
    for texts in (TEXTS, tuple(TEXTS), pa.array(TEXTS), pa.chunked_array([TEXTS])):
        assert rows_of(steelyard.read(texts, label=LABELS)) == ROWS
    assert steelyard.read(TEXTS, labelled=False).texts.to_pylist() == TEXTS


def test_labels_that_are_no_strings():
    texts = ["a b", "c d", "e f", "g h"]
    for labels in ([1, 0, 1, 0], [1.0, 0.0, 1.0, 0.0], pa.array([1, 0, 1, 0])):
        assert steelyard.read(texts, label=labels).labels.tolist() == ["1", "0", "1", "0"]
    assert steelyard.read(texts, label=[True, False, True, False]).classes == ("false", "true")
    assert steelyard.read(texts, label=[3.5, 1.0, 3.5, 1.0]).classes == ("1", "3.5")
    assert steelyard.read(pa.table({"text": texts, "label": [1.0, 0.0, 1.0, 0.0]})).classes == ("0", "1")


def test_sqlite_by_file_and_by_connection(tmp_path):
    path = tmp_path / "reviews.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("create table reviews (text, label)")
        connection.executemany("insert into reviews values (?, ?)", ROWS)
        connection.commit()
        assert rows_of(steelyard.read(connection, query="select * from reviews")) == ROWS
    connection.close()
    assert rows_of(steelyard.read(path, query="select label, text from reviews")) == ROWS
    corpus = steelyard.read(path)
    assert rows_of(corpus) == ROWS
    assert "its only table, 'reviews'" in corpus.notes[0]


def test_a_folder_with_a_sub_folder_a_class(tmp_path):
    for k, (text, label) in enumerate(ROWS):
        (tmp_path / label).mkdir(exist_ok=True)
        (tmp_path / label / f"{k}.txt").write_bytes(text.encode())
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "README").write_text("x")
    corpus = steelyard.read(tmp_path)
    assert sorted(rows_of(corpus)) == sorted(ROWS)
    assert "neg, pos" in corpus.notes[0]
    assert corpus.notes[1].endswith("left out, being in no sub-folder: README.")
    alone = steelyard.read(tmp_path / "neg", labelled=False)
    assert alone.texts.to_pylist() == [text for text, label in ROWS if label == "neg"]


def test_several_files_by_pattern_and_by_list(tmp_path):
    (tmp_path / "a.csv").write_bytes(as_csv(ROWS[:3]))
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(as_csv(ROWS[3:])))
    assert rows_of(steelyard.read(str(tmp_path / "*.csv*"))) == ROWS
    assert rows_of(steelyard.read([tmp_path / "b.csv.gz", str(tmp_path / "a.csv")])) == ROWS[3:] + ROWS[:3]


@pytest.mark.parametrize("name", ["comma.csv", "rows.jsonl", "tabbed.txt"])
def test_standard_input(monkeypatch, name):
    data, rows = TEXT_FILES[name]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(data))))
    assert rows_of(steelyard.read("-")) == rows


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252", "latin-1"])
def test_other_encodings(tmp_path, encoding):
    rows = [("été, le mieux", "pos"), ("à fuir", "neg"), ("ça va", "pos")]
    path = tmp_path / "x.csv"
    path.write_bytes(as_csv(rows).decode().encode(encoding))
    assert rows_of(steelyard.read(path, encoding=encoding)) == rows


def test_texts_alone(tmp_path):
    (tmp_path / "lines.txt").write_text("one, two\n\nthree\r\n")
    assert steelyard.read(tmp_path / "lines.txt", labelled=False).texts.to_pylist() == ["one, two", "three"]
    (tmp_path / "x.csv").write_bytes(as_csv())
    corpus = steelyard.read(tmp_path / "x.csv", labelled=False)
    assert corpus.texts.to_pylist() == TEXTS
    assert corpus.codes is None


def test_groups_and_weights(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("text,label,author,w\na b,pos,ann,1\nc d,neg,bob,0.5\ne f,pos,ann,2\n")
    corpus = steelyard.read(path, group="author", weight="w")
    assert corpus.groups.tolist() == ["ann", "bob", "ann"]
    assert corpus.weights.tolist() == [1, 0.5, 2]
    same = steelyard.read(["a b", "c d"], label=["x", "y"], group=["g", "h"], weight=[1, 2])
    assert (same.groups.tolist(), same.weights.tolist()) == (["g", "h"], [1, 2])


def test_a_stream_is_the_corpus_in_pieces(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(as_csv(ROWS * 50))
    whole = steelyard.read(path)
    for batch_rows in (1, 7, 1000):
        batches = list(stream(path, batch_rows=batch_rows))
        assert max(map(len, batches)) <= batch_rows
        assert [row for batch in batches for row in rows_of(batch)] == rows_of(whole)


def test_a_stream_of_a_long_file_needs_little_memory(tmp_path, monkeypatch):
    """Chunks are the measure of what is held: none is longer than the piece read and the record left over."""
    from steelyard.corpus import chunks

    monkeypatch.setattr(chunks, "SIZE", 1000)
    path = tmp_path / "x.csv"
    path.write_bytes(as_csv(ROWS * 500))
    longest = 0
    before = pa.total_allocated_bytes()
    for _ in stream(path):
        longest = max(longest, pa.total_allocated_bytes() - before)
    assert longest < 20_000 < path.stat().st_size


def test_polars_categories_are_labels():
    polars = pytest.importorskip("polars")
    columns = {"text": ["a", "b", "c"], "label": ["x", "y", "x"]}
    for kind in (polars.Enum(["x", "y"]), polars.Categorical):
        table = polars.DataFrame(columns, schema={"text": polars.String, "label": kind})
        assert steelyard.read(table).counts == {"x": 2, "y": 1}


def test_what_pandas_cannot_tell_arrow_is_read_all_the_same():
    pandas = pytest.importorskip("pandas")
    texts = pandas.Series(["a\ud800", 5, None, "b", "c"], dtype=object)
    with pytest.raises(steelyard.errors.RowsError) as caught:
        steelyard.read(pandas.DataFrame({"text": texts, "label": ["x", 1, 2.5, "x", "y"]}))
    assert caught.value.counts == {"half a character": 1, "wrong type": 1, "empty text": 1}
    assert "the DataFrame, row 2, column 'text': wrong type (int: 5)" in str(caught.value)
    twice = pandas.DataFrame([["a", "b", "x"], ["c", "d", "y"]], columns=["text", "text", "label"])
    assert steelyard.read(twice, text=1).texts.to_pylist() == ["b", "d"]


def test_a_number_is_the_name_of_a_column_before_it_is_a_position():
    pandas = pytest.importorskip("pandas")
    moved = pandas.DataFrame([["x", "a film"], ["y", "a book"]], columns=[1, 0])
    assert steelyard.read(moved, text=0, label=1).texts.to_pylist() == ["a film", "a book"]
