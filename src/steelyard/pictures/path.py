"""The regularisation path: what each column weighs as the losses come to count more and more beside the penalty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Picture
from steelyard.pictures.problems import names_of
from steelyard.pictures.words import Words

MOST = 12  # lines


@dataclass(frozen=True, eq=False)
class RegularisationPath(Picture):
    """Weights of logistic regression by its strength C; of many columns, those that come to weigh most.

    >>> from steelyard.pictures import RegularisationPath
    >>> X, y = [[-1.0, 0.2], [-1.0, -0.1], [1.0, 0.1], [1.0, -0.2]], ["no", "no", "yes", "yes"]
    >>> path = RegularisationPath.from_rows(X, y, penalty="l1", strengths=[0.1, 1.0, 10.0])
    >>> path.nonzero.tolist(), path.weights[:, 1].round(2).tolist()  # log 3
    ([0, 1, 1], [1.1, 0.0])
    """

    SIZE: ClassVar[tuple[float, float]] = (7.2, 4.6)

    strengths: Array  # (s,): C, increasing
    names: tuple[str, ...]  # of the drawn columns, the heaviest first; empty: numbers
    columns: Ints  # which columns they are
    weights: Array  # (drawn, s)
    nonzero: Ints  # (s,): how many of all columns weigh something
    n_columns: int
    penalty: str  # "l1" or "l2"

    @classmethod
    def from_rows(
        cls,
        X: Any,
        y: Any,
        names: Sequence[str] | None = None,
        *,
        penalty: str = "l2",
        strengths: Sequence[float] | None = None,
        most: int = MOST,
    ) -> Self:
        """Rows of two classes, sparse or dense, with the columns' names; each fit is proven to 1e-6."""
        from steelyard.models import LogisticRegression

        if penalty not in ("l1", "l2"):
            raise SettingError(f"There is no path for the penalty {penalty!r}.", "Say 'l1' or 'l2'.")
        C = np.logspace(-3.0, 3.0, 25) if strengths is None else np.sort(np.asarray(strengths, dtype=np.float64))
        fits = [LogisticRegression(C=float(c), l1_ratio=float(penalty == "l1")).fit(X, y) for c in C]
        if len(fits[0].classes_) != 2:
            raise SettingError(f"There are {len(fits[0].classes_)} classes.", "This picture shows two.")
        W = np.array([fit.coef_[0] for fit in fits]).T
        heaviest = np.argsort(-np.abs(W).max(axis=1), kind="stable")[:most]
        known = names_of(X, names)
        drawn = () if known is None else tuple(known[j] for j in heaviest)
        return cls(C, drawn, heaviest, W[heaviest], (W != 0.0).sum(axis=0), len(W), penalty)

    def _draw(self, ax: Any, say: Words) -> None:
        looks = style.lines(len(self.weights))
        names = self.names or tuple(say.column(None, int(j)) for j in self.columns)
        for weights, look in zip(self.weights, looks):
            ax.plot(self.strengths, weights, linewidth=1.7, **look)
        ax.set_xscale("log")
        ax.axhline(0.0, color=style.GREY, linewidth=0.8, zorder=0)
        ax.set_xlim(self.strengths[0], self.strengths[-1])
        ends = [float(weights[-1]) for weights in self.weights]
        drawing.label_ends(ax, ends, names, [look["color"] for look in looks])
        ax.set_xlabel(say("path.strength"))
        ax.set_ylabel(say("path.weight"))
        title = say("path.title", penalty=self.penalty.upper())
        if len(self.weights) < self.n_columns:
            title += say("path.shown", shown=len(self.weights), n=self.n_columns)
        ax.set_title(title, loc="left")

    def _alt(self, say: Words) -> str:
        heaviest = self.names[0] if self.names else say.column(None, int(self.columns[0]))
        ends = {"first": float(self.strengths[0]), "last": float(self.strengths[-1])}
        counts = {"few": int(self.nonzero[0]), "many": int(self.nonzero[-1]), "n": self.n_columns}
        weight = float(self.weights[0, -1])
        return say("alt.path", penalty=self.penalty.upper(), heaviest=heaviest, weight=weight, **ends, **counts)
