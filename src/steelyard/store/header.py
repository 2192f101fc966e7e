"""The header of a model file as text: how much it may hold, and JSON read strictly. Standard library alone."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from steelyard.errors import HeaderError

# So that reading a header takes no more memory than the file does, and a little. A value takes some 100 bytes when it
# is read, so a large file may hold more of them
LONGEST_HEADER = 1 << 23
FEW_VALUES, BYTES_A_VALUE = 200_000, 128
LONGEST_SIDE = 1 << 48  # of an array
AGAIN = "Copy it again from where it was whole, or fit the model again."


def too_much(header: bytes, size: int) -> str:
    """Why reading a header would take more memory than a file of that size; "" if it would not.

    All is ASCII, and escapes are those of quotes and backslashes: what is counted here is what will be there.
    """
    if len(header) > LONGEST_HEADER:
        return f"has {len(header)} bytes, and at most {LONGEST_HEADER} are read"
    if header.count(b",") + header.count(b"[") + header.count(b"{") > FEW_VALUES + size // BYTES_A_VALUE:
        return "holds more values than the header of such a file can"
    if not header.isascii() or b"\\u" in header.replace(b"\\\\", b""):
        return "has characters or escapes that no model file has"
    return ""


def parse_json(text: str, what: str, path: str) -> dict[str, Any]:
    """A JSON object in which no name stands twice, every number is finite, and every string can be printed."""
    try:
        found = json.loads(text, object_pairs_hook=_no_name_twice, parse_constant=_no_number, parse_float=_finite)
        if "\\ud" in text or "\\uD" in text:  # half a character, perhaps
            json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise HeaderError(f"{what} is no JSON that can be read: {error}.", AGAIN, path) from None
    if not isinstance(found, dict):
        raise HeaderError(f"{what} is no JSON object.", AGAIN, path)
    return found


def _no_name_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands in it twice")
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _finite(text: str) -> float:
    return value if isfinite(value := float(text)) else _no_number(text)


def is_count(value: Any) -> bool:
    """A whole number from 0 (True and False are none)."""
    return type(value) is int and value >= 0
