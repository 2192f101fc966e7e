"""Progress on standard error: a bar with rate and time left, once the work has taken a second; nothing where standard
error is no terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

PATIENCE = 1.0  # seconds


class Bar:
    """`tell(step, done)` moves it; `done` is the share of the work, or how many of an unknown total."""

    def __init__(self, total: int | None, things: str = "texts", shows: bool = True) -> None:
        self._total, self._things, self._done = total, things, 0
        self._begin = time.monotonic()
        self._shows = shows and sys.stderr.isatty()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tell(self, step: str, done: float) -> None:
        if not self._shows or time.monotonic() - self._begin < PATIENCE:
            return
        if self._bar is None:
            self._start(step)
        at = done if self._total is None else done * self._total
        self._bar.update(self._task, completed=at, description=step)

    def more(self, count: int) -> None:
        """So many more, of an unknown total."""
        self._done += count
        self.tell(f"{self._done:,} {self._things}", self._done)

    def told(self, progress: Any) -> None:
        """The same of a record with `step` and `done`."""
        self.tell(progress.step, progress.done)

    def _start(self, step: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
        from rich.table import Column

        steps = TextColumn("{task.description}", markup=False, table_column=Column(width=30, no_wrap=True))
        parts: list[Any] = [steps, _rate(self._things, self._begin)]
        if self._total is not None:
            parts = [steps, BarColumn(14), TaskProgressColumn(), *parts[1:], TimeRemainingColumn(compact=True)]
        self._bar = Progress(*parts, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(step, total=self._total)
        self._bar.start()


def _rate(things: str, begin: float) -> Any:
    """A column: how many of them a second, since the beginning."""
    from rich.progress import ProgressColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            return Text(f"{task.completed / max(time.monotonic() - begin, 1e-9):,.0f} {things}/s")

    return Rate()
