"""Model files as an accident or an enemy leaves them: mutations of sound files, each made by a seeded generator.

accidents    cut, lengthened, bits flipped, runs of bytes lost, zeroed, overwritten, repeated. Checksums as they were
enemies      values of the header and of the arrays changed, and the checksums made right again: who writes hostile
             files knows how
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Random = np.random.Generator
NO_SUM = "0" * 64
TYPES = {"F64": "<f8", "I64": "<i8", "U64": "<u8", "F32": "<f4", "I32": "<i4", "U8": "u1"}


class Parts(NamedTuple):
    """A file taken apart: what it says of itself, its arrays' entries, their bytes."""

    about: dict[str, Any]
    entries: dict[str, Any]
    arrays: bytearray


def apart(file: bytes) -> Parts:
    length = int.from_bytes(file[:8], "little")
    header = json.loads(file[8 : 8 + length])
    about = json.loads(header.pop("__metadata__")["steelyard"])
    return Parts(about, header, bytearray(file[8 + length :]))


def together(parts: Parts, metadata: dict[str, Any] | None = None, change: Callable[[str], str] = str) -> bytes:
    """The file again, its checksums right; `change` is done to the text of the header before it is summed."""
    about = parts.about
    if isinstance(about.get("checksums"), dict):
        sums = {**about["checksums"], "header": NO_SUM, "arrays": hashlib.sha256(parts.arrays).hexdigest()}
        about = {**about, "checksums": sums}
    entries = {"__metadata__": {"steelyard": written(about), **(metadata or {})}, **parts.entries}
    text = change(written(entries))
    header = text.encode()
    header += b" " * (-(8 + len(header)) % 64)
    own = hashlib.sha256(header).hexdigest()
    header = header.replace(NO_SUM.encode(), own.encode())
    return len(header).to_bytes(8, "little") + header + bytes(parts.arrays)


def written(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def values_of(parts: Parts, name: str) -> np.ndarray:
    """An array's values, to be changed in place."""
    entry = parts.entries[name]
    start, stop = entry["data_offsets"]
    return np.frombuffer(memoryview(parts.arrays)[start:stop], TYPES[entry["dtype"]])


def place(random: Random, file: bytes) -> int:
    """A byte of the file; of its header as often as of its arrays."""
    header = 8 + int.from_bytes(file[:8], "little")
    return int(random.integers(0, header) if random.random() < 0.5 else random.integers(header, len(file)))


def run(random: Random, file: bytes) -> tuple[int, int]:
    start = place(random, file)
    return start, min(len(file), start + int(random.geometric(0.02)))


def cut(random: Random, file: bytes) -> bytes:
    return file[: place(random, file)]


def lengthened(random: Random, file: bytes) -> bytes:
    return file + random.bytes(int(random.geometric(0.05)))


def flipped(random: Random, file: bytes) -> bytes:
    out = bytearray(file)
    for _ in range(random.integers(1, 9)):
        out[place(random, file)] ^= 1 << int(random.integers(8))
    return bytes(out)


def lost(random: Random, file: bytes) -> bytes:
    start, stop = run(random, file)
    return file[:start] + file[stop:]


def zeroed(random: Random, file: bytes) -> bytes:
    start, stop = run(random, file)
    return file[:start] + bytes(stop - start) + file[stop:]


def overwritten(random: Random, file: bytes) -> bytes:
    start, stop = run(random, file)
    return file[:start] + random.bytes(stop - start) + file[stop:]


def repeated(random: Random, file: bytes) -> bytes:
    start, stop = run(random, file)
    return file[:stop] + file[start:stop] + file[stop:]


def length_changed(random: Random, file: bytes) -> bytes:
    size = int(random.choice([0, 1, 2, len(file) - 8, len(file), 1 << 23, (1 << 23) + 1, 1 << 40, (1 << 63) - 1]))
    return (size + int(random.integers(0, 2))).to_bytes(8, "little") + file[8:]


HOSTILE: list[Any] = [
    -1, 0, 1, 2, 3, 63, 64, 1 << 31, (1 << 31) - 1, 1 << 32, 1 << 48, 1 << 63, (1 << 64) - 1, 1 << 70, 10**400, 0.5,
    -0.0, 1e308, float("nan"), float("inf"), None, True, False, "", "F32", "U8", "word", "char", "\ud800", "\x00",
    "a" * 5000, [], {}, [[]], [0, 0], [1, 0], [0, 1 << 62], [1 << 32, 1 << 32], [-1, 1], [None], {"a": 1}, ["a", "a"],
]  # fmt: skip


def value_changed(random: Random, file: bytes) -> bytes:
    """One value, somewhere in the header, becomes what it should not be; or goes, or comes in addition."""
    parts = apart(file)
    return _changed(random, parts, parts.about if random.random() < 0.6 else parts.entries)


def card_changed(random: Random, file: bytes) -> bytes:
    """The same, somewhere in what is known of the model: its rules are answered by."""
    parts = apart(file)
    return _changed(random, parts, parts.about["card"])


def _changed(random: Random, parts: Parts, inside: Any) -> bytes:
    holder, key = _somewhere(random, inside)
    deed = random.random()
    new = copy.deepcopy(HOSTILE[random.integers(len(HOSTILE))])
    if deed < 0.7:
        holder[key] = new
    elif deed < 0.85:
        del holder[key]
    elif isinstance(holder, dict):
        holder[f"{key}{random.integers(3)}"] = new
    else:
        holder.append(new)
    return together(parts)


def _somewhere(random: Random, holder: Any) -> tuple[Any, Any]:
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = keys[random.integers(len(keys))]
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner or random.random() < 0.25:
            return holder, key
        holder = inner


def number_nudged(random: Random, file: bytes) -> bytes:
    """A number of an array's entry, or a view's, a little off."""
    parts = apart(file)
    numbers = [(entry[part], i) for entry in parts.entries.values() for part in ("shape", "data_offsets")
               for i in range(len(entry[part]))]  # fmt: skip
    numbers += [(view, name) for view in parts.about["views"] for name in ("columns", "min_df")]
    for _ in range(random.integers(1, 3)):
        holder, key = numbers[random.integers(len(numbers))]
        holder[key] += int(random.choice([-8, -4, -1, 1, 4, 8, 64]))
    return together(parts)


def arrays_crossed(random: Random, file: bytes) -> bytes:
    """Two arrays trade their bytes, their types or their names; or one lies over the other."""
    parts = apart(file)
    a, b = random.choice(sorted(parts.entries), 2, replace=False).tolist()
    one, other = parts.entries[a], parts.entries[b]
    part = ["data_offsets", "dtype", "shape", None, "over"][random.integers(5)]
    if part is None:
        parts.entries[a], parts.entries[b] = other, one
    elif part == "over":
        one["data_offsets"] = other["data_offsets"]
    else:
        one[part], other[part] = other[part], one[part]
    return together(parts)


def elements_changed(random: Random, file: bytes) -> bytes:
    """Some elements of an array become extremes, or what another element is."""
    parts = apart(file)
    filled = [name for name, entry in parts.entries.items() if entry["data_offsets"][0] < entry["data_offsets"][1]]
    values = values_of(parts, filled[random.integers(len(filled))])
    for _ in range(random.geometric(0.3)):
        values[random.integers(len(values))] = _extreme(random, values)
    return together(parts)


def _extreme(random: Random, values: np.ndarray) -> Any:
    if values.dtype.kind == "f":
        return random.choice([np.nan, np.inf, -np.inf, 0.0, -1.0, np.finfo(values.dtype).max, values[0]])
    limits = np.iinfo(values.dtype)
    near = int(values[random.integers(len(values))])
    some = [limits.min, limits.max, 0, 1, len(values), near, near + 1, near - 1]
    return np.array(np.clip(some[random.integers(len(some))], limits.min, limits.max)).astype(values.dtype)


def array_rewritten(random: Random, file: bytes) -> bytes:
    """A whole array: shuffled, of one value, turned round, or of random bytes."""
    parts = apart(file)
    filled = [name for name, entry in parts.entries.items() if entry["data_offsets"][0] < entry["data_offsets"][1]]
    values = values_of(parts, filled[random.integers(len(filled))])
    deed = random.integers(4)
    if deed == 0:
        random.shuffle(values)
    elif deed == 1:
        values[:] = _extreme(random, values)
    elif deed == 2:
        values[:] = values[::-1].copy()
    else:
        values.view(np.uint8)[:] = np.frombuffer(random.bytes(values.nbytes), np.uint8)
    return together(parts)


def array_resized(random: Random, file: bytes) -> bytes:
    """An array loses elements, gets more or goes; what follows moves up, so that the layout is sound."""
    parts = apart(file)
    order = sorted(parts.entries, key=lambda name: parts.entries[name]["data_offsets"])
    chosen, pieces, at = order[random.integers(len(order))], [], 0
    gone = random.random() < 0.2
    for name in order:
        entry, values = parts.entries[name], values_of(parts, name).reshape(parts.entries[name]["shape"])
        if name == chosen and gone:
            continue
        if name == chosen:
            n = max(0, len(values) + int(random.choice([-64, -2, -1, 1, 2, 64, len(values), -len(values) // 2])))
            values = np.resize(values, (n, *values.shape[1:])) if values.size else np.zeros((n, 1), values.dtype)
        pieces.append(values.tobytes())
        entry["shape"], entry["data_offsets"] = list(values.shape), [at, at + values.nbytes]
        at += values.nbytes
    if gone:
        del parts.entries[chosen]
    return together(parts._replace(arrays=bytearray(b"".join(pieces))))


def text_changed(random: Random, file: bytes) -> bytes:
    """A few characters of the header, the checksums right again."""

    def change(text: str) -> str:
        at = int(random.integers(len(text)))
        pieces = [*'"{}[],:0-é\x00 ', "", "1e999", "NaN", "\\u0000", "\\ud800"]
        return text[:at] + pieces[random.integers(len(pieces))] + text[at + int(random.integers(3)) :]

    return together(apart(file), change=change)


ACCIDENTS = (cut, lengthened, flipped, lost, zeroed, overwritten, repeated, length_changed)
ENEMIES = (
    value_changed,
    card_changed,
    number_nudged,
    arrays_crossed,
    elements_changed,
    array_rewritten,
    array_resized,
    text_changed,
)
