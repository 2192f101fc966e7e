"""Every sentence in every language, and numbers as each writes them."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard.report.wording as wording
from steelyard.report import LANGUAGES, Contents, html
from steelyard.report.numbers import NARROW, NO_BREAK, STYLES, Numbers
from steelyard.report.wording import PLACE, Words, is_one, table
from tests.report.examples import contents
from tests.report.reading import read

SOURCES = Path(wording.__file__).parent


def forms(language: str, key: str) -> list[str]:
    form = table(language)[key]
    return [form] if isinstance(form, str) else [form["one"], form["many"]]


def places(language: str, key: str) -> list[set[str]]:
    """What is filled in; of one thing, its number may be left unsaid."""
    found = [set(PLACE.findall(each)) for each in forms(language, key)]
    return found if len(found) == 1 else [found[0] - {"n"}, found[1]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_the_same_sentences_with_the_same_places(language: str) -> None:
    english, own = table("en"), table(language)
    assert list(own) == list(english)
    for key, form in english.items():
        assert isinstance(own[key], str) == isinstance(form, str), key
        assert places(language, key) == places("en", key), key
        assert all(each.strip() for each in forms(language, key)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_set_with_care(language: str) -> None:
    for key in table(language):
        for said in forms(language, key):
            assert "'" not in said and '"' not in said and "  " not in said and "..." not in said, key
            before = set(re.findall(r"(?<=[}\d])([^}\d]?)%", said))
            assert before <= ({""} if language == "en" else {NO_BREAK}), key
            if language == "fr":
                assert not re.search(r"[^\s\u00a0\u202f][:;?!»]|«(?!\u00a0)", said), key
                assert not re.search(r"(?<!\u202f)[;?!]|(?<!\u00a0)[:»]", said), key
            if language == "es":
                assert said.count("?") == said.count("¿") and said.count("!") == said.count("¡"), key


def test_every_sentence_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.py")))
    whole = set(re.findall(r'"([a-z_]+\.[a-z_0-9]+)"', code))
    dynamic = set(re.findall(r'f"([a-z]+)\.(?:sign_)?\{', code))
    unused = [key for key in table("en") if key not in whole and key.split(".")[0] not in dynamic]
    assert unused == []


def test_every_sentence_that_the_code_asks_for_is_there() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.py")))
    asked = re.findall(r'w(?:\.plain)?\(\s*"([a-z_]+\.[a-z_0-9]+)"', code)
    assert len(asked) > 80
    assert [key for key in asked if key not in table("en")] == []


@pytest.mark.parametrize(("language", "ones"), [("en", [1]), ("fr", [0, 1, 1.5]), ("es", [1])])
def test_singular_and_plural(language: str, ones: list[float]) -> None:
    assert [n for n in (0, 1, 1.5, 2, 10, 1000) if is_one(n, language)] == ones
    w = Words(language)
    assert w("count.texts", 1) != w("count.texts", 2)


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["1,234", "12,345,678", "0.5", "91.9%", "−1.50", "+1.50", "0.0", "1,234.5", "10⁻⁷", "3.2 × 10⁻⁷"]),
        ("fr", ["1 234", "12 345 678", "0,5", "91,9 %", "−1,50", "+1,50", "0,0", "1 234,5", "10⁻⁷", "3,2 × 10⁻⁷"]),
        ("es", ["1234", "12 345 678", "0,5", "91,9 %", "−1,50", "+1,50", "0,0", "1234,5", "10⁻⁷", "3,2 × 10⁻⁷"]),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(language: str, written: list[str]) -> None:
    w = Numbers(language)
    found = [
        w.integer(1234), w.integer(12_345_678), w.short(0.5), w.percent(0.9187), w.decimal(-1.5, 2),
        w.decimal(1.5, 2, signed=True), w.decimal(-0.01, 1), w.integer(1234.5), w.short(1e-7), w.short(3.2e-7, 2),
    ]  # fmt: skip
    spaces = str.maketrans({NARROW: " ", NO_BREAK: " "})
    assert [each.translate(spaces) for each in found] == written
    assert " " not in "".join(found), "no number is broken over two lines"


@given(st.floats(-1e9, 1e9), st.integers(0, 4), st.sampled_from(LANGUAGES))
def test_a_number_can_be_read_back(x: float, digits: int, language: str) -> None:
    written = Numbers(language).decimal(x, digits)
    style = STYLES[language]
    plain = written.replace(style.thousands, "").replace(style.point, ".").replace("−", "-")
    assert math.isclose(float(plain), round(x, digits), abs_tol=10.0**-digits * 0.51)


def test_what_is_no_number_is_a_dash_and_what_is_nearly_sure_is_not_called_sure() -> None:
    w = Numbers("en")
    assert [w.percent(None), w.decimal(math.nan), w.short(math.inf), w.integer(None), w.power(None)] == ["–"] * 5
    assert [w.probability(p) for p in (0.0, 0.0001, 0.5, 0.9999, 1.0)] == [
        "0.0%", f"<{NO_BREAK}0.1%", "50.0%", f">{NO_BREAK}99.9%", "100.0%",
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["fr", "es"])
def test_nothing_of_the_page_stays_english(language: str) -> None:
    """No sentence of the English table stands on the page, but for what is the same in both."""
    every = read(html(contents(4), language=language)).every()
    page = {element.text for element in every if not element.every("code") and element.name != "code"}
    same = {said for key in table("en") for said in forms("en", key) if said in forms(language, key)}
    for key in table("en"):
        for said in forms("en", key):
            if said not in same and not PLACE.search(said):
                assert said not in page, key


def test_french_says_nought_texts_in_the_singular() -> None:
    c: Contents = contents(2)
    page = html(replace(c, mistakes=replace(c.mistakes, cases=[], count=0, n=1)), language="fr")
    assert "Aucun de 1 texte n’a reçu de réponse fausse" in page
