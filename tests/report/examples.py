"""Contents as a classifier would fill them: evaluation's own records, of scores that are drawn.

A text is a handful of words; each word speaks for a class or for none. Scores are the words' weights with some noise
in the labels, so that the records have something to say: confusions, doubts, mistakes, a curve that falls.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from scipy.special import expit, softmax

from steelyard.evaluation import (
    UnknownWords,
    calibrate,
    doubtful,
    familiarity,
    learning_curve,
    measure,
    nested,
    out_of_fold_probabilities,
    precision_recall,
    prediction_sets,
    reliability,
    sets,
    thresholds,
)
from steelyard.evaluation.intervals import mean, wilson
from steelyard.report import (
    Case,
    Cases,
    Choice,
    Contents,
    OperatingPoints,
    Origin,
    Pair,
    Part,
    Reliabilities,
    Snippet,
    TestSets,
    Unknown,
    lengths_of,
)

FOLDS = 5
NAMES = {2: ("neg", "pos"), 4: ("billing", "delivery", "returns", "technical")}
PLAIN = "the of and a to in it was with for on that film one as by at but they from this have you were"
RECIPES = (("words", 1.0, {}), ("longer words", 0.985, {"ngrams": [1, 3]}), ("words weighted", 0.96, {"ratios": True}))


def names_of(K: int) -> tuple[str, ...]:
    return NAMES.get(K) or tuple(f"intent_{k:03d}" for k in range(K))


def texts_of(codes: Any, K: int, random: np.random.Generator) -> list[list[str]]:
    """Words of each text; word "k7" speaks for class k."""
    found = []
    for code in codes:
        size = int(random.integers(5, 40))
        own = np.where(random.random(size) < 0.75, code, random.integers(0, K, size))
        tells = random.random(size) < 0.25
        said = random.integers(0, 12, size)
        found.append(
            [f"{word_of(k)}{s}" if t else PLAIN.split()[(s * 2 + k) % 24] for k, s, t in zip(own, said, tells)]
        )
    return found


def word_of(k: int) -> str:
    return "".join(chr(ord("a") + int(d)) for d in f"{k:03d}") + "o"


def weight_of(word: str, k: int) -> float:
    """What a word puts on the scale of class k."""
    if not word[-1].isdigit():
        return 0.0
    return (1.4 + 0.1 * int(word[4:])) * (1.0 if word[:4] == word_of(k) else 0.0)


def scores_of(words: list[list[str]], K: int, codes: Any, random: np.random.Generator) -> Any:
    Z = np.array([[sum(weight_of(word, k) for word in text) / len(text) ** 0.5 for k in range(K)] for text in words])
    Z = 3.0 * Z + random.normal(0.0, 0.9, Z.shape)
    return (Z[:, 1] - Z[:, 0])[:, None] if K == 2 else Z


def explanation_of(words: list[str], said: int, K: int, names: tuple[str, ...], z: Any, P: Any) -> dict[str, Any]:
    """As `explain.Explanation.as_data()`: the words carry what the score is made of, the intercept the rest."""
    text, pieces, at = " ".join(words), [], 0
    for word in words:
        weight = weight_of(word, said) - (weight_of(word, 1 - said) if K == 2 else 0.0)
        pieces.append([at, at + len(word), 3.0 * weight / len(words) ** 0.5, weight != 0.0])
        at += len(word) + 1
    score = float(z[0] * (1 if said else -1) if K == 2 else z[said])
    return {
        "text": text,
        "classes": list(names),
        "target": names[said],
        "score": score,
        "intercept": score - sum(piece[2] for piece in pieces),
        "probabilities": P.tolist(),
        "pieces": pieces,
    }


def trials(n: int) -> list[dict[str, Any]]:
    strengths = np.logspace(-1.5, 3, 10)
    made = []
    for at, (name, level, more) in enumerate(RECIPES):
        losses = 0.25 * level + 0.03 * (np.log10(strengths) - 0.6 - 0.3 * at) ** 2
        losses = np.where(np.arange(10) == 9, np.nan, losses)
        folds = losses[:, None] + np.linspace(-0.012, 0.012, FOLDS)
        view = {"analyzer": "word", "ngrams": more.get("ngrams", [1, 2]), "pattern": "", "lowercase": True, "min_df": 1}
        recipe = {"name": name, "views": [view], "tf": "log", "idf": True, "ratios": "ratios" in more, "norm": True}
        recipe |= {"loss": "logistic", "many": "softmax"}
        made.append(
            {
                "recipe": recipe, "strengths": strengths, "losses": losses, "fold_losses": folds,
                "errors": losses / 2.5, "best": int(np.nanargmin(losses)), "gap": 6.3e-7, "n": n,
            }
        )  # fmt: skip
    return made


def nested_of(codes: Any, P: Any, folds: Any, random: np.random.Generator) -> Any:
    """Nine candidates, each a little worse than the one before, and off by chance."""
    own = -np.log(P[np.arange(len(codes)), codes])
    losses = own * (1.0 + 0.004 * np.arange(9)[:, None]) + random.normal(0.0, 0.05, (9, len(own)))
    return nested(losses, np.broadcast_to(P.argmax(axis=1) != codes, losses.shape), folds)


def cases_of(rows: Any, words: list[list[str]], codes: Any, Z: Any, P: Any, names: tuple[str, ...]) -> list[Case]:
    K, found = len(names), []
    for row in rows:
        said = int(np.argsort(P[row])[-1])
        told = [float(P[row, k]) for k in (codes[row], said)]
        why = explanation_of(words[row], said, K, names, Z[row], P[row])
        found.append(Case(why["text"], names[codes[row]], names[said], *told, row=int(row), explanation=why))
    return found


def part_of(name: str, words: list[list[str]], codes: Any, K: int, **more: Any) -> Part:
    sizes = np.array([len(" ".join(text)) for text in words])
    return Part(name, len(codes), np.bincount(codes, minlength=K).tolist(), lengths_of(sizes), **more)


def operating(codes: Any, P: Any, names: tuple[str, ...]) -> OperatingPoints:
    two = len(names) == 2
    inside, p = (codes == 1, P[:, 1]) if two else (P.argmax(axis=1) == codes, P.max(axis=1))
    wanted: list[dict[str, float]] = [{"precision": 0.9}, {"precision": 0.97}, {"recall": 0.9}, {"recall": 0.98}]
    points = [*(thresholds(inside, p, **each) for each in wanted), thresholds(inside, p, precision=0.97, sure=0.95)]
    return OperatingPoints(names[1] if two else None, precision_recall(inside, p), points)


@cache
def contents(K: int = 2, n: int = 1200, test: bool = True, seed: int = 0) -> Contents:
    """A report's contents for K classes."""
    random, names = np.random.default_rng(seed), names_of(K)
    share = 1.0 / np.arange(1, K + 1) ** 0.4
    true = random.choice(K, n, p=share / share.sum())
    words = texts_of(true, K, random)
    codes = np.where(random.random(n) < 0.04, random.integers(0, K, n), true)
    Z = scores_of(words, K, true, random)
    folds = np.arange(n) % FOLDS
    P = out_of_fold_probabilities(codes, Z, folds)
    raw = np.stack([expit(-Z[:, 0]), expit(Z[:, 0])], axis=1) if K == 2 else softmax(Z, axis=1)
    slope, shift = calibrate(codes, Z)
    half = n // 2
    rule = prediction_sets(codes, P)
    wrong = np.flatnonzero(P.argmax(axis=1) != codes)
    worst = wrong[np.argsort(-P[wrong].max(axis=1), kind="stable")][:8]
    doubts = doubtful(codes, P)
    held = np.arange(half)
    terms = [
        {"name": name, "terms": [{"term": f"{word_of(k)}{s}", "weight": 1.4 + 0.1 * s, "df": 3 + 4 * s, "kind": "word"}
                                 for s in range(11, -1, -1)]}
        for k, name in enumerate(names)
    ]  # fmt: skip
    pair = Pair(Snippet(" ".join(words[0]), names[0], 0), Snippet(" ".join(words[0]), names[1], 7))
    inside = sets(P[held], rule)
    size = inside.sum(axis=1)
    return Contents(
        title="Reviews",
        classes=names,
        training=part_of(
            "train.csv", words, codes, K, repeated=13, conflicting=2, near=31, near_least=0.8,
            unusable={"empty text": 3, "missing label": 1}, notes=("train.csv: texts from column 'text'.",),
            conflicts=[pair],
        ),
        test=part_of("test.csv", words[:half], codes[:half], K, leaked=4, near_leaked=6, unusable={}, leaks=[pair])
        if test
        else None,
        choice=Choice(trials(n), 2, 10.0**1.0, 4.2e-7, objective=812.3, folds=FOLDS, columns=48_213, tol=1e-6),
        scores=measure(codes, None, P, names),
        nested=nested_of(codes, P, folds, random),
        test_scores=measure(codes[held], None, P[held], names) if test else None,
        reliability=Reliabilities(
            reliability(codes, raw), reliability(codes, P), reliability(codes[held], P[held]) if test else None,
            slope, shift,
        ),
        thresholds=[operating(codes, P, names)],
        sets=rule,
        test_sets=TestSets(
            wilson(int(inside[held, codes[held]].sum()), half), mean(size.astype(float), np.ones(half)),
            float((size == 1).mean()),
        )
        if test
        else None,
        familiarity=familiarity(Z, unknown=random.random(n)),
        terms=terms,
        mistakes=Cases(cases_of(worst, words, codes, Z, P, names), len(wrong), n),
        doubts=Cases(cases_of(doubts.rows[:8], words, codes, Z, P, names), doubts.count, n),
        curve=learning_curve(codes, lambda rows: np.arange(400) < 900 * (len(rows) + 20) ** -0.4),
        unknown=Unknown(UnknownWords(0.034, random.random(n) * 0.1, 25_000, 3)),
        origin=Origin(
            ["steelyard fit train.csv -o reviews.steelyard", "steelyard verify reviews.steelyard train.csv"],
            0, {"steelyard": "0.1.0", "python": "3.12", "numpy": "2.2.1"}, "9f2c" * 16,
            settings={"recipe": "auto", "folds": 5}, machine="Linux x86_64",
        ),
    )  # fmt: skip
