"""Texts that are the same but for case, white space and the spelling of their letters in Unicode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from steelyard.corpus.arrays import flags, integers
from steelyard.corpus.corpora import Corpus

_SPACES = r"[\s\p{Z}]+"
_ODD = (
    r"[\s\p{Z}]{2}|[\t\n\f\r\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]"  # no single " "
)


@dataclass(frozen=True)
class Overlap:
    """Texts on both sides: row `test_rows[k]` of the test part is row `train_rows[k]` of the training part."""

    train_rows: npt.NDArray[np.int64]
    test_rows: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.test_rows)


def overlap(train: Corpus, test: Corpus) -> Overlap:
    """The texts of the test part that stand in the training part too, each with the first that it equals.

    >>> import steelyard
    >>> from steelyard.corpus import overlap
    >>> train = steelyard.read(["Good film.", "bad"], label=["pos", "neg"])
    >>> test = steelyard.read(["good  film.", "fine"], labelled=False)
    >>> len(overlap(train, test))
    1
    """
    found = pc.index_in(normalised(test.texts), value_set=normalised(train.texts))
    test_rows = np.flatnonzero(flags(found.is_valid()))
    train_rows = integers(found.drop_null()).astype(np.int64)
    return Overlap(train_rows, test_rows)


def normalised(texts: Any) -> Any:
    """Texts with compatible letters made one (NFKC), in lower case, with single spaces."""
    plain = pc.utf8_lower(pc.utf8_normalize(texts.cast(pa.large_string()), form="NFKC"))
    odd = pc.match_substring_regex(plain, pattern=_ODD)  # a tenth of the time of replacing
    if pc.any(odd).as_py():
        mended = pc.replace_substring_regex(plain.filter(odd), pattern=_SPACES, replacement=" ")
        plain = pc.replace_with_mask(plain, odd, mended)
    return pc.utf8_trim_whitespace(plain)
