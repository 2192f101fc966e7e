"""The book's algorithms on the learner's own columns and texts, as commands and as functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from steelyard.cli.course import course
from steelyard.course.own import Own, flowers, from_table, from_texts
from steelyard.course.trying import ALGORITHMS, Settings, run
from steelyard.errors import ColumnError, CorpusError, SettingError

TABLE = 'height,weight,kind\n170,65,a\n180.5,80,b\n160,55,a\n"175,5",90,b\n'


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "my.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_two_columns_of_a_table(table: Path) -> None:
    own = from_table(str(table), "height", 1, "kind")
    assert own.X.tolist() == [[170, 65], [180.5, 80], [160, 55], [175.5, 90]]
    assert (own.columns, own.classes, own.skipped) == (("height", "weight"), ["a", "b"], 0)


@pytest.mark.parametrize(
    ("line", "said"), [("x,1,a", "line 6: column 'height'"), ("1,,a", "'weight'"), ("1,2,", "label")]
)
def test_rows_that_cannot_be_used_are_told_or_left_out(table: Path, line: str, said: str) -> None:
    table.write_text(TABLE + line + "\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="1 row cannot be used") as caught:
        from_table(str(table), "height", "weight", "kind")
    assert said in str(caught.value)
    own = from_table(str(table), "height", "weight", "kind", skip_bad=True)
    assert (len(own.X), own.skipped) == (4, 1)


def test_what_cannot_be_asked_for(table: Path) -> None:
    with pytest.raises(ColumnError, match="Nearest: 'height'"):
        from_table(str(table), "hight", "weight", "kind")
    with pytest.raises(ColumnError, match="twice"):
        from_table(str(table), "height", "height", "kind")
    with pytest.raises(CorpusError, match="two classes"):
        from_table({"a": [1, 2], "b": [3, 4], "k": ["x", "x"]}, "a", "b", "k")
    with pytest.raises(SettingError, match="no class 'c'"):
        from_table(str(table), "height", "weight", "kind").only(["a", "c"])


def test_two_features_of_texts() -> None:
    texts = [("Great, great film", "good"), ("dull and bad", "bad"), ("nothing", "bad")]
    own = from_texts(texts)
    assert own.X[0, 0] > 0 == own.X[0, 1] and own.X[1, 1] > 0 and not own.X[2].any()
    assert from_texts(texts, words=["great", "Bad"]).X.tolist() == [[2, 0], [0, 1], [0, 0]]
    with pytest.raises(SettingError, match="two different words"):
        from_texts(texts, words=["great"])


def shifted(own: Own) -> Own:
    """The same data in other units."""
    return own._replace(X=own.X * np.array([1000.0, 0.01]) + np.array([1e5, -3.0]))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_units_do_not_matter(algorithm: str) -> None:
    first, second = (run(algorithm, each, Settings(epochs=20)) for each in (flowers(), shifted(flowers())))
    assert first.numbers["accuracy"] == second.numbers["accuracy"] > 0.97 and len(first.lines) >= 3


@pytest.mark.parametrize("batch", ["1", "10", "all"])
def test_weights_are_told_for_the_columns_as_they_are(batch: str) -> None:
    own = flowers()
    found = run("perceptron", own, Settings(batch=batch))
    w, b = np.array(found.numbers["w"]), found.numbers["b"]
    said = np.where(own.X @ w + b > 0, own.classes[1], own.classes[0])
    assert found.numbers["separated"] and (said == own.labels).all()


def test_newton_and_softmax_prove_what_they_found() -> None:
    assert run("newton", flowers()).numbers["gap"] <= 1e-8
    assert run("softmax", flowers()).numbers["gap"] <= 1e-6


def test_the_hard_margin_or_the_proof_that_there_is_none() -> None:
    own = flowers()
    found = run("svm", own, Settings(hard=True)).numbers
    y = np.where(own.labels == own.classes[1], 1, -1)
    margins = y * (own.X @ np.array(found["w"]) + found["b"]) / np.linalg.norm(found["w"])
    assert margins.min() == pytest.approx(found["margin"])
    mixed = from_texts("demo:reviews-en")
    assert run("svm", mixed, Settings(hard=True)).numbers["separated"] is False


def test_many_classes_where_the_algorithm_takes_them() -> None:
    tickets = from_texts("demo:support-en", words=["refund", "delivery"])
    for algorithm in ("softmax", "bayes", "gaussian"):
        assert run(algorithm, tickets).numbers["accuracy"] > 0.25
    with pytest.raises(SettingError, match="two classes apart, and there are 4"):
        run("newton", tickets)


def call(*words: str) -> Any:
    return CliRunner().invoke(course, ["run", *words])


def test_the_command_of_the_handbook(table: Path, tmp_path: Path) -> None:
    gif, png = tmp_path / "out.gif", tmp_path / "out.png"
    columns = ["--data", str(table), "--x", "height", "--y", "weight", "--label", "kind"]
    done = call("perceptron", *columns, "--gif", str(gif), "--png", str(png), "--epochs", "3")
    assert done.exit_code == 0, done.output
    assert "4 of 4 rows right" in done.output and "height" in done.output
    assert gif.read_bytes()[:6] in (b"GIF89a", b"GIF87a") and png.read_bytes()[1:4] == b"PNG"
    told = json.loads(call("newton", *columns, "--json").stdout)
    assert told["columns"] == ["height", "weight"] and told["classes"] == ["a", "b"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["newton", "--gif", "a.gif"], "no steps to watch"),
        (["perceptron", "--batch", "0"], "number of rows, or all"),
        (["perceptron", "--data", "a.csv", "--x", "height"], "together"),
    ],
)
def test_commands_that_cannot_be(words: list[str], said: str) -> None:
    done = call(*words)
    assert done.exit_code == 2 and said in done.output
