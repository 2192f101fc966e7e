"""`accuracy`: the whole job with no flag, on the sets of the literature, beside what was published.

    train -> test    fitted on the training part with no flag; scored once on the test part
    10-fold          the same ten times: recipe and strength are chosen anew without each tenth

`ours` with its interval of 95 %; the goal and the floor (the goal less one standard error; where there is no goal, the
baseline less one); `plain`, what TF-IDF of 1-2-grams and a linear SVM with C = 1 reach on the same parts, as the
corpora's own notes have it; the best result of a linear model that was published ("memory": not checked against a
file). Each line is followed by the recipe that was chosen.

    python -m benchmarks accuracy
    python -c "from benchmarks.accuracy import run; run(only='sst')"
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import steelyard
from benchmarks.solve_sets import folder
from steelyard import Corpus
from steelyard.evaluation import measure
from steelyard.lanes import assign_folds

PARTS = 10
ACCURACY, F1 = "accuracy", "macro-F1"


@dataclass(frozen=True)
class Task:
    """A set, what is measured on it, and what others have reached."""

    name: str  # folder
    baseline: float
    goal: float | None = None
    measured: str = ACCURACY
    test: str | None = "test"  # None: 10-fold
    train: str = "train"
    published: str = ""

    @property
    def title(self) -> str:
        part = "" if self.train in ("train", "all", "test") else f" {self.train.removeprefix('train_')}"
        return self.name + part


TASKS = (
    Task("imdb", 0.9075, 0.920, published="91.87 NBSVM trigrams (memory); 91.82 its code (stored)"),
    Task("newsgroups20", 0.8664, 0.870, published="83.19 TF-IDF + LR, cleaned text (memory)"),
    Task("clinc150", 0.9113, 0.925, published="91.0 SVM (memory)"),
    Task("r8", 0.9762, 0.975, published="96.98 linear SVM, stemmed (memory)"),
    Task("trec", 0.9080, 0.900, published="87.4 SVM n-grams (memory)"),
    Task("rt_polarity", 0.7797, 0.790, test=None, train="all", published="79.38 NBSVM bigrams (stored)"),
    Task("sms_spam", 0.9878, 0.988, test=None, train="all", published="97.64 SVM, 30/70 split (memory)"),
    Task("sst2", 0.8122, 0.830, published="83.1 BiNB with phrases (memory)"),
    Task("tweeteval_emotion", 0.5716, 0.650, F1, published="65.2 fastText, 64.7 SVM (stored)"),
    Task("fr_allocine_series", 0.9143, 0.925),
    Task("webkb4", 0.9284, 0.930, published="85.82 linear SVM (memory)"),
    Task("es_tweets_sentiment", 0.5023, published="macro-F1 50.1 fastText (stored)"),
    Task("sst5", 0.4113, published="41.9 BiNB with phrases (memory)"),
    Task("tweeteval_emoji", 0.2963, published="macro-F1 29.3 SVM (stored)"),
    Task("tweeteval_emoji", 0.2075, measured=F1, published="29.3 SVM (stored)"),
    Task("ag_news", 0.8857, test=None, train="test"),
    Task("bbc_news", 0.9798, test=None, train="all"),
    Task("rt2k", 0.8750, test=None, train="all", published="89.45 NBSVM bigrams (stored)"),
    Task("imdb_smol", 0.8688, test=None, train="all"),
    Task("uci_sentiment", 0.781, test=None, train="imdb"),
    Task("uci_sentiment", 0.841, test=None, train="amazon"),
    Task("uci_sentiment", 0.822, test=None, train="yelp"),
)


@dataclass(frozen=True)
class Scored:
    """The outcome of one task."""

    set: str
    texts: int
    classes: int
    seconds: float  # one fit
    measured: str
    n: int  # texts that were scored
    value: float
    low: float
    high: float
    goal: float | None
    floor: float
    baseline: float
    published: str
    chosen: str

    @property
    def well(self) -> bool:
        return self.value >= self.floor


def run(quick: bool = False, only: str = "") -> dict[str, Any]:
    corpora = folder()
    if quick or corpora is None:
        print("a demo corpus" + " (the shared corpora are not there: STEELYARD_CORPORA)" * (corpora is None))
        tasks: tuple[Task, ...] = (Task("demo:reviews-en", 0.5, test=None),)
    else:
        tasks = tuple(task for task in TASKS if only in task.name)
    print(f"{'':<22}{'texts':>8}{'classes':>8}{'fit s':>7}  {'measure':<9}{'ours':>7}{'interval':>16}", end="")
    print(f"{'goal':>7}{'floor':>7}{'plain':>7}  published")
    answers: dict[tuple[str, str], Answers] = {}
    found = []
    for task in tasks:
        key = (task.name, task.train)
        answers[key] = answers[key] if key in answers else answered(task, corpora)
        found.append(scored(task, answers[key]))
        print(line(found[-1]), flush=True)
    below = [
        f"{each.set}, {each.measured}: {each.value:.4f}, below {each.floor:.4f}" for each in found if not each.well
    ]
    print(*below, sep="\n")
    return {"sets": [asdict(each) for each in found], "wrong": below}


@dataclass(frozen=True)
class Answers:
    """What models fitted with no flag say to texts that they have not seen."""

    train: Corpus
    truth: Any
    said: Any
    seconds: float
    chosen: list[str]


def answered(task: Task, corpora: Path | None) -> Answers:
    train = _read(corpora, task.name, task.train)
    if task.test is not None:
        test = _read(corpora, task.name, task.test)
        said, seconds, chosen = _fitted(train, test)
        return Answers(train, test.labels, said, seconds, [chosen])
    folds = assign_folds(train.codes, PARTS)
    said, spent, names = train.labels.copy(), [], []
    for f in range(PARTS):
        inside = folds == f
        said[inside], seconds, chosen = _fitted(*(train.take(np.flatnonzero(each)) for each in (~inside, inside)))
        spent.append(seconds)
        names.append(chosen)
    return Answers(train, train.labels, said, float(np.mean(spent)), names)


def _read(corpora: Path | None, name: str, part: str) -> Corpus:
    if corpora is None or name.startswith("demo:"):
        return steelyard.demo(name.removeprefix("demo:")).take(np.arange(0, 300, 3))
    return steelyard.read(next(iter(sorted((corpora / name).glob(f"{part}.csv*")))), skip_bad=True)


def _fitted(train: Corpus, test: Corpus) -> tuple[Any, float, str]:
    begin = time.perf_counter()
    clf = steelyard.TextClassifier().fit(train.texts, train.labels)
    seconds = time.perf_counter() - begin
    return clf.predict(test.texts), seconds, f"{clf.model_.recipe['name']}, strength {clf.selection_.strength:.3g}"


def scored(task: Task, answers: Answers) -> Scored:
    names = tuple(sorted({*answers.truth.tolist(), *answers.said.tolist()}))
    truth, said = (np.searchsorted(names, each) for each in (answers.truth, answers.said))
    found = measure(truth, None, np.eye(len(names))[said], names)
    value = found.accuracy if task.measured == ACCURACY else found.macro_f1
    goal = task.baseline if task.goal is None else task.goal
    error = np.sqrt(goal * (1.0 - goal) / len(truth))
    return Scored(
        task.title, len(answers.train), len(answers.train.classes), answers.seconds, task.measured, len(truth),
        value.value, value.low, value.high, task.goal, float(goal - error), task.baseline, task.published,
        ", ".join(f"{count} x {name}" if count > 1 else name for name, count in Counter(answers.chosen).items()),
    )  # fmt: skip


def line(each: Scored) -> str:
    goal = "" if each.goal is None else f"{each.goal:.3f}"
    return (
        f"{each.set:<22}{each.texts:>8,}{each.classes:>8}{each.seconds:>7.1f}  {each.measured:<9}{each.value:>7.4f}"
        f"{f'{each.low:.4f}-{each.high:.4f}':>16}{goal:>7}{each.floor:>7.4f}{each.baseline:>7.4f}  {each.published}"
        f"\n  {each.chosen}" + ("" if each.well else "   BELOW THE FLOOR")
    )
