"""Stage `job`: the main job from end to end, each time against what people use today.

    fit          train.csv and test.csv in; a tuned model, its report and its test scores out: one process.
                 scikit-learn: TF-IDF of 1-2-grams, LogisticRegressionCV(cv=5, n_jobs=2), the test score, joblib.dump
    predict      25,000 reviews by a fitted model of the same recipe, in a process that is warm (1-2-grams that two
                 texts have or more, as our recipe takes them where texts are many: some 400,000 columns each)
    cold start   one text by the saved model: the whole process
    one more     one text in a process that is warm

The last column is the test accuracy. A round of `fit` takes scikit-learn minutes: `--repeat 1 --no-memory` is enough.
"""

from __future__ import annotations

import csv
import gzip
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import texts
from benchmarks.frame import Call, Contestant, Problem, Stage

TEXT = "What a wonderful film: I loved every minute of it, although the end could have been shorter."
ROUNDS = 200  # of the warm text
RECIPE = "words"
STRENGTH = 10.0

SKLEARN_JOB = """
import csv, sys, warnings
import joblib
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegressionCV
from sklearn.pipeline import make_pipeline
warnings.simplefilter("ignore")
csv.field_size_limit(1 << 30)
def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [row["text"] for row in rows], [row["label"] for row in rows]
train, test, model = sys.argv[1:]
pipeline = make_pipeline(TfidfVectorizer(ngram_range=(1, 2)), LogisticRegressionCV(cv=5, n_jobs=2))
pipeline.fit(*read(train))
print("test accuracy", pipeline.score(*read(test)))
joblib.dump(pipeline, model)
"""
SKLEARN_ONE = "import joblib, sys; print(joblib.load(sys.argv[1]).predict([sys.argv[2]])[0])"
OUR_SHELL = "import sys; from steelyard.cli import main; main(sys.argv[1:])"


@dataclass
class Files:
    """Two CSV files, their texts, and the models that were fitted for what is to be timed afterwards."""

    folder: Path
    train: texts.Halves
    labels: list[str]
    source: str
    kept: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return (
            f"{self.source}: {len(self.train.train):,} texts of {texts.megabytes(self.train.train):.1f} MB, a test half"
        )


def load(quick: bool) -> Files:
    """IMDB where it is; else generated texts, whose classes their first halves and second halves give."""
    folder = texts.imdb_folder()
    rows = texts.QUICK if quick else texts.HALF
    if folder is None:
        halves = texts.load(quick)
        labels = ["ab"[len(text) % 2] for text in halves.train]
        return written(halves, labels, ["ab"[len(text) % 2] for text in halves.test], "generated")
    read = [labelled(folder / f"{name}.csv.gz", rows) for name in ("train", "test")]
    halves = texts.Halves([text for text, _ in read[0]], [text for text, _ in read[1]], "IMDB")
    return written(halves, [label for _, label in read[0]], [label for _, label in read[1]], "IMDB")


def labelled(path: Path, rows: int) -> list[tuple[str, str]]:
    csv.field_size_limit(1 << 30)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        found = [(row["text"], row["label"]) for row in csv.DictReader(file)]
    return found[:: max(len(found) // rows, 1)][:rows]


def written(halves: texts.Halves, train: list[str], test: list[str], source: str) -> Files:
    folder = Path(tempfile.mkdtemp(prefix="steelyard-job-"))
    for name, some, labels in (("train", halves.train, train), ("test", halves.test, test)):
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("text", "label"), *zip(some, labels)])
    return Files(folder, halves, train, source)


def small(data: Files) -> Files:
    """Some texts of every class, to compile with."""
    step = max(len(data.labels) // 400, 1)
    some = texts.Halves(data.train.train[::step], data.train.test[::step], data.source)
    key = "small"
    if key not in data.kept:
        labels = data.labels[::step]
        data.kept[key] = written(some, labels, (labels * 2)[: len(some.test)], data.source)
    return data.kept[key]


def ran(program: str, *words: str | Path) -> str:
    command = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def ours(problem: Problem, data: Files) -> Call:
    what = problem.settings["what"]
    if what == "fit":
        words = [data.folder / "train.csv", "--test", data.folder / "test.csv", "--recipe", problem.settings["recipe"]]
        return lambda: ran(OUR_SHELL, "fit", *words, "-o", data.folder / "ours.steelyard")
    if what == "cold":
        path = data.folder / "cold.steelyard"
        if not path.exists():
            our_model(data).save(path)
        return lambda: ran(OUR_SHELL, "predict", path, TEXT)
    clf = our_model(data)
    if what == "one":
        return lambda: [clf.predict([TEXT]) for _ in range(ROUNDS)]
    return lambda: clf.predict(data.train.test)


def our_model(data: Files) -> Any:
    from steelyard import TextClassifier

    if "ours" not in data.kept:
        clf = TextClassifier(RECIPE, strengths=[STRENGTH], folds=2)
        data.kept["ours"] = clf.fit(data.train.train, data.labels)
    return data.kept["ours"]


def scikit_learn(problem: Problem, data: Files) -> Call:
    what = problem.settings["what"]
    if what == "fit":
        words = [data.folder / "train.csv", data.folder / "test.csv", data.folder / "sklearn.joblib"]
        return lambda: ran(SKLEARN_JOB, *words)
    if what == "cold":
        import joblib

        path = data.folder / "cold.joblib"
        if not path.exists():
            joblib.dump(sklearn_pipeline(data), path)
        return lambda: ran(SKLEARN_ONE, path, TEXT)
    pipeline = sklearn_pipeline(data)
    if what == "one":
        return lambda: [pipeline.predict([TEXT]) for _ in range(ROUNDS)]
    return lambda: pipeline.predict(data.train.test)


def sklearn_pipeline(data: Files) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    key = "sklearn"
    if key not in data.kept:
        vectorizer = TfidfVectorizer(ngram_range=(1, 2), min_df=2)
        model = LogisticRegression(C=STRENGTH, solver="liblinear", tol=0.01)
        data.kept[key] = make_pipeline(vectorizer, model).fit(data.train.train, data.labels)
    return data.kept[key]


def accuracy(result: Any) -> str:
    """The test accuracy that a fit prints; nothing of the others."""
    if not isinstance(result, str):
        return ""
    line = re.search(r"test accuracy ([\d.]+)", result) or re.search(
        r"^  accuracy .*\s([\d.]+) \([^)]*\)$", result, re.M
    )
    return f"{float(line[1]):.4f}" if line else ""


STAGE = Stage(
    title="job: from a CSV file to a tuned, certified model, its report and test scores; then its answers",
    problems=[
        Problem("fit, same recipe", {"what": "fit", "recipe": RECIPE}),
        Problem("fit, auto", {"what": "fit", "recipe": "auto"}),
        Problem("predict the test half", {"what": "predict"}),
        Problem("cold start, one text", {"what": "cold"}),
        Problem(f"one more text, {ROUNDS} times", {"what": "one"}),
    ],
    contestants=[
        Contestant("sklearn", scikit_learn, "scikit-learn"),
        Contestant("ours", ours, "steelyard", threaded=True),
    ],
    load=load,
    small=small,
    megabytes=lambda problem, data: texts.megabytes(data.train.train),
    describe=str,
    answer=accuracy,
    compares=False,
)  # fmt: skip
