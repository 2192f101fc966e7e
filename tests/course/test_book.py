"""Every chapter, in every language: its code runs and prints what it says, its answers are right, its page is whole."""

from __future__ import annotations

import ast
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from steelyard.course import cells, outputs, words
from steelyard.course.chapters import Chapter, chapter
from steelyard.course.checking import judge, right_answers
from steelyard.course.contents import CHAPTERS, LANGUAGES
from steelyard.course.exercises import Function, Number, Values, Word
from steelyard.course.site import build
from steelyard.course.site.html import Image

WRITTEN = [each for each in CHAPTERS if each.words("en").is_file()]
EDITIONS = [(each.number, language) for language in LANGUAGES for each in WRITTEN if each.words(language).is_file()]
MODULE = r"[a-z_]+"


ran = cache(outputs.ran)  # once a process: the namespace is copied by who adds to it


def name_of(place: object) -> str:
    return str(getattr(place, "name", place))


@pytest.mark.parametrize("place", WRITTEN, ids=name_of)
def test_cells_print_what_they_say(place: object) -> None:
    found = chapter(place.number).cells  # type: ignore[attr-defined]
    wrong = [
        f"{name}:\n{output}\nnot\n{found[name].output}"
        for name, output in ran(place.number)[0].items()  # type: ignore[attr-defined]
        if not cells.same(output, found[name].output)
    ]
    assert not wrong, "\n".join(wrong)


def test_one_chapter_alone_needs_more_than_the_package() -> None:
    """The quadratic programme of chapter 8 needs the extra `margin`, and the chapter says so; no other cell does."""
    needs = [each.name for each in WRITTEN if "margin_program" in each.cells.read_text(encoding="utf-8")]
    assert needs in ([], ["margins"])
    assert all("steelyard[margin]" in chapter(name).place.words("en").read_text(encoding="utf-8") for name in needs)


@pytest.mark.parametrize("place", WRITTEN, ids=name_of)
def test_code_fits_the_page(place: object) -> None:
    found = chapter(place.number).cells.values()  # type: ignore[attr-defined]
    long = [line for cell in found for line in cell.code.splitlines() if len(line) > 96]
    assert long == []


@pytest.mark.parametrize("place", WRITTEN, ids=name_of)
def test_solutions_are_right_and_every_exercise_has_one(place: object) -> None:
    found = chapter(place.number)  # type: ignore[attr-defined]
    answers = right_answers(found.number, ran(found.number)[1])
    assert set(answers) == set(found.exercises)
    verdicts = [judge(found.exercises[number], answer) for number, answer in answers.items()]
    assert [verdict for verdict in verdicts if not verdict] == []


@pytest.mark.parametrize("place", WRITTEN, ids=name_of)
def test_known_mistakes_are_recognised_as_what_they_are(place: object) -> None:
    for number, answer in chapter(place.number).answers.items():  # type: ignore[attr-defined]
        exercise = chapter(place.number).exercises[number]  # type: ignore[attr-defined]
        assert not judge(exercise, None) and not judge(exercise, "no such answer")
        if isinstance(answer, Number | Values | Word | Function):
            assert {name: answer.judge(value) for name, value in answer.wrong.items()} == {n: n for n in answer.wrong}


@pytest.mark.parametrize("place", WRITTEN, ids=name_of)
def test_starters_are_no_solutions(place: object) -> None:
    found = chapter(place.number)  # type: ignore[attr-defined]
    for name, cell in found.cells.items():
        if name.startswith("starter "):
            number = name.removeprefix("starter ")
            space: dict[str, object] = {}
            cells.run(cell, space, found.place.cells)
            defined = [node.name for node in ast.parse(cell.code).body if isinstance(node, ast.FunctionDef)]
            assert not judge(found.exercises[number], space[defined[0] if defined else "answer"]), number


@pytest.mark.parametrize(("number", "language"), EDITIONS)
def test_chapters_have_what_a_chapter_has(number: int, language: str) -> None:
    found = chapter(number, language)
    parts = list(words.walk(found.words.parts))
    assert [n.partition(".")[0] for n in found.exercises] == [str(number)] * len(found.exercises)
    assert [int(n.partition(".")[2]) for n in found.exercises] == list(range(1, len(found.exercises) + 1))
    assert len(found.exercises) >= 3 and len(found.words.summary) < 240
    for kind in (words.Source, words.Run, words.Picture):
        assert any(isinstance(part, kind) for part in parts), kind
    boxes = [part.kind for part in parts if isinstance(part, words.Box)]
    assert boxes.count("lecturer") == 1 and "document" in boxes


def test_editions_differ_in_words_alone() -> None:
    for number, language in EDITIONS:
        mine, theirs = chapter(number, language), chapter(number, "en")
        assert anchors_of(mine) == anchors_of(theirs)
        assert list(mine.exercises) == list(theirs.exercises)


def anchors_of(found: Chapter) -> list[str]:
    prose = "\n".join(part.text for part in found.words.parts if isinstance(part, words.Prose))
    return re.findall(r"^##+ .*\{#([\w-]+)\}$", prose, re.M)


class Page(HTMLParser):
    """What the tests ask of a page."""

    VOID = frozenset({"meta", "link", "img", "br", "hr", "source", "mspace", "wbr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.headings: list[int] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"]] if found.get("id") else []
        self.links += [str(found.get("href"))] if tag == "a" else []
        self.images += [found] if tag == "img" else []
        self.headings += [int(tag[1])] if re.fullmatch("h[1-6]", tag) else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}>"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book, its pictures not drawn."""
    folder = tmp_path_factory.mktemp("site")
    build(
        folder, images=lambda _folder, _language: lambda name: Image(f"pictures/{name}.png", f"Alt of {name}", 10, 10)
    )
    return folder


def test_the_site_is_whole(site: Path) -> None:
    pages = {path.name: Page(path.read_text(encoding="utf-8")) for path in site.glob("*.html")}
    assert {"index.html", "solutions.html", "documents.html", "lecturer.html"} < set(pages)
    assert (site / "style.css").stat().st_size > 1000
    for name, page in pages.items():
        assert not page.open and len(page.ids) == len(set(page.ids)), name
        assert page.headings[0] == 1 and page.headings.count(1) == 1, name
        assert all(b - a <= 1 for a, b in zip(page.headings, page.headings[1:], strict=False)), name
        assert all(image["alt"] and image["width"] for image in page.images), name
        for link in page.links:
            file, _, anchor = link.partition("#")
            target = pages[file or name]
            assert not anchor or anchor in target.ids, f"{name}: {link}"


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for path in site.iterdir():
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            assert "<script" not in text and not re.search(r"(?:src|href)=\"https?:|url\(|@import", text), path.name


def test_numbers_in_links_between_chapters_are_chapters() -> None:
    for number, language in EDITIONS:
        text = chapter(number, language).place.words(language).read_text(encoding="utf-8")
        told = [int(n) for n in re.findall(r"[Cc]hapters? (\d+)", text)]
        assert all(1 <= n <= len(CHAPTERS) for n in told)
