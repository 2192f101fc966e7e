"""Texts, labels and names that want to break the page, and a page that shows none of the texts."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.report import LANGUAGES, Case, Cases, Contents, Origin, Pair, Part, Snippet, html
from steelyard.report.private import LEAST_COUNT
from steelyard.report.visible import excerpts, visible
from steelyard.report.wording import Words
from tests.report.examples import contents
from tests.report.reading import Element, faults_of, read

HOSTILE = [
    "</script><script>alert(1)</script>",
    "</blockquote></li></ol></section></main>",
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    "<!-- ]]> -->",
    "&lt;b&gt; &amp;amp; &#0; &unknown;",
    "{n} {name} {} %s",
    "\x00\x01\x1b[31m\x7f\x85\x9f",
    "\u202egnirts siht\u202c \u2066x\u2069",
    "\ud800 \udfff \ufffe \uffff \U0010ffff",
    "a\u0301\u0301\u0301" * 50,
    "\r\n\t \u2028\u2029\ufeff\u200b\u00ad",
    "العربية עברית 中文 🏴‍☠️",
    "",
]


def with_text(text: str) -> Contents:
    """The text wherever a text, a label or a name can stand."""
    pieces = [[0, len(text), 1.0, True]] if text else []
    why = {
        "text": text, "classes": [text, "b"], "target": text, "score": 1.0, "intercept": 0.0,
        "probabilities": [0.7, 0.3], "pieces": pieces,
    }  # fmt: skip
    case = Case(text, "b", text, 0.3, 0.7, place=text, explanation=why)
    cases = Cases([case, replace(case, explanation=None)], 2, 10)
    pair = Pair(Snippet(text, text, 1, text), Snippet(text, "b"), 0.9)
    part = Part(text, 10, [5, 5], unusable={text: 1}, notes=[text], conflicts=[pair], near_pairs=[pair])
    terms = [
        {"name": text, "terms": [{"term": text, "weight": 1.0, "df": 3, "kind": kind} for kind in ("word", "char")]}
    ]
    return Contents(
        text, (text, "b"), part, replace(part, leaks=[pair]), mistakes=cases, doubts=cases, terms=terms,
        origin=Origin([text], 0, {text: text}, text, text, {text: text}, text),
    )  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_breaks_the_page(text: str) -> None:
    made = html(with_text(text))
    page = read(made)
    assert faults_of(page) == []
    assert not page.every("script", "img")
    made.encode("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]", made)


@given(st.text(st.characters(), max_size=40))
@settings(max_examples=60, deadline=None)
def test_any_text_can_be_read_off_the_page(text: str) -> None:
    page = read(html(with_text(text)))
    shown = [quote.text for quote in page.every("blockquote")]
    assert flat(visible(text)) in shown


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def test_a_text_shows_what_is_wrong_with_it() -> None:
    assert visible("a\x00\x1b\x7f") == "a␀␛␡"
    assert visible("pay \u202e001\u202c") == "pay [U+202E]001[U+202C]"
    assert visible("\ud800") == "\ufffd"
    assert visible("ég👩‍👧 نص\n\tx") == "ég👩‍👧 نص\n\tx"


def test_the_marks_cover_what_the_pieces_say() -> None:
    text = "Not bad, not <b>good</b>."
    spans = [[0, 3, -1.0, True], [4, 7, 0.6, True], [13, 25, 2.0, True], [7, 8, 0.001, True]]
    why = {
        "text": text, "classes": ["neg", "pos"], "target": "pos", "score": 1.5, "intercept": -0.1,
        "probabilities": [0.2, 0.8], "pieces": sorted(spans),
    }  # fmt: skip
    case = Case(text, "neg", "pos", 0.2, 0.8, 4, explanation=why)
    page = read(html(replace(contents(2), mistakes=Cases([case], 1, 9))))
    quote = quotes(page, "mistakes")[0]
    assert quote.text == text
    marks = {mark.text: str(mark.attributes["class"]) for mark in quote.every("mark")}
    assert marks == {"Not": "a3", "bad": "f2", "<b>good</b>.": "f5"}  # 1 of 2 against, 0.6 of 2 for, the strongest
    section = next(s for s in page.every("section") if s.attributes["id"] == "mistakes")
    assert "−0.10 (intercept) +1.60 (words) = +1.50: 80.0%" in section.text


def quotes(page: Element, name: str) -> list[Element]:
    section = next(s for s in page.every("section") if s.attributes["id"] == name)
    return section.every("blockquote")


def test_a_long_text_is_cut_down_to_what_weighs_most() -> None:
    words = [f"w{i}" for i in range(30_000)]
    text = " ".join(words)
    at = text.index("w17777")
    why = {
        "text": text, "classes": ["neg", "pos"], "target": "pos", "score": 1.5, "intercept": -0.1,
        "probabilities": [0.2, 0.8], "pieces": [[at, at + 6, 1.6, True]],
    }  # fmt: skip
    case = Case(text, "neg", "pos", 0.2, 0.8, 4, explanation=why)
    quote = quotes(read(html(replace(contents(2), mistakes=Cases([case], 1, 9)))), "mistakes")[0]
    assert quote.text.startswith("w0 w1 ")
    assert "w17777" in quote.text and quote.text.endswith("[…]")
    assert len(quote.text) < 1500
    blank = Case("x" * 100_000, "neg", "pos", 0.2, 0.8)
    assert len(quotes(read(html(replace(contents(2), mistakes=Cases([blank], 1, 9)))), "mistakes")[0].text) < 1500


@given(st.text("ab \n", max_size=900), st.integers(50, 300))
def test_excerpts_are_stretches_of_the_text_in_order(text: str, most: int) -> None:
    found = excerpts(text, [], most, chunk=40)
    assert all(0 <= a < b <= len(text) for a, b in found) or found == [(0, 0)]
    assert all(b < c for (_, b), (c, _) in itertools.pairwise(found))
    assert found[0][0] == 0
    assert sum(b - a for a, b in found) <= most + 40 + 30


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("K", [2, 4])
def test_without_texts_no_text_of_the_corpus_is_on_the_page(K: int, language: str) -> None:
    c = contents(K)
    page = html(c, language=language, texts=False)
    read(page)
    shown = read(page).text
    texts = {case.text for part in (c.mistakes, c.doubts) for case in part.cases}
    texts |= {s.text for p in (*c.training.conflicts, *c.test.leaks) for s in (p.first, p.second)}
    own = {word for text in texts for word in text.split() if word[-1].isdigit()}
    common = {t["term"] for each in c.terms for t in each["terms"] if t["df"] >= LEAST_COUNT}
    assert texts and own - common
    assert not [text for text in texts if text in shown]
    assert not [word for word in own - common if re.search(rf"\b{word}\b", page)]
    assert not [note for note in c.training.notes if note in shown]
    assert "<mark" not in page and "<blockquote" not in page
    row = c.mistakes.cases[0].row
    assert flat(Words(language).plain("part.text", n=Words(language).integer(row + 1))) in shown, "to look it up"


def test_without_texts_rare_words_are_left_out_and_the_page_says_so() -> None:
    terms = [{"name": "pos", "terms": [term("secret", 9), term("good", 10), term("unknown", None)]}]
    page = read(html(replace(contents(2), terms=terms), texts=False))
    assert "good" in page.text and "secret" not in page.text and "unknown" not in str(page.every("table")[-1].text)
    assert "at least 10 training texts" in page.text
    assert "secret" in html(replace(contents(2), terms=terms))


def term(word: str, df: int | None) -> dict[str, Any]:
    return {"term": word, "weight": 1.0, "df": df, "kind": "word"}


def test_a_run_of_characters_that_echoes_a_stronger_term_is_told_once() -> None:
    runs = [
        ("who", 600, "word"),
        ("who ", 599, "char"),
        ("ho ", 602, "char"),
        ("ho", 2000, "char"),
        ("when", 90, "char"),
    ]
    terms = [{"name": "pos", "terms": [{"term": t, "weight": 1.0, "df": n, "kind": kind} for t, n, kind in runs]}]
    page = read(html(replace(contents(2), terms=terms)))
    section = next(s for s in page.every("section") if s.attributes["id"] == "terms")
    rows = [row.children[0].text for row in section.every("tbody")[0].every("tr")]
    assert rows == ["who", "ho", "when"]
