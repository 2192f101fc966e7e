"""The course's tokenizers are the documents' to the letter, errors included; the mended ones have none of these."""

from __future__ import annotations

import pickle
import unicodedata
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer

from steelyard.errors import SettingError
from steelyard.text import LemmaTokenizer, MendedLemmaTokenizer, lemmas, tokenizer

NAMES = ["course-1", "course-1-mended", "course-4", "course-4-mended"]
ARTICLE = set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'")


def naive_course_1(text: str) -> list[str]:
    runs = ("".join(run) for inside, run in groupby(text, lambda c: c.isalnum() or c == "_") if inside)
    return [run.lower() for run in runs if all(c.isalpha() for c in run)]


def naive_course_4(text: str, table: dict[str, str]) -> list[str]:
    runs = ("".join(run) for inside, run in groupby(text, ARTICLE.__contains__) if inside)
    return [table.get(run.lower(), run.lower()) for run in runs if len(run) > 2]


@given(st.text())
def test_course_1_is_the_documents(text: str) -> None:
    assert tokenizer("course-1")(text) == naive_course_1(text)


@given(st.text(st.sampled_from("abnoNO'é-_ 9\n’"), max_size=40))
def test_course_4_is_the_documents(text: str) -> None:
    table = {"noon": "no", "ban": "x"}
    assert tokenizer("course-4", lemmas=table)(text) == naive_course_4(text, table)


def alphanumeric(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


@pytest.mark.parametrize("name", ["course-1-mended", "course-4-mended"])
@given(text=st.text())
def test_the_mended_lose_no_letter_and_no_digit(name: str, text: str) -> None:
    tokens = tokenizer(name)(text)
    expected = alphanumeric(unicodedata.normalize("NFC", text)).casefold()
    assert alphanumeric("".join(tokens).casefold()) == alphanumeric(expected)
    assert tokens == tokenizer(name)(unicodedata.normalize("NFD", text))


@pytest.mark.parametrize(
    ("text", "first", "mended"),
    [
        ("No, it's no good", ["no", "it", "s", "no", "good"], ["no", "it", "s", "no", "good"]),
        ("Don't! Didn’t.", ["don", "t", "didn", "t"], ["don't", "didn't"]),
        ("the 2nd mp3_file", ["the"], ["the", "2nd", "mp3", "file"]),
        ("l'e\u0301te\u0301", ["l", "e", "te"], ["l", "été"]),
        ("", [], []),
    ],
)
def test_course_1_beside_its_mended_one(text: str, first: list[str], mended: list[str]) -> None:
    assert tokenizer("course-1")(text) == first
    assert tokenizer("course-1-mended")(text) == mended


@pytest.mark.parametrize(
    ("text", "fourth", "mended"),
    [
        ("There is no sound", ["there", "sound"], ["there", "is", "no", "sound"]),
        ("él no actuó", ["actu"], ["él", "no", "actuó"]),
        ("préféré", [], ["préféré"]),
        ("a 'great' film, isn't it", ["'great'", "film", "isn't"], ["a", "great", "film", "isn't", "it"]),
        ("isn’t", ["isn"], ["isn't"]),
    ],
)
def test_course_4_beside_its_mended_one(text: str, fourth: list[str], mended: list[str]) -> None:
    assert tokenizer("course-4")(text) == fourth
    assert tokenizer("course-4-mended")(text) == mended


def test_lemmas_by_mapping_function_and_language() -> None:
    assert tokenizer("course-4", lemmas={"movies": "movie"})("Movies, films") == ["movie", "films"]
    assert tokenizer("course-4-mended", lemmas=str.upper)("no été") == ["NO", "ÉTÉ"]
    assert tokenizer("course-4-mended", lemmas="es")("Las películas") == tokenizer(
        "course-4-mended", lemmas=lemmas("es")
    )("Las películas")
    assert LemmaTokenizer({}, threshold=5)("four fives") == ["fives"]
    assert MendedLemmaTokenizer(threshold=3).tokenize("no été") == ["été"]


def test_load_from_file_as_in_the_article(tmp_path: Path) -> None:
    path = tmp_path / "lemmas.txt"
    path.write_text("\ufeff1\tfirst\nbe\twere\n", encoding="utf-8")
    assert LemmaTokenizer.load_from_file(path).tokenize("They were FIRST") == ["they", "be", "1"]


@pytest.mark.parametrize("name", NAMES)
def test_pickled_cloned_and_in_a_vectorizer(name: str) -> None:
    cut = tokenizer(name) if name.startswith("course-1") else tokenizer(name, lemmas="en")
    text = "The films were good, 2nd to none"
    assert pickle.loads(pickle.dumps(cut))(text) == cut(text)
    vectorizer = clone(CountVectorizer(tokenizer=cut, token_pattern=None, lowercase=False))
    assert set(vectorizer.fit([text]).vocabulary_) == set(cut(text))


def test_what_cannot_be_is_named() -> None:
    with pytest.raises(SettingError, match="course-4-mended"):
        tokenizer("course-2")
    with pytest.raises(SettingError, match="takes no lemmas"):
        tokenizer("course-1", lemmas={})


def test_both_tokenizers_on_the_courses_corpora(corpora: Path) -> None:
    for path in sorted((corpora / "imdb_smol" / "pos").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        assert tokenizer("course-1")(text) == naive_course_1(text)
    for path in sorted((corpora / "uci_sentiment").glob("*labelled.txt")):
        text = path.read_text(encoding="utf-8")
        assert tokenizer("course-4")(text) == naive_course_4(text, {})
        assert "no" not in tokenizer("course-4")(text) and "no" in tokenizer("course-4-mended")(text)
