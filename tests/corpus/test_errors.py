"""Every way to be wrong has an error that says where, and what to do next."""

from __future__ import annotations

import encodings.aliases
import gzip
import lzma
import pickle
import sqlite3

import pyarrow as pa
import pyarrow.parquet
import pytest

import steelyard
from steelyard.corpus import stream
from steelyard.errors import ColumnError, CorpusError, RowsError, SettingError, SourceError

GOOD = "label,text\npos,a fine film\nneg,a bad film\n"


def write(path, data):
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


# name -> (file name, contents, the reason, what the message holds)
BAD_ROWS = {
    "missing label": ("x.csv", GOOD + ",no label here\n", "missing label", ["line 4, column 'label'"]),
    "empty text": ("x.csv", GOOD + "pos,\n", "empty text", ["line 4, column 'text'"]),
    "text of spaces": ("x.csv", GOOD + 'pos,"  \u2003 "\n', "empty text", ["line 4, column 'text'"]),
    "ragged": ("x.csv", GOOD + "pos,a,b\n", "ragged row", ["line 4", "3 fields where the first line has 2"]),
    "short": ("x.csv", GOOD + "pos\n", "ragged row", ["line 4", "1 fields where the first line has 2"]),
    "open quote": (
        "x.csv",
        GOOD + 'pos,"never closed\nneg,fine\n',
        "unbalanced quote",
        ["line 4, character 5, byte 46"],
    ),
    "closed early": ("x.csv", GOOD + 'pos,"closed" early\n', "unbalanced quote", ["line 4, character 5"]),
    "bad UTF-8": (
        "x.csv",
        GOOD.encode() + b"pos,caf\xe9 noir\n",
        "bad UTF-8",
        ["line 4, column 'text', character 8, byte 49", "encoding cp1252 would read", "café noir"],
    ),
    "bad UTF-8 in an unused byte of cp1252": (
        "x.csv",
        GOOD.encode() + b"pos,caf\x81 noir\n",
        "bad UTF-8",
        ["byte 0x81; encoding latin-1 would read"],
    ),
    "after quoted newlines": ("x.csv", GOOD + 'pos,"three\nlines\nhere"\n,none\n', "missing label", ["line 7,"]),
    "not JSON": (
        "x.jsonl",
        '{"text": "a b", "label": "x"}\n{"text": "é", label: 1}\n',
        "not JSON",
        ["line 2, character 15, byte 45", "property name"],
    ),
    "no object": ("x.jsonl", '{"text": "a b", "label": "x"}\n[1]\n', "not JSON", ["line 2", "no object"]),
    "key not there": ("x.jsonl", '{"text": "a b", "label": "x"}\n{"text": "c"}\n', "missing label", ["line 2,"]),
    "wrong type": (
        "x.jsonl",
        '{"text": "a b", "label": "x"}\n{"text": 5, "label": "y"}\n',
        "wrong type",
        ["line 2, column 'text'", "int: 5"],
    ),
    "lone surrogate": (
        "x.jsonl",
        '{"text": "a b", "label": "x"}\n{"text": "\\ud800", "label": "y"}\n',
        "half a character",
        ["line 2,"],
    ),
    "bad UTF-8 in JSON": (
        "x.jsonl",
        b'{"text": "a b", "label": "x"}\n{"text": "\xff", "label": "y"}\n',
        "bad UTF-8",
        ["line 2, character 11, byte 40"],
    ),
    "two labels": ("x.ft", "__label__a one\n__label__b __label__c two\n", "several labels", ["line 2"]),
    "no label": ("x.ft", "__label__a one\n__label__b two\nthree\n", "missing label", ["line 3"]),
    "tab missing": ("x.txt", "a b\t0\nc d\t1\ne f\t0\ng h\t1\ni j 0\n", "ragged row", ["line 5"]),
}


@pytest.mark.parametrize("name", BAD_ROWS)
def test_a_bad_row_is_named_and_can_be_skipped(tmp_path, name):
    file, data, reason, parts = BAD_ROWS[name]
    path = write(tmp_path / file, data)
    kwargs = {"format": "tabbed"} if file == "x.txt" else {}
    with pytest.raises(RowsError) as caught:
        steelyard.read(path, **kwargs)
    assert caught.value.counts == {reason: 1}
    for part in [str(path), reason, "skip_bad=True", *parts]:
        assert part in str(caught.value)
    good = list(stream(path, skip_bad=True, **kwargs))
    skipped = [row for batch in good for row in batch.skipped.rows]
    assert [row.reason for row in skipped] == [reason]
    assert f"1 of {sum(map(len, good)) + 1} rows" in str(caught.value)


def test_a_file_in_another_encoding_has_a_way_to_be_read(tmp_path):
    latin = write(tmp_path / "x.csv", GOOD.encode() + "pos,un été à Orléans\n".encode("latin-1"))
    with pytest.raises(RowsError, match=r"pass encoding='cp1252', say. Otherwise mend them, or pass skip_bad=True"):
        steelyard.read(latin)
    assert steelyard.read(latin, encoding="cp1252").texts[2].as_py() == "un été à Orléans"
    one = write(tmp_path / "y.csv", b"text,label\ncaf\xe9,a\nplain,b\n")
    with pytest.raises(CorpusError, match=r"(?s)nothing to tell apart.*pass encoding='cp1252', say. Give texts of two"):
        steelyard.read(one, skip_bad=True)
    with pytest.raises(SourceError, match="or encoding='cp1252', if the file is in it"):
        steelyard.read(write(tmp_path / "z.csv", b"caf\xe9,label\na b,x\nc d,y\n"), header=True)
    with pytest.raises(RowsError) as other:
        steelyard.read(write(tmp_path / "x.csv", GOOD + "pos,\n"))
    assert "encoding" not in str(other.value)


def test_all_bad_rows_are_counted_and_the_first_are_shown(tmp_path):
    path = write(tmp_path / "x.csv", GOOD + ",none\n" * 7 + "pos,\n" * 3)
    with pytest.raises(RowsError, match=r"10 of 12 rows cannot be used: missing label 7, empty text 3") as caught:
        steelyard.read(path)
    assert "and 5 more" in str(caught.value)
    assert "line 4" in str(caught.value) and "line 9" not in str(caught.value)
    corpus = steelyard.read(path, skip_bad=True)
    assert (len(corpus), corpus.skipped.total, corpus.skipped.counts) == (2, 10, {"missing label": 7, "empty text": 3})
    mixed = write(tmp_path / "y.csv", GOOD.encode() + b",none\npos,\xff\n,none\n")
    with pytest.raises(RowsError) as in_order:
        steelyard.read(mixed)
    assert [row.place.line for row in in_order.value.bad] == [4, 5, 6]
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.counts, again.bad) == (str(caught.value), caught.value.counts, caught.value.bad)


def test_a_stream_ends_at_the_first_bad_row(tmp_path, monkeypatch):
    monkeypatch.setattr("steelyard.corpus.chunks.SIZE", 40)
    path = write(tmp_path / "x.csv", GOOD + ",none\n" + "pos,good text\n" * 20)
    seen = []
    with pytest.raises(RowsError, match="1 of 23 rows"):
        seen.extend(stream(path))
    assert sum(map(len, seen)) < 4


def test_an_open_quote_takes_one_line_only(tmp_path):
    path = write(tmp_path / "x.csv", GOOD + 'pos,"open\n' + 'neg,"a proper\nquoted text"\n' * 3)
    corpus = steelyard.read(path, skip_bad=True)
    assert corpus.texts.to_pylist()[2:] == ["a proper\nquoted text"] * 3
    assert corpus.skipped.rows[0].place.line == 4


def test_an_open_quote_in_a_long_file_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr("steelyard.corpus.chunks.SIZE", 100)
    monkeypatch.setattr("steelyard.corpus.chunks.LONGEST", 500)
    path = write(tmp_path / "x.csv", GOOD + 'pos,"open\n' + "neg,good text\n" * 500)
    corpus = steelyard.read(path, skip_bad=True)
    assert (len(corpus), corpus.skipped.counts) == (502, {"unbalanced quote": 1})


# source or file contents -> the error and what its message holds
BAD_SOURCES = {
    "empty": ("x.csv", "", SourceError, ["is empty"]),
    "header only": ("x.csv", "text,label\n", CorpusError, ["There are no rows"]),
    "one class": ("x.csv", "text,label\na b,pos\nc d,pos\n", CorpusError, ["All 2 texts have the label 'pos'"]),
    "missing column": ("x.csv", GOOD, ColumnError, ["no column 'txt'", "Nearest: 'text'", "a fine film"]),
    "a pdf": ("x.pdf", b"%PDF-1.4 ...", SourceError, ["a PDF"]),
    "a spreadsheet": ("x.xlsx", b"PK\x03\x04....", SourceError, ["save the sheet as CSV"]),
    "a pickle": ("x.pkl", b"\x80\x04\x95\x00", SourceError, ["pickle"]),
    "bytes": ("x.bin", b"\x01\x00\x02" * 50, SourceError, ["not a text"]),
    "UTF-16": ("x.csv", GOOD.encode("utf-16"), SourceError, ["encoding='utf-16'"]),
    "cut gzip": ("x.csv.gz", gzip.compress(GOOD.encode() * 999)[:-20], SourceError, ["cut or damaged"]),
    "broken gzip": ("x.csv.gz", gzip.compress(GOOD.encode() * 999)[:30] + b"???" * 30, SourceError, ["cut or damaged"]),
    "cut xz": ("x.csv.xz", lzma.compress(GOOD.encode() * 999)[:-20], SourceError, ["cut or damaged"]),
    "no Parquet": ("x.parquet", "hello\n", SourceError, ["does not begin like parquet"]),
    "cut Parquet": ("x.parquet", b"PAR1" + b"x" * 50, SourceError, ["cannot be read", "Is it whole"]),
    "cut Arrow": ("x.arrow", b"ARROW1" + b"x" * 50, SourceError, ["cannot be read"]),
    "libsvm": ("a9a", "+1 3:1 5:0.5\n-1 2:1\n", SourceError, ["format='libsvm'"]),
    "not JSON at all": ("x.json", "hello\nworld\n", SourceError, ["no line of its beginning is a JSON object"]),
    "broken JSON array": ("x.json", '[{"text": "a"}, ', SourceError, ["is not JSON"]),
    "JSON array of texts": ("x.json", '["a", "b"]', SourceError, ["row 1 is no record"]),
    "header in doubt": ("x.csv", "good one,here\nbad one,there\n", ColumnError, ["header=True or header=False"]),
    "damaged SQLite": ("x.db", b"SQLite format 3\0" + b"x" * 90, SourceError, ["query failed"]),
    "one column": ("x.csv", "text\na b\nc d\n", ColumnError, ["so no labels", "labelled=False"]),
}


@pytest.mark.parametrize("name", BAD_SOURCES)
def test_a_bad_source(tmp_path, name):
    file, data, error, parts = BAD_SOURCES[name]
    path = write(tmp_path / file, data)
    with pytest.raises(error) as caught:
        steelyard.read(path, text="txt" if name == "missing column" else None)
    for part in parts:
        assert part in str(caught.value), str(caught.value)


def test_missing_files(tmp_path):
    write(tmp_path / "reviews.csv", GOOD)
    with pytest.raises(SourceError, match=r"no file .*review\.csv\.\nNearest: reviews\.csv"):
        steelyard.read(tmp_path / "review.csv")
    with pytest.raises(SourceError, match="No file matches the pattern"):
        steelyard.read(str(tmp_path / "*.tsv"))
    with pytest.raises(SourceError, match="label="):
        steelyard.read("some text\nthat is no file")
    with pytest.raises(SourceError, match="A text came"):
        steelyard.read("word " * 2000)
    with pytest.raises(SourceError, match="There is no file"):
        steelyard.read([str(tmp_path / "reviews.csv"), "nowhere.csv"])


def test_folders(tmp_path):
    with pytest.raises(SourceError, match="no sub-folders"):
        steelyard.read(tmp_path)
    (tmp_path / "train" / "pos").mkdir(parents=True)
    with pytest.raises(SourceError, match=r"Give .*train itself"):
        steelyard.read(tmp_path)
    with pytest.raises(SourceError, match="holds no files"):
        steelyard.read(tmp_path / "train")
    write(tmp_path / "train" / "pos" / "1.txt", b"caf\xe9")
    with pytest.raises(RowsError, match=r"1\.txt, line 1, character 4, byte 3: bad UTF-8"):
        steelyard.read(tmp_path / "train")


def test_columns_of_a_wrong_type():
    with pytest.raises(ColumnError, match="'text' holds int64, not texts"):
        steelyard.read(pa.table({"text": [1, 2], "label": ["a", "b"]}))
    with pytest.raises(ColumnError, match="'label' holds list"):
        steelyard.read(pa.table({"text": ["a", "b"], "label": [["a"], ["b"]]}))
    with pytest.raises(RowsError, match=r"row 2, column 'label': wrong type \(list"):
        steelyard.read(["a", "b"], label=["x", ["y"]])
    with pytest.raises(RowsError, match="bad weight 2"):
        steelyard.read(["a", "b", "c"], label=["x", "y", "x"], weight=[1, -1, "many"])


def test_bad_utf8_in_arrow_tables():
    texts = pa.array([b"good", b"caf\xe9"]).view(pa.string())
    with pytest.raises(RowsError, match="row 2, column 'text': bad UTF-8"):
        steelyard.read(pa.table({"text": texts, "label": ["a", "b"]}))


def test_offsets_that_lead_out_of_the_buffers():
    offsets, data = pa.py_buffer(b"\0\0\0\0\xff\xff\xff\x7f\x0b\0\0\0"), pa.py_buffer(b"a fine film")
    texts = pa.Array.from_buffers(pa.string(), 2, [None, offsets, data])
    with pytest.raises(SourceError, match="Column 'text' is damaged"):
        steelyard.read(pa.table({"text": texts, "label": ["a", "b"]}), text="text")


def test_missing_values_in_tables():
    with pytest.raises(RowsError, match="row 2, column 'label': missing label"):
        steelyard.read(pa.table({"text": ["a", "b"], "label": ["x", None]}))
    with pytest.raises(RowsError, match="row 2, column 'label': missing label"):
        steelyard.read({"text": ["a", "b"], "label": [1.0, float("nan")]})


def test_lists():
    with pytest.raises(ColumnError, match="text 2, label 1"):
        steelyard.read(["a", "b"], label=["x"])
    with pytest.raises(SourceError, match="The list is empty"):
        steelyard.read([])
    with pytest.raises(SourceError, match="neither file names"):
        steelyard.read([1, 2])
    with pytest.raises(SourceError, match="Nothing here reads a int"):
        steelyard.read(5)


def test_sql(tmp_path):
    connection = sqlite3.connect(tmp_path / "x.db")
    connection.execute("create table a (text, label)")
    connection.execute("create table b (text, label)")
    connection.commit()
    with pytest.raises(SourceError, match="Pass query="):
        steelyard.read(connection)
    with pytest.raises(SourceError, match="no such table: c"):
        steelyard.read(connection, query="select * from c")
    with pytest.raises(SourceError, match="gives no rows"):
        steelyard.read(connection, query="create table d (x)")
    connection.close()
    with pytest.raises(SourceError, match="Its tables: 'a', 'b'"):
        steelyard.read(tmp_path / "x.db")
    with pytest.raises(SourceError, match="readonly"):
        steelyard.read(tmp_path / "x.db", query="insert into a values (1, 2)")
    with pytest.raises(CorpusError, match="no rows"):
        steelyard.read(tmp_path / "x.db", query="select * from a")


def test_settings():
    for bad in ({"format": "excel"}, {"encoding": "utf-5"}, {"delimiter": "--"}, {"delimiter": "\n"}):
        with pytest.raises(SettingError):
            steelyard.read(__file__, **bad)
    with pytest.raises(SettingError):
        list(stream([("a", "b")], batch_rows=0))


def test_a_column_name_told_for_the_first_file_binds_the_others(tmp_path):
    write(tmp_path / "a.csv", GOOD)
    write(tmp_path / "b.csv", "class,text\npos,a\n")
    with pytest.raises(ColumnError, match=r"b\.csv has no column 'label'"):
        steelyard.read(str(tmp_path / "*.csv"))


def test_one_class_is_told_with_the_rows_left_out(tmp_path):
    path = write(tmp_path / "z.csv", "text,label\na film,\na bore,pos\n")
    with pytest.raises(CorpusError) as caught:
        steelyard.read(path, skip_bad=True)
    for part in ("The only text has the label 'pos'", "1 of 2 rows cannot be used: missing label 1", "line 2, column"):
        assert part in str(caught.value)


@pytest.mark.parametrize("skip_bad", [True, False])
def test_skipping_is_no_advice_where_it_leaves_nothing(tmp_path, skip_bad):
    path = write(tmp_path / "z.csv", "text,label\na film,\n")
    with pytest.raises(RowsError, match=r"Mend them\.$"):
        steelyard.read(path, skip_bad=skip_bad)


@pytest.mark.parametrize(
    "name", ["rot13", "base64", "hex", "zip", "punycode", "undefined", "utf-5", "", "a\0b", None, 5]
)
def test_what_is_no_encoding_of_text_is_named(tmp_path, name):
    path = write(tmp_path / "x.csv", GOOD)
    with pytest.raises(SettingError, match="There is no encoding"):
        steelyard.read(path, encoding=name)


def test_every_encoding_of_python_is_read_or_refused_by_an_error_of_the_house(tmp_path):
    path = write(tmp_path / "x.csv", GOOD)
    for name in sorted(set(encodings.aliases.aliases.values())):
        try:
            steelyard.read(path, encoding=name)
        except (SettingError, CorpusError):
            continue


# what no source, no column and no setting is -> what the error says; each was taken for something else once
ODD = {
    "no name": (lambda: steelyard.read(""), SourceError, "name of the source is empty"),
    "labels for a file": (lambda: steelyard.read("ab", label=["x", "y"]), SourceError, "labels came as a list"),
    "a set": (lambda: steelyard.read({"a", "b"}, label=["x", "y"]), SourceError, "A set came where a list"),
    "a set of labels": (lambda: steelyard.read(["a", "b"], label={"x", "y"}), SourceError, "A set came where a list"),
    "a text for a column": (
        lambda: steelyard.read({"text": "ab", "label": "xy"}),
        ColumnError,
        "column 'text' is a str, not a list",
    ),
    "one column twice": (
        lambda: steelyard.read({"a": ["x", "y"], "b": ["y", "x"]}, text="a", label="a"),
        ColumnError,
        "would both be column 'a'",
    ),
    "a name that is none": (lambda: steelyard.read({"a": ["x", "y"]}, text=["a"]), SettingError, "text is ['a']"),
    "a flag that is none": (lambda: steelyard.read("x.csv", skip_bad="no"), SettingError, "skip_bad is 'no'"),
    "a header": (lambda: steelyard.read("x.csv", header="yes"), SettingError, "header is 'yes'"),
    "a delimiter": (lambda: steelyard.read("x.csv", delimiter=3), SettingError, "delimiter is 3"),
    "labels, and none": (
        lambda: steelyard.read("x.csv", labelled=False, label="b"),
        SettingError,
        "Labels are asked for, and texts alone",
    ),
    "half a text": (lambda: steelyard.demo("reviews-en").sample(0.5), SettingError, "A sample of 0.5"),
    "a seed": (lambda: steelyard.demo("reviews-en").split(seed=-1), SettingError, "seed is -1"),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_nothing_is_not_taken_for_something(name):
    ask, kind, words = ODD[name]
    with pytest.raises(kind) as caught:
        ask()
    assert words in str(caught.value) and caught.value.next


def test_a_query_needs_a_database(tmp_path):
    with pytest.raises(SettingError, match="is no database"):
        steelyard.read(write(tmp_path / "x.csv", GOOD), query="select 1")


@pytest.mark.parametrize("order", ["le", "be"])
def test_utf16_is_told_without_its_mark(tmp_path, order):
    path = write(tmp_path / "x.csv", (GOOD * 20).encode(f"utf-16-{order}"))
    with pytest.raises(SourceError, match=f"encoding='utf-16-{order}'"):
        steelyard.read(path)
    assert steelyard.read(path, encoding=f"utf-16-{order}", skip_bad=True).counts["pos"] == 20
    zeros = write(tmp_path / "y.csv", GOOD + "pos,a \0\0\0\0 b\n")  # letters like others
    assert len(steelyard.read(zeros)) == 3
