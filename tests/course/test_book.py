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
from steelyard.course.contents import BOOK, CHAPTERS, EXTRAS, LANGUAGES
from steelyard.course.exercises import Function, Number, Values, Word
from steelyard.course.notebook import notebook
from steelyard.course.site import STYLE, build
from steelyard.course.site.html import Image, Images
from steelyard.errors import SettingError

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


def test_chapters_that_need_more_than_the_package_say_so() -> None:
    """The quadratic programme of chapter 8 needs an extra, and the stop words of chapter 9; no other cell does."""
    wants = {"margin": ("margin_program",), "languages": ("stop_words(",)}
    for each in WRITTEN:
        script = each.cells.read_text(encoding="utf-8")
        needs = [extra for extra, signs in wants.items() if any(sign in script for sign in signs)]
        assert [extra for name, (extra, _) in EXTRAS.items() if name == each.name] == needs
        first = "".join(notebook(chapter(each.number))["cells"][0]["source"])
        for extra in needs:
            assert f"pip install 'steelyard[{extra}]'" in first
            assert f"pip install 'steelyard[{extra}]'" in each.words("en").read_text(encoding="utf-8")
            assert f"steelyard[{extra}]" in (BOOK / "en" / "index.md").read_text(encoding="utf-8")


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
    build(folder, images=without_drawings)
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


def without_drawings(_folder: Path, _language: str) -> Images:
    return lambda name: Image(f"pictures/{name}.png", f"Alt of {name}", 10, 10)


def test_one_chapter_built_alone_still_lists_all(tmp_path: Path) -> None:
    built = build(tmp_path, only=[3], images=without_drawings)
    assert [name for name in built.pages if name[0].isdigit()] == ["03-perceptron.html"]
    for name in built.pages:
        page = Page((tmp_path / name).read_text(encoding="utf-8"))
        assert all((tmp_path / file.partition("#")[0]).is_file() for file in page.links if file[0] != "#"), name
    first = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert all(chapter(each.number).title.replace("'", "&#x27;") in first for each in WRITTEN)
    assert "were not built into this folder" in first
    build(tmp_path, only=[4], images=without_drawings)
    links = Page((tmp_path / "index.html").read_text(encoding="utf-8")).links
    assert {"03-perceptron.html", "04-likelihood.html"} < set(links)
    with pytest.raises(SettingError, match="no chapter 99"):
        build(tmp_path, only=[99], images=without_drawings)


def test_long_lines_of_code_are_broken_and_not_hidden() -> None:
    rule = re.search(r"^pre \{(.*?)\}", STYLE.read_text(encoding="utf-8"), re.M)
    assert rule and "pre-wrap" in rule[1] and "overflow-x" not in rule[1]


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
