"""The texts that the stages work on: IMDB where the shared corpora are, else generated ones of the same shape.

Generated texts are strings of phrases. Words follow Zipf's law with IMDB's vocabulary, phrases another one, so that
the numbers of distinct words, bigrams and trigrams grow with the texts about as they do in IMDB.
"""

from __future__ import annotations

import csv
import gzip
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HALF, QUICK = 25_000, 1_000
WORDS, PHRASES, PHRASE_LENGTH = 85_000, 900_000, 3
SYLLABLES = [c + v + e for c in "bcdfghlmnprst" for v in "aeiou" for e in ("", "n", "r", "s")]


@dataclass(frozen=True)
class Halves:
    """Texts to fit on, texts to transform, and where they come from."""

    train: list[str]
    test: list[str]
    source: str

    def __str__(self) -> str:
        return f"{self.source}: {len(self.train):,} texts of {megabytes(self.train):.1f} MB, and a test half"


def load(quick: bool) -> Halves:
    rows = QUICK if quick else HALF
    folder = imdb_folder()
    if folder is None:
        return Halves(generated(rows, seed=0), generated(rows, seed=1), "generated")
    return Halves(read(folder / "train.csv.gz", rows), read(folder / "test.csv.gz", rows), "IMDB")


def small(data: Halves) -> Halves:
    return Halves(data.train[:200], data.test[:200], data.source)


def megabytes(texts: list[str]) -> float:
    return sum(len(text.encode()) for text in texts) / 1e6


def imdb_folder() -> Path | None:
    wish = os.environ.get("STEELYARD_CORPORA")
    shared = Path(wish).expanduser() if wish else Path(__file__).resolve().parents[2] / "shared" / "data"
    return shared / "imdb" if (shared / "imdb").is_dir() else None


def read(path: Path, rows: int) -> list[str]:
    """A slice takes rows from all over the file, which is sorted by class."""
    csv.field_size_limit(1 << 30)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        texts = [row["text"] for row in csv.DictReader(file)]
    return texts[:: max(len(texts) // rows, 1)][:rows]


def generated(rows: int, seed: int) -> list[str]:
    """Texts whose phrases come from one phrase book, the same for every seed."""
    words, book = phrase_book()
    random = np.random.default_rng([20_24, seed])
    lengths = np.clip(random.lognormal(5.23, 0.62, rows), 10, 2400).astype(np.int64) // PHRASE_LENGTH + 1
    phrases = zipf(random, PHRASES, int(lengths.sum()), power=1.02, shift=60.0)
    tokens = np.split(book[phrases].ravel(), np.cumsum(lengths)[:-1] * PHRASE_LENGTH)
    return [sentence_case([words[j] for j in text]) for text in tokens]


def phrase_book() -> tuple[list[str], NDArray[np.int64]]:
    random = np.random.default_rng(20_24)
    book = zipf(random, WORDS, PHRASES * PHRASE_LENGTH, power=1.03, shift=2.5).reshape(PHRASES, PHRASE_LENGTH)
    return [spelt(rank) for rank in range(WORDS)], book


def zipf(random: np.random.Generator, kinds: int, count: int, power: float, shift: float) -> NDArray[np.int64]:
    """Draws of 0 ... kinds - 1 with chances 1 / (rank + shift) ** power."""
    chances = np.cumsum(1.0 / (np.arange(kinds) + 1 + shift) ** power)
    ranks: NDArray[np.int64] = np.searchsorted(chances, random.random(count) * chances[-1])
    return ranks


def spelt(rank: int) -> str:
    """A word for a rank: another one for each, short for the frequent ranks."""
    word, rest = SYLLABLES[rank % len(SYLLABLES)], rank // len(SYLLABLES)
    while rest:
        rest -= 1
        word, rest = word + SYLLABLES[rest % len(SYLLABLES)], rest // len(SYLLABLES)
    return word


def sentence_case(words: list[str]) -> str:
    """Every dozen words a capital and a full stop, for the lower-casing and the punctuation to meet."""
    sentences = (" ".join(words[start : start + 12]) for start in range(0, len(words), 12))
    return " ".join(sentence[:1].upper() + sentence[1:] + "." for sentence in sentences)
