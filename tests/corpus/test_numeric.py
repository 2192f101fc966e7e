"""Rows in libsvm's form, against scikit-learn's reader, and what is wrong with bad ones."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_svmlight_file

import steelyard
from steelyard.corpus import chunks
from steelyard.corpus.numeric import _exact, _fast
from steelyard.errors import CorpusError, RowsError, SourceError

NUMBER = st.floats(-1e6, 1e6).map(repr)
ROW = st.tuples(st.sampled_from(["+1", "-1", "0", "2.5"]), st.dictionaries(st.integers(1, 30), NUMBER, max_size=5))


def written(rows):
    return "".join(f"{y} {' '.join(f'{j}:{v}' for j, v in sorted(row.items()))}\n" for y, row in rows).encode()


@given(st.lists(ROW, min_size=1, max_size=8))
def test_equal_to_scikit_learn(tmp_path_factory, rows):
    data = written(rows)
    path = tmp_path_factory.mktemp("libsvm") / "x"
    path.write_bytes(data)
    corpus = steelyard.read(path, format="libsvm", columns=30)
    X, y = load_svmlight_file(io.BytesIO(data), n_features=30, zero_based=False)
    assert corpus.rows.shape == X.shape
    assert (corpus.rows.toarray() == X.toarray()).all()
    assert [float(label) for label in corpus.labels] == y.tolist()


@given(
    st.lists(ROW, min_size=1, max_size=8),
    st.sampled_from(["", "x", ":", " 3", "# c", "nan", "\n\n", ",", "1e999", "-5:2"]),
    st.data(),
)
def test_the_quick_way_is_the_exact_way_or_none(rows, junk, data):
    text = written(rows).decode()
    at = data.draw(st.integers(0, len(text)))
    chunk = chunks.Chunk((text[:at] + junk + text[at:]).encode(), "x", 1, 0)
    fast, exact = _fast(chunk), _exact(chunk)
    if fast is not None:
        assert not exact.bad
        for one, other in zip(fast[:4], exact[:4], strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("line", "reason", "detail"),
    [
        ("1 3:x", "bad number", "'x'"),
        ("1 a:3", "bad number", "index 'a'"),
        ("1 -1:3", "bad number", "index '-1'"),
        ("1 3", "bad number", "''"),
        ("x 3:1", "bad number", "'x'"),
        ("1 3:nan", "bad number", "'nan'"),
        ("1 3:1 3:2", "indices not increasing", ""),
        ("1 3:1 2:2", "indices not increasing", ""),
        ("1,2 3:1", "several labels", "one label only"),
    ],
)
def test_bad_rows(tmp_path, line, reason, detail):
    path = tmp_path / "x"
    path.write_text(f"1 1:1\n{line}\n-1 2:1\n")
    with pytest.raises(RowsError, match="line 2: " + reason) as caught:
        steelyard.read(path, format="libsvm")
    assert detail in str(caught.value)
    corpus = steelyard.read(path, format="libsvm", skip_bad=True)
    assert (len(corpus), corpus.skipped.counts) == (2, {reason: 1})


def test_comments_queries_and_indices_from_zero(tmp_path):
    path = tmp_path / "x"
    path.write_text("1 qid:3 0:1 2:5 # a note\n-1 1:2\n")
    corpus = steelyard.read(path, format="libsvm")
    assert corpus.rows.toarray().tolist() == [[1, 0, 5], [0, 2, 0]]
    assert corpus.labels.tolist() == ["1", "-1"]
    assert corpus.notes == ("Indices begin at 0.",)
    assert repr(corpus) == "NumericCorpus(2 rows, 3 columns, 2 classes)"


def test_no_rows(tmp_path):
    (tmp_path / "x").write_text("")
    with pytest.raises(CorpusError, match="no rows"):
        steelyard.read(tmp_path / "x", format="libsvm")
    with pytest.raises(SourceError, match="from files"):
        steelyard.read(5, format="libsvm")


def test_shared_rows(corpora):
    corpus = steelyard.read(corpora / "libsvm" / "a9a.gz", format="libsvm")
    assert (corpus.rows.shape, corpus.rows.nnz, corpus.classes) == ((32561, 123), 451592, ("-1", "1"))
