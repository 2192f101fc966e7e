"""A table of byte strings, each numbered by its first appearance.

Open addressing with linear probing. A hash is checked against the bytes themselves, so two strings are
never taken for one: up to 8 bytes the hash is one to one, beyond that the bytes are compared.
The record holds arrays only. A loop that adds sees to it beforehand that there is room (`has_room`, `more_strings`):
a record that may change at every token costs more than the look-up itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard._jit import leaf
from steelyard.core.bits import hash_bytes, i64, same_bytes
from steelyard.core.room import with_room

NUMBER = np.uint64(0xFFFFFFFF)
TAG = ~NUMBER
PADDING = 8  # words of eight bytes are read, and the last may stick out


class Strings(NamedTuple):
    """String k is blob[starts[k]:starts[k + 1]]. A slot is 0 where free, else the upper half of a hash and 1 + k.

    Frequent strings come early, so what is kept by number stays in the cache; a slot is one word, because
    slots lie scattered.
    """

    slots: np.ndarray  # uint64, a power of two of them
    hashes: np.ndarray  # uint64, by number
    starts: np.ndarray  # int64, by number
    blob: np.ndarray  # uint8
    n: np.ndarray  # int64, one element: how many strings there are


def no_strings(n_slots: int) -> Strings:
    """An empty table; n_slots is a power of two."""
    return Strings(
        np.zeros(n_slots, np.uint64),
        np.empty(n_slots // 2 + 1, np.uint64),
        np.zeros(n_slots // 2 + 2, np.int64),
        np.empty(n_slots * 4 + PADDING, np.uint8),
        np.zeros(1, np.int64),
    )


@leaf
def find(t: Strings, buffer: np.ndarray, start: int, end: int, h: np.uint64) -> int:
    """The number of buffer[start:end], whose hash is h; -1 if it is not in the table."""
    mask = np.uint64(t.slots.size - 1)
    place = h & mask
    length = end - start
    slot = t.slots[place]
    while slot != np.uint64(0):
        if (slot ^ h) & TAG == np.uint64(0):
            k = i64(slot & NUMBER) - 1
            at = t.starts[k]
            alike = t.hashes[k] == h and t.starts[k + 1] - at == length
            if alike and (length <= 8 or same_bytes(t.blob, at, buffer, start, length)):
                return k
        place = (place + np.uint64(1)) & mask
        slot = t.slots[place]
    return -1


@leaf
def has_room(t: Strings, n_more: int, bytes_more: int) -> bool:
    """Can this many strings be added, so many bytes long together?"""
    k = t.n[0]
    return bool(2 * (k + n_more) <= t.slots.size and t.starts[k] + bytes_more + PADDING <= t.blob.size)


@leaf
def add(t: Strings, buffer: np.ndarray, start: int, end: int, h: np.uint64) -> int:
    """Add buffer[start:end], which is not in the table but has room in it; return its number."""
    k = i64(t.n[0])
    at = t.starts[k]
    for i in range(end - start):
        t.blob[at + i] = buffer[start + i]
    t.starts[k + 1] = at + end - start
    t.hashes[k] = h
    t.n[0] = k + 1
    _take_slot(t.slots, h, k)
    return k


@leaf
def _take_slot(slots: np.ndarray, h: np.uint64, k: int) -> None:
    mask = np.uint64(slots.size - 1)
    place = h & mask
    while slots[place] != np.uint64(0):
        place = (place + np.uint64(1)) & mask
    slots[place] = h & TAG | np.uint64(k + 1)


def more_strings(t: Strings, n_more: int, bytes_more: int) -> Strings:
    """The same strings with room for n_more of them, bytes_more long together."""
    n = int(t.n[0])
    used = int(t.starts[n])
    size = max(t.slots.size, _slots_for(n + n_more))
    slots = np.zeros(size, np.uint64)
    new = Strings(
        slots,
        with_room(t.hashes, n, size // 2 + 1),
        with_room(t.starts, n + 1, size // 2 + 2),
        with_room(t.blob, used, max(t.blob.size, used + bytes_more + PADDING)),
        t.n.copy(),  # of its own: the old record stays what it was
    )
    _take_slots(slots, new.hashes, n)
    return new


def _slots_for(n: int) -> int:
    """How many slots n strings want: twice as many, and a power of two."""
    return 1 << (2 * n - 1).bit_length()


@leaf
def _take_slots(slots: np.ndarray, hashes: np.ndarray, n: int) -> None:
    for k in range(n):
        _take_slot(slots, hashes[k], k)


def merge(t: Strings, other: Strings) -> tuple[Strings, np.ndarray]:
    """Add the strings of `other`; also, for each of them, its number in the merged table."""
    n = int(other.n[0])
    t = more_strings(t, n + 1, int(other.starts[n]))
    number = np.empty(n, np.int32)
    _merge(t, other, number)
    return t, number


@leaf
def _merge(t: Strings, other: Strings, number: np.ndarray) -> None:
    for k in range(number.size):
        start, end, h = other.starts[k], other.starts[k + 1], other.hashes[k]
        at = find(t, other.blob, start, end, h)
        number[k] = at if at >= 0 else add(t, other.blob, start, end, h)


def numbers(t: Strings, other: Strings) -> np.ndarray:
    """For each string of `other`, its number in t, -1 where it is not in t."""
    number = np.empty(int(other.n[0]), np.int32)
    _find_all(t, other, number)
    return number


@leaf
def _find_all(t: Strings, other: Strings, number: np.ndarray) -> None:
    for k in range(number.size):
        number[k] = find(t, other.blob, other.starts[k], other.starts[k + 1], other.hashes[k])


def from_blob(blob: np.ndarray, starts: np.ndarray) -> Strings:
    """The table of the strings blob[starts[k]:starts[k + 1]], all different; blob is padded."""
    t = more_strings(no_strings(64), starts.size, int(starts[-1]))
    _add_all(t, blob, starts)
    return t


def are_slots_of(slots: np.ndarray, blob: np.ndarray, starts: np.ndarray) -> bool:
    """Are these the slots that `from_blob` would fill, each string where it is found? One slot at least is free."""
    return slots.size == max(64, _slots_for(starts.size)) and bool(_in_place(slots, blob, starts))


@leaf
def _in_place(slots: np.ndarray, blob: np.ndarray, starts: np.ndarray) -> bool:
    mask = np.uint64(slots.size - 1)
    for place in range(slots.size):
        slot = slots[place]
        if slot == np.uint64(0):
            continue
        k = i64(slot & NUMBER) - 1
        h = hash_bytes(blob, starts[k], starts[k + 1])
        if (slot ^ h) & TAG != np.uint64(0):
            return False
        passed = h & mask
        while passed != np.uint64(place):
            if slots[passed] == np.uint64(0):
                return False
            passed = (passed + np.uint64(1)) & mask
    return True


@leaf
def _add_all(t: Strings, blob: np.ndarray, starts: np.ndarray) -> None:
    for k in range(starts.size - 1):
        add(t, blob, starts[k], starts[k + 1], hash_bytes(blob, starts[k], starts[k + 1]))
