"""Explanations as they are shown: nothing is lost, nothing in a text steers the terminal or the page."""

from __future__ import annotations

import json
import re
import string
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from steelyard.errors import SettingError
from steelyard.explain import TrainingPulls, explain, flips
from steelyard.explain.data import Explanation
from steelyard.explain.examples import weather
from steelyard.explain.shown import LONGEST, MOST_ITEMS, levels, passages, sides, visible
from steelyard.explain.wording import TABLE, Words
from steelyard.models.linear_text import LinearText
from tests.explain.models import KINDS, model_of, texts

LANGUAGES = list(TABLE)
ANSI = re.compile("\x1b\\[[0-9;]*m")


def full(model: LinearText, text: str) -> Explanation:
    """With all parts."""
    return replace(
        explain(model, text, flip=True),
        neighbours=TrainingPulls(weather(), ["rain", "sun\x1b[31m <b>"], [0, 1], [-2.0, 2.0]).of("sun and rain"),
    )


class Read(HTMLParser):
    """What a page says, and whether its elements close."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.texts: list[tuple[tuple[str, ...], str]] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kind = dict(attrs).get("class") or ""
        self.open.append(f"{tag}.{kind}")
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().split(".")[0] == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((tuple(self.open), data))

    def said(self, element: str, without: str = "span.sy-hidden") -> str:
        return "".join(data for path, data in self.texts if element in path and without not in path)


@settings(max_examples=120)
@given(texts, st.sampled_from(KINDS), st.sampled_from(LANGUAGES), st.sampled_from([40, 80, 120]))
def test_lines_fit_the_terminal_and_say_the_text(
    text: str, kind: tuple[str, str, bool, int], language: str, width: int
) -> None:
    found = full(model_of(*kind), text)
    plain = found.as_text(False, width, language)
    assert all(cell_len(line) <= width and line == line.rstrip() for line in plain.split("\n"))
    assert "\x1b" not in plain and visible(plain) == plain
    coloured = found.as_text(True, width, language)
    bare = ANSI.sub("", coloured)
    assert all(cell_len(line) <= width for line in bare.split("\n")) and visible(bare) == bare
    shown = "".join(visible("".join(text.split())).split())
    assert shown in "".join(bare.split())


@settings(max_examples=120)
@given(
    st.one_of(texts, st.text("<>&\"'/ab \x00\x1b\u202e", max_size=12)),
    st.sampled_from(KINDS),
    st.sampled_from(LANGUAGES),
)
def test_the_page_says_the_text_and_is_whole(text: str, kind: tuple[str, str, bool, int], language: str) -> None:
    found = full(model_of(*kind), text)
    page = Read(found.as_html(language))
    assert page.said("p.sy-text") == visible(text)
    assert not any(name.startswith("on") for name, _ in page.attributes)
    assert {path[0] for path, _ in page.texts if path} == {"section.sy-explained"}


@given(texts, st.sampled_from(KINDS))
def test_marks_say_what_the_pieces_weigh(text: str, kind: tuple[str, str, bool, int]) -> None:
    found = explain(model_of(*kind), text)
    level = levels(found.pieces)
    page = found.as_html()
    titles = re.findall(r'<mark class="sy-([pm])([123])" title="([+−][0-9.]+)', page)
    marked = [(k, piece) for k, piece in zip(level, found.pieces) if k]
    assert [("p" if k > 0 else "m", str(abs(k))) for k, _ in marked] == [(sign, n) for sign, n, _ in titles]
    for (k, piece), (_, _, number) in zip(marked, titles):
        assert (piece.weight > 0) == (k > 0)
        assert abs(float(number.replace("−", "-")) - piece.weight) <= 0.005000001
    most = max((abs(piece.weight) for piece in found.pieces), default=0.0)
    assert not most or 3 in map(abs, level)


def test_signs_say_what_colours_say() -> None:
    found = explain(weather(), "Sun and more rain, rain")
    assert "Sun and more rain, rain" not in found.as_text()
    assert "++Sun++ and more --rain--, --rain--" in found.as_text()
    coloured = found.as_text(colour=True)
    assert "+" not in ANSI.sub("", coloured).split("\n")[2] and "\x1b[1;4;38;5;16;48;5;208mrain\x1b[0m" in coloured


@pytest.mark.parametrize("width", [24, 80])
def test_long_names_of_classes_break_no_line(width: int) -> None:
    model = replace(weather(), classes=("a very long name " * 9, "wet\x1b[31m"))
    for colour in (False, True):
        shown = ANSI.sub("", explain(model, "sun and rain", flip=True).as_text(colour, width))
        assert all(cell_len(line) <= width for line in shown.split("\n")) and "\x1b" not in shown


def test_what_is_listed_and_the_rest_are_all() -> None:
    for kind in KINDS[::7]:
        found = explain(model_of(*kind), "rain and more rain not a good day é 不错 sun it's a b c")
        total = 0.0
        for side, sign in zip(sides(found, Words("en")), (1, -1)):
            assert len(side.items) <= MOST_ITEMS + 1 and side.others != 1
            assert all(sign * item.weight > 0 for item in side.items)
            total += side.rest + sum(item.weight for item in side.items)
        assert abs(total + found.intercept - found.score) < 1e-12 * 1e3


def test_the_same_words_in_each_language() -> None:
    def places(sentence: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(sentence)} - {None}

    english = {key: places(said) for key, said in TABLE["en"].items()}
    for language in LANGUAGES:
        assert {key: places(said) for key, said in TABLE[language].items()} == english
    with pytest.raises(SettingError, match="'de'"):
        explain(weather(), "sun").as_text(language="de")


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert Words("en").number(-1.5) == "−1.50" and Words("fr").number(0.004, 2) == "+0,00"
    assert Words("es", minus="-").number(-2.0) == "-2,00" and Words("en").number(0.0) == "0.00"
    assert [Words("en").percent(p) for p in (0.5, 1.0, 0.999999, 0.9951, 0.004, 0.0)] == [
        "50%", "100%", "99.99%", "99.5%", "0.4%", "0%",
    ]  # fmt: skip
    assert Words("fr").percent(0.5) == "50\u00a0%" and Words("en").small(0.01234) == "0.012"
    assert Words("en").listed(["a"]) == "a" and Words("es").listed(["a", "b", "c"]) == "a, b y c"


def test_a_tiny_probability_is_not_nought() -> None:
    assert Words("en").percent(1e-9) == "0.01%"


@pytest.mark.parametrize(("classes", "target", "against"), [(2, "a", None), (4, None, None), (4, "c", "a")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_score_has_its_sentence(classes: int, target: str, against: str, language: str) -> None:
    found = explain(model_of("words", classes=classes), "rain and sun", target=target, against=against)
    for said in (found.as_text(language=language), re.sub("<[^>]*>", "", found.as_html(language))):
        assert "{" not in said.split("}")[-1]
        number = f"{abs(found.score):.2f}"
        assert (number if language == "en" else number.replace(".", ",")) in said


def test_data_is_json_and_adds_up() -> None:
    found = full(model_of("words and characters"), "rain and not good, zz")
    data = json.loads(json.dumps(found.as_data(), ensure_ascii=False, allow_nan=False))
    for part in ("terms", "words"):
        assert abs(sum(each["weight"] for each in data[part]) + data["intercept"] - data["score"]) < 1e-12
    assert abs(sum(weight for _, _, weight, _ in data["pieces"]) + data["intercept"] - data["score"]) < 1e-12
    assert data["flip"]["said"] == data["said"] and data["neighbours"]["nearest"][0]["row"] in (0, 1)
    assert "characters" not in data


def test_a_notebook_shows_the_page() -> None:
    found = full(weather(), "sun and rain")
    assert found._repr_html_() == found.as_html()
    assert "<style>" not in found.as_html(style=False)
    for part in (found.neighbours, flips(weather(), "rain")):
        assert part is not None
        Read(part.as_html())
        assert part._repr_html_().startswith("<section") and part.as_text()


def test_long_texts_are_shown_by_their_passages_that_weigh_most() -> None:
    text = " ".join(["more"] * 2000 + ["sun"] + ["more"] * 2000)
    shown = explain(weather(), text).as_text()
    assert "++sun++" in shown and "[…]" in shown and len(shown) < 2 * LONGEST
    assert text in re.sub("<[^>]*>| \\([^)]*\\)", "", explain(weather(), text).as_html(style=False))
    assert passages([1.0, 2.0], [3, 3]) == [(0, 1)]
    assert passages([0.0] * 50 + [1.0] * 25, [100] * 75) == [(50, 74)]


@given(st.text(st.characters(blacklist_categories=("Cs",)), max_size=20))
def test_what_is_visible_steers_nothing_and_keeps_its_length(text: str) -> None:
    shown = visible(text)
    assert len(shown) == len(text) and visible(shown) == shown
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]", shown)
