"""Random tables of Unicode text, written by others, read back the same; random bytes, read or refused in words."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard
from steelyard.errors import SteelyardError

UNICODE = st.text(st.characters(blacklist_categories=["Cs"]), max_size=30)
TEXT = UNICODE.filter(lambda text: text.strip() and text.strip("\x00\x1c\x1d\x1e\x1f"))
LABEL = st.sampled_from(["pos", "neg", "ça", "a b", 'say "x"', "1"])
ROWS = st.lists(st.tuples(TEXT, LABEL), min_size=2, max_size=12).filter(lambda rows: len({y for _, y in rows}) > 1)


def write_csv(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["text", "label"])
        writer.writerows(rows)


def write_tsv(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t", quoting=csv.QUOTE_ALL).writerows(
            [("label", "text"), *((y, t) for t, y in rows)]
        )


def write_jsonl(path, rows, **how):
    path.write_bytes("".join(json.dumps({"text": t, "label": y}, **how) + "\n" for t, y in rows).encode())


def write_table(path, rows):
    table = pa.table({"label": [y for _, y in rows], "text": [t for t, _ in rows]})
    (pyarrow.parquet.write_table if path.suffix == ".parquet" else pyarrow.feather.write_feather)(table, path)


WRITERS = {
    "x.csv": write_csv,
    "x.tsv": write_tsv,
    "x.jsonl": write_jsonl,
    "raw.jsonl": lambda path, rows: write_jsonl(path, rows, ensure_ascii=False),
    "x.parquet": write_table,
    "x.feather": write_table,
}


@pytest.mark.parametrize("name", WRITERS)
@given(rows=ROWS)
def test_read_back(name, rows):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        WRITERS[name](path, rows)
        corpus = steelyard.read(path)
    assert list(zip(corpus.texts.to_pylist(), corpus.labels.tolist(), strict=True)) == rows


SEEDS = [
    b"label,text\npos,a fine film\nneg,a bad film\n",
    b'text;label\n"a;b\nc";x\n"d ""e""";y\n',
    b"a fine film\t1\na bad film\t0\nso so\t1\n",
    b'{"text": "a b", "label": "x"}\n{"text": "c d", "label": 2}\n',
    b"__label__a one two\n__label__b three four\n",
    b"+1 3:1 5:0.5\n-1 2:1\n",
]
NAMES = ["x", "x.csv", "x.tsv", "x.txt", "x.jsonl", "x.ft", "x.csv.gz", "x.libsvm"]


@st.composite
def mutated(draw):
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 4))] = draw(
            st.binary(max_size=3) | st.sampled_from([b'"', b"\n", b",", b"\t", b"\xff", b"\0"])
        )
    return bytes(data)


@given(
    mutated() | st.binary(max_size=60),
    st.sampled_from(NAMES),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["utf-8", "utf-16", "cp1252", "utf-8-sig", "shift_jis", "utf-32"]),
    st.sampled_from([None, None, "libsvm", "csv", "jsonl", "fasttext", "tabbed", "lines"]),
)
def test_random_bytes_are_read_or_refused_in_words(data, name, labelled, skip_bad, encoding, format):  # noqa: A002
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        kwargs = {"skip_bad": skip_bad} | ({} if format == "libsvm" else {"labelled": labelled, "encoding": encoding})
        try:
            corpus = steelyard.read(path, format=format, **kwargs)
        except SteelyardError as error:
            assert str(error)
        else:
            assert len(corpus) > 0


@pytest.mark.parametrize("name", ["x.parquet", "x.feather", "x.sqlite"])
@given(st.floats(0, 1), st.binary(min_size=1, max_size=4), st.booleans())
def test_damaged_tables_are_refused_in_words(name, at, junk, cut):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        if name == "x.sqlite":
            path.write_bytes(b"SQLite format 3\0" + bytes(500))
        else:
            write_table(path, [("a fine film", "pos"), ("a bad film", "neg")])
        data = bytearray(path.read_bytes())
        at = round(at * (len(data) - 1))
        data = data[:at] if cut else data[:at] + junk + data[at + len(junk) :]
        path.write_bytes(bytes(data))
        try:
            steelyard.read(path)
        except SteelyardError as error:
            assert str(error)


def test_random_rows_of_random_python_values():
    @given(
        st.lists(
            st.tuples(st.from_type(object) | st.text(), st.none() | st.integers() | st.text() | st.floats()), max_size=4
        )
    )
    def check(rows):
        try:
            steelyard.read(rows, skip_bad=True)
        except SteelyardError as error:
            assert str(error)

    check()


def test_csv_of_one_wide_cell():
    """A cell longer than Python's csv allows, and than pyarrow's blocks."""
    text = "word " * 500_000
    buffer = io.StringIO()
    csv.writer(buffer).writerows([("text", "label"), (text, "a"), ("b b", "b")])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.csv"
        path.write_text(buffer.getvalue(), newline="")
        assert steelyard.read(path).texts[0].as_py() == text
