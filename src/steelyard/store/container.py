"""The container of a model file, read with the standard library alone: where arrays lie, what it says of itself.

    8 bytes      length of the header, little-endian
    header       JSON: for each array its type, its shape and where it lies; under `__metadata__` one text, `steelyard`
    arrays       one after the other, no holes, up to the end of the file

This is a safetensors file. Whatever is wrong with it gets an error with a name before an array is looked at.
"""

from __future__ import annotations

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
from steelyard.store.header import AGAIN, LONGEST_HEADER, LONGEST_SIDE, is_count, parse_json, too_much

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
            raise CutShortError(f"the file has {size} bytes; no model has so few.", AGAIN, name)
        # a copy on writing: the arrays look like any others, and the file stays as it is
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    try:
        c = _read(name, data)
        check_sums(c, verify)
    except ModelFileError:
        data.close()
        raise
    return c


_NOT = "A model file is what `steelyard fit` or `save` writes; its name usually ends in .steelyard."


def _read(path: str, data: mmap.mmap) -> Container:
    if sys.byteorder != "little":
        raise ModelFileError("model files are read on little-endian machines only.", "", path)
    length = int.from_bytes(data[:8], "little")
    if data[8:9] != b"{":
        raise NotAModelError("this is no model file.", _NOT, path)
    if length > LONGEST_HEADER:
        raise HeaderError(f"its header has {length} bytes, and at most {LONGEST_HEADER} are read.", AGAIN, path)
    if 8 + length > len(data):
        raise CutShortError(f"its header has {length} bytes, the file {len(data)}.", AGAIN, path)
    text = data[8 : 8 + length]
    if wrong := too_much(text, len(data)):
        raise HeaderError(f"its header {wrong}.", AGAIN, path)
    header = parse_json(text.decode("ascii"), "its header", path)
    about = _about(header.pop(METADATA, None), path)
    places = {name: _place(name, entry, 8 + length, path) for name, entry in header.items()}
    _check_layout(places, 8 + length, len(data), path)
    return Container(path, data, places, about, 8 + length)


def _about(metadata: Any, path: str) -> dict[str, Any]:
    """What stands under the one metadata key."""
    if not isinstance(metadata, dict) or not isinstance(metadata.get(KEY), str):
        raise NotAModelError("its header has no word about a model of Steelyard's.", _NOT, path)
    if len(metadata) > 1:
        raise HeaderError("its header has more than one metadata key.", AGAIN, path)
    return parse_json(metadata[KEY], "what its header says of the model", path)


def _place(name: str, entry: Any, first: int, path: str) -> Place:
    """Where an array lies, from its entry in the header."""

    def wrong(what: str) -> HeaderError:
        return HeaderError(f"the header's entry for the array {name!r} {what}.", AGAIN, path)

    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise wrong("does not have dtype, shape and data_offsets")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in WIDTH:
        raise wrong(f"has a type that is not known: {dtype!r:.40}")
    if (
        not isinstance(shape, list)
        or len(shape) not in (1, 2)
        or not all(is_count(n) and n <= LONGEST_SIDE for n in shape)
    ):
        raise wrong("has a shape that cannot be")
    if not isinstance(offsets, list) or len(offsets) != 2 or not all(map(is_count, offsets)):
        raise wrong("has offsets that cannot be")
    size = WIDTH[dtype]
    for n in shape:
        size *= n
    if offsets[1] - offsets[0] != size:
        raise LayoutError(f"the array {name!r} does not have the bytes that its shape takes.", AGAIN, path)
    return Place(dtype, tuple(shape), first + offsets[0], first + offsets[1])


def _check_layout(places: dict[str, Place], first: int, size: int, path: str) -> None:
    """One after the other, from the header's end to the file's."""
    at = first
    for name, place in sorted(places.items(), key=lambda item: (item[1].start, item[1].stop)):
        if place.start != at:
            what = "a hole before" if place.start > at else "an overlap at"
            raise LayoutError(f"there is {what} the array {name!r}.", AGAIN, path)
        if place.start % WIDTH[place.dtype]:
            raise LayoutError(f"the array {name!r} begins at byte {place.start}, between two words.", AGAIN, path)
        at = place.stop
    if at > size:
        raise CutShortError(f"its arrays end at byte {at}, the file at {size}.", AGAIN, path)
    if at < size:
        raise LayoutError(f"its arrays end at byte {at}, and {size - at} bytes follow.", AGAIN, path)


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
        raise HeaderError("its header has no checksums.", AGAIN, c.path)
    if header_sum(c.data[8 : c.first], sums["header"]) != sums["header"]:
        raise ChecksumError("its header is not as it was written: the checksum differs.", AGAIN, c.path)
    if verify and arrays_sum(_steps(c)) != sums["arrays"]:
        raise ChecksumError("its arrays are not as they were written: the checksum differs.", AGAIN, c.path)


def is_sum(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _steps(c: Container) -> Iterator[memoryview]:
    """The arrays' bytes, some at a time."""
    with memoryview(c.data) as whole:
        for at in range(c.first, len(c.data), 1 << 20):
            with whole[at : at + (1 << 20)] as piece:
                yield piece
