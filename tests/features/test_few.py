"""A few texts are counted as many are, whatever is in them, and by several threads at once."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyarrow as pa
import pytest

from steelyard.core.rows import CSR
from steelyard.errors import NotPlainTextError
from steelyard.features._few import FEW, SHORT
from steelyard.features.text_columns import TextColumns, View, learn_columns

VIEWS = [View(), View("char", (1, 3)), View("char_wb", (3, 5), lowercase=False), View(ngrams=(2, 2))]
TEXTS = [
    "Ein Haus, ein HAUS!",
    "a\u2003b\n\nc\n",
    "İ und ΣΑΣ",
    "",
    " ",
    "x " * 200,
    "né 不错 😀 \x00\x1c?",
    "a" * SHORT,
]


@pytest.fixture(scope="module")
def columns() -> TextColumns:
    return learn_columns(TEXTS, VIEWS).columns


def same(a: CSR, b: CSR) -> bool:
    return all(np.array_equal(x, y) and x.dtype == y.dtype for x, y in zip(a[:3], b[:3])) and a[3] == b[3]


def test_few_are_counted_as_many_are(columns: TextColumns) -> None:
    assert same(columns.counts(TEXTS), columns.counts(pa.array(TEXTS)))
    for text in TEXTS:
        assert same(columns.counts([text]), columns.counts(pa.array([text])))


def test_long_lists_long_texts_and_broken_ones_go_the_other_way(columns: TextColumns) -> None:
    for texts in ([], ["a " * SHORT], TEXTS * FEW):
        assert same(columns.counts(texts), columns.counts(pa.array(texts, pa.string())))
    with pytest.raises(NotPlainTextError):
        columns.counts(["\ud800"])


def test_threads_do_not_share_room(columns: TextColumns) -> None:
    alone = [columns.counts([text]) for text in TEXTS]
    with ThreadPoolExecutor(8) as pool:
        for k, found in pool.map(lambda k: (k, columns.counts([TEXTS[k % len(TEXTS)]])), range(400)):
            assert same(found, alone[k % len(TEXTS)])


def test_columns_that_counted_a_few_can_be_pickled(columns: TextColumns) -> None:
    columns.counts(["ein Haus"])
    again = pickle.loads(pickle.dumps(columns))
    assert same(again.counts(TEXTS), columns.counts(TEXTS))
