"""`explanations`: what they promise, on real texts that the models have not seen.

sums off     the largest difference of contributions + intercept, or of the characters' weights + intercept, from the
             score, as a share of what was added up
0 1 2 3 4+   for how many texts so many words, taken out, change the answer (0: none were found)
all          for how many every set of up to three words was considered, as far as it took
naive, asked the sets that would have to be tried for that, and what the model was asked about instead, in texts of the
             same length: of the median text
time         of the search, in predictions of the same text, of the median text
rest         the largest part of a score that the training texts leave
off, bound   the largest distance of a score less its intercept from an all but exact fit's, and the largest bound
"""

from __future__ import annotations

import time
from math import comb
from typing import Any

import numpy as np

from benchmarks.honesty import parts
from benchmarks.solve_sets import folder
from steelyard.corpus import demo
from steelyard.explain import TrainingPulls, explain_each, flips
from steelyard.explain.asking import Asked
from steelyard.explain.exhausting import Smallest
from steelyard.models.linear_text import LinearText
from steelyard.selection import Selection, select

CASES = (("imdb", "words"), ("imdb", "words and characters"), ("tweeteval_emotion", "words"), ("newsgroups20", "words"))
TRAIN, TEXTS, STRENGTH, LOOSE, EXACT = 4_000, 100, 3.0, 1e-6, 1e-10
OFF = 1e-12  # of what was added up


def run(quick: bool) -> dict[str, Any]:
    small = quick or folder() is None
    print(
        f"{'':<18}{'recipe':<21}{'sums off':>9}{'0':>5}{'1':>5}{'2':>5}{'3':>5}{'4+':>5}{'all':>6}{'naive':>12}", end=""
    )
    print(f"{'asked':>7}{'time':>7}{'rest':>8}{'off':>8}{'bound':>8}")
    lines, wrong = [], []
    for name, recipe in (("reviews-en", "words"),) if small else CASES:
        line = {"name": name, "recipe": recipe, **measured(name, recipe, 6 if quick else TEXTS)}
        lines.append(line)
        print(f"{name:<18}{recipe:<21}{line['sums']:>9.0e}", *(f"{n:>4}" for n in line["sizes"]), end="")
        print(f"{line['all']:>6.0%}{line['naive']:>12,.0f}{line['asked']:>7,.0f}{line['time']:>7,.0f}", end="")
        print(f"{line['rest']:>8.0e}{line['off']:>8.4f}{line['bound']:>8.4f}", flush=True)
        if line["sums"] > OFF or line["off"] > line["bound"] or line["lies"]:
            wrong.append(f"{name}, {recipe}: not as promised")
    print(*wrong, sep="\n")
    return {"lines": lines, "wrong": wrong}


def measured(name: str, recipe: str, n: int) -> dict[str, Any]:
    train, test = (demo(name), demo(name)) if name.startswith("reviews") else parts(name)
    rows = np.random.default_rng(0).permutation(len(train))[:TRAIN]
    texts, codes = train.texts.take(rows), np.searchsorted(train.classes, train.labels[rows])
    loose, exact = (
        select(texts, codes, train.classes, recipe=recipe, folds=3, strengths=[STRENGTH], tol=tol)
        for tol in (LOOSE, EXACT)
    )
    some = np.random.default_rng(1).permutation(len(test))[:n]
    new = test.texts.take(some).to_pylist()
    return {
        "sums": sums_off(loose.model, new),
        **searched(loose.model, new),
        **by_training(loose, exact, texts, codes, new),
    }


def sums_off(model: LinearText, texts: list[str]) -> float:
    worst = 0.0
    for found in explain_each(model, texts):
        weights = [term.weight for term in found.terms]
        size = sum(map(abs, weights)) + abs(found.intercept)
        for total in (sum(weights), sum(found.characters), sum(piece.weight for piece in found.pieces)):
            worst = max(worst, abs(total + found.intercept - found.score) / size)
    return worst


def searched(model: LinearText, texts: list[str]) -> dict[str, Any]:
    sizes, complete, lies, naive, asked, times = np.zeros(5, int), 0, 0, [], [], []
    for text in texts:
        begin = time.perf_counter()
        found = flips(model, text)
        middle = time.perf_counter()
        said = model.predict([text])[0]
        times.append((middle - begin) / (time.perf_counter() - middle))
        lies += bool(found) != (model.predict([found.text])[0] != said)
        sizes[min(len(found.words), 4)] += 1
        search = Asked(model, text)
        best, done = Smallest(search).found(3)
        complete += done == (3 if best is None else len(best))
        naive.append(sum(comb(len(search.erasable.words), k) for k in range(1, done + 1)))
        asked.append(search.spent / max(len(text), 1))
    return {
        "sizes": sizes.tolist(), "all": complete / len(texts), "lies": lies, "naive": float(np.median(naive)),
        "asked": float(np.median(asked)), "time": float(np.median(times)),
    }  # fmt: skip


def by_training(loose: Selection, exact: Selection, texts: Any, codes: Any, new: list[str]) -> dict[str, float]:
    pulls = TrainingPulls(
        loose.model, texts, codes, loose.duals, loose.fit_scale, gap=loose.gap, objective=loose.objective
    )
    target = loose.model.classes[-1]
    near = [pulls.of(text, target=target) for text in new]
    best = explain_each(exact.model, new, targets=target)
    off = [abs((a.score - a.intercept) - (b.score - b.intercept)) for a, b in zip(near, best, strict=True)]
    bounds = [each.error_bound for each in near if each.error_bound is not None]
    return {"rest": max(abs(each.remainder) for each in near), "off": max(off), "bound": max(bounds)}
