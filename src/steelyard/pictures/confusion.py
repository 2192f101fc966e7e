"""The confusion matrix: what the classes were, and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.pictures import style
from steelyard.pictures.picture import Picture
from steelyard.pictures.words import Words


@dataclass(frozen=True, eq=False)
class Confusion(Picture):
    """Counts by true class and by what was said, each shaded by its share of the true class.

    >>> from steelyard.pictures import Confusion
    >>> Confusion.from_labels(["a", "a", "b"], ["a", "b", "b"]).counts.tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """

    counts: Array  # [true, said]
    classes: tuple[str, ...]

    @classmethod
    def from_counts(cls, counts: Any, classes: Sequence[str]) -> Self:
        """A square table."""
        table = np.asarray(counts, dtype=np.float64)
        if table.shape != (len(classes), len(classes)):
            raise SettingError(f"A table of shape {table.shape} for {len(classes)} classes.", "Give a row for each.")
        return cls(table, tuple(str(name) for name in classes))

    @classmethod
    def from_measures(cls, measures: Any) -> Self:
        """What `evaluation.measure` found, or anything with `confusion` and `classes`."""
        return cls.from_counts(measures.confusion, measures.classes)

    @classmethod
    def from_labels(cls, true: Sequence[Any], said: Sequence[Any]) -> Self:
        """Labels, two for each text."""
        classes, codes = np.unique([*map(str, true), *map(str, said)], return_inverse=True)
        table = np.zeros((len(classes), len(classes)))
        np.add.at(table, (codes[: len(true)], codes[len(true) :]), 1.0)
        return cls.from_counts(table, classes.tolist())

    def _share(self) -> Array:
        whole = self.counts.sum(axis=1, keepdims=True)
        return np.asarray(np.divide(self.counts, whole, out=np.zeros_like(self.counts), where=whole > 0.0))

    def _draw(self, ax: Any, say: Words) -> None:
        from matplotlib.colors import LinearSegmentedColormap

        share, K = self._share(), len(self.classes)
        shades = LinearSegmentedColormap.from_list("house", ["#ffffff", style.DEEP])
        ax.imshow(share, cmap=shades, vmin=0.0, vmax=1.0, aspect="auto" if K > 3 else "equal")
        size = style.TEXT if K <= 6 else style.SMALL if K <= 10 else 5.5
        for row, column in np.ndindex(K, K):
            ink = "white" if share[row, column] > 0.62 else style.INK
            count = say.number(float(self.counts[row, column]), 6)
            text = f"{count}\n{say.percent(float(share[row, column]))}" if K <= 6 else count
            if K <= 6 or self.counts[row, column] > 0.0:
                ax.text(column, row, text, ha="center", va="center", color=ink, fontsize=size)
        turned = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if K > 4 else {}
        ax.set_xticks(range(K), self.classes, **turned)
        ax.set_yticks(range(K), self.classes)
        ax.set_xticks(np.arange(K + 1) - 0.5, minor=True)
        ax.set_yticks(np.arange(K + 1) - 0.5, minor=True)
        ax.grid(which="minor", color="white", linewidth=1.5)
        ax.tick_params(which="both", length=0)
        ax.set_xlabel(say("confusion.said"))
        ax.set_ylabel(say("confusion.true"))
        ax.set_title(say("confusion.title"), loc="left")

    def _alt(self, say: Words) -> str:
        right = float(np.trace(self.counts) / max(float(self.counts.sum()), 1e-300))
        found = [
            say("alt.found", name=name, share=say.percent(float(share)))
            for name, share in zip(self.classes[:8], np.diag(self._share()))
        ]
        n = say.number(float(self.counts.sum()), 6)
        return say("alt.confusion", n=n, right=say.percent(right, 1), found=say.several(found))
