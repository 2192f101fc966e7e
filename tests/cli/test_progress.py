"""Progress: on a terminal's standard error, after a second, with rate and time left; else nothing at all."""

from __future__ import annotations

import io
import sys

import pytest

from steelyard.cli import progress
from steelyard.cli.progress import Bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Within the test: pytest puts its own standard error in place before each."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    return stream


def test_a_bar_tells_step_share_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with Bar(1000) as bar:
        for done in (0.1, 0.5):
            bar.tell("words, on 1,000 texts", done)
            bar._bar.refresh()
    said = terminal.getvalue()
    assert "words, on 1,000 texts" in said and "50%" in said and "texts/s" in said and ":" in said


def test_of_an_unknown_total_the_count_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with Bar(None) as bar:
        bar.more(2000)
        bar.more(345)
        bar._bar.refresh()
    assert "2,345 texts" in terminal.getvalue() and "texts/s" in terminal.getvalue()


def test_short_work_and_pipes_see_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    with Bar(10) as bar:
        bar.tell("quick", 0.5)
    assert terminal.getvalue() == ""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with Bar(10, shows=False) as bar:
        bar.tell("elsewhere", 0.5)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with Bar(10) as bar:
        bar.tell("no terminal", 0.5)
    assert terminal.getvalue() == "" and sys.stderr.getvalue() == ""  # type: ignore[attr-defined]
