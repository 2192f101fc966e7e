"""`honesty`: what models say of themselves, against texts that they have never seen.

    own test part    fitted with no flag; accuracy as the folds say, corrected for the choice, and on the test part;
                     the expected calibration error there (and what chance alone would make of it), what the 95 %
                     prediction sets cover, how many classes they hold, how many texts are said to be none of these
    random splits    a fifth of the training part held out at random, five times, the recipe fixed: what the sets cover
    kinds of sets    on such splits: those that the house takes and others

A test part that comes from elsewhere than the training part covers less, or more; nothing that was learnt from the
training part can know that. Random splits come from the same place: there the sets must cover as stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

import steelyard
from benchmarks.solve_sets import folder
from steelyard import Corpus
from steelyard.corpus import demo
from steelyard.evaluation import out_of_fold_probabilities, prediction_sets, sets

OWN = ("imdb", "fr_allocine_series", "tweeteval_emotion", "trec", "clinc150")
SPLIT = OWN
DEMOS = ("reviews-en", "support-en")
KINDS = ("tweeteval_emotion", "clinc150")
SEEDS, RECIPE = 5, "words"
MOST_ECE, LEAST_COVERED, MOST_COVERED = 0.02, 0.94, 0.96  # on IMDB


class Told(NamedTuple):
    """A classifier's word, and what the test part says to it."""

    name: str
    n: int
    n_test: int
    out_of_fold: float
    corrected: float
    test: float
    ece: float
    by_chance: float
    covered: float
    size: float
    refused: float


def run(quick: bool) -> dict[str, Any]:
    corpora = folder()
    own, split = ((), DEMOS[:1]) if quick or corpora is None else (OWN, SPLIT)
    print("own test part, no flag" + " (the shared corpora are not there)" * (corpora is None))
    print(f"{'':<20}{'texts':>8}{'test':>8}{'folds':>8}{'corr.':>8}{'acc.':>8}{'ECE':>8}{'chance':>8}", end="")
    print(f"{'cover':>8}{'classes':>8}{'none':>7}")
    told = []
    for name in own:
        told.append(own_part(name, *parts(name)))
        print(f"{name:<20}{row(told[-1])}", flush=True)
    print(
        f"\nrandom splits, recipe {RECIPE!r}: what sets of 95 % cover\n{'':<20}{'mean':>8}{'lowest':>8}{'highest':>8}"
    )
    splits = {}
    for name in split:
        splits[name] = found = list(covered(name, 2 if quick else SEEDS))
        print(f"{name:<20}{np.mean(found):>8.1%}{min(found):>8.1%}{max(found):>8.1%}", flush=True)
    print(f"\nkinds of sets{'':<37}{'cover':>8}{'worst class':>13}{'classes':>9}{'one':>8}", flush=True)
    kinds = {}
    for name in DEMOS[1:] if quick or corpora is None else KINDS:
        kinds[name] = found_kinds = of_kinds(name, 2 if quick else SEEDS)
        for kind, (cover, worst, size, single) in found_kinds.items():
            print(f"{name:<20}{kind:<30}{cover:>8.1%}{worst:>13.1%}{size:>9.2f}{single:>8.1%}", flush=True)
    wrong = list(broken(told, splits))
    print(*wrong, sep="\n")
    return {"own": [each._asdict() for each in told], "splits": splits, "kinds": kinds, "wrong": wrong}


def row(t: Told) -> str:
    return (
        f"{t.n:>8,}{t.n_test:>8,}{t.out_of_fold:>8.1%}{t.corrected:>8.1%}{t.test:>8.1%}{t.ece:>8.3f}{t.by_chance:>8.3f}"
        f"{t.covered:>8.1%}{t.size:>8.2f}{t.refused:>7.1%}"
    )


def parts(name: str) -> tuple[Corpus, Corpus]:
    """The training part and the test part of a shared corpus."""
    corpora = folder()
    assert corpora is not None
    found = [sorted((corpora / name).glob(f"{part}.csv*"))[0] for part in ("train", "test")]
    train, test = (steelyard.read(path, skip_bad=True) for path in found)
    return train, test


def own_part(name: str, train: Corpus, test: Corpus) -> Told:
    clf = steelyard.fit(train, test=test, skip_bad=True)
    held = clf.test_
    nested = clf.nested_.accuracy if clf.nested_ and clf.nested_.accuracy else clf.measures_.accuracy
    return Told(
        name, len(train), held.n, clf.measures_.accuracy.value, nested.value, held.measures.accuracy.value,
        held.measures.ece, held.reliability.by_chance, held.covered.value, held.size.value, held.refused.value,
    )  # fmt: skip


def covered(name: str, seeds: int) -> Iterator[float]:
    """The share of the held-out texts whose class is in their set, split by split."""
    corpus = demo(name) if name in DEMOS else parts(name)[0]
    for seed in range(seeds):
        yield steelyard.fit(corpus, test=0.2, recipe=RECIPE, seed=seed).test_.covered.value


def of_kinds(name: str, seeds: int) -> dict[str, list[float]]:
    """Coverage, that of the worst class, mean size, share of sets of one: each the mean over the splits."""
    corpus = demo(name) if name in DEMOS else parts(name)[0]
    found: dict[str, list[tuple[float, ...]]] = {}
    for seed in range(seeds):
        train, test = corpus.split(0.2, seed)
        clf = steelyard.fit(train, recipe=RECIPE, seed=seed)
        k, chosen = train.codes, clf.selection_
        P = out_of_fold_probabilities(k, chosen.scores, chosen.folds)
        Q, fresh = clf.predict_proba(test.texts), test.codes
        seen = clf.predict_proba(train.texts)
        for kind, inside in (
            ("1 - P[true] (taken)", sets(Q, prediction_sets(k, P))),
            ("the same, by class", sets(Q, prediction_sets(k, P, by_class=True))),
            ("adaptive (likeliest until 95 %)", adaptive(Q, k, P)),
            ("1 - P[true], in sample", sets(Q, prediction_sets(k, seen))),
        ):
            hit, size = inside[np.arange(len(fresh)), fresh], inside.sum(axis=1)
            worst = min(hit[fresh == c].mean() for c in np.unique(fresh))
            found.setdefault(kind, []).append((hit.mean(), worst, size.mean(), (size == 1).mean()))
    return {kind: np.mean(each, axis=0).tolist() for kind, each in found.items()}


def adaptive(Q: Any, k: Any, P: Any, coverage: float = 0.95) -> Any:
    """The likeliest classes until they make up a share that was learnt (Romano, Sesia and Candes, 2020)."""
    own = before(P)[np.arange(len(k)), k] + P[np.arange(len(k)), k]
    most = np.sort(own)[min(int(np.ceil((len(k) + 1) * coverage)), len(k)) - 1]
    return before(Q) < most


def before(P: Any) -> Any:
    """For each class, the sum of the probabilities of those that are likelier."""
    order = np.argsort(-P, axis=1, kind="stable")
    sums = np.cumsum(np.take_along_axis(P, order, axis=1), axis=1)
    out = np.empty_like(P)
    np.put_along_axis(out, order, np.c_[np.zeros(len(P)), sums[:, :-1]], axis=1)
    return out


def broken(told: list[Told], splits: dict[str, list[float]]) -> Iterator[str]:
    """What is promised of IMDB, and not kept."""
    for each in told:
        if each.name == "imdb" and each.ece > MOST_ECE:
            yield f"IMDB's calibration error is {each.ece:.3f}; promised: {MOST_ECE}"
    if "imdb" in splits and not LEAST_COVERED <= float(np.mean(splits["imdb"])) <= MOST_COVERED:
        yield f"IMDB's sets cover {np.mean(splits['imdb']):.1%}; promised: 94 to 96 %"
