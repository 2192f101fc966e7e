"""`Corpus`: texts with their labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from steelyard.corpus.arrays import integers, one_array, row_numbers
from steelyard.corpus.places import Skipped
from steelyard.errors import CorpusError

if TYPE_CHECKING:
    from steelyard.corpus.findings import Findings

Ints = npt.NDArray[np.int32]
Strings = npt.NDArray[np.str_]


@dataclass(frozen=True, eq=False)
class Corpus:
    """Texts, one Arrow UTF-8 array, with a class for each; perhaps a group and a weight for each.

    >>> import steelyard
    >>> corpus = steelyard.read(["good", "bad", "fine"], label=["pos", "neg", "pos"])
    >>> len(corpus), corpus.classes, corpus.labels.tolist()
    (3, ('neg', 'pos'), ['pos', 'neg', 'pos'])
    """

    texts: Any  # pyarrow string array; large_string beyond 2 GiB
    codes: Ints | None = None  # the class of each text, as its position in `classes`
    classes: tuple[str, ...] = ()  # sorted
    groups: Strings | None = None  # texts of one group stay on one side of a split
    weights: npt.NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()  # what the reader found out or guessed, in plain sentences
    skipped: Skipped = field(default_factory=Skipped)

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        if self.codes is None:
            return f"Corpus({len(self):,} texts without labels)"
        return f"Corpus({len(self):,} texts, {len(self.classes)} classes)"

    @property
    def labels(self) -> Strings:
        """The class name of each text."""
        return np.array(self.classes, dtype=np.str_)[self._codes()]

    @property
    def counts(self) -> dict[str, int]:
        """How many texts each class has."""
        found = np.bincount(self._codes(), minlength=len(self.classes))
        return dict(zip(self.classes, found.tolist(), strict=True))

    def take(self, rows: npt.ArrayLike) -> Corpus:
        """The corpus of these rows, in this order, with the same classes."""
        at = np.asarray(rows, dtype=np.int64)
        columns: list[Any] = [self.codes, self.groups, self.weights]
        codes, groups, weights = (None if column is None else column[at] for column in columns)
        texts = self.texts.take(row_numbers(at))
        return replace(self, texts=texts, codes=codes, groups=groups, weights=weights)

    def split(self, test: float = 0.2, seed: int = 0) -> tuple[Corpus, Corpus]:
        """A training and a test part: classes in the same proportions, each group on one side."""
        from steelyard.corpus.splitting import split_rows

        train_rows, test_rows = split_rows(self, test, seed)
        return self.take(train_rows), self.take(test_rows)

    def sample(self, n: int, seed: int = 0) -> Corpus:
        """`n` texts, classes in the same proportions, in the order of the corpus."""
        from steelyard.corpus.splitting import sample_rows

        return self.take(sample_rows(self, n, seed))

    def findings(self) -> Findings:
        """What one should know before training: class counts, rare classes, repeated texts, lengths."""
        from steelyard.corpus.findings import find

        return find(self)

    def _codes(self) -> Ints:
        if self.codes is None:
            raise CorpusError("This corpus has no labels.", "Read it with labels: labelled=True, label=...")
        return self.codes


def make_corpus(texts: Any, labels: Any | None, groups: Any | None, weights: Any | None, **rest: Any) -> Corpus:
    """A corpus from Arrow strings; the classes are those that occur."""
    groups = None if groups is None else _numpy_strings(groups)
    if labels is None:
        return Corpus(texts, None, (), groups, weights, **rest)
    encoded = labels.dictionary_encode()
    classes, codes = sorted_classes(encoded.dictionary.to_pylist(), integers(encoded.indices))
    return Corpus(texts, codes, classes, groups, weights, **rest)


def sorted_classes(names: Sequence[str], codes: npt.ArrayLike) -> tuple[tuple[str, ...], Ints]:
    """Distinct names in order, and the codes that follow them there."""
    order = sorted(range(len(names)), key=names.__getitem__)
    rank = np.empty(len(names), dtype=np.int32)
    rank[order] = np.arange(len(names), dtype=np.int32)
    return tuple(names[k] for k in order), rank[np.asarray(codes)]


def concatenate(parts: Sequence[Corpus]) -> Corpus:
    """One corpus from the batches of a stream, in order."""
    skipped = Skipped()
    for part in parts:
        skipped.merge(part.skipped)
    notes = tuple(dict.fromkeys(note for part in parts for note in part.notes))
    classes: tuple[str, ...] = tuple(sorted({name for part in parts for name in part.classes}))
    position = {name: k for k, name in enumerate(classes)}
    codes = None
    if all(part.codes is not None for part in parts):
        moved = [np.array([position[c] for c in part.classes], dtype=np.int32)[part._codes()] for part in parts]
        codes = np.concatenate(moved)
    groups = _joined([part.groups for part in parts])
    weights = _joined([part.weights for part in parts])
    return Corpus(one_array([part.texts for part in parts]), codes, classes, groups, weights, notes, skipped)


def _joined(arrays: Sequence[Any]) -> Any:
    return None if any(array is None for array in arrays) else np.concatenate(arrays)


def _numpy_strings(array: Any) -> Strings:
    return np.array(array.to_pylist(), dtype=np.str_)
