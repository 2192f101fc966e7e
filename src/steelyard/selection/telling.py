"""How far a selection has come, told to whoever asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from steelyard.lanes import Progress


class SelectionProgress(NamedTuple):
    """What a callback is told."""

    step: str  # what is being done, in words
    done: float  # share, 0 to 1, of the expected work


Tell = Callable[[SelectionProgress], bool | None]  # True: enough, take the best so far


@dataclass
class Telling:
    """Steps that follow each other, each with its share of the work."""

    tell: Tell | None = None
    done: float = 0.0
    enough: bool = False
    _step: str = ""
    _from: float = 0.0
    _to: float = 0.0

    def begin(self, step: str, share: float) -> None:
        """A step begins that is such a share of what is left."""
        self._step, self._from = step, max(self.done, self._to)
        self._to = self._from + share * (1.0 - self._from)
        self._say(self._from)

    def wave(self, lanes: Progress) -> bool:
        """Some fits of the step are done; whether they are enough."""
        self._say(self._from + (self._to - self._from) * lanes.done / lanes.most)
        return self.enough

    def _say(self, done: float) -> None:
        self.done = min(done, 1.0)
        if self.tell is not None and self.tell(SelectionProgress(self._step, self.done)):
            self.enough = True
