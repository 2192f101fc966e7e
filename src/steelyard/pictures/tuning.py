"""Learning rate against L2: what so many epochs of descent are worth, cell by cell.

The objective is the textbooks' 1/N sum loss + lambda/2 |w|^2, so that a rate means the same in every row. A descent
whose objective ends above its start has diverged: its cell is crossed out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.algorithms.conventions import to_house
from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.core.objective import Problem, objective
from steelyard.core.objective import scores as scores_of
from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.lanes.folds import assign_folds
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Picture
from steelyard.pictures.problems import problem_of
from steelyard.pictures.rows import class_numbers
from steelyard.pictures.words import Words

RATES = (0.001, 0.01, 0.1, 1.0, 10.0)
LAMBDAS = (0.0, 0.001, 0.01, 0.1, 1.0)


@dataclass(frozen=True, eq=False)
class TuningMap(Picture):
    """Accuracy on rows that were held out, a row of cells for each lambda, a column for each rate.

    >>> from steelyard.pictures import TuningMap, clouds
    >>> cells = TuningMap.from_rows(*clouds(20, 2.5), rates=[0.01, 1.0, 1000.0], lambdas=[0.0, 0.1], epochs=20)
    >>> cells.accuracy.shape, cells.diverged.tolist()
    ((2, 3), [[0, 0, 1], [0, 0, 1]])
    """

    SIZE: ClassVar[tuple[float, float]] = (6.6, 4.4)

    rates: Array  # (r,)
    lambdas: Array  # (l,)
    accuracy: Array  # (l, r): mean over the folds, out of fold
    objective: Array  # (l, r): of the last weights on the rows they were fitted to, mean over the folds
    diverged: Ints  # (l, r): 1 where the objective of a fold ended above its start, or nowhere
    epochs: int
    batch_size: int | None
    best: tuple[int, ...]  # the row and the column of the best accuracy; of equals the strongest lambda, the least rate

    @classmethod
    def from_rows(
        cls,
        X: Any,
        y: Any,
        rates: Sequence[float] = RATES,
        lambdas: Sequence[float] = LAMBDAS,
        *,
        epochs: int = 50,
        batch_size: int | None = None,
        folds: int = 4,
        seed: int = 0,
    ) -> Self:
        """Gradient descent on logistic regression of two classes: full batches, or batches of a size."""
        X = np.ascontiguousarray(X, dtype=np.float64)
        _, codes = class_numbers(y)
        held = assign_folds(codes, folds, seed)
        shape = len(lambdas), len(rates)
        right, objectives, diverged = np.zeros(shape), np.zeros(shape), np.zeros(shape, np.int64)
        for cell in np.ndindex(*shape):
            fits = [
                _fit(X, codes, held == k, lambdas[cell[0]], rates[cell[1]], epochs, batch_size, seed)
                for k in range(folds)
            ]
            right[cell] = sum(fit[0] for fit in fits) / len(X)
            objectives[cell] = np.mean([fit[1] for fit in fits])
            diverged[cell] = any(fit[2] for fit in fits)
        return cls(
            np.array(rates, dtype=np.float64), np.array(lambdas, dtype=np.float64), right, objectives, diverged,
            epochs, batch_size, _best(right, diverged),
        )  # fmt: skip

    def _draw(self, ax: Any, say: Words) -> None:
        from matplotlib.patches import Rectangle

        kept = np.where(self.diverged > 0, np.nan, self.accuracy)
        there = self.accuracy[self.diverged == 0]
        low, high = (float(there.min()), float(there.max())) if there.size else (0.0, 1.0)
        high = max(high, low + 0.01)
        heat = ax.imshow(kept, cmap=style.SHADES, vmin=low, vmax=high, origin="lower", aspect="auto")
        for row, column in np.ndindex(*kept.shape):
            value, crossed = float(kept[row, column]), bool(self.diverged[row, column])
            ink = "white" if value < (low + high) / 2.0 else style.INK
            text = say("tuning.diverged") if crossed else say.percent(value, 1)
            said = ax.text(column, row, text, ha="center", va="center", color=ink, fontsize=style.SMALL)
            if crossed:
                said.set_path_effects(style.halo(4.0))
                look: dict[str, Any] = {"fill": False, "hatch": "//", "edgecolor": style.GREY, "linewidth": 0}
                ax.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, **look))
        row, column = self.best
        frame = Rectangle((column - 0.46, row - 0.46), 0.92, 0.92, fill=False, edgecolor=style.INK, linewidth=2.2)
        frame.set_path_effects(style.halo(5.0))
        ax.add_patch(frame)
        ax.set_xticks(range(len(self.rates)), [say.number(float(rate)) for rate in self.rates])
        ax.set_yticks(range(len(self.lambdas)), [say.number(float(each)) for each in self.lambdas])
        ax.set_xlabel(say("tuning.rate"))
        ax.set_ylabel(say("tuning.lambda"))
        drawing.colour_bar(ax, heat, say("tuning.accuracy"), say)
        ax.set_title(say("tuning.title", epochs=self.epochs), loc="left")

    def _alt(self, say: Words) -> str:
        row, column = self.best
        best = {"rate": float(self.rates[column]), "strength": float(self.lambdas[row])}
        right = say.percent(float(self.accuracy[row, column]), 1)
        n = int(self.diverged.sum())
        return say("alt.tuning", right=right, cells=self.diverged.size, n=n, epochs=self.epochs, **best)


def _fit(
    X: Array, codes: Array, held: Array, strength: float, rate: float, epochs: int, batch_size: int | None, seed: int
) -> tuple[int, float, bool]:
    """How many held-out rows are right, the objective at the end (in the textbooks' scaling), whether it diverged."""
    if strength < 0.0 or rate <= 0.0:
        raise SettingError(f"A rate of {rate} with lambda {strength}.", "Rates are above 0, lambdas are 0 or more.")
    house = to_house("mean-half", strength, int((~held).sum())) if strength > 0.0 else None
    kept = np.ascontiguousarray(X[~held])
    problem = problem_of(kept, codes[~held], "logistic", None if house is None else house.c, mean=True)
    factor = 1.0 if house is None else house.factor
    settings = {"batch_size": batch_size, "tol": 0.0, "seed": seed}
    with np.errstate(all="ignore"):  # a descent that diverges may leave what float64 can hold
        state = run(GradientDescent(problem, Steps(rate * factor), **settings), max_steps=epochs).state  # type: ignore[arg-type]
        ended = factor * _objective(problem, state.w, state.b)
        right = int((((X[held] @ state.w + state.b) > 0.0) == (codes[held] == 1)).sum())
    start = factor * _objective(problem, np.zeros(X.shape[1]), 0.0)
    return right, ended if np.isfinite(ended) else start, not ended <= start


def _objective(problem: Problem, w: Array, b: float) -> float:
    return objective(problem, w, scores_of(problem.X, w, b))


def _best(accuracy: Array, diverged: Array) -> tuple[int, int]:
    there = np.where(diverged > 0, -1.0, accuracy)
    rows, columns = np.nonzero(there == there.max())
    order = np.lexsort((columns, -rows))
    return int(rows[order[0]]), int(columns[order[0]])
