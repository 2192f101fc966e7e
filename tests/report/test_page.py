"""The page is whole, says what the records say, and is the same each time."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from steelyard.errors import ReportWriteError, SettingError
from steelyard.report import LANGUAGES, Cases, Contents, Part, html, write
from tests.report.examples import contents
from tests.report.reading import Element, faults_of, read

CLASSES = (2, 4, 150)


def sections(page: Element) -> dict[str, Element]:
    return {str(s.attributes["id"]): s for s in page.every("section")}


def table_of(section: Element, caption: str) -> list[list[str]]:
    """The rows of the table with that caption, its head first."""
    table = next(t for t in section.every("table") if t.children[0].text.startswith(caption))
    return [[cell.text for cell in row.every("th", "td")] for row in table.every("tr")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("K", CLASSES)
def test_it_is_well_formed_and_can_be_read_without_eyes_or_mouse(K: int, language: str) -> None:
    page = read(html(contents(K), language=language))
    assert faults_of(page) == []
    assert page.children[0].attributes["lang"] == language
    assert {"header", "nav", "main", "footer"} <= {e.name for e in page.every()}
    assert len(sections(page)) == 14
    links = [a.attributes["href"] for a in page.every("nav")[0].every("a")]
    assert links == [f"#{name}" for name in sections(page) if name != "look"]


@pytest.mark.parametrize("texts", [True, False])
def test_it_asks_nothing_of_any_network_and_runs_nothing(texts: bool) -> None:
    page = read(html(contents(4), texts=texts))
    assert not page.every("script", "link", "img", "iframe", "object", "embed", "base", "form", "use", "image")
    names = {name for e in page.every() for name in e.attributes}
    assert not {name for name in names if name.startswith("on")} | names & {"src", "srcset", "xlink:href", "action"}
    style = page.every("style")[0].text
    assert "url(" not in style and "@import" not in style
    policy = next(e for e in page.every("meta") if e.attributes.get("http-equiv") == "Content-Security-Policy")
    assert str(policy.attributes["content"]).startswith("default-src 'none'")


def test_the_figures_are_those_of_the_records() -> None:
    c = contents(4)
    found = sections(read(html(c)))
    rows = {row[0]: row for row in table_of(found["scores"], "What the classifier is worth")}
    a, t = c.scores.accuracy, c.test_scores.accuracy
    assert rows["right answers (accuracy), %"][1] == f"{100 * a.value:.1f} {100 * a.low:.1f} to {100 * a.high:.1f}"
    assert rows["right answers (accuracy), %"][3] == f"{100 * t.value:.1f} {100 * t.low:.1f} to {100 * t.high:.1f}"
    assert rows["right answers (accuracy), %"][4].startswith(f"{100 * c.scores.baseline.accuracy.value:.1f}")
    assert rows["log loss"][2].startswith(f"{c.nested.loss.value:.3f}")
    assert rows["texts"][1:4] == ["1,200", "1,200", "600"]
    matrix = table_of(found["confusions"], "Which class the texts have")
    shown = [[0 if n == "·" else int(n) for n in row[1:-1]] for row in matrix[1:]]
    assert shown == c.test_scores.confusion.astype(int).tolist()
    points = table_of(found["thresholds"], "What to ask for")
    assert points[1][2] == f"{100 * c.thresholds[0].points[0].at:.1f}%"
    assert points[5][2] == "not to be had" or c.thresholds[0].points[4].reached
    sets = table_of(found["sets"], "What the sets hold")
    assert sets[1][1].startswith(f"{100 * c.sets.covered.value:.1f} ")


def test_the_marks_of_a_picture_lie_where_the_records_say() -> None:
    c = contents(2)
    found = sections(read(html(c)))
    marks = [e for e in found["growth"].every("circle") if "ring" not in str(e.attributes["class"])]
    points = c.curve.points
    assert len(marks) == len(points)
    heights = [float(str(m.attributes["cy"])) for m in marks]
    errors = [p.error.value for p in points]
    slope = (heights[-1] - heights[0]) / (errors[-1] - errors[0])
    assert slope < 0  # a larger error is higher up
    for y, error in zip(heights, errors, strict=True):
        assert abs(y - heights[0] - slope * (error - errors[0])) < 0.11


@pytest.mark.parametrize("K", CLASSES)
def test_the_same_contents_make_the_same_bytes_also_from_plain_data(K: int) -> None:
    c = contents(K)
    first = html(c, language="fr")
    assert html(c, language="fr") == first
    again = Contents(**json.loads(json.dumps(c.as_data(), allow_nan=False)))
    assert html(again, language="fr") == first


def test_a_page_of_many_classes_and_long_texts_is_below_a_megabyte() -> None:
    c = contents(150)
    long = " ".join(f"wörd{i % 977}" for i in range(20_000))
    many = [replace(case, text=long, explanation=None) for case in c.mistakes.cases] * 5
    c = replace(c, mistakes=Cases(many, 40, 1200), doubts=Cases(many, 40, 1200))
    assert len(html(c, language="fr").encode()) < 1_000_000


def test_what_is_not_known_is_left_off() -> None:
    bare = Contents("Films", ("neg", "pos"), Part("", 4, [2, 2]))
    page = read(html(bare))
    assert faults_of(page) == []
    assert list(sections(page)) == ["look", "data"]
    full = contents(2)
    for name in full.as_data():
        if name in ("title", "classes", "training"):
            continue
        nothing: Any = () if name in ("thresholds", "terms") else None
        assert faults_of(read(html(replace(full, **{name: nothing})))) == []
    without = replace(full, scores={**full.as_data()["scores"], "log_loss": None, "brier": None, "auc": None})
    assert faults_of(read(html(without))) == []


def test_one_right_classifier_has_nothing_to_confess() -> None:
    page = sections(read(html(replace(contents(2), mistakes=Cases([], 0, 600, True), doubts=Cases([], 0, 1200)))))
    assert "None of 600 texts got a wrong answer" in page["mistakes"].text
    assert "No label of 1,200 texts is doubtful" in page["doubts"].text


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(SettingError, match="en, fr, es"):
        html(contents(2), language="de")


def test_writing_leaves_the_old_page_where_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(contents(2), tmp_path / "report.html")
    old = path.read_bytes()
    assert old.decode() == html(contents(2))

    def broken(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(ReportWriteError, match="No space left"):
        write(contents(4), path)
    assert path.read_bytes() == old
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]


def test_nothing_of_the_machine_or_the_hour_is_on_it() -> None:
    page = html(contents(2))
    assert os.uname().nodename not in page
    assert str(Path.home()) not in page
    assert not re.search(r"\b20\d\d-\d\d-\d\d\b", page)
    path = "/tmp/me/train.csv"
    training = replace(contents(2).training, name=path, notes=[f"{path}: texts from column 'text'."])
    named = html(replace(contents(2), title=path, training=training))
    assert "/tmp/me" not in named and "train.csv: texts from" in named


@pytest.mark.parametrize(
    ("losses", "told"), [([0.5, 0.4, 0.3], True), ([0.5, 0.301, 0.3], False), ([0.4, 0.3, 0.4], False)]
)
def test_a_choice_at_the_edge_is_told_where_the_loss_still_falls(losses: list[float], told: bool) -> None:
    c = contents(2)
    trial = {**c.choice.trials[0], "strengths": [1.0, 10.0, 100.0], "losses": losses, "best": losses.index(0.3)}
    trial["fold_losses"] = [[loss] * 5 for loss in losses]
    strength = trial["strengths"][trial["best"]]
    page = html(replace(c, choice=replace(c.choice, trials=[trial], chosen=0, strength=strength)))
    assert ("edge of those tried" in page) is told
