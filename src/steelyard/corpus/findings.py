"""What one should know of a corpus before training on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow.compute as pc

from steelyard.corpus.arrays import integers
from steelyard.corpus.corpora import Corpus
from steelyard.corpus.overlaps import normalised

RARE = 10  # a class with fewer texts is rare: folds and intervals need more

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Findings:
    """Texts are the same when they differ only in case and white space."""

    counts: dict[str, int]  # class -> texts
    rare: dict[str, int]  # the classes with fewer than `RARE`
    repeated: Rows  # rows whose text stands earlier already
    conflicting: Rows  # rows whose text has another label elsewhere
    lengths: tuple[int, int, int]  # shortest, median and longest text, in characters

    def sentences(self) -> list[str]:
        """The findings that ask for attention, in plain words."""
        said = []
        if self.rare:
            shown = ", ".join(
                f"{name} ({count})" for name, count in sorted(self.rare.items(), key=lambda item: item[1])
            )
            said.append(f"Rare classes, of fewer than {RARE} texts: {shown}.")
        if len(self.repeated):
            said.append(f"{len(self.repeated):,} texts repeat an earlier one.")
        if len(self.conflicting):
            said.append(f"{len(self.conflicting):,} texts stand with different labels.")
        return said


def find(corpus: Corpus) -> Findings:
    encoded = normalised(corpus.texts).dictionary_encode()
    text = integers(encoded.indices)
    _, firsts = np.unique(text, return_index=True)
    is_first = np.zeros(len(text), dtype=bool)
    is_first[firsts] = True
    sizes = integers(pc.utf8_length(corpus.texts))
    lengths = (int(sizes.min()), int(np.median(sizes)), int(sizes.max()))
    counts = {} if corpus.codes is None else corpus.counts
    rare = {name: count for name, count in counts.items() if count < RARE}
    return Findings(counts, rare, np.flatnonzero(~is_first), _conflicting(corpus, text), lengths)


def _conflicting(corpus: Corpus, text: npt.NDArray[np.int32]) -> Rows:
    if corpus.codes is None:
        return np.array([], dtype=np.int64)
    lowest = np.full(text.max() + 1, len(corpus.classes))
    highest = np.full(text.max() + 1, -1)
    np.minimum.at(lowest, text, corpus.codes)
    np.maximum.at(highest, text, corpus.codes)
    return np.flatnonzero((lowest < highest)[text])
