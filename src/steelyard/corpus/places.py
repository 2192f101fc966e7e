"""Where in a source something stands, what is wrong there, and the count of all that is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from steelyard.errors import RowsError

KEPT = 1000  # bad rows remembered one by one; beyond, they are only counted
SHOWN = 5  # bad rows shown by the error


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in a source. Lines, rows and characters count from 1, bytes from 0."""

    source: str
    line: int | None = None  # of a text file; a row with quoted newlines is where it begins
    row: int | None = None  # of a table or a list, where there are no lines
    column: str = ""
    character: int | None = None
    byte: int | None = None

    def __str__(self) -> str:
        spots = [
            ("line {}", self.line),
            ("row {}", self.row),
            ("column {!r}", self.column or None),
            ("character {}", self.character),
            ("byte {}", self.byte),
        ]
        return ", ".join([self.source, *(form.format(value) for form, value in spots if value is not None)])

    def in_column(self, name: str) -> Place:
        return replace(self, column=name)


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that cannot be used: where, why in a word or two, and the particulars."""

    place: Place
    reason: str
    detail: str = ""
    encoding: str = ""  # which would read what is not UTF-8 in a text file

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" + (f" ({self.detail})" if self.detail else "")


@dataclass
class Skipped:
    """The bad rows of a source: how many for each reason, and the first `KEPT` of them."""

    counts: Counter[str] = field(default_factory=Counter)
    rows: list[BadRow] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.counts.total()

    def __len__(self) -> int:
        return self.total

    def add(self, bad: Iterable[BadRow]) -> None:
        for row in bad:
            self.counts[row.reason] += 1
            if len(self.rows) < KEPT:
                self.rows.append(row)

    def merge(self, other: Skipped) -> None:
        self.counts.update(other.counts)
        self.rows.extend(other.rows[: KEPT - len(self.rows)])

    def told(self, good: int) -> str:
        """The counts and the first rows."""
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in self.counts.most_common())
        shown = [f"  {row}" for row in self.rows[:SHOWN]]
        if self.total > SHOWN:
            shown.append(f"  ... and {self.total - SHOWN:,} more")
        return f"{self.total:,} of {self.total + good:,} rows cannot be used: {reasons}.\n" + "\n".join(shown)

    def error(self, good: int, skip_bad: bool) -> RowsError:
        """The error that stops a run, with the ways on; none is to skip when that was asked for, or leaves nothing."""
        skip = "" if skip_bad or not good else ", or pass skip_bad=True to leave them out"
        read = self.encoding_advice
        way = f"{read} Otherwise mend them{skip}." if read else f"Mend them{skip}."
        return RowsError(self.told(good), way, tuple(self.rows), dict(self.counts))

    @property
    def encoding_advice(self) -> str:
        """How a text file that is not in UTF-8 is read, if that may be what is wrong."""
        found = next((row.encoding for row in self.rows if row.encoding), "")
        return f"If the file is in another encoding, pass encoding={found!r}, say." if found else ""
