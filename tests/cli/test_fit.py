"""`steelyard fit` writes a model and a report and says all on one page; whatever stops it, nothing is half-written."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.cells import cell_len

import steelyard
from steelyard import store
from tests.cli.conftest import QUICK, Called

FRENCH = [("L'été 😀 fut très réussi, quelle joie !", "réjoui 😀"), ("Un film ennuyeux, hélas… 😡", "fâché 😡")] * 12


@pytest.fixture
def french(tmp_path: Path) -> Path:
    path = tmp_path / "avis.csv"
    rows = [*FRENCH, ("L'été 😀 fut très réussi, quelle joie !", "fâché 😡")]  # the last one is doubtful
    lines = [f'"{text} {i}",{label}\n' for i, (text, label) in enumerate(rows)]
    path.write_text("".join(["avis,note\n", *lines]), encoding="utf-8")
    return path


def fits(out: str) -> bool:
    """Within 80 columns, but for the names of files, which are to be copied."""
    page, _, _ = out.partition("\nFiles\n")
    return max(map(cell_len, page.splitlines())) <= 80


def test_the_page_says_what_the_model_is(call: Called, folder: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.steelyard"
    code, out, err = call("fit", folder / "train.csv", "--test", folder / "test.csv", *QUICK, "-o", model)
    clf = steelyard.load(model)
    assert code == 0 and err == ""
    assert fits(out) and "\x1b" not in out
    accuracy = clf.card_["test"]["measures"]["accuracy"]
    wanted = [
        "240 texts, 2 classes: train.csv", "texts from column 'text'", "words, strength 1",
        f"{clf.card_['out_of_fold']['accuracy']['value']:.3f} (", f"{accuracy['value']:.3f} ({accuracy['low']:.3f} to",
        "always 'neg'", "Certificate", "Strongest words", "in doubt", str(model.name), "m.html",
    ]  # fmt: skip
    page = " ".join(out.split())
    assert [each for each in wanted if each not in page] == []
    assert (tmp_path / "m.html").read_text(encoding="utf-8").count("<h1>") == 1
    assert store.load_training(model) is None


def test_json_is_the_page_complete(call: Called, folder: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.steelyard"
    code, out, _ = call("fit", folder / "train.csv", *QUICK, "-o", model, "--no-report", "--json")
    found = json.loads(out)
    assert code == 0 and found["model"] == str(model) and found["report"] is None
    assert found["card"] == store.describe(model)["card"]
    assert list(found["strongest"]) == ["neg", "pos"]
    assert not (tmp_path / "m.html").exists()


def test_the_command_line_and_the_library_give_the_same_bytes(call: Called, folder: Path, tmp_path: Path) -> None:
    call("fit", folder / "support.csv", *QUICK, "-o", tmp_path / "m.steelyard", "--no-report")
    assert (tmp_path / "m.steelyard").read_bytes() == (folder / "four.steelyard").read_bytes()


def test_a_pipe_a_folder_and_several_files_are_sources(call: Called, folder: Path, tmp_path: Path) -> None:
    data = (folder / "train.csv").read_bytes()
    assert call("fit", "-", *QUICK, "-o", tmp_path / "pipe.steelyard", "--no-report", stdin=data)[0] == 0
    for row in csv.DictReader(io.StringIO(data.decode())):
        (tmp_path / "mail" / row["label"]).mkdir(parents=True, exist_ok=True)
        (tmp_path / "mail" / row["label"] / f"{len(row['text'])}.txt").write_text(row["text"], encoding="utf-8")
    assert call("fit", tmp_path / "mail", *QUICK)[0] == 0
    code, out, _ = call("fit", folder / "train.csv", folder / "test.csv", *QUICK, "--json", "--near-duplicates")
    found = json.loads(out)["card"]
    assert code == 0 and found["data"]["texts"] == 300 and found["data"]["near"] >= 0
    piped = store.describe(tmp_path / "pipe.steelyard")["card"]["data"]["fingerprint"]
    assert piped == store.describe(folder / "two.steelyard")["card"]["data"]["fingerprint"]


def test_french_and_emoji_fit_the_page(
    call: Called, french: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["fit", french, "--label", "note", *QUICK, "--test", "0.25", "--learning-curve", "--language", "fr"]
    code, out, _ = call(*words, "-o", tmp_path / "m.steelyard")
    assert code == 0 and fits(out)
    assert "fâché 😡" in out and "19 texts" in out
    assert '<html lang="fr">' in (tmp_path / "m.html").read_text(encoding="utf-8")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[1m" in call(*words)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    code, plain, _ = call(*words)
    assert "\x1b" not in plain and "nothing was saved" in plain


def test_texts_stay_out_where_they_are_not_wanted(call: Called, french: Path, tmp_path: Path) -> None:
    for flag, kept in (("--no-texts", False), ("--keep-texts", True)):
        words = ["fit", french, "--label", "note", *QUICK, flag, "-o", tmp_path / "m.steelyard"]
        assert call(*words)[0] == 0
        page = (tmp_path / "m.html").read_text(encoding="utf-8")
        assert ("quelle joie !" in plain(page)) is kept
        assert (store.load_training(tmp_path / "m.steelyard") is not None) is kept


def plain(page: str) -> str:
    """What a page says, its marks left out."""
    return re.sub(r"<[^>]*>", "", page)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["nowhere.csv"], 1, "There is no file nowhere.csv"),
        (["{folder}/train.csv", "-o", "{folder}/none/m.steelyard"], 2, "in a folder that is not there"),
        (["{folder}/train.csv", "-o", "{folder}"], 2, "is a folder"),
        (["{folder}/train.csv", "-o", "{folder}/test.csv"], 2, "is there, and is no model"),
        (["{folder}/train.csv", "--strengths", "0"], 2, "Give numbers above 0"),
        (["{folder}/train.csv", "--recipe", "word"], 2, "There is no recipe 'word'"),
        (["{folder}/train.csv", "--test", "{folder}/support.csv"], 1, "200 test texts have labels"),
        (["{folder}/train.csv", "--test", "2"], 2, "test is 2"),
        (["{folder}/train.csv", "--keep-texts"], 2, "--keep-texts goes with --output"),
        (["{folder}/train.csv", "--coverage", "95"], 2, "coverage is 95"),
        (["{folder}/train.csv", "--lable", "label"], 2, "--label"),
    ],
)
def test_what_is_wrong_is_named(words: list[str], code: int, said: str, call: Called, folder: Path) -> None:
    before = sorted(path.name for path in folder.iterdir())
    found, out, err = call("fit", *[word.format(folder=folder) for word in words])
    assert (found, out) == (code, "") and said in err and "Traceback" not in err
    assert sorted(path.name for path in folder.iterdir()) == before


def test_bad_rows_stop_the_work_or_are_counted(call: Called, folder: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text((folder / "train.csv").read_text(encoding="utf-8") + "a text with no label,\n", encoding="utf-8")
    code, out, err = call("fit", bad, *QUICK)
    assert code == 1 and "missing label" in err and "--skip-bad" in err and out == ""
    code, out, _ = call("fit", bad, *QUICK, "--skip-bad")
    assert code == 0 and "1 training row left out: missing label 1." in out


FIT = [sys.executable, "-c", "from steelyard.cli import main; main()", "fit", "demo:reviews-en", *QUICK, "--no-report"]


def started(model: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*FIT, "-o", str(model), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_killed_at_any_moment_the_file_is_the_old_or_the_new(tmp_path: Path) -> None:
    """A hundred moments: python -m benchmarks kills."""
    new, model = tmp_path / "new.steelyard", tmp_path / "m.steelyard"
    begin = time.monotonic()
    assert started(new).wait() == 0
    whole = time.monotonic() - begin
    started(model, "--seed", "1").wait()
    known = {new.read_bytes(), model.read_bytes()}
    assert len(known) == 2
    for share in (0.5, 0.9, 1.0):
        with started(model) as process:
            time.sleep(share * whole)
            process.kill()
        assert model.read_bytes() in known
        steelyard.load(model)


def test_interrupted_nothing_is_left_half_written(tmp_path: Path) -> None:
    with started(tmp_path / "m.steelyard") as process:
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    model = tmp_path / "m.steelyard"
    if model.exists():  # it was quicker than the signal
        steelyard.load(model)
        assert list(tmp_path.iterdir()) == [model]
    else:
        assert process.returncode in (130, -signal.SIGINT) and not list(tmp_path.iterdir())
        assert b"Traceback" not in err or process.returncode == -signal.SIGINT


def test_what_stands_out_is_told_below_the_scores(call: Called, tmp_path: Path) -> None:
    twice = [("good film", "a"), ("bad film", "b")] * 12 + [("good film", "b"), ("odd thing", "rare")]
    (tmp_path / "t.csv").write_text("text,label\n" + "".join(f"{text},{label}\n" for text, label in twice))
    code, out, _ = call("fit", tmp_path / "t.csv", "--recipe", "words", "--strengths", "1", "--learning-curve")
    page = " ".join(out.split())
    assert code == 0 and fits(out)
    assert "13 training texts seen elsewhere with another label" in page
    assert "% of the training texts repeat an earlier one" in page
    assert "1 class of fewer than 10 texts" in page
    assert "more texts" in page.partition("Look at")[2]


def test_labels_of_any_width_stand_beside_their_words(call: Called, tmp_path: Path) -> None:
    rows = [("great lovely film", "好" * 3), ("bad dull film", '<b>"\x1b[31m' + "long " * 9)] * 10
    with (tmp_path / "t.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("text", "label"), *rows])
    code, out, _ = call("fit", tmp_path / "t.csv", *QUICK)
    assert code == 0 and fits(out) and "\x1b" not in out and "\\x1b" not in out
    words = out.partition("Strongest words\n")[2]
    assert "  好好好" in words
    assert re.search(r"always \S.* 0\.500", out)


def test_the_commonest_answer_is_that_of_each_part(call: Called, folder: Path, tmp_path: Path) -> None:
    reviews = list(csv.DictReader((folder / "train.csv").open(encoding="utf-8")))
    few = [row for row in reviews if row["label"] == "pos"][:30] + reviews[:2]
    with (tmp_path / "few.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("text", "label"), *((row["text"], row["label"]) for row in few)])
    code, out, _ = call("fit", folder / "train.csv", "--test", tmp_path / "few.csv", *QUICK)
    line = next(line for line in out.splitlines() if line.startswith("  always"))
    assert code == 0 and "0.500 ('neg')" in line and "('pos')" in line


def test_the_certificate_is_never_cut() -> None:
    from steelyard.cli.scores import certificate

    assert all(len(certificate({"gap": [gap]})) <= 78 for gap in (9.9e-7, 9.96e-7, 1.2e-10, 0.0123, 0.0))


def test_what_a_split_source_says_of_its_columns_is_said_once(call: Called, folder: Path) -> None:
    code, out, _ = call("fit", folder / "train.csv", "--test", "0.2", *QUICK)
    assert code == 0 and " ".join(out.split()).count("texts from column 'text'") == 1


def test_no_file_of_a_job_is_written_over_another(call: Called, folder: Path, tmp_path: Path) -> None:
    train, test = tmp_path / "train.csv", tmp_path / "test.csv"
    for path in (train, test):
        path.write_bytes((folder / path.name).read_bytes())
    before = train.read_bytes()
    for words in (("--report", train), ("-o", tmp_path / "m.html"), ("--test", test, "--report", test), ("-o", "/")):
        code, _, err = call("fit", train, *QUICK, *words)
        assert code == 2 and err.startswith("Error: "), words
    assert train.read_bytes() == before and not (tmp_path / "m.html").exists()
