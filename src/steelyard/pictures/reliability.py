"""The reliability curve: of the texts told with probability p, which share is right?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.pictures import style
from steelyard.pictures.picture import Panels
from steelyard.pictures.words import Words


@dataclass(frozen=True, eq=False)
class ReliabilityCurve(Panels):
    """Bin by bin what was told and what is right, with intervals, above how many texts each bin has.

    >>> from steelyard.pictures import ReliabilityCurve
    >>> curve = ReliabilityCurve.from_numbers(told=[0.6, 0.9], right=[0.5, 1.0], counts=[10, 30])
    >>> round(curve.ece, 4)
    0.1
    """

    SIZE: ClassVar[tuple[float, float]] = (5.6, 5.2)

    told: Array  # (bins,): mean probability; bins without texts are left out
    right: Array
    low: Array | None
    high: Array | None
    counts: Array
    ece: float  # expected calibration error: the mean of |right - told| over the texts

    @classmethod
    def from_numbers(cls, told: Any, right: Any, counts: Any, low: Any = None, high: Any = None) -> Self:
        """Arrays with one number a bin."""

        def numbers(values: Any) -> Any:
            return None if values is None else np.asarray(values, dtype=np.float64)

        told, right, counts, low, high = (numbers(each) for each in (told, right, counts, low, high))
        if len({len(each) for each in (told, right, counts, low, high) if each is not None}) != 1:
            raise SettingError("The arrays of a reliability curve differ in length.", "Give one number for each bin.")
        there = counts > 0.0
        told, right, counts = told[there], right[there], counts[there]
        ece = float(counts @ np.abs(right - told) / counts.sum())
        return cls(told, right, None if low is None else low[there], None if high is None else high[there], counts, ece)

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """What `evaluation.reliability` found: `told`, `right` (with `value`, `low`, `high`) and `counts`."""

        def column(end: str) -> Array:
            return np.array([getattr(share, end) for share in record.right], dtype=np.float64)

        return cls.from_numbers(record.told, column("value"), record.counts, column("low"), column("high"))

    def _fill(self, figure: Any, say: Words) -> None:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3.2, 1.0])
        above.plot([0, 1], [0, 1], color=style.GREY, linestyle="--", linewidth=1.2, label=say("reliability.perfect"))
        if self.low is not None and self.high is not None:
            reach = [self.right - self.low, self.high - self.right]
            bars: dict[str, Any] = {"fmt": "none", "ecolor": style.colour(0), "capsize": 3, "linewidth": 1.2}
            above.errorbar(self.told, self.right, yerr=reach, **bars)
        look = {"color": style.colour(0), "marker": "o", "markersize": 6, "markeredgecolor": "white", "linewidth": 1.6}
        above.plot(self.told, self.right, label=say("reliability.model", ece=say.percent(self.ece, 1)), **look)
        above.set_xlim(-0.02, 1.02)
        above.set_ylim(-0.03, 1.03)
        above.set_ylabel(say("reliability.right"))
        above.set_title(say("reliability.title"), loc="left")
        style.legend(above, loc="upper left")
        width = 0.6 * float(np.diff(self.told).min()) if len(self.told) > 1 else 0.05
        columns = {"width": min(max(width, 0.012), 0.08), "color": style.tint(0, 0.6), "edgecolor": style.INK}
        below.bar(self.told, self.counts, linewidth=0.4, **columns)
        below.set_ylabel(say("reliability.texts"))
        below.set_xlabel(say("reliability.told"))

    def _alt(self, say: Words) -> str:
        worst = int(np.abs(self.right - self.told).argmax())
        gaps = {"told": say.percent(float(self.told[worst])), "right": say.percent(float(self.right[worst]))}
        return say("alt.reliability", bins=len(self.told), ece=say.percent(self.ece, 1), **gaps)
