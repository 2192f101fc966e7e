"""`strangers`: which signs tell texts that are none of the classes, and which only tell that a text is short.

    clinc150    questions of 150 classes, and questions of none of them: the more of these are refused, and the fewer of
                the known ones, the better
    imdb        reviews of some 230 words, and single sentences about films: of the same kind, only short

The rule is `evaluation.familiarity` with false alarms of 5 %, by the scores and by whatever else it is given.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import steelyard
from benchmarks.solve_sets import folder
from steelyard.classifier.signs import row_lengths, see, unknown_share
from steelyard.evaluation import familiarity

SIGNS = {"scores": "", "scores, unknown words": "u", "scores, length": "l", "scores, unknown words, length": "ul"}
RECIPES = {"clinc150": ("words", [10.0, 100.0]), "imdb": ("words", [100.0])}


def run(quick: bool) -> dict[str, Any]:
    corpora = folder()
    if corpora is None:
        print("the shared corpora are not there")
        return {"lines": []}
    lines = []
    for name, (recipe, strengths) in RECIPES.items():
        if quick and name == "imdb":
            continue
        train, known, others = parts(corpora / name)
        clf = steelyard.fit(train, recipe=recipe, strengths=strengths)
        print(f"{name:<32}{'known refused':>15}{'others refused':>16}")
        for signs, letters in SIGNS.items():
            rates = refused(clf, letters, known), refused(clf, letters, others)
            lines.append({"corpus": name, "signs": signs, "known": rates[0], "others": rates[1]})
            print(f"  {signs:<30}{rates[0]:>15.1%}{rates[1]:>16.1%}", flush=True)
    return {"lines": lines}


def parts(corpus: Path) -> tuple[Any, Any, Any]:
    """The training part, known texts, and others."""
    train, test = (steelyard.read(next(iter(sorted(corpus.glob(f"{part}.csv*"))))) for part in ("train", "test"))
    strange = corpus / "oos_test.csv" if corpus.name == "clinc150" else corpus.parent / "sst2" / "test.csv"
    return train, test.texts, steelyard.read(strange, labelled=False, text="text").texts


def refused(clf: Any, letters: str, texts: Any) -> float:
    """The share that the rule with these signs says to be none of the classes."""
    found, honest, model = clf.selection_, clf.honest_, clf.model_
    rule = familiarity(
        honest.scores, found.unknown if "u" in letters else None, found.lengths if "l" in letters else None
    )
    seen = see(model, texts)
    unknown = unknown_share(model, texts, seen.counts).shares if "u" in letters else None
    length = row_lengths(model, seen.counts) if "l" in letters else None
    return float(rule.refuses(seen.scores, unknown, length).mean())
