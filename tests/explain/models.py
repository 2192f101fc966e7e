"""Models and texts for the tests of explanations: every kind of view, weights out of nowhere, hostile texts."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import strategies as st

from steelyard.features.text_columns import View, learn_columns
from steelyard.models.linear_text import TF, Calibration, LinearText
from steelyard.text.patterns import WORDS

TEXTS = [
    "Rain and MORE rain, wind; wind!",
    "sun and more sun, not a good day: not good",
    "L'ÉTÉ est là: ΣΊΣΥΦΟΣ İstanbul ΟΔΟΣ i̇ ΑΣ ασ ΑΣ'Β",
    "naïve cafés   cost\t\n2½ €, straße e\u0301te\u0301",
    "不错 的 电影 不错的电影 😀😀 👍🏽 🇫🇷 ok it's a-b",
    "a of x a b c ab abc extraordinarily-long_words_are_here too",
    "",
]

VIEWS: dict[str, list[View]] = {
    "words": [View()],
    "one word each, two letters": [View(ngrams=(1, 1), pattern=WORDS)],
    "pairs and triples, case kept": [View(ngrams=(2, 3), lowercase=False)],
    "characters": [View("char", (1, 3))],
    "characters, long only, case kept": [View("char", (2, 4), lowercase=False)],
    "within words": [View("char_wb", (1, 3))],
    "within words, long only": [View("char_wb", (4, 6))],
    "words and characters": [View(ngrams=(1, 3)), View("char_wb", (2, 4)), View("char", (1, 2), lowercase=False)],
}
KINDS = [(name, tf, norm, classes) for name in VIEWS for tf in TF for norm in (True, False) for classes in (2, 4)]


@cache
def model_of(name: str, tf: str = "log", norm: bool = True, classes: int = 2, seed: int = 0) -> LinearText:
    """The columns of TEXTS, and random weights."""
    rng = np.random.default_rng(seed)
    columns, _, df = learn_columns(TEXTS, VIEWS[name])
    d, k = columns.n_columns, 1 if classes == 2 else classes
    return LinearText(
        columns,
        tuple("abcdefgh"[:classes]),
        rng.normal(size=(d, k)).astype(np.float32),
        rng.normal(size=k),
        rng.uniform(0.5, 3.0, size=d).astype(np.float32),
        tf,
        norm,
        Calibration(1.3, 0.2 if classes == 2 else 0.0),
        df=df.astype(np.int32),
    )


WORDLIST = sorted({word for text in TEXTS for word in text.split()})
# words of the vocabulary with anything between them; letters that change length or shape; whatever there is
known_texts = st.lists(st.sampled_from([*WORDLIST, " ", " ", "  ", "\n", "!", "'", "不", "Σ", "zz"]), max_size=14).map(
    "".join
)
spaced_texts = st.lists(st.sampled_from([*WORDLIST, "zz", "!"]), max_size=14).map(" ".join)
odd_texts = st.text("abcs İıΣΣσς' \t\n\x1c\u2003\u3000e\u0301\u200d😀👍🏽🇫🇷不电é½_-.A", max_size=20)
any_texts = st.text(st.characters(blacklist_categories=("Cs",)), max_size=20)
texts = st.one_of(known_texts, spaced_texts, odd_texts, any_texts)
