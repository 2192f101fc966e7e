"""`steelyard predict` answers texts from wherever they come, as the library does, in lines that fit."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

import steelyard
from steelyard.cli import inputs, predict
from tests.cli.conftest import Called

TEXTS = ["What a wonderful film!", "A dull, bad and boring book", "so so", "L'été 😀 fut très réussi, " + "好" * 60]
COMMAND = [sys.executable, "-c", "from steelyard.cli import main; main()"]


def objects(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_arguments_are_answered_as_the_library_does(call: Called, folder: Path) -> None:
    code, out, err = call("predict", folder / "two.steelyard", *TEXTS, "--json", "--all")
    clf = steelyard.load(folder / "two.steelyard")
    assert (code, err) == (0, "")
    found = objects(out)
    assert [each["text"] for each in found] == TEXTS
    assert [each["label"] for each in found] == clf.predict(TEXTS).tolist()
    P = clf.predict_proba(TEXTS)
    for each, p, inside, strange in zip(found, P, clf.predict_sets(TEXTS), clf.unfamiliar(TEXTS).tolist()):
        assert each["probability"] == pytest.approx(p.max(), abs=1e-6)
        assert list(each["probabilities"].values()) == pytest.approx(p.tolist(), abs=1e-6)
        assert (each["set"], each["unfamiliar"]) == (list(inside), strange)


def test_every_way_in_gives_the_same(call: Called, folder: Path, tmp_path: Path) -> None:
    model = folder / "two.steelyard"
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
    table = tmp_path / "table.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("id", "said"), *enumerate(TEXTS)])
    data = lines.read_bytes()
    answers = [
        call("predict", model, *TEXTS, "--json"),
        call("predict", model, lines, "--json", "--format", "lines"),
        call("predict", model, table, "--text", "said", "--json"),
        call("predict", model, "--json", stdin=data),
        call("predict", model, "-", "--json", stdin=data),
        call("predict", model, "-", "--json", "--encoding", "cp1252", "--format", "lines", "--skip-bad", stdin=b"a\n"),
        call("predict", model, "--json", stdin=b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")),
    ]
    assert [code for code, _, _ in answers] == [0] * 7
    assert len({out for _, out, _ in answers[:5] + answers[6:]}) == 1


def test_csv_can_be_read_back(call: Called, folder: Path) -> None:
    texts = ['said "no", twice', "two\nlines", "plain"]
    code, out, _ = call("predict", folder / "four.steelyard", "--literal", *texts, "--csv", "--all")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0 and [row["text"] for row in rows] == texts
    names = ["account", "billing", "delivery", "technical"]
    for row in rows:
        assert sum(float(row[f"p({name})"]) for name in names) == pytest.approx(1, abs=1e-4)
        assert row["label"] == row["set"].split(" | ")[0] and row["unfamiliar"] in ("true", "false")


def test_lines_fit_and_leave_the_terminal_alone(call: Called, folder: Path) -> None:
    code, out, err = call("predict", folder / "four.steelyard", *TEXTS, "\x1b[31mred\nzqx", "x" * 300)
    assert code == 0 and len(out.splitlines()) == 6
    assert max(map(cell_len, out.splitlines())) <= 80 and "\x1b" not in out
    assert "!  unlike the training texts" in err and "100.0 %" not in out
    out, err = call("predict", folder / "four.steelyard", "the order and the account and the app")[1:]
    assert " ? the order" in out and err == "?  can't say: other classes are as possible\n"


def test_other_shares(call: Called, folder: Path) -> None:
    model = folder / "two.steelyard"
    plain = objects(call("predict", model, "so so", "--json", "--all")[1])[0]["probabilities"]
    rare = objects(call("predict", model, "so so", "--json", "--all", "--priors", "pos=0.01,neg=0.99")[1])[0]
    p, q = plain["pos"] / plain["neg"], rare["probabilities"]["pos"] / rare["probabilities"]["neg"]
    assert q == pytest.approx(p / 99, rel=1e-2) and rare["label"] == "neg"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["nowhere.csv"], 1, "There is no file nowhere.csv"),
        (["a text", "{folder}/train.csv"], 2, "is a file, and 'a text' is none"),
        (["a", "--all"], 2, "--all goes with"),
        (["a", "--priors", "pos=1"], 2, "Give a share for each class: neg, pos"),
        (["a", "--priors", "pos=x,neg=1"], 2, "'pos=x' is no share"),
        (["a", "--priors", "pos=0.9,neg=0.3"], 2, "shares add up to 1.2, and not to 1"),
        (["a", "--priors", "pos=0,neg=0"], 2, "shares add up to 0, and not to 1"),
        (["a\udce9b"], 2, "not UTF-8"),
        (["{folder}/train.csv", "--text", "said"], 1, "no column 'said'"),
    ],
)
def test_what_is_wrong_is_named(words: list[str], code: int, said: str, call: Called, folder: Path) -> None:
    found, out, err = call("predict", folder / "two.steelyard", *[word.format(folder=folder) for word in words])
    assert (found, out) == (code, "") and said in err and "Traceback" not in err


def test_a_model_that_is_none_is_named(call: Called, folder: Path, tmp_path: Path) -> None:
    code, _, err = call("predict", folder / "train.csv", "a")
    assert code == 1 and err.startswith(f"Error: {folder / 'train.csv'}: this is no model file.\nA model file is what")
    code, _, err = call("predict", tmp_path / "none.steelyard", "a")
    assert code == 1 and "none.steelyard" in err


def test_bad_lines_stop_or_are_counted(call: Called, folder: Path) -> None:
    data = b"good\nb\xffd\n\nfine"
    code, out, err = call("predict", folder / "two.steelyard", stdin=data)
    assert code == 1 and "standard input, line 2: not UTF-8" in err and "--encoding 'cp1252'" in err
    code, out, err = call("predict", folder / "two.steelyard", "--skip-bad", stdin=data)
    assert code == 0 and len(out.splitlines()) == 3 and "1 row left out" in err


def test_a_word_that_is_a_files_name_can_be_a_text(call: Called, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert "test.csv" in call("predict", "two.steelyard", "test.csv", "--literal")[1]
    assert len(call("predict", "two.steelyard", "test.csv")[1].splitlines()) == 60
    assert len(call("predict", "two.steelyard", "t*t.csv", "--json")[1].splitlines()) == 60


def test_plain_and_compiled_answers_follow_each_other_unseen(
    call: Called, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = "".join(f"{text}\n" for text in steelyard.demo("reviews-en").texts.to_pylist()).encode()
    monkeypatch.setattr(inputs, "PIECE", 500)
    before = call("predict", folder / "two.steelyard", "--json", stdin=data)
    monkeypatch.setattr(predict, "AT_ONCE", 3000)
    after = call("predict", folder / "two.steelyard", "--json", stdin=data)
    assert before == after and len(before[1].splitlines()) == 300


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_lines_are_whole_however_the_pipe_cuts_them(
    size: int, call: Called, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "PIECE", size)
    out = call("predict", folder / "two.steelyard", "--json", stdin="été\n\nlonger line\nend 😀".encode())[1]
    assert [each["text"] for each in objects(out)] == ["été", "", "longer line", "end 😀"]


def test_answers_stand_line_for_line(call: Called, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"good\n\n  \nbad\r\n\r\n"
    for form in (["--json"], ["--json"], []):
        code, out, _ = call("predict", folder / "two.steelyard", *form, stdin=data)
        assert code == 0 and len(out.splitlines()) == 5
        monkeypatch.setattr(predict, "AT_ONCE", 0)  # compiled code answers nothing likewise
    texts = [each["text"] for each in objects(call("predict", folder / "two.steelyard", "--json", stdin=data)[1])]
    assert texts == ["good", "", "  ", "bad", ""]
    assert call("predict", folder / "two.steelyard", stdin=b"")[:2] == (0, "")


def test_lines_are_answered_as_they_come(folder: Path) -> None:
    command = [*COMMAND, "predict", str(folder / "two.steelyard"), "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        for text in ("first", "second"):
            process.stdin.write(f"{text}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["text"] == text
        process.stdin.close()
    assert process.returncode == 0


def test_nothing_heavy_is_imported_for_one_text(folder: Path) -> None:
    program = (
        "import sys\nfrom steelyard.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numpy', 'scipy', 'numba', 'sklearn', 'pyarrow', 'rich', 'csv'} & set(sys.modules)))"
    )
    words = ["predict", str(folder / "two.steelyard"), "one text"]
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_who_stops_reading_ends_it_quietly(folder: Path) -> None:
    command = [*COMMAND, "predict", str(folder / "two.steelyard"), "demo:reviews-en"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode == 141 and b"Traceback" not in said and b"Error" not in said


def test_an_empty_argument_is_a_text_and_not_the_folder(call: Called, folder: Path) -> None:
    code, out, _ = call("predict", folder / "two.steelyard", "", "What a film", "--json")
    assert code == 0 and len(objects(out)) == 2
