"""The logistic curve: a score becomes a probability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from scipy.special import expit

from steelyard.core.rows import Array
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Picture
from steelyard.pictures.rows import class_numbers
from steelyard.pictures.words import Words


@dataclass(frozen=True, eq=False)
class LogisticCurve(Picture):
    """sigma(z), its slope of 1/4 at 0, and where some scores stand on it.

    >>> from steelyard.pictures import LogisticCurve
    >>> LogisticCurve.from_scores([0.805, -1.0]).p.round(3).tolist()
    [0.691, 0.269]
    """

    z: Array  # the curve
    sigma: Array
    marks: Array  # scores to point out
    p: Array  # their probabilities
    codes: Ints | None  # class numbers of the marks: then each is a point at 0 or 1 as well
    classes: tuple[str, ...]

    @classmethod
    def from_scores(cls, marks: Any = (), labels: Sequence[Any] | None = None, reach: float | None = None) -> Self:
        """Scores to point out; with labels, each example is drawn at 0 or 1 too, where the curve wants to be."""
        marks = np.asarray(marks, dtype=np.float64)
        classes, codes = ((), None) if labels is None else class_numbers(labels)
        if reach is None:
            reach = max(6.0, 1.15 * float(np.abs(marks).max(initial=0.0)))
        z = np.linspace(-reach, reach, 401)
        return cls(z, expit(z), marks, expit(marks), codes, classes)

    def _draw(self, ax: Any, say: Words) -> None:
        for height in (0.0, 0.5, 1.0):
            ax.axhline(height, color=style.PALE, linewidth=0.9, zorder=0)
        ax.axvline(0.0, color=style.PALE, linewidth=0.9, zorder=0)
        ax.plot(self.z, self.sigma, color=style.colour(0), linewidth=2.2, label="σ(z) = 1 / (1 + e⁻ᶻ)")
        near = np.array([-2.0, 2.0])
        tangent = say("logistic.tangent", slope=say.fixed(0.25, 2))
        ax.plot(near, 0.5 + 0.25 * near, color=style.GREY, linestyle="--", linewidth=1.2, label=tangent)
        if self.codes is None:
            self._point_out(ax, say)
        else:
            self._examples(ax)
        ax.set_xlim(self.z[0], self.z[-1])
        ax.set_ylim(-0.06, 1.06)
        ax.set_xlabel(say("score.axis"))
        ax.set_ylabel(say("probability.axis"))
        ax.set_title(say("logistic.title"), loc="left")
        style.legend(ax, loc="upper left" if self.codes is None else "center left")

    def _point_out(self, ax: Any, say: Words) -> None:
        order = np.argsort(self.p, kind="stable")
        heights = drawing.spread(self.p[order], 0.065, 0.03, 0.97)  # of what is said beside each
        for z, p, height in zip(self.marks[order], self.p[order], heights):
            ax.vlines(z, -0.06, p, color=style.GREY, linewidth=0.9, linestyle=":")
            ax.hlines(p, self.z[0], z, color=style.GREY, linewidth=0.9, linestyle=":")
            ax.plot([z], [p], "o", color=style.colour(4), markersize=7, markeredgecolor="white", zorder=4)
            at = min(z + 0.07 * (self.z[-1] - self.z[0]), 0.6 * self.z[-1]), height - 0.035
            line = {"arrowstyle": "-", "color": style.GREY, "linewidth": 0.7, "shrinkA": 0.0, "shrinkB": 4.0}
            said = f"σ({say.number(z, 4)}) = {say.number(p)}"
            text = ax.annotate(said, (z, p), at, arrowprops=line, fontsize=style.SMALL, va="center", zorder=5)
            text.set_path_effects(style.halo())

    def _examples(self, ax: Any) -> None:
        for k, name in enumerate(self.classes):
            z = self.marks[self.codes == k]
            ax.scatter(z, np.full(len(z), float(k)), label=name, zorder=3, **style.points(k))

    def _alt(self, say: Words) -> str:
        told = [f"σ({say.number(z, 4)}) = {say.number(p)}" for z, p in zip(self.marks[:6], self.p)]
        text = say("alt.logistic", left=float(self.z[0]), right=float(self.z[-1]))
        return f"{text} {say('alt.marks', marks=say('between').join(told))}" if told else text
