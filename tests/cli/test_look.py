"""`steelyard look` tells what is in a corpus, rightly and in 80 columns."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from steelyard import cli
from steelyard.cli.sources import FORMATS

Run = Callable[..., tuple[int, str, str]]

BAD = 'text,label\n"good\x1b[31m",a\nempty label,\nfine,b\nGOOD\x1b[31m ,b\n' + "好" * 60 + ",b\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            cli.main(words)
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call


def reviews() -> list[dict[str, str]]:
    text = (files("steelyard.corpus") / "demo" / "reviews-en.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def test_the_numbers_are_those_of_the_file(run: Run) -> None:
    code, out, err = run("look", "demo:reviews-en", "--json")
    found: dict[str, Any] = json.loads(out)
    lengths = sorted(len(row["text"]) for row in reviews())
    assert (code, err) == (0, "")
    assert found["texts"] == len(lengths)
    assert found["classes"] == Counter(row["label"] for row in reviews())
    assert (found["characters"]["shortest"], found["characters"]["longest"]) == (lengths[0], lengths[-1])
    assert lengths[149] <= found["characters"]["median"] <= lengths[150]


def test_doubtful_rows_are_told_with_their_places(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text(BAD, encoding="utf-8")
    code, out, _ = run("look", str(tmp_path / "bad.csv"), "--json")
    found = json.loads(out)
    assert code == 0
    assert found["texts"] == 4 and found["classes"] == {"a": 1, "b": 3}
    assert found["repeated"] == [3] and found["conflicting"] == [1, 3]
    assert sum(found["unusable"].values()) == 1 and "line 3" in found["unusable_rows"][0]


def test_the_page_fits_80_columns_and_leaves_the_terminal_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text(BAD + "".join(f"t{i},{i:040}\n" for i in range(20)), encoding="utf-8")
    code, out, _ = run("look", str(tmp_path / "bad.csv"))
    assert code == 0
    assert max(map(cell_len, out.splitlines())) <= 80
    assert "\x1b" not in out
    assert "2 texts with different labels" in out and "1 row of no use" in out and "10 classes more" in out


def test_columns_are_chosen_by_name_and_by_position(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("stars,said,lang\n1,bad,en\n5,good,en\n5,bien,fr\n")
    by_name = json.loads(run("look", str(path), "--text", "said", "--label", "lang", "--json")[1])
    by_position = json.loads(run("look", str(path), "--text", "1", "--label", "2", "--json")[1])
    assert by_name["classes"] == by_position["classes"] == {"en": 2, "fr": 1}


def test_texts_without_labels_need_no_labels(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("one\ntwo\nthree\n")
    code, out, _ = run("look", str(tmp_path / "x.txt"), "--unlabelled", "--format", "lines")
    assert code == 0 and out.startswith("3 texts\n")


@pytest.mark.parametrize(("source", "code"), [("nowhere.csv", 1), ("demo:nothing", 2)])
def test_what_is_not_there_is_named(source: str, code: int, run: Run) -> None:
    found, out, err = run("look", source)
    assert (found, out) == (code, "")
    assert source.removeprefix("demo:") in err and err.startswith("Error: ")


def test_every_format_of_texts_is_offered() -> None:
    from steelyard.corpus import formats

    assert list(formats.FORMATS) == FORMATS
