"""Many lines separate two classes; one of them lies farthest from both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.algorithms import hulls
from steelyard.algorithms.loop import run
from steelyard.algorithms.perceptron import Perceptron
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Picture
from steelyard.pictures.problems import Scale, problem_of
from steelyard.pictures.rows import Points, line_in, points, window_of
from steelyard.pictures.words import Words

EPOCHS = 1000


@dataclass(frozen=True, eq=False)
class Separators(Picture):
    """Separating lines that the perceptron found, each in another order of the points, and the one of greatest margin.

    >>> from steelyard.pictures import Separators
    >>> lines = Separators.from_rows([[0.0, 0.0], [0.0, 1.0], [2.0, 0.0], [2.0, 1.0]], ["a", "a", "b", "b"], count=5)
    >>> len(lines.w), round(lines.margin, 6), bool(lines.margins.max() <= lines.margin + 1e-6)
    (5, 1.0, True)
    """

    X: Array
    codes: Ints
    classes: tuple[str, ...]
    names: tuple[str, ...] | None
    w: Array  # (count, 2): of the lines
    b: Array
    margins: Array  # (count,): how far the nearest point is from each
    best_w: Array  # scaled so that the nearest points have the scores -1 and +1
    best_b: float
    margin: float  # 1 / |w| of the best

    @classmethod
    def from_rows(cls, X: Any, y: Any, names: Sequence[str] | None = None, count: int = 12, seed: int = 0) -> Self:
        """Two classes that a line separates; `count` perceptrons with seeds from `seed` on."""
        p = points(X, y, names, two=True)
        best = widest(p)
        scale = Scale.of(p.X)
        problem = problem_of(scale.scaled(p.X), p.codes, "perceptron")
        found = []
        for k in range(count):
            state = run(Perceptron(problem, seed=seed + k), max_steps=EPOCHS).state
            found.append((*scale.weights_back(state.w, state.b), state.done))
        kept = [(w, b) for w, b, done in found if done]
        w, b = np.array([w for w, _ in kept]).reshape(-1, 2), np.array([b for _, b in kept])
        margins = (p.y * (w @ p.X.T + b[:, None])).min(axis=1) / np.linalg.norm(w, axis=1)
        return cls(p.X, p.codes, p.classes, p.names, w, b, margins, best.w, best.b, best.distance / 2.0)

    def _draw(self, ax: Any, say: Words) -> None:
        window = window_of(self.X)
        window.show(ax)
        drawing.scatter(ax, self.X, self.codes, self.classes)
        lines = [line_in(window, w, b) for w, b in zip(self.w, self.b)]
        look = {"linewidth": 1.0, "color": style.GREY, "linestyle": "--"}
        drawing.draw_lines(ax, lines, label=say("separators.some"), **look)
        best = [line_in(window, self.best_w, self.best_b)]
        drawing.draw_lines(ax, best, linewidth=2.4, label=say("separators.best"))
        sides = [line_in(window, self.best_w, self.best_b, level) for level in (-1.0, 1.0)]
        drawing.draw_lines(ax, sides, linewidth=1.0, linestyle=":", label=say("margins"))
        drawing.name_columns(ax, self.names, say)
        ax.set_title(say("separators.title"), loc="left")
        style.legend(ax, outside=True)

    def _alt(self, say: Words) -> str:
        narrow, wide = float(self.margins.min()), float(self.margins.max())
        return say("alt.separators", n=len(self.w), narrow=narrow, wide=wide, margin=self.margin)


def widest(p: Points) -> hulls.State:
    """The plane of the greatest margin, by the shortest segment between the hulls; refuses classes that meet."""
    algorithm = hulls.Hulls(np.ascontiguousarray(p.X), p.y, tol=1e-9)
    state = run(algorithm, max_steps=100_000).state
    if algorithm.meet(state):
        raise SettingError("No line separates these classes.", "Take others, or show the regions of a soft margin.")
    return state
