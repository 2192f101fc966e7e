"""Tokens cut 64 bytes at a time: the same as Python's `re` finds, wherever they lie and however many they are."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from steelyard._jit import ENABLED
from steelyard.core.bits import i64
from steelyard.text.cutting import SIZE, cut, room_for_cuts
from steelyard.text.patterns import PATTERNS, rule_of
from steelyard.text.scan import room_for, scan
from steelyard.text.unicode import tables

pytestmark = pytest.mark.skipif(not ENABLED, reason="64-bit words wrap in machine code; NumPy's scalars warn instead")
pieces = st.sampled_from(
    ["a", "bc", "_9", " ", "  ", "!", "…", "é", "ßu", "日本", "🙂", "-", "x" * 61, "y" * 130, "\n"]
)


def tokens(text: str, pattern: str) -> list[str]:
    data, rule = np.frombuffer(text.encode(), np.uint8), rule_of(pattern, False)
    s, cuts, found = room_for(len(data)), room_for_cuts(), []
    length, at = scan(data, 0, len(data), tables(), rule, s), i64(0)
    while at < length:
        n, at = cut(s, at, length, rule, cuts)
        found += [s.text[a:b].tobytes().decode() for a, b in zip(cuts.starts[:n], cuts.ends[:n])]
    return found


@given(st.lists(pieces, max_size=60).map("".join), st.sampled_from(sorted(PATTERNS)))
@example("word" * 16, r"\w+")  # ends with the 64th byte
@example("x" * 63 + " a", r"\w\w+")
@example("!" * 64 + "…" + "é", r"\w+|[^\w\s]")
def test_tokens_are_those_of_re(text: str, pattern: str) -> None:
    assert tokens(text, pattern) == re.findall(pattern, text)


@pytest.mark.parametrize("unit", ["a ", "ab!", "é… ", "w" * 70 + " "])
@pytest.mark.parametrize("pattern", [r"\w+|[^\w\s]", r"\w\w+"])
def test_nothing_is_lost_where_a_batch_ends(unit: str, pattern: str) -> None:
    text = unit * (2 * SIZE + 7)
    assert tokens(text, pattern) == re.findall(pattern, text)
