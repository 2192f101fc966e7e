"""Pieces: what a reader sees as one; and texts without some of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.explain.pieces import ALONE, MARK, WORD, pieces_of, without
from tests.explain.models import texts


def cut(text: str) -> list[str]:
    return [text[part.begin : part.end] for part in pieces_of(text)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        (" \n", []),
        ("it's a_b, 2½!", ["it", "'", "s", "a_b", ",", "2½", "!"]),
        ("cafe\u0301s", ["cafe\u0301s"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("می\u200cخواهم", ["می\u200cخواهم"]),
        ("不错的film。", ["不", "错", "的", "film", "。"]),
        ("ภาษา", ["ภ", "า", "ษ", "า"]),
        ("한국어 좋다", ["한국어", "좋다"]),
        ("😀👍🏽👩\u200d👩\u200d👧", ["😀", "👍🏽", "👩\u200d👩\u200d👧"]),
        ("🇫🇷🇪🇸🇫", ["🇫🇷", "🇪🇸", "🇫"]),
        ("❤\ufe0f!", ["❤\ufe0f", "!"]),
        ("\u0301a", ["\u0301", "a"]),
    ],
)
def test_known_pieces(text: str, pieces: list[str]) -> None:
    assert cut(text) == pieces


@given(texts)
def test_pieces_are_all_but_the_white_space_in_order(text: str) -> None:
    parts = pieces_of(text)
    assert "".join(cut(text)) == "".join(c for c in text if not c.isspace())
    assert all(a.end <= b.begin for a, b in pairwise(parts))
    assert all(part.kind in (MARK, WORD, ALONE) for part in parts)


@given(texts, st.sets(st.integers(0, 20)))
def test_without_some_pieces_the_others_are_what_they_were(text: str, gone: set[int]) -> None:
    parts = pieces_of(text)
    gone = {k for k in gone if k < len(parts)}
    left = without(text, parts, gone)
    kept = [text[part.begin : part.end] for k, part in enumerate(parts) if k not in gone]
    assert "".join(left.split()) == "".join(kept)
    assert len(left) <= len(text)
    if not gone:
        assert left == text
    joined = {kept[k] + kept[k + 1] for k in range(len(kept) - 1)}  # what could only come of growing together
    if all(part.kind == WORD for part in parts) and not joined & set(cut(text)):
        assert cut(left) == kept


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("a b c", {1}, "a c"),
        ("a\nb  c", {1}, "a\nc"),
        ("  a b ", {0}, "  b "),
        ("  a b ", {1}, "  a "),
        (" a ", {0}, "  "),
        ("it's", {1}, "it s"),
        ("(good)", {1}, "()"),
        ("好,坏", {1}, "好坏"),
        ("ab,坏", {1}, "ab 坏"),
        ("a, b", {1}, "a b"),
        ("a b c d", {1, 2}, "a d"),
        ("a b c d", {0, 3}, "b c"),
    ],
)
def test_known_texts_without(text: str, gone: set[int], left: str) -> None:
    assert without(text, pieces_of(text), gone) == left
