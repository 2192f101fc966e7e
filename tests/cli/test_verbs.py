"""explain, evaluate, compare, inspect, report, verify, export, demo: each says what the library knows."""

from __future__ import annotations

import csv
import io
import json
import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len

import steelyard
from tests.cli.conftest import Called

TEXT = "The acting is wonderful, but the story is slow and the end is a waste of time."


def fits(out: str) -> bool:
    return max(map(cell_len, out.splitlines())) <= 80


def test_an_explanation_adds_up(call: Called, folder: Path) -> None:
    for name in ("two", "four", "other"):
        code, out, _ = call("explain", folder / f"{name}.steelyard", TEXT, "--json")
        found = json.loads(out)
        assert code == 0 and found["text"] == TEXT
        total = sum(term["weight"] for term in found["terms"]) + found["intercept"]
        assert total == pytest.approx(found["score"], abs=1e-9)
        assert found["said"] == steelyard.load(folder / f"{name}.steelyard").predict([TEXT])[0]


def test_explanations_are_shown_in_lines_that_fit(call: Called, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    code, out, err = call("explain", folder / "two.steelyard", TEXT, "L'été 😀 fut bon", "--neighbours")
    assert code == 0 and err == "" and fits(out) and "\x1b" not in out and "wonderful" in out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in call("explain", folder / "two.steelyard", TEXT)[1]


@pytest.mark.parametrize(("columns", "most"), [("40", 40), ("200", 80), ("3", 30)])
def test_a_narrow_terminal_gets_short_lines(
    columns: str, most: int, call: Called, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out = call("explain", folder / "two.steelyard", "a dull film with one good scene and a wonderful end, they say")[1]
    assert most - 12 <= max(map(cell_len, out.splitlines())) <= most


def test_explanations_of_a_file_and_of_lines(call: Called, folder: Path, tmp_path: Path) -> None:
    out = call("explain", folder / "two.steelyard", folder / "test.csv", "--json")[1]
    assert len(out.splitlines()) == 60 and '"flip": null' in out
    out = call("explain", folder / "two.steelyard", "--json", "--flip", stdin=f"{TEXT}\n".encode())[1]
    assert json.loads(out)["flip"] is not None
    code, out, _ = call("explain", folder / "four.steelyard", TEXT, "--html", tmp_path / "why.html", "--language", "fr")
    page = (tmp_path / "why.html").read_text(encoding="utf-8")
    assert code == 0 and out.strip() == str(tmp_path / "why.html")
    assert '<html lang="fr">' in page and "wonderful" in page and "http" not in page.replace("http-equiv", "")


def test_explanations_as_rows_add_up(call: Called, folder: Path) -> None:
    out = call("explain", folder / "two.steelyard", TEXT, "so so", "--csv")[1]
    rows = list(csv.DictReader(io.StringIO(out)))
    scores = steelyard.load(folder / "two.steelyard").decision_function([TEXT, "so so"])
    for number, score in (("1", scores[0]), ("2", scores[1])):
        own = [row for row in rows if row["number"] == number]
        sign = 1 if own[0]["target"] == "pos" else -1
        assert sum(float(row["weight"]) for row in own) == pytest.approx(sign * score, abs=1e-6)


def test_targets_are_named_as_classes(call: Called, folder: Path) -> None:
    words = ("explain", folder / "four.steelyard", TEXT, "--json", "--target", "billing", "--against", "delivery")
    found = json.loads(call(*words)[1])
    assert (found["target"], found["against"]) == ("billing", "delivery")
    code, _, err = call("explain", folder / "four.steelyard", TEXT, "--target", "bill")
    assert code == 2 and "billing" in err
    code, _, err = call("explain", folder / "four.steelyard", TEXT, "--neighbours")
    assert code == 2 and "keep" in err


def test_evaluation_says_what_the_library_measures(call: Called, folder: Path) -> None:
    code, out, err = call("evaluate", folder / "two.steelyard", folder / "test.csv")
    test = steelyard.read(folder / "test.csv")
    measures = steelyard.load(folder / "two.steelyard").evaluate(test.texts, test.labels)
    assert (code, err) == (0, "") and fits(out)
    assert f"{measures.accuracy.value:.3f} ({measures.accuracy.low:.3f}" in out
    found = json.loads(call("evaluate", folder / "two.steelyard", folder / "test.csv", "--json")[1])
    assert found["test"]["measures"]["confusion"] == measures.confusion.tolist()


def test_thresholds_are_found_on_request(call: Called, folder: Path) -> None:
    words = ["evaluate", folder / "two.steelyard", folder / "train.csv", "--precision", "0.9", "--of", "pos"]
    code, out, _ = call(*words)
    found = json.loads(call(*words, "--json")[1])["threshold"]
    train = steelyard.read(folder / "train.csv")
    yes = steelyard.load(folder / "two.steelyard").predict_proba(train.texts)[:, 1] >= found["at"]
    assert code == 0 and "to say 'pos' from a probability of" in out
    assert (train.labels[yes] == "pos").mean() >= 0.9
    assert call(*words[:-1], "good")[0] == 2


def test_strange_labels_stop_or_are_set_aside(call: Called, folder: Path, tmp_path: Path) -> None:
    mixed = tmp_path / "mixed.csv"
    mixed.write_text("text,label\nMy parcel is lost,delivery\nzqx vbn,elsewhere\nI paid twice,billing\n")
    code, _, err = call("evaluate", folder / "four.steelyard", mixed)
    assert code == 1 and "elsewhere" in err and "--skip-bad" in err
    code, out, _ = call("evaluate", folder / "four.steelyard", mixed, "--skip-bad")
    assert code == 0 and "1 text of classes that the model does not know" in out


def test_two_models_are_compared_on_the_same_texts(call: Called, folder: Path) -> None:
    words = ("compare", folder / "two.steelyard", folder / "other.steelyard", folder / "test.csv")
    code, out, _ = call(*words)
    found = json.loads(call(*words, "--json")[1])
    assert code == 0 and fits(out) and "two" in out and "other" in out
    total = found["both_right"] + found["both_wrong"] + len(found["first_only"]) + len(found["second_only"])
    assert total == found["n"] == 60
    one, other = (found["measures"][name]["accuracy"]["value"] for name in ("two", "other"))
    assert found["accuracy"]["value"] == pytest.approx(other - one)
    assert " ".join(found["verdict"].split()) in " ".join(out.split())
    code, _, err = call("compare", folder / "two.steelyard", folder / "four.steelyard", folder / "test.csv")
    assert code == 1 and ("same classes" in err or "labels that the" in err)


def test_a_file_says_what_is_in_it(call: Called, folder: Path) -> None:
    code, out, _ = call("inspect", folder / "two.steelyard")
    assert code == 0 and fits(out)
    assert "the training texts, whole" in out and "Strongest words" in out and "words, 1 to 2 in a row" in out
    out = call("inspect", folder / "four.steelyard", "--words", "0")[1]
    assert "no training text" in out and "Strongest words" not in out
    found = json.loads(call("inspect", folder / "four.steelyard", "--json", "--words", "3")[1])
    assert found["classes"] == list(found["strongest"]) and len(found["strongest"]["billing"]) == 3


def test_a_saved_model_has_its_report(call: Called, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    code, out, _ = call("report", folder / "four.steelyard", "-o", page, "--title", "Our mail", "--language", "es")
    assert code == 0 and out.strip() == str(page)
    text = page.read_text(encoding="utf-8")
    assert "Our mail" in text and '<html lang="es">' in text and len(text) < 1_000_000
    call("report", folder / "two.steelyard", "-o", page, "--test", folder / "test.csv")
    measured = page.read_text(encoding="utf-8")
    assert len(measured) > len(text)
    call("report", folder / "two.steelyard", "-o", page, "--test", folder / "test.csv", "--no-texts")
    assert len(page.read_text(encoding="utf-8")) < len(measured)


def test_what_was_written_is_said_for_machines(call: Called, folder: Path, tmp_path: Path) -> None:
    for verb, name in (("report", "r.html"), ("export", "m.pkl")):
        out = call(verb, folder / "four.steelyard", "-o", tmp_path / name, "--json")[1]
        assert json.loads(out) == {"written": str(tmp_path / name)} and (tmp_path / name).exists()


def test_a_model_is_verified_against_its_texts(call: Called, folder: Path) -> None:
    code, out, _ = call("verify", folder / "two.steelyard", folder / "train.csv", "--test", folder / "test.csv")
    assert code == 0 and out.startswith("The same bytes")
    code, out, _ = call("verify", folder / "two.steelyard", folder / "test.csv", "--json")
    assert code == 1 and json.loads(out)["holds"] is False
    code, out, _ = call("verify", folder / "four.steelyard", folder / "train.csv")
    assert code == 1 and "not the texts" in out


def test_an_exported_pipeline_says_the_same(call: Called, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "m.pkl"
    assert call("export", folder / "two.steelyard", "-o", path)[0] == 0
    texts = steelyard.read(folder / "test.csv").texts.to_pylist()
    pipeline, clf = pickle.loads(path.read_bytes()), steelyard.load(folder / "two.steelyard")
    assert np.allclose(pipeline.predict_proba(texts), clf.predict_proba(texts), atol=1e-6)
    assert pipeline.predict(texts).tolist() == clf.predict(texts).tolist()
    code, _, err = call("export", folder / "two.steelyard", "-o", tmp_path / "m.bin")
    assert code == 2 and "--to onnx" in err


def test_an_exported_graph_says_the_same(call: Called, folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    runtime = pytest.importorskip("onnxruntime")
    path = tmp_path / "m.onnx"
    assert call("export", folder / "two.steelyard", "-o", path)[0] == 0
    texts = steelyard.read(folder / "test.csv").texts.to_pylist()
    labels, p = runtime.InferenceSession(path).run(None, {"texts": np.array(texts, object)})
    clf = steelyard.load(folder / "two.steelyard")
    assert labels.tolist() == clf.predict(texts).tolist()
    assert np.allclose(p, clf.predict_proba(texts), atol=1e-5)


def test_the_demo_does_the_whole_job(call: Called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = call("demo", "support-en")
    assert code == 0 and err == "" and "steelyard explain support-en.steelyard" in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["support-en.html", "support-en.steelyard"]
    found = json.loads(call("demo", "support-en", "--json")[1])
    assert found["fit"]["model"] == "support-en.steelyard" and found["explanation"]["terms"]
    assert call("demo", "-o", tmp_path / "none")[0] == 2


def test_texts_that_the_model_learnt_from_are_told(call: Called, folder: Path, tmp_path: Path) -> None:
    train, test = folder / "train.csv", folder / "test.csv"
    for model, source, leaked in (("two", train, 240), ("two", test, 0), ("other", train, 240), ("other", test, None)):
        found = json.loads(call("evaluate", folder / f"{model}.steelyard", source, "--json")[1])["test"]
        assert found["leaked"] == leaked, (model, source)
    assert "240 texts among the training texts too" in call("evaluate", folder / "other.steelyard", train)[1]
    call("report", folder / "two.steelyard", "--test", train, "-o", tmp_path / "two.html")
    page = (tmp_path / "two.html").read_text(encoding="utf-8")
    assert re.search(r"240 test texts \([^)]*\) stand among the training texts too", " ".join(page.split()))


def test_a_page_about_a_file_cuts_nothing(call: Called, folder: Path) -> None:
    out = call("inspect", folder / "two.steelyard")[1]
    assert fits(out) and "..." not in out.partition("How it was made")[2] and " kB" in out.splitlines()[0]
