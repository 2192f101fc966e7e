"""Every error a user can meet. Each says what was wrong, where, and what to do next.

All of them are `SteelyardError`; those that scikit-learn's users would catch as `ValueError` are that
too. The command line prints `str(error)` and exits with `exit_code`.
"""

from __future__ import annotations

from typing import Any


class SteelyardError(Exception):
    """An error with advice: `what` went wrong, and what to do `next`."""

    exit_code = 1  # the data or the model is at fault

    def __init__(self, what: str, next: str = "") -> None:  # noqa: A002 (the word of the house plan)
        super().__init__(f"{what}\n{next}" if next else what)
        self.what = what
        self.next = next

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.next)


class SettingError(SteelyardError, ValueError):
    """A parameter, an option or an environment variable has a value that cannot be."""

    exit_code = 2  # the command line is at fault


class WordFileError(SteelyardError, ValueError):
    """A lexicon or a lemma table cannot be read; says file and line."""


class MissingExtraError(SteelyardError, ImportError):
    """Something needs a package that comes with one of Steelyard's extras."""


class NotTextError(SteelyardError, ValueError):
    """Texts were expected, and something else came."""


class NotPlainTextError(SteelyardError, ValueError):
    """Something that Arrow cannot hold as UTF-8: a lone surrogate, or no string at all."""

    def __init__(self, what: str) -> None:
        super().__init__(f"A text cannot be held as UTF-8: {what}.", "Drop it, or replace its lone surrogates.")
        self.reason = what

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason,)


class MarginError(SteelyardError, ArithmeticError):
    """Whether two classes can be separated could not be proven either way."""


class CorpusError(SteelyardError, ValueError):
    """The labelled text, as a whole, cannot be used: empty, of one class, not to be split."""


class SourceError(CorpusError):
    """A file, a folder, a query or an object that cannot be opened, or whose form is not understood."""


class ColumnError(CorpusError):
    """A column is missing, in doubt, or of the wrong type."""


class RowsError(CorpusError):
    """Some rows are bad. `bad` holds the first of them, `counts` how many there are for each reason."""

    def __init__(
        self,
        what: str,
        next: str = "",  # noqa: A002
        bad: tuple[object, ...] = (),
        counts: dict[str, int] | None = None,
    ) -> None:
        super().__init__(what, next)
        self.bad = bad
        self.counts = counts or {}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.next, self.bad, self.counts)


class ModelFileError(SteelyardError, ValueError):
    """A model file cannot be used; the kinds below say why. `path` is the file."""

    def __init__(self, what: str, next: str = "", path: str = "") -> None:  # noqa: A002
        super().__init__(f"{path}: {what}" if path else what, next)
        self.arguments = (what, next, path)
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.arguments


class NotAModelError(ModelFileError):
    """A file that is no model file of Steelyard's at all."""


class CutShortError(ModelFileError):
    """The file ends before its header, or its header's arrays, do."""


class HeaderError(ModelFileError):
    """The header is too long, is no valid JSON, or says what a header cannot say."""


class ModelVersionError(ModelFileError):
    """The file has a format that this version of Steelyard does not know."""


class LayoutError(ModelFileError):
    """The arrays overlap, leave holes, do not fill the file, or do not begin at a multiple of their word."""


class ArrayError(ModelFileError):
    """An array is missing, has another type or size than the rest of the file asks for, or holds what is no number."""


class IndexRangeError(ModelFileError):
    """An array points at what is not there (a column, a node, a string), or a look-up in it would not end."""


class ChecksumError(ModelFileError):
    """The file is not as it was written: some of its bits changed."""


class ModelWriteError(ModelFileError):
    """A model file could not be written; what was there before is as it was."""


class ReportWriteError(SteelyardError):
    """A report could not be written; what was there before is as it was."""


class ExportError(SteelyardError, ValueError):
    """A model has something that the format it is exported to cannot say."""
