"""The container of a model file, read with the standard library alone: where arrays lie, what it says of itself.

    8 bytes      length of the header, little-endian
    header       JSON: for each array its type, its shape and where it lies; under `__metadata__` one text, `steelyard`
    arrays       one after the other, no holes, up to the end of the file

This is a safetensors file. Whatever is wrong with it gets an error with a name before an array is looked at.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from steelyard.errors import (
    ChecksumError,
    CutShortError,
    HeaderError,
    LayoutError,
    ModelFileError,
    NotAModelError,
)

LONGEST_HEADER = 1 << 24
FEW_VALUES = 100_000  # what a header may hold; a large file may hold more. A value takes some 100 bytes when it is read
METADATA, KEY = "__metadata__", "steelyard"
WIDTH = {"F64": 8, "I64": 8, "U64": 8, "F32": 4, "I32": 4, "U8": 1}
NO_SUM = "0" * 64


class Place(NamedTuple):
    """An array: its type, its shape, and the bytes of the file that it takes."""

    dtype: str
    shape: tuple[int, ...]
    start: int
    stop: int


class Container(NamedTuple):
    """A mapped file whose layout is sound."""

    path: str
    data: mmap.mmap
    places: dict[str, Place]
    about: dict[str, Any]  # what the file says of itself
    first: int  # where the arrays begin


def describe(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What a model file says of itself, from its header alone: format, recipe, classes, views, card.

    `arrays` tells the type and the shape of each array.
    """
    c = open_container(path, verify=False)
    arrays = {name: [place.dtype, *place.shape] for name, place in sorted(c.places.items())}
    c.data.close()
    return {**c.about, "arrays": arrays}


def open_container(path: str | os.PathLike[str], verify: bool = True) -> Container:
    """Map a file and read its header; `verify`: the arrays' checksum as well, which reads all of the file."""
    name = os.fspath(path)
    with open(name, "rb") as file:  # noqa: PTH123 (pathlib costs as much as all the rest)
        size = os.fstat(file.fileno()).st_size
        if size < 9:
            raise CutShortError(f"the file has {size} bytes; no model has so few.", _AGAIN, name)
        # a copy on writing: the arrays look like any others, and the file stays as it is
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    try:
        c = _read(name, data)
        check_sums(c, verify)
    except ModelFileError:
        data.close()
        raise
    return c


_AGAIN = "Copy it again from where it was whole, or fit the model again."
_NOT = "A model file is what `steelyard fit` or `save` writes; its name usually ends in .steelyard."


def _read(path: str, data: mmap.mmap) -> Container:
    if sys.byteorder != "little":
        raise ModelFileError("model files are read on little-endian machines only.", "", path)
    length = int.from_bytes(data[:8], "little")
    if data[8:9] != b"{":
        raise NotAModelError("this is no model file.", _NOT, path)
    if length > LONGEST_HEADER:
        raise HeaderError(f"a header of {length} bytes; at most {LONGEST_HEADER} are read.", _AGAIN, path)
    if 8 + length > len(data):
        raise CutShortError(f"its header has {length} bytes, the file {len(data)}.", _AGAIN, path)
    header = _parsed(data[8 : 8 + length], len(data), path)
    about = _about(header.pop(METADATA, None), path)
    places = {name: _place(name, entry, 8 + length, path) for name, entry in header.items()}
    _check_layout(places, 8 + length, len(data), path)
    return Container(path, data, places, about, 8 + length)


def _parsed(text: bytes, size: int, path: str) -> dict[str, Any]:
    """The header, unless reading it would take far more memory than the file."""
    if text.count(b",") + text.count(b"[") + text.count(b"{") > FEW_VALUES + size // 64:
        raise HeaderError("its header holds more values than the header of such a file can.", _AGAIN, path)
    return parse_json(text, "its header", path)


def parse_json(text: bytes | str, what: str, path: str) -> dict[str, Any]:
    """A JSON object in which no name stands twice and every number is finite."""
    try:
        found = json.loads(text, object_pairs_hook=_no_name_twice, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise HeaderError(f"{what} is no JSON that can be read: {error}.", _AGAIN, path) from None
    if not isinstance(found, dict):
        raise HeaderError(f"{what} is no JSON object.", _AGAIN, path)
    return found


def _no_name_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands in it twice")
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _about(metadata: Any, path: str) -> dict[str, Any]:
    """What stands under the one metadata key."""
    if not isinstance(metadata, dict) or not isinstance(metadata.get(KEY), str):
        raise NotAModelError("its header has no word about a model of Steelyard's.", _NOT, path)
    if len(metadata) > 1:
        raise HeaderError("its header has more than one metadata key.", _AGAIN, path)
    return parse_json(metadata[KEY], "what its header says of the model", path)


def is_count(value: Any) -> bool:
    """A whole number from 0 (True and False are none)."""
    return type(value) is int and value >= 0


def _place(name: str, entry: Any, first: int, path: str) -> Place:
    """Where an array lies, from its entry in the header."""

    def wrong(what: str) -> HeaderError:
        return HeaderError(f"the header's entry for the array {name!r} {what}.", _AGAIN, path)

    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise wrong("does not have dtype, shape and data_offsets")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in WIDTH:
        raise wrong(f"has a type that is not known: {dtype!r:.40}")
    if not isinstance(shape, list) or len(shape) not in (1, 2) or not all(map(is_count, shape)):
        raise wrong("has a shape that cannot be")
    if not isinstance(offsets, list) or len(offsets) != 2 or not all(map(is_count, offsets)):
        raise wrong("has offsets that cannot be")
    size = WIDTH[dtype]
    for n in shape:
        size *= n
    if offsets[1] - offsets[0] != size:
        raise LayoutError(f"the array {name!r} does not have the bytes that its shape takes.", _AGAIN, path)
    return Place(dtype, tuple(shape), first + offsets[0], first + offsets[1])


def _check_layout(places: dict[str, Place], first: int, size: int, path: str) -> None:
    """One after the other, from the header's end to the file's."""
    at = first
    for name, place in sorted(places.items(), key=lambda item: (item[1].start, item[1].stop)):
        if place.start != at:
            what = "a hole before" if place.start > at else "an overlap at"
            raise LayoutError(f"there is {what} the array {name!r}.", _AGAIN, path)
        if place.start % WIDTH[place.dtype]:
            raise LayoutError(f"the array {name!r} begins at byte {place.start}, between two words.", _AGAIN, path)
        at = place.stop
    if at > size:
        raise CutShortError(f"its arrays end at byte {at}, the file at {size}.", _AGAIN, path)
    if at < size:
        raise LayoutError(f"its arrays end at byte {at}, and {size - at} bytes follow.", _AGAIN, path)


def header_sum(header: bytes, own: str) -> str:
    """The checksum of a header, its own place in it filled with zeros."""
    from hashlib import sha256

    return sha256(header.replace(own.encode(), NO_SUM.encode())).hexdigest()


def arrays_sum(pieces: Iterator[Any]) -> str:
    from hashlib import sha256

    total = sha256()
    for piece in pieces:
        total.update(piece)
    return total.hexdigest()


def check_sums(c: Container, verify: bool) -> None:
    """The header's checksum, always; the arrays' only if asked for."""
    sums = c.about.get("checksums")
    known = {"header", "arrays"}
    if not isinstance(sums, dict) or set(sums) != known or not all(is_sum(sums[name]) for name in known):
        raise HeaderError("its header has no checksums.", _AGAIN, c.path)
    if header_sum(c.data[8 : c.first], sums["header"]) != sums["header"]:
        raise ChecksumError("its header is not as it was written: the checksum differs.", _AGAIN, c.path)
    if verify and arrays_sum(_steps(c)) != sums["arrays"]:
        raise ChecksumError("its arrays are not as they were written: the checksum differs.", _AGAIN, c.path)


def is_sum(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _steps(c: Container) -> Iterator[memoryview]:
    """The arrays' bytes, some at a time."""
    with memoryview(c.data) as whole:
        for at in range(c.first, len(c.data), 1 << 20):
            with whole[at : at + (1 << 20)] as piece:
                yield piece
