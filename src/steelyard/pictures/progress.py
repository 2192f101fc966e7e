"""Runs of an algorithm side by side: objective, gap and accuracy, by iteration and by epoch.

By iteration the three batch modes cannot be compared: an online one costs a row, a full one all of them. By epoch they
can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.algorithms.perceptron import Perceptron
from steelyard.core.rows import Array
from steelyard.core.trace import Trace
from steelyard.errors import SettingError
from steelyard.pictures import style
from steelyard.pictures.picture import Panels
from steelyard.pictures.problems import problem_of, steepness
from steelyard.pictures.words import Words

MEASURES = ("objective", "gap", "accuracy")


@dataclass(frozen=True, eq=False)
class Progress(Panels):
    """What traces recorded. A row of panels for each measure that was taken; on the left by iteration, on a
    logarithmic axis, on the right by epoch.

    >>> from steelyard.pictures import Progress
    >>> X, y = [[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1]
    >>> picture = Progress.of_batch_modes(X, y, batch_size=2, epochs=3)
    >>> picture.names, [int(iteration[-1]) for iteration in picture.iteration]
    (('full', 'mini-batch', 'online'), [3, 6, 12])
    """

    names: tuple[str, ...]
    iteration: tuple[Array, ...]  # one array a run
    epoch: tuple[Array, ...]
    objective: tuple[Array, ...]
    gap: tuple[Array, ...]
    accuracy: tuple[Array, ...]
    layout: str = "overlaid"  # or "beside"

    @classmethod
    def from_traces(cls, traces: Mapping[str, Trace]) -> Self:
        """Traces by name; "online", "mini-batch" and "full" are translated."""
        kinds = ("iteration", "epoch", *MEASURES)
        columns: dict[str, Any] = {kind: tuple(t.column(kind) for t in traces.values()) for kind in kinds}
        return cls(tuple(traces), **columns)

    @classmethod
    def from_trace(cls, trace: Trace, name: str = "run") -> Self:
        """One trace."""
        return cls.from_traces({name: trace})

    @classmethod
    def of_batch_modes(
        cls,
        X: Any,
        y: Any,
        method: str = "perceptron",
        *,
        batch_size: int = 10,
        epochs: int = 10,
        rate: float | None = None,
        C: float | None = None,
        seed: int = 0,
    ) -> Self:
        """Full batch, mini-batch and online on the same rows of two classes, so many epochs each.

        `method` is "perceptron" or "descent" (of the mean logistic loss; with `C` of the house's objective). A `rate`
        of None: 1 for the perceptron; for the descent as long as a full batch can surely go.
        """
        if method not in ("perceptron", "descent"):
            raise SettingError(f"There is no method {method!r}.", "Say 'perceptron' or 'descent'.")
        traces = {}
        for name, size in (("full", None), ("mini-batch", batch_size), ("online", 1)):
            traces[name] = trace = Trace(gap=C is not None)
            algorithm = _algorithm(X, y, method, size, rate, C, seed)
            steps = epochs * -(-len(X) // (size or len(X)))
            run(algorithm, max_steps=steps, trace=trace)
        return cls.from_traces(traces)

    def beside(self) -> Self:
        """The same, a column of panels for each run, with iterations below and epochs above."""
        return replace(self, layout="beside")

    def _measures(self) -> list[str]:
        return [m for m in MEASURES if any(np.isfinite(values).any() for values in getattr(self, m))]

    def _size(self) -> tuple[float, float]:
        return (8.6 if self.layout == "overlaid" else 0.8 + 2.7 * len(self.names)), 0.9 + 1.9 * len(self._measures())

    def _fill(self, figure: Any, say: Words) -> None:
        if self.layout == "beside":
            self._fill_beside(figure, say)
        else:
            self._fill_overlaid(figure, say)

    def _fill_beside(self, figure: Any, say: Words) -> None:
        measures = self._measures()
        grid = figure.subplots(len(measures), len(self.names), sharex="col", sharey="row", squeeze=False)
        for row, measure in zip(grid, measures):
            for k, ax in enumerate(row):
                ax.plot(self.iteration[k], getattr(self, measure)[k], color=style.colour(k), linewidth=1.4)
                self._scales(ax, measure)
            row[0].set_ylabel(say(measure))
        for k, name in enumerate(self.names):
            grid[-1, k].set_xlabel(say("by.iteration.short"))
            style.whole_numbers(grid[-1, k])
            grid[0, k].set_title(say.run(name))
            style.second_axis(grid[0, k], float(self.epoch[k][-1] / self.iteration[k][-1]), say("by.epoch.short"), say)

    def _fill_overlaid(self, figure: Any, say: Words) -> None:
        measures = self._measures()
        grid = figure.subplots(len(measures), 2, sharex="col", sharey="row", squeeze=False)
        for row, measure in zip(grid, measures):
            for ax, by in zip(row, ("iteration", "epoch")):
                self._lines(ax, by, measure, say)
            row[0].set_ylabel(say(measure))
        for ax, by in zip(grid[-1], ("iteration", "epoch")):
            ax.set_xlabel(say(f"by.{by}"))
        grid[0, 0].set_title(say("progress.title"), loc="left")
        if len(self.names) > 1:
            style.legend_below(figure, grid[0, 0])

    def _lines(self, ax: Any, by: str, measure: str, say: Words) -> None:
        looks = style.lines(len(self.names))
        for k, name in enumerate(self.names):
            x, values = getattr(self, by)[k], getattr(self, measure)[k]
            width = 2.2 if len(values) < 60 else 1.2
            ax.plot(x, values, label=say.run(name), linewidth=width, zorder=9 - k, **looks[k])
        if by == "iteration" and max(float(x.max()) for x in self.iteration) > 30.0:
            ax.set_xscale("symlog", linthresh=1.0)
        else:
            style.whole_numbers(ax)
        self._scales(ax, measure)

    def _scales(self, ax: Any, measure: str) -> None:
        """Logarithmic for a gap, and for an objective that runs over many powers of ten."""
        values = np.concatenate(getattr(self, measure))
        if measure == "gap" and np.nanmin(values) > 0.0:
            ax.set_yscale("log")
        if measure == "objective" and values.max() > 100.0 * max(float(np.median(values)), 1.0):
            ax.set_yscale("symlog", linthresh=1.0)
        ax.grid(color=style.PALE, linewidth=0.6)

    def _alt(self, say: Words) -> str:
        told = []
        for k, name in enumerate(self.names):
            gaps = {"n": int(self.iteration[k][-1]), "epochs": float(self.epoch[k][-1])}
            first, last = float(self.objective[k][0]), float(self.objective[k][-1])
            right = say.percent(float(self.accuracy[k][-1]))
            told.append(say("alt.run", name=say.run(name), first=first, last=last, right=right, **gaps))
        return say("alt.progress", runs=say("between").join(told))


def _algorithm(X: Any, y: Any, method: str, size: int | None, rate: float | None, C: float | None, seed: int) -> Any:
    settings = {"batch_size": size, "seed": seed, "changes_per_step": 1}
    if method == "perceptron":
        return Perceptron(problem_of(X, y, "perceptron"), eta=1.0 if rate is None else rate, **settings)  # type: ignore[arg-type]
    problem = problem_of(X, y, "logistic", C, mean=True)
    return GradientDescent(problem, Steps(1.0 / steepness(problem) if rate is None else rate), tol=0.0, **settings)  # type: ignore[arg-type]
