"""The laws of `run_parallel`: the pieces decide the result, never the threads."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard._threads import run_parallel, thread_count
from steelyard.errors import SettingError


@given(st.lists(st.integers()), st.integers(1, 9))
def test_results_come_in_the_order_of_the_pieces(pieces: list[int], threads: int) -> None:
    assert run_parallel(lambda piece: piece * piece, iter(pieces), threads) == [piece * piece for piece in pieces]


def test_pieces_run_side_by_side() -> None:
    """Three pieces that each wait for the other two end only if all three run at once."""
    meeting = threading.Barrier(3)
    run_parallel(lambda _: meeting.wait(timeout=60), range(3), threads=3)


def test_one_thread_is_the_callers_own() -> None:
    assert run_parallel(lambda _: threading.get_ident(), range(3), threads=1) == [threading.get_ident()] * 3


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_first_failing_piece_is_the_one_that_is_told(threads: int) -> None:
    def work(piece: int) -> int:
        if piece in (3, 4):
            raise ValueError(f"piece {piece}")
        return piece

    with pytest.raises(ValueError, match="piece 3"):
        run_parallel(work, range(6), threads)


def test_the_argument_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEELYARD_THREADS", " 3 ")
    assert thread_count() == 3
    assert thread_count(2) == 2
    monkeypatch.delenv("STEELYARD_THREADS")
    assert thread_count() >= 1


@pytest.mark.parametrize("wish", ["0", "-1", "two", "1.5", "²"])
def test_a_wrong_wish_is_named(wish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEELYARD_THREADS", wish)
    with pytest.raises(SettingError, match="STEELYARD_THREADS"):
        thread_count()


def test_a_wrong_argument_is_named() -> None:
    with pytest.raises(SettingError, match="threads is 0"):
        thread_count(0)
