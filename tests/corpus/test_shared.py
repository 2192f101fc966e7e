"""Real corpora, where they are at hand: the counts that their descriptions state."""

from __future__ import annotations

import pytest

import steelyard
from steelyard.errors import ColumnError

COUNTS = {
    "imdb/train.csv.gz": (25_000, 2),
    "newsgroups20/test.csv.gz": (7_532, 20),
    "imdb_smol": (602, 2),
    "imdb_smol/all.csv": (602, 2),
    "uci_sentiment/*_labelled.txt": (3_000, 2),
    "uci_sentiment/*.csv": (3_000, 2),
    "clinc150/train.csv": (15_000, 150),
    "fr_allocine_series/train.csv": (None, 2),
    "es_tweets_sentiment/train.csv": (1_839, 3),
    "trec/train_fine50.csv": (None, 50),
    "bbc_news/all.csv.gz": (None, 5),
    "sst5/*.csv": (None, 5),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts(corpora, name):
    rows, classes = COUNTS[name]
    corpus = steelyard.read(str(corpora / name))
    assert rows in (None, len(corpus))
    assert len(corpus.classes) == classes
    assert corpus.skipped.total == 0


def test_the_courses_lines_are_the_same_texts_as_their_table(corpora):
    folder = corpora / "uci_sentiment"
    for name in ("yelp", "amazon_cells"):
        lines = steelyard.read(folder / f"{name}_labelled.txt")
        table = steelyard.read(folder / f"{name.split('_')[0]}.csv")
        assert lines.labels.tolist() == table.labels.tolist()
        assert [t.strip() for t in lines.texts.to_pylist()] == [t.strip() for t in table.texts.to_pylist()]


def test_the_courses_folder_is_the_same_as_its_table(corpora):
    folder, table = steelyard.read(corpora / "imdb_smol"), steelyard.read(corpora / "imdb_smol" / "all.csv")
    assert sorted(folder.labels.tolist()) == sorted(table.labels.tolist())


def test_two_columns_of_text_leave_a_doubt(corpora):
    path = corpora / "ag_news" / "test_original.csv"
    with pytest.raises(ColumnError, match="Pass text=0"):
        steelyard.read(path)
    assert steelyard.read(path, text=2).counts == {"1": 1900, "2": 1900, "3": 1900, "4": 1900}
