"""Texts come from anything that holds them, and what is no text is named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from steelyard.errors import NotTextError
from steelyard.text.documents import each_text

TEXTS = ["good", "été \U0001f600", ""]


@pytest.mark.parametrize(
    "held",
    [
        TEXTS,
        tuple(TEXTS),
        (text for text in TEXTS),
        np.array(TEXTS),
        np.array(TEXTS, dtype=object),
        pd.Series(TEXTS),
        pd.Series(TEXTS, dtype="string[pyarrow]"),
        pl.Series(TEXTS),
        pa.array(TEXTS),
        pa.array(TEXTS, pa.large_string()),
        pa.chunked_array([TEXTS[:1], TEXTS[1:]]),
    ],
    ids=lambda held: type(held).__name__,
)
def test_every_holder_gives_the_same_texts(held: Any) -> None:
    assert list(each_text(held)) == TEXTS


@pytest.mark.parametrize("single", ["one text", b"bytes", 7, None])
def test_a_single_text_or_no_collection_is_refused(single: Any) -> None:
    with pytest.raises(NotTextError, match=r"\[text\]"):
        list(each_text(single))


@pytest.mark.parametrize("hole", [None, float("nan"), b"bytes", 3])
def test_what_is_no_text_is_named_by_position(hole: Any) -> None:
    with pytest.raises(NotTextError, match="Document 1 is"):
        list(each_text(["good", hole]))


def test_a_missing_value_of_arrow_is_named() -> None:
    with pytest.raises(NotTextError, match="Document 2 is None"):
        list(each_text(pa.chunked_array([["a", "b"], [None]])))
