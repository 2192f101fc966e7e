"""`attacks`: broken and hostile model files are named, every one; none crashes, hangs or takes memory.

Of each file it is asked: what it says of itself, the model, the model in plain Python, the classifier, the training
texts; with the arrays' checksum looked at and without, and texts are classified where a model comes out. Allowed is:

    an accident      an error with a name whenever the checksum is looked at
    an enemy         an error with a name, or a model: who changes weights and the checksum has made another model
    always           no other error, no crash, no hang, no more memory than twice the file and SPARE

Files are tried in a process of their own, which is begun again after one that kills it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks import memory
from benchmarks.hostile import ACCIDENTS, ENEMIES

FILES, QUICK = 10_000, 300
SPARE = 64.0  # megabytes: a header of the largest size, taken apart
PATIENCE = 60.0  # seconds without a word from the process
TEXTS = ["rain and more rain, wind", "L'ÉTÉ est là", "", "qqq zzz"]


class Outcome(NamedTuple):
    """What became of one file. `wrong` is empty if it is as it should be."""

    number: int
    kind: str
    base: str
    said: str  # the name of the error that the model's reader gave, or "a model"
    wrong: str
    spare: float  # megabytes above twice the file


@cache
def bases() -> dict[str, bytes]:
    """Sound files of every sort: words, characters, both; with training texts and without; small and not so small."""
    from steelyard.features.text_columns import View, learn_columns
    from steelyard.models.linear_text import Calibration, LinearText
    from steelyard.store import Training, save

    random = np.random.default_rng(0)
    words = ["rain", "more", "été", "là", "ß", "不错", "😀", *(f"w{k}" for k in range(2_000))]
    corpora = {n: [" ".join(random.choice(words, 12)) + ", \n!" for _ in range(n)] for n in (40, 4_000)}
    found = {}
    for name, views, classes, n in (
        ("words", [View()], 2, 40),
        ("characters", [View("char", (1, 3))], 3, 40),
        ("both", [View(ngrams=(2, 2)), View("char_wb", (2, 4))], 2, 40),
        ("large", [View(), View("char_wb", (2, 4))], 2, 4_000),
    ):
        columns, _, df = learn_columns(corpora[n], views)
        d, k = columns.n_columns, 1 if classes == 2 else classes
        v, scale = random.normal(size=(d, k)).astype(np.float32), np.ones(d, np.float32)
        model = LinearText(
            columns, tuple("abc"[:classes]), v, np.zeros(k), scale, "log", True, Calibration(1.5, 0.0),
            {"name": name}, {"seed": 0, "scores": [0.5, None]}, df.astype(np.int32),
        )  # fmt: skip
        codes, alpha = np.arange(n) % classes, random.normal(size=(n, k))
        training = Training(corpora[n], codes, alpha) if name == "characters" else None
        with tempfile.TemporaryDirectory() as folder:
            found[name] = Path(save(model, Path(folder) / "m.steelyard", training=training)).read_bytes()
    return {**found, "classifier": classifier(corpora[40])}


def classifier(texts: list[str]) -> bytes:
    """A file with a full card: scores, prediction sets, familiarity, certificate."""
    from steelyard import TextClassifier

    with tempfile.TemporaryDirectory() as folder:
        clf = TextClassifier("words", strengths=[1.0], threads=1).fit(texts, ["a", "b"] * (len(texts) // 2))
        return clf.save(Path(folder) / "m.steelyard", texts=True).read_bytes()


def mutant(number: int, seed: int) -> tuple[str, str, bytes]:
    """The file of that number: its kind, the name of the sound file, its bytes."""
    random = np.random.default_rng([seed, number])
    name = random.choice(["words", "characters", "both", "classifier", "large"], p=[0.2, 0.2, 0.2, 0.38, 0.02])
    kinds = ACCIDENTS if random.random() < 0.4 else ENEMIES
    kind = kinds[random.integers(len(kinds))]
    return kind.__name__, str(name), kind(random, bases()[name])


def tried(path: Path, accident: bool) -> tuple[str, str]:
    """(what the model's reader said, what was wrong with that)"""
    import steelyard
    from steelyard.classifier.plain import open_classifier
    from steelyard.errors import ModelFileError
    from steelyard.store import describe, load, load_training, open_plain

    def ask(question: Callable[[], Any]) -> str:
        try:
            question()
        except ModelFileError as error:
            return type(error).__name__ if str(path) in str(error) else "an error without the file's name"
        return "a model"

    def use(verify: bool) -> None:
        model = load(path, verify)
        for texts in (TEXTS, TEXTS * 20):
            model.probabilities(model.scores(texts, threads=1))

    def use_plain(verify: bool) -> None:
        model = open_plain(path, verify)
        for text in TEXTS:
            model.predict(text)
            model.contributions(text)

    def use_classifier() -> None:
        clf = steelyard.load(path)
        clf.predict(TEXTS)
        for rule, answers in (("sets_", clf.predict_sets), ("familiarity_", clf.unfamiliar)):
            if hasattr(clf, rule):
                answers(TEXTS)
        plain = open_classifier(path)
        for text in TEXTS:
            plain.answer(text)

    said = {
        "load": ask(lambda: use(True)),
        "plain": ask(lambda: use_plain(True)),
        "classifier": ask(use_classifier),
        "training": ask(lambda: load_training(path)),
    }
    for loose in (lambda: describe(path), lambda: use(False), lambda: use_plain(False)):
        ask(loose)
    missed = [name for name, word in said.items() if word == "a model"] if accident else []
    return said["load"], f"{' and '.join(missed)} saw nothing" if missed else ""


def outcome(number: int, seed: int, path: Path) -> Outcome:
    kind, base, file = mutant(number, seed)
    path.write_bytes(file)
    said, wrong = "", ""

    def call() -> None:
        nonlocal said, wrong
        try:
            said, wrong = tried(path, kind in {each.__name__ for each in ACCIDENTS} and file != bases()[base])
        except Exception as error:  # whatever it is, it has no name
            said, wrong = type(error).__name__, f"{type(error).__name__}: {error}"

    peak = memory.peak_of(call) if memory.available() else (call(), 0.0)[1]
    spare = peak - 2 * len(file) / (1 << 20)
    if spare > SPARE:
        wrong = wrong or f"{peak:.0f} MB for a file of {len(file) / 1e6:.1f} MB"
    return Outcome(number, kind, base, said, wrong, spare)


def worker(first: int, last: int, seed: int) -> None:
    """Say the outcome of each file, one line each; before it, its number, should it be the last word."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.steelyard"
        for base in bases().values():  # what is compiled and loaded at first use is not counted
            path.write_bytes(base)
            tried(path, accident=False)
        for number in range(first, last):
            print(json.dumps(number), flush=True)
            print(json.dumps(outcome(number, seed, path)), flush=True)


def outcomes(files: int, seed: int) -> Iterator[Outcome]:
    """In a process of its own; a file that ends it twice, or at which it is twice silent too long, has its outcome too.

    Twice, because a machine can be put to sleep, or be out of memory for another's sake.
    """
    first, blamed = 0, -1
    while first < files:
        words = [sys.executable, "-W", "error", "-m", "benchmarks.attacks", str(first), str(files), str(seed)]
        heard_of = None
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            for heard_of in heard(process):
                first = heard_of
                if isinstance(first, list):
                    yield Outcome(*first)
                    first = first[0] + 1
            code = process.wait()
        if heard_of is None:
            raise RuntimeError(f"The process that tries the files ended with code {code} before the first.")
        if first < files and first == blamed:
            kind, base, _ = mutant(first, seed)
            yield Outcome(first, kind, base, "the end", f"the process ended twice with code {code}", 0.0)
            first += 1
        blamed = first


def heard(process: subprocess.Popen[str]) -> Iterator[Any]:
    """The lines that a process says, until it ends, or is ended for its silence."""
    assert process.stdout
    while True:
        clock = threading.Timer(PATIENCE, process.kill)
        clock.start()
        line = process.stdout.readline()
        clock.cancel()
        if not line:
            return
        yield json.loads(line)


def run(quick: bool, seed: int = 0) -> dict[str, Any]:
    """Try the files, print a table, give the numbers; `wrong` lists what was not as it should be."""
    files = QUICK if quick else FILES
    table: dict[str, Counter[str]] = {each.__name__: Counter() for each in (*ACCIDENTS, *ENEMIES)}
    wrong, most = [], -np.inf
    for each in outcomes(files, seed):
        table[each.kind][each.said] += 1
        most = max(most, each.spare)
        if each.wrong:
            wrong.append(each._asdict())
            print(f"file {each.number} ({each.kind} of {each.base}): {each.wrong}", flush=True)
    print(f"\n{files:,} model files, seed {seed}: what the reader said of them\n")
    for kind, said in table.items():
        print(f"{kind.replace('_', ' '):<17}", ", ".join(f"{name} {count}" for name, count in said.most_common()))
    print(f"\nnot as it should be: {len(wrong)}; memory above twice the file: at most {most:.1f} MB")
    return {"files": files, "seed": seed, "table": table, "wrong": wrong, "spare_megabytes": most}


if __name__ == "__main__":
    worker(*map(int, sys.argv[1:]))
