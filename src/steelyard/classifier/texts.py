"""Texts as the rooms below take them: an Arrow array to learn from, a list or an Arrow array to answer."""

from __future__ import annotations

from typing import Any

from steelyard.errors import NotPlainTextError, NotTextError, SettingError
from steelyard.text.documents import each_text
from steelyard.text.normalise import is_arrow


def as_arrow(X: Any) -> Any:
    """An Arrow array of strings; what is no text is named by its position."""
    from steelyard.corpus.arrays import one_array, strings

    if is_arrow(X):
        chunks = _chunks(X)
        return one_array(chunks) if chunks else strings([])
    texts = list(each_text(X))
    try:
        return strings(texts)
    except UnicodeEncodeError as error:
        raise NotPlainTextError(str(error)) from None


def to_answer(X: Any) -> Any:
    """Texts to be answered: a list stays a list, which is quickest where there are few."""
    if type(X) is list and all(type(text) is str for text in X):
        return X
    return as_arrow(X) if is_arrow(X) else list(each_text(X))


def _chunks(X: Any) -> list[Any]:
    """The pieces of an Arrow array, strings throughout."""
    import pyarrow as pa

    from steelyard.corpus.arrays import is_string

    array = X if isinstance(X, pa.Array | pa.ChunkedArray) else pa.chunked_array(X)
    if pa.types.is_dictionary(array.type):  # a column of categories
        array = array.cast(array.type.value_type)
    if not is_string(array.type):
        raise NotTextError(f"The texts are an Arrow array of {array.type}.", "Give strings.")
    if array.null_count:
        missing = f"{array.null_count:,} texts are" if array.null_count > 1 else "1 text is"
        raise NotTextError(f"{missing} missing.", "Leave these rows out, or fill them.")
    return list(array.chunks) if isinstance(array, pa.ChunkedArray) else [array]


def same_length(n: int, **columns: Any) -> None:
    """Every column that is there has a row for each text."""
    for name, column in columns.items():
        if column is not None and len(column) != n:
            raise SettingError(f"{n:,} texts and {len(column):,} {name}.", f"Give one of the {name} for each text.")
