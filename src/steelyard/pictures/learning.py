"""An algorithm at work on two columns: the plane as it decides at each step, and beside it what the steps achieve.

The run is production's own (`algorithms/`), stepped change by change and recorded in a `Trace`. Columns are brought to
mean 0 and deviation 1 before, or a perceptron on heights and weights would learn for ever; what is drawn is in the
columns as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.algorithms.kernels import Kernel
from steelyard.core.rows import Array
from steelyard.core.trace import Entry, Trace
from steelyard.errors import SettingError
from steelyard.pictures import animation, drawing, runs, style
from steelyard.pictures.landscape import Landscape
from steelyard.pictures.picture import Ints, Panels
from steelyard.pictures.rows import Points, Window, mesh, points, window_of
from steelyard.pictures.words import Words

FRAMES = 60
GRID = 61  # points a side, where the boundary is not straight
AT_THE_MARGIN = 1e-3


@dataclass(frozen=True, eq=False)
class Learning(Panels):
    """The frames of a run. `plot` draws the last one, `frame(k)` any, `gif` and `frames` write all.

    >>> from steelyard.pictures import Learning, clouds
    >>> learning = Learning.of("perceptron", *clouds(10, apart=6.0))
    >>> float(learning.accuracy[0]), float(learning.accuracy[-1])
    (0.5, 1.0)
    """

    SIZE: ClassVar[tuple[float, float]] = (8.8, 4.0)

    method: str  # "perceptron", "descent" or "svm"
    X: Array  # (n, 2)
    codes: Ints
    classes: tuple[str, ...]
    names: tuple[str, ...] | None
    across: Array  # (g,): a grid; its four corners are enough where the score is linear
    up: Array
    scores: Array  # (frames, g, g): on the grid
    z: Array  # (frames, n): of the points
    w: Array | None  # (frames, 2), for the columns as they are; None with a kernel
    b: Array  # (frames,)
    kept: Ints  # (frames,): which of the trace's weights
    iteration: Array  # (frames,)
    epoch: Array
    objective: Array
    gap: Array
    accuracy: Array
    land: Landscape | None  # of the descent, with its way

    @classmethod
    def of(cls, method: str, X: Any, y: Any, names: Sequence[str] | None = None, **settings: Any) -> Self:
        """Run an algorithm on two columns of two classes, and look.

        Parameters
        ----------
        method : "perceptron", "descent" (of the gradient of logistic regression) or "svm" (its dual, by exchanges)
        settings : of all: `epochs` at most, `seed`, `frames` at most, `standardise` (True); of the perceptron and the
            descent: `batch_size` (1 and all rows), `rate`; of the descent and the SVM: `C`; of the SVM: `kernel`
            ("linear", "rbf", "poly" or a `Kernel`)
        """
        p = points(X, y, names, two=True)
        frames = settings.pop("frames", FRAMES)
        done = runs.run_of(method, p, **settings)
        return cls._of_run(method, p, done, frames)

    @classmethod
    def from_trace(
        cls,
        trace: Trace,
        X: Any,
        y: Any,
        method: str = "perceptron",
        names: Sequence[str] | None = None,
        *,
        kernel: Kernel | None = None,
        land: Landscape | None = None,
        frames: int = FRAMES,
    ) -> Self:
        """A trace that kept its weights (`Trace(keep_every=1)`) of a run on these rows.

        Weights of the two columns; or, for the dual of the SVM, pulls of the rows under a `kernel` (linear if none is
        given). `land` is drawn beside the plane, with the way across it.
        """
        p = points(X, y, names, two=True)
        if not trace.weights:
            raise SettingError("The trace kept no weights.", "Record it with Trace(keep_every=1).")
        if kernel is None and len(trace.weights[0][1]) == len(p.X) != 2:
            kernel = Kernel()
        return cls._of_run(method, p, runs.Run(trace, p.X, None, kernel, land), frames)

    @classmethod
    def _of_run(cls, method: str, p: Points, run: runs.Run, frames: int) -> Self:
        chosen = runs.frames_of(run.trace, frames)
        entries = [run.trace.entries[k * max(run.trace.keep_every, 1)] for k in chosen]
        window = window_of(p.X)
        linear = run.kernel is None or run.kernel.name == "linear"
        grid = 2 if linear else GRID
        score = runs.scores_of(run, chosen)
        weights = runs.linear_weights(run, chosen) if linear else None
        columns = {name: np.array(column, dtype=np.float64) for name, column in zip(Entry._fields, zip(*entries))}
        b = np.array([float(run.trace.weights[k][2]) for k in chosen])
        return cls(
            method, p.X, p.codes, p.classes, p.names, window.across(grid), window.up(grid),
            score(mesh(window, grid)).reshape(-1, grid, grid), score(p.X),
            None if weights is None else weights[0], b if weights is None else weights[1],
            kept=np.array(chosen), land=run.land, **columns,
        )  # fmt: skip

    def frame(self, k: int, language: str = "en", places: Sequence[Any] = ()) -> Any:
        """A figure of frame k; with `places`, those of the axes of another frame, nothing moves in between."""
        say = Words(language)
        figure = style.new_figure(self.SIZE, None if places else "constrained")
        self._fill_frame(figure, say, range(len(self.iteration))[k])
        for ax in figure.axes:
            style.dress(ax, say)
            ax.title.set_fontsize(style.TEXT)
        for ax, place in zip(figure.axes, places):
            ax.set_position(place)
        return figure

    def places(self, language: str = "en") -> list[Any]:
        """Where the axes of all frames go: where the last one, which has the most to show, has them."""
        figure = self.frame(-1, language)
        figure.draw_without_rendering()
        return [ax.get_position() for ax in figure.axes]

    def gif(self, path: str | Path, language: str = "en", **settings: Any) -> Path:
        """Write all frames as an animation; settings: `dpi`, `milliseconds` a frame."""
        return animation.write_gif(self, path, language, **settings)

    def frames(self, folder: str | Path, language: str = "en", **settings: Any) -> list[Path]:
        """Write all frames as PNG files into a folder; settings: `dpi`."""
        return animation.write_frames(self, folder, language, **settings)

    def _fill(self, figure: Any, say: Words) -> None:
        self._fill_frame(figure, say, len(self.iteration) - 1)

    def _fill_frame(self, figure: Any, say: Words, k: int) -> None:
        plane, beside = figure.subplots(1, 2, width_ratios=[1.25, 1.0])
        self._plane(plane, say, k)
        {"descent": self._landscape, "svm": self._bounds}.get(self.method, self._right)(beside, say, k)
        gaps = {"n": int(self.iteration[k]), "right": say.percent(float(self.accuracy[k]))}
        figure.suptitle(say(f"learning.{self.method}", **gaps), fontsize=style.TITLE, x=0.01, ha="left")

    def _plane(self, ax: Any, say: Words, k: int) -> None:
        Z = self.scores[k]
        for side, sign in enumerate((-1.0, 1.0)):
            if (sign * Z).max() > 0.0:
                ax.contourf(
                    self.across, self.up, sign * Z, levels=[0.0, (sign * Z).max()], colors=[style.tint(side)], zorder=0
                )
        drawing.scatter(ax, self.X, self.codes, self.classes)
        if Z.min() < 0.0 < Z.max():
            drawing.draw_lines(ax, drawing.level_lines(self.across, self.up, Z, 0.0), linewidth=1.8)
        margin = np.where(self.codes == 1, 1.0, -1.0) * self.z[k]
        if self.method == "svm":
            sides = [line for at in (-1.0, 1.0) for line in drawing.level_lines(self.across, self.up, Z, at)]
            drawing.draw_lines(ax, sides, linewidth=1.0, linestyle="--")
            drawing.ring(ax, self.X[margin <= 1.0 + AT_THE_MARGIN], "")
        else:
            drawing.ring(ax, self.X[margin <= 0.0], "")
        Window(*self.across[[0, -1]], *self.up[[0, -1]]).show(ax)
        drawing.name_columns(ax, self.names, say)
        ax.set_title(say("learning.within" if self.method == "svm" else "learning.wrong"), loc="left")
        style.legend(ax, loc=drawing.emptiest_corner(self.X))

    def _right(self, ax: Any, say: Words, k: int) -> None:
        """How many are right, by iteration."""
        x, right = self.iteration[: k + 1], self.accuracy[: k + 1]
        ax.plot(x, right, color=style.INK, linewidth=1.6, drawstyle="steps-post")
        ax.plot(x[-1], right[-1], "o", color=style.COLOURS[4], markersize=7, zorder=4)
        self._by_iteration(ax, say, float(self.accuracy.min()) - 0.04, 1.04)
        ax.set_ylabel(say("accuracy"))

    def _bounds(self, ax: Any, say: Words, k: int) -> None:
        """The objective from above and its dual from below: the optimum lies between."""
        x, above = self.iteration[: k + 1], self.objective[: k + 1]
        below = above * (1.0 - self.gap[: k + 1])
        ax.fill_between(x, below, above, color=style.PALE, linewidth=0)
        ax.plot(x, above, color=style.colour(4), linewidth=1.8, label=say("objective"))
        ax.plot(x, below, color=style.colour(0), linewidth=1.8, linestyle="--", label=say("dual"))
        low = float(np.nanmin(self.objective * (1.0 - self.gap)))
        top = float(self.objective.max())
        self._by_iteration(ax, say, min(low, 0.0), 1.04 * top)
        style.legend(ax, loc="upper right")

    def _by_iteration(self, ax: Any, say: Words, low: float, high: float) -> None:
        ax.set_xlim(0.0, max(1.03 * float(self.iteration[-1]), 1.0))
        ax.set_ylim(low, high)
        style.whole_numbers(ax)
        ax.set_xlabel(say("by.exchange" if self.method == "svm" else "by.iteration"))
        ax.grid(color=style.PALE, linewidth=0.6)

    def _landscape(self, ax: Any, say: Words, k: int) -> None:
        """The way so far across the landscape."""
        if self.land is None:
            self._right(ax, say, k)
            return
        self.land.until(int(self.kept[k]) + 1).levels(ax, say)
        ax.set_title(self.land.caption(say), loc="left")

    def _alt(self, say: Words) -> str:
        first, last = (say.percent(float(self.accuracy[k])) for k in (0, -1))
        text = say(f"alt.learning.{self.method}", n=int(self.iteration[-1]), first=first, last=last)
        if self.method == "svm":
            text += " " + say("alt.learning.gap", gap=float(self.gap[-1]))
        return text
