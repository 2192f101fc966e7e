"""Documents by their two features, coloured by class: the first thing to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.core.rows import Array
from steelyard.pictures import drawing, style
from steelyard.pictures.picture import Ints, Picture
from steelyard.pictures.rows import line_in, points, window_of
from steelyard.pictures.words import Words


@dataclass(frozen=True, eq=False)
class Documents(Picture):
    """Points of the plane by class, and, if weights are given, the line on which the score is 0.

    >>> from steelyard.pictures import Documents
    >>> Documents.from_rows([[0.1, 0.4], [0.3, 0.1]], ["neg", "pos"], weights=([1.0, -1.0], 0.0)).right
    2
    """

    X: Array  # (n, 2)
    codes: Ints  # (n,): class numbers
    classes: tuple[str, ...]
    names: tuple[str, ...] | None  # of the columns
    line: Array | None  # (2, 2): the ends of the line where the score is 0
    right: int | None  # how many points lie on their own side of it

    @classmethod
    def from_rows(
        cls,
        X: Any,
        y: Any,
        names: Sequence[str] | None = None,
        weights: tuple[Sequence[float], float] | None = None,
    ) -> Self:
        """Rows of two columns with their labels; `weights` (w, b) of a classifier to try on them."""
        p = points(X, y, names, two=weights is not None)
        if weights is None:
            return cls(p.X, p.codes, p.classes, p.names, None, None)
        w, b = np.asarray(weights[0], dtype=np.float64), float(weights[1])
        line = line_in(window_of(p.X), w, b)
        return cls(p.X, p.codes, p.classes, p.names, line, int(((p.X @ w + b > 0.0) == (p.codes == 1)).sum()))

    @classmethod
    def from_texts(cls, texts: Any, labels: Any, lexicon: Any = "en", weights: Any = None) -> Self:
        """Texts by the mean positive and the mean negative polarity of their words (`features.PolarityFeatures`)."""
        from steelyard.features import PolarityFeatures

        return cls.from_rows(PolarityFeatures(lexicon).fit_transform(texts), labels, None, weights)._with_polarities()

    def _with_polarities(self) -> Self:
        return type(self)(self.X, self.codes, self.classes, ("positive", "negative"), self.line, self.right)

    def _names(self, say: Words) -> tuple[str, ...] | None:
        """Polarities are named in the language of the picture."""
        if self.names == ("positive", "negative"):
            return say("polarity.positive"), say("polarity.negative")
        return self.names

    def _draw(self, ax: Any, say: Words) -> None:
        window_of(self.X).show(ax)
        drawing.scatter(ax, self.X, self.codes, self.classes)
        if self.line is not None:
            drawing.draw_lines(ax, [self.line] * (len(self.line) > 0), linewidth=1.6, label=say("boundary"))
        drawing.name_columns(ax, self._names(say), say)
        ax.set_title(say("documents.title"), loc="left")
        style.legend(ax, loc=drawing.emptiest_corner(self.X))

    def _alt(self, say: Words) -> str:
        names = self._names(say)
        sizes = np.bincount(self.codes, minlength=len(self.classes))
        told = [say("alt.class", name=name, n=int(n)) for name, n in zip(self.classes, sizes)]
        means = [
            say("alt.mean", name=name, at=say.point_at(self.X[self.codes == k].mean(axis=0)))
            for k, name in enumerate(self.classes)
        ]
        parts = [
            say("alt.points", x=say.column(names, 0), y=say.column(names, 1), classes=say.several(told)),
            say("alt.means", means=say.several(means)),
        ]
        if self.right is not None:
            parts.append(say("alt.line", right=self.right, n=len(self.X)))
        return " ".join(parts)
