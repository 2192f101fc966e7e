"""Words of eight bytes, the table of strings, the tally: against Python's bytes, dict and Counter."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard._jit import ENABLED, jit
from steelyard.core.bits import hash_bytes, load64, low_bytes, same_bytes, store64, trailing_zeros
from steelyard.core.intern import add, find, from_blob, has_room, merge, more_strings, no_strings, numbers
from steelyard.core.tally import add_to, count, empty_tally, mark, take_marks, take_out
from steelyard.core.utf8 import decode, encode, width

pytestmark = pytest.mark.skipif(not ENABLED, reason="64-bit words wrap in machine code; NumPy's scalars warn instead")
words = st.lists(st.binary(min_size=1, max_size=30), max_size=40)


@jit
def _load(buffer: np.ndarray, at: int) -> np.uint64:
    return load64(buffer, at)


@jit
def _store(buffer: np.ndarray, at: int, word: np.uint64) -> None:
    store64(buffer, at, word)


@jit
def _zeros(word: np.uint64) -> int:
    return trailing_zeros(word)


def padded(b: bytes) -> np.ndarray:
    return np.frombuffer(b + bytes(8), np.uint8).copy()


@given(st.binary(min_size=8, max_size=24), st.integers(0, 2**64 - 1))
def test_machine_words_are_their_python_bodies(b: bytes, word: int) -> None:
    a = np.frombuffer(b, np.uint8).copy()
    at = len(b) - 8
    assert _load(a, at) == load64(a, at) == int.from_bytes(b[at:], "little")
    assert _zeros(np.uint64(word)) == trailing_zeros(np.uint64(word))
    _store(a, at, np.uint64(word))
    assert a.tobytes() == b[:at] + word.to_bytes(8, "little")
    for n in range(1, 9):
        assert low_bytes(np.uint64(word), n) == word % 256**n


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_same_bytes(a: bytes, b: bytes) -> None:
    n = min(len(a), len(b))
    assert same_bytes(padded(a), 0, padded(b), 0, n) == (a[:n] == b[:n])


@given(st.binary(min_size=1, max_size=8), st.binary(min_size=1, max_size=8))
def test_short_hashes_are_one_to_one(a: bytes, b: bytes) -> None:
    equal = hash_bytes(padded(a), 0, len(a)) == hash_bytes(padded(b), 0, len(b))
    assert equal == (a.rstrip(b"\0") == b.rstrip(b"\0"))


def table_of(strings: list[bytes]) -> tuple[object, dict[bytes, int]]:
    t, number = no_strings(64), {}
    for b in strings:
        a = padded(b)
        h = np.uint64(hash_bytes(a, 0, len(b)))
        if not has_room(t, 1, len(b)):
            t = more_strings(t, 1, len(b))
        k = find(t, a, 0, len(b), h)
        assert k == number.get(b, -1)
        if k < 0:
            number[b] = add(t, a, 0, len(b), h)
    return t, number


@given(words, words)
def test_strings_are_numbered_as_a_dict_would(first: list[bytes], second: list[bytes]) -> None:
    t, number = table_of(first)
    u, other = table_of(second)
    assert list(number.values()) == list(range(len(number)))
    assert numbers(t, u).tolist() == [number.get(b, -1) for b in other]
    before = int(t.n[0])
    merged, theirs = merge(t, u)
    both = {b: k for k, b in enumerate(dict.fromkeys([*number, *other]))}
    assert theirs.tolist() == [both[b] for b in other]
    assert merged.n[0] == len(both) and t.n[0] == before
    starts = np.cumsum([0, *map(len, both)])
    assert numbers(from_blob(padded(b"".join(both)), starts), merged).tolist() == list(range(len(both)))


@pytest.mark.parametrize("add", [count, add_to])
@given(st.lists(st.tuples(st.integers(0, 9999), st.integers(-2, 3))), st.lists(st.integers(0, 9999)))
def test_tally_is_a_counter(add: object, additions: list[tuple[int, int]], marks: list[int]) -> None:
    tally, expected = empty_tally(10_000), Counter()
    for column, n in additions:
        add(tally, column, n)
        expected[column] += n
    columns, counts = np.empty(10_000, np.int32), np.empty(10_000, np.int32)
    assert add is add_to or tally.size[0] == len(expected)
    n = take_out(tally, columns, counts, 0)
    assert list(zip(columns[:n].tolist(), counts[:n].tolist())) == sorted(expected.items())
    for column in marks:
        mark(tally, column)
    df = np.zeros(10_000, np.int64)
    assert take_marks(tally, df) == len(set(marks)) == df.sum()
    assert set(np.flatnonzero(df)) == set(marks)
    assert take_out(tally, columns, counts, 0) == 0


@given(st.characters(exclude_categories=["Cs"]))
def test_utf8(c: str) -> None:
    b = padded(c.encode())
    out = np.zeros(8, np.uint8)
    assert width(b[0]) == len(c.encode()) == encode(ord(c), out, 0)
    assert decode(b, 0) == ord(c) and out.tobytes().startswith(c.encode())
