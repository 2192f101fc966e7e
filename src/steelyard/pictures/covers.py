"""The book's cover: the perceptron, gradient descent and the SVM at work on drawn points, as GIFs.

python -m steelyard.pictures FOLDER [--language fr]
"""

from __future__ import annotations

from pathlib import Path

from steelyard.pictures.generated import clouds
from steelyard.pictures.learning import Learning


def learnings(seed: int = 0, count: int = 30) -> dict[str, Learning]:
    """The three runs by name: points that a line separates for the perceptron, mixed ones for the others."""
    return {
        "perceptron": Learning.of("perceptron", *clouds(count, 3.6, seed=seed + 5), frames=40),
        "descent": Learning.of("descent", *clouds(count, 2.6, seed=seed), frames=40),
        "svm": Learning.of("svm", *clouds(count, 3.2, seed=seed), frames=40),
    }


def cover(folder: str | Path, language: str = "en", seed: int = 0, dpi: int = 90) -> list[Path]:
    """Write perceptron.gif, descent.gif and svm.gif, the same bytes each time, and say where.

    >>> from steelyard.pictures.covers import learnings
    >>> {name: float(each.accuracy[-1].round(2)) for name, each in learnings(count=10).items()}
    {'perceptron': 1.0, 'descent': 1.0, 'svm': 1.0}
    """
    made = learnings(seed)
    return [learning.gif(Path(folder) / f"{name}.gif", language, dpi=dpi) for name, learning in made.items()]
