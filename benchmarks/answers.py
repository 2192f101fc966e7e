"""`answers`: from where on the second class is said: a score of 0, or a calibrated probability of 1/2.

Errors out of fold; each fold's probabilities are calibrated by the other folds. Recipe `words`, at a weak, a middling
and a large strength.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import steelyard
from benchmarks.solve_sets import folder
from steelyard.corpus import demo

CORPORA = ("sms_spam/all", "sst2/train", "rt_polarity/all", "fr_allocine_series/train", "imdb_smol/all")
DEMOS = ("reviews-en", "reviews-fr", "reviews-es")
STRENGTHS = (1.0, 10.0, 100.0)


def run(quick: bool) -> dict[str, Any]:
    corpora = folder()
    names = DEMOS if quick or corpora is None else CORPORA
    print(f"{'errors out of fold':<26}{'texts':>8}{'strength':>10}{'score > 0':>12}{'p > 1/2':>10}")
    lines = []
    for name in names:
        corpus = demo(name) if name in DEMOS else steelyard.read(corpora / f"{name}.csv")  # type: ignore[operator]
        for strength in STRENGTHS[:1] if quick else STRENGTHS:
            clf = steelyard.fit(corpus, recipe="words", strengths=[strength])
            k = clf.known_.labels.codes
            by_score = float(np.mean((clf.selection_.scores[:, 0] > 0.0) != k))
            by_probability = float(np.mean(clf.honest_.probabilities.argmax(axis=1) != k))
            lines.append({"corpus": name, "strength": strength, "score": by_score, "probability": by_probability})
            print(f"{name:<26}{len(k):>8,}{strength:>10g}{by_score:>12.2%}{by_probability:>10.2%}", flush=True)
    return {"lines": lines}
