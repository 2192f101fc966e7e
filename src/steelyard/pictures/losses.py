"""What a score costs: the losses of one example by its margin, each by the function that production runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.core import losses
from steelyard.core.losses import Hinge, Logistic, PerceptronLoss, Squared, SquaredHinge
from steelyard.core.rows import Array
from steelyard.core.squared_probability import SquaredProbability
from steelyard.errors import SettingError
from steelyard.pictures import style
from steelyard.pictures.picture import Picture
from steelyard.pictures.words import Words

LOSSES: dict[str, Any] = {
    "zero-one": None,
    "hinge": Hinge(),
    "squared-hinge": SquaredHinge(),
    "logistic": Logistic(),
    "perceptron": PerceptronLoss(),
    "squared": Squared(),
    "squared-probability": SquaredProbability(),
}
USUAL = ("zero-one", "hinge", "squared-hinge", "logistic", "perceptron", "squared")
TALLEST = 4.0  # the picture ends here


@dataclass(frozen=True, eq=False)
class LossCurves(Picture):
    """Losses over the margin m = y z.

    >>> from steelyard.pictures import LossCurves
    >>> curves = LossCurves.from_losses(["hinge", "logistic"], margins=[-1.0, 0.0, 1.0])
    >>> curves.values.round(3).tolist()
    [[2.0, 1.0, 0.0], [1.313, 0.693, 0.313]]
    """

    SIZE: ClassVar[tuple[float, float]] = (6.8, 4.4)

    margins: Array  # (m,)
    kinds: tuple[str, ...]
    values: Array  # (kinds, m)

    @classmethod
    def from_losses(cls, kinds: Sequence[str] = USUAL, margins: Any = None) -> Self:
        """Some of `LOSSES`; besides the usual ones "squared-probability", which is not convex."""
        unknown = [kind for kind in kinds if kind not in LOSSES]
        if unknown:
            raise SettingError(f"There is no loss {unknown[0]!r}.", f"There are: {', '.join(LOSSES)}.")
        m = np.linspace(-3.0, 3.0, 601) if margins is None else np.asarray(margins, dtype=np.float64)
        return cls(m, tuple(kinds), np.array([_values(LOSSES[kind], m) for kind in kinds]))

    def _draw(self, ax: Any, say: Words) -> None:
        ax.axvspan(self.margins.min(), 0.0, color=style.PALE, alpha=0.45, linewidth=0)
        for kind, values, look in zip(self.kinds, self.values, style.lines(len(self.kinds))):
            step = kind == "zero-one"
            look = {**look, "color": style.INK, "linestyle": "-"} if step else look
            for piece in _pieces(self.margins, values) if step else [slice(None)]:
                label = say(f"loss.{kind}") if piece.start in (None, 0) else None
                ax.plot(self.margins[piece], values[piece], label=label, linewidth=1.8, **look)
        ax.set_xlim(self.margins.min(), self.margins.max())
        ax.set_ylim(-0.3, min(TALLEST, float(self.values.max()) * 1.05))
        for at, key, side in ((-0.06, "losses.wrong", "right"), (0.06, "losses.right", "left")):
            ax.text(at, -0.06, say(key), ha=side, va="top", fontsize=style.SMALL, color=style.GREY)
        ax.set_xlabel(say("margin.axis"))
        ax.set_ylabel(say("loss"))
        ax.set_title(say("losses.title"), loc="left")
        style.legend(ax, outside=True)

    def _alt(self, say: Words) -> str:
        told = []
        for kind, values in zip(self.kinds, self.values):
            at = [float(np.interp(m, self.margins, values)) for m in (-1.0, 1.0)]
            told.append(say("alt.loss", name=say(f"loss.{kind}"), wrong=at[0], right=at[1]))
        return say("alt.losses", losses=say("between").join(told))


def _values(loss: Any, m: Array) -> Array:
    """The loss of y = +1 at each score; 0-1 counts a score of 0 as wrong for it."""
    if loss is None:
        return np.where(m > 0.0, 0.0, 1.0)
    return np.array([losses.value(loss, 1.0, float(z)) for z in m])


def _pieces(m: Array, values: Array) -> list[slice]:
    """The stretches between jumps, so that no line is drawn down a jump."""
    jumps = [0, *(np.flatnonzero(np.abs(np.diff(values)) > 0.5) + 1).tolist(), len(m)]
    return [slice(a, b) for a, b in pairwise(jumps)]
