"""Models for the tests of the model file: any views, any classes, random weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.features.text_columns import View, learn_columns
from steelyard.models.linear_text import Calibration, LinearText
from steelyard.text.patterns import WORDS

TEXTS = [
    "Rain and MORE rain, wind; wind!",
    "sun and more sun",
    "L'ÉTÉ est là: ΣΊΣΥΦΟΣ İstanbul ΟΔΟΣ",
    "naïve cafés   cost\t\n2½ €, straße",
    "不错 的 电影 😀😀 ok",
    "a of x extraordinarily-long_words_are_here too",
    "",
    "  ",
]

VIEWS: dict[str, list[View]] = {
    "words": [View()],
    "one word each": [View(ngrams=(1, 1), pattern=WORDS)],
    "pairs and triples, case kept": [View(ngrams=(2, 3), lowercase=False)],
    "characters": [View("char", (1, 3))],
    "characters, long only": [View("char", (2, 4), lowercase=False)],
    "within words": [View("char_wb", (2, 5))],
    "within words, long only": [View("char_wb", (4, 6))],
    "words and characters": [View(), View("char_wb", (2, 4)), View("char", (1, 2))],
}


def model_of(
    views: Sequence[View],
    classes: int = 2,
    tf: str = "log",
    norm: bool = True,
    texts: Sequence[str] = TEXTS,
    seed: int = 0,
) -> LinearText:
    """A model with the columns of some texts, and weights out of nowhere."""
    rng = np.random.default_rng(seed)
    columns, _, df = learn_columns(list(texts), views)
    d, k = columns.n_columns, 1 if classes == 2 else classes
    return LinearText(
        columns,
        tuple(f"class {c} ✓" for c in range(classes)),
        rng.normal(size=(d, k)).astype(np.float32),
        rng.normal(size=k),
        rng.uniform(0.5, 3.0, size=d).astype(np.float32),
        tf,
        norm,
        Calibration(1.3, 0.2 if classes == 2 else 0.0),
        {"name": "of the tests", "views": [list(view) for view in views]},
        {"seed": seed, "scores": {"out_of_fold": [0.5, 0.75, None]}},
        df.astype(np.int32),
    )
