"""What the caller of `read` and `stream` asked for, as one record that is handed down."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from steelyard.errors import SettingError

ColumnName = str | int  # a name, or a position from 0


class Settings(TypedDict, total=False):
    """The keyword arguments of `read` and `stream`; `read` explains them."""

    text: ColumnName | None
    label: ColumnName | Sequence[Any] | None
    group: ColumnName | Sequence[Any] | None
    weight: ColumnName | Sequence[Any] | None
    format: str | None
    encoding: str
    labelled: bool
    skip_bad: bool
    delimiter: str | None
    quoting: bool | None
    header: bool | None
    query: str | None


@dataclass(frozen=True)
class Options:
    """`Settings` with their defaults, checked."""

    text: ColumnName | None = None
    label: ColumnName | Sequence[Any] | None = None  # a sequence: the labels themselves
    group: ColumnName | Sequence[Any] | None = None
    weight: ColumnName | Sequence[Any] | None = None
    format: str | None = None
    encoding: str = "utf-8"
    labelled: bool = True
    skip_bad: bool = False
    delimiter: str | None = None
    quoting: bool | None = None
    header: bool | None = None
    query: str | None = None
    batch_rows: int | None = None

    def __post_init__(self) -> None:
        for name in ("labelled", "skip_bad", "quoting", "header"):
            if getattr(self, name) not in (True, False, None):
                raise SettingError(f"{name} is {getattr(self, name)!r}.", "Give True or False.")
        if isinstance(self.text, bool) or not isinstance(self.text, str | int | None):
            raise SettingError(f"text is {self.text!r}.", "Give the column's name, or its position from 0.")
        if not self.labelled and self.label is not None:
            raise SettingError("Labels are asked for, and texts alone.", "Leave out label=... or labelled=False.")
        if self.delimiter is not None and (
            not isinstance(self.delimiter, str)
            or len(self.delimiter) != 1
            or self.delimiter in '"\r\n'
            or self.delimiter > "~"
        ):
            raise SettingError(
                f"delimiter is {self.delimiter!r}.", "Give one ASCII character that is no quote and no newline."
            )
        if self.batch_rows is not None and self.batch_rows < 1:
            raise SettingError(f"batch_rows is {self.batch_rows}.", "Give a whole number, 1 or more.")
        if not _is_encoding(self.encoding):
            raise SettingError(
                f"There is no encoding {self.encoding!r}.", "Try 'utf-8', 'cp1252', 'latin-1' or 'utf-16'."
            )

    @property
    def transcodes(self) -> bool:
        """Whether the bytes must be brought to UTF-8 first."""
        return codecs.lookup(self.encoding).name not in ("utf-8", "utf-8-sig", "ascii")

    def given(self) -> dict[str, Sequence[Any]]:
        """What came as values in place of a column's name."""
        roles = {"label": self.label, "group": self.group, "weight": self.weight}
        return {role: v for role, v in roles.items() if v is not None and not isinstance(v, str | int)}

    def names(self) -> list[ColumnName]:
        """The columns that the caller named."""
        asked = (self.text, self.label, self.group, self.weight)
        return [name for name in asked if isinstance(name, str | int)]


def _is_encoding(name: str) -> bool:
    """Whether bytes can be decoded to text under this name, piece by piece. Python's codecs have others too, such as
    "rot13" and "base64"."""
    try:
        b"".decode(name)
        codecs.getincrementaldecoder(name)("surrogateescape").decode(b"")
    except (LookupError, ValueError, TypeError, AssertionError):
        return False
    return True
