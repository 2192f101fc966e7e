"""Texts one by one, whatever holds them: list, generator, NumPy array, Series, Arrow array."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from steelyard.errors import NotTextError

Texts = Iterable[str]


def each_text(texts: Any) -> Iterator[str]:
    """The texts in order; what is no text is named by its position, counted from 0."""
    if isinstance(texts, str | bytes) or not hasattr(texts, "__iter__"):
        raise NotTextError(
            f"Several texts were expected, and {type(texts).__name__!r} came.",
            "Put a single text into a list: [text].",
        )
    for position, text in enumerate(_plain(texts)):
        if not isinstance(text, str):
            raise NotTextError(
                f"Document {position} is {text!r:.60}, which is not text.",
                "Decode bytes, fill or drop missing values, and hand over one column of texts.",
            )
        yield text


def _plain(texts: Any) -> Iterable[Any]:
    # An Arrow array yields scalars of its own kind; a chunk at a time keeps memory flat.
    if hasattr(texts, "to_pylist"):
        chunks = texts.chunks if hasattr(texts, "chunks") else (texts,)
        return (text for chunk in chunks for text in chunk.to_pylist())
    return texts  # type: ignore[no-any-return]
