"""How verbs are called, and models for them to work on."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import steelyard
from steelyard import cli
from steelyard.corpus import Corpus

Called = Callable[..., tuple[int, str, str]]
QUICK = ("--recipe", "words", "--strengths", "1", "--folds", "3")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Called:
    """Call the command line: exit code, standard output, standard error. `stdin`: what is piped in."""

    def run(*words: object, stdin: bytes | None = None) -> tuple[int, str, str]:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as end:
            cli.main([str(word) for word in words])
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return run


def write(path: Path, corpus: Corpus) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("text", "label"), *zip(corpus.texts.to_pylist(), corpus.labels.tolist())])
    return path


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models, the files that they come from, and a third that was fitted otherwise."""
    where = tmp_path_factory.mktemp("verbs")
    reviews, support = steelyard.demo("reviews-en"), steelyard.demo("support-en")
    train, test = reviews.split(0.2, 0)
    files = write(where / "train.csv", train), write(where / "test.csv", test)
    quick = {"recipe": "words", "strengths": [1.0], "folds": 3}
    steelyard.fit(files[0], test=files[1], **quick).save(where / "two.steelyard", texts=True)
    steelyard.fit(files[0], recipe="characters", strengths=[1.0], folds=3).save(where / "other.steelyard")
    steelyard.fit(write(where / "support.csv", support), **quick).save(where / "four.steelyard")
    return where
