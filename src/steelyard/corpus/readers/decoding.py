"""UTF-8 that is none: where, which byte, and which encoding would do."""

from __future__ import annotations

from steelyard.corpus.chunks import Chunk
from steelyard.corpus.places import BadRow

BAD_UTF8 = "bad UTF-8"
_AROUND = 12  # bytes shown on either side
_CANDIDATES = ("cp1252", "latin-1")  # the second has a letter for every byte, so one of them does


def decode(data: bytes) -> str:
    return data.decode("utf-8")


def bad_utf8(chunk: Chunk, start: int, data: bytes, column: str = "") -> BadRow | None:
    """What is wrong with the bytes `data` of the record that begins at `start`; None if they are UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        begin = chunk.data.find(data, start)
        culprit = data[error.start : error.start + 1]  # looked for alone where quotes were undoubled in `data`
        position = chunk.data.find(culprit, start) if begin < 0 else begin + error.start
        encoding, detail = advice(data, error.start)
        return BadRow(chunk.spot(position).in_column(column), BAD_UTF8, detail, encoding)
    return None


def advice(data: bytes, position: int) -> tuple[str, str]:
    """An encoding that has the byte, and what the text around it would be in it."""
    around = data[max(0, position - _AROUND) : position + _AROUND]
    encoding = next(encoding for encoding in _CANDIDATES if _reads(around, encoding))
    return encoding, f"byte 0x{data[position]:02x}; encoding {encoding} would read {around.decode(encoding)!r}"


def _reads(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
