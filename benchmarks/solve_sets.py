"""The rows that the stages of many classes and of L1 work on: 1-2-gram TF-IDF, words and pairs of two texts or more.

From the shared corpora where they are, else drawn at random with a tenth of the rows.
"""

from __future__ import annotations

import csv
import gzip
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse

FILES = {
    "20 newsgroups": "newsgroups20/train.csv.gz",
    "emoji": "tweeteval_emoji/train.csv",
    "clinc150": "clinc150/train.csv",
    "imdb": "imdb/train.csv.gz",
}
SHAPES = {"20 newsgroups": (11_314, 20), "emoji": (45_000, 20), "clinc150": (15_000, 150), "imdb": (25_000, 2)}


@dataclass(frozen=True)
class Labelled:
    """Rows as scipy holds them, and the class of each."""

    X: Any
    k: Any

    def __str__(self) -> str:
        return f"{self.X.shape[0]:,} x {self.X.shape[1]:,}, {self.X.nnz:,} nonzeros, {self.k.max() + 1} classes"

    def part(self, rows: int) -> Labelled:
        """Some rows of every class."""
        order = np.argsort(self._turn(), kind="stable")[:rows]
        return Labelled(self.X[order].tocsr(), np.unique(self.k[order], return_inverse=True)[1])

    def _turn(self) -> Any:
        """0 for the first row of each class, 1 for the second, ..."""
        order = np.argsort(self.k, kind="stable")
        starts = np.searchsorted(self.k[order], self.k[order])
        turn = np.empty(len(order), np.int64)
        turn[order] = np.arange(len(order)) - starts
        return turn


@dataclass(frozen=True)
class Sets:
    """Loads a set when it is first asked for; `rows` cuts it down."""

    rows: int | None = None

    def __getitem__(self, name: str) -> Labelled:
        whole = labelled(name)
        return whole if self.rows is None else whole.part(self.rows)

    def __str__(self) -> str:
        return "1-2-gram TF-IDF, min_df 2, " + ("drawn at random" if folder() is None else "of the shared corpora")


def load(quick: bool) -> Sets:
    return Sets(1_000 if quick else None)


def small(sets: Sets) -> Sets:
    return Sets(300)


def folder() -> Path | None:
    wish = os.environ.get("STEELYARD_CORPORA")
    shared = Path(wish).expanduser() if wish else Path(__file__).resolve().parents[2] / "shared" / "data"
    return shared if shared.is_dir() else None


@cache
def labelled(name: str) -> Labelled:
    corpora = folder()
    if corpora is None or not (corpora / FILES[name]).exists():
        return drawn(*SHAPES[name])
    from sklearn.feature_extraction.text import TfidfVectorizer

    labels, texts = zip(*read(corpora / FILES[name]), strict=True)
    X = TfidfVectorizer(ngram_range=(1, 2), min_df=2).fit_transform(texts)
    frequent_first = np.argsort(-np.bincount(X.indices, minlength=X.shape[1]), kind="stable")
    X = X[:, frequent_first].tocsr()
    X.sort_indices()
    return Labelled(X, np.unique(labels, return_inverse=True)[1])


def read(path: Path) -> Iterator[tuple[str, str]]:
    csv.field_size_limit(1 << 30)
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["label"], row["text"]


def drawn(n: int, classes: int) -> Labelled:
    """A tenth of the rows: frequent columns more often, and some that belong to a class."""
    rng, n = np.random.default_rng(0), n // 10
    k = np.arange(n) % classes
    common = (rng.pareto(0.8, (n, 60)) * 5).astype(np.int64) % 20_000
    own = 20_000 + 10 * k[:, None] + rng.integers(0, 10, (n, 4))
    columns = np.concatenate([common, own], axis=1)
    X = scipy.sparse.csr_matrix(
        (np.ones(columns.size), columns.ravel(), np.arange(n + 1) * columns.shape[1]), shape=(n, 20_000 + 10 * classes)
    )
    X.sum_duplicates()
    X.data /= np.sqrt(np.repeat(np.asarray(X.multiply(X).sum(axis=1)).ravel(), np.diff(X.indptr)))
    return Labelled(X, k)
