"""Lemmas: by the package, and by tables in the course's format and in spaCy's."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path

import pytest

from steelyard.errors import SettingError, WordFileError
from steelyard.text import lemmas, read_lemmas


def write(folder: Path, content: bytes) -> Path:
    path = folder / "lemmas.txt"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("language", "form", "lemma"),
    [
        ("en", "films", "film"),
        ("en", "better", "good"),
        ("fr", "chevaux", "cheval"),
        ("fr", "étaient", "être"),
        ("es", "películas", "película"),
        ("es", "fueron", "ser"),
    ],
)
def test_by_language(language: str, form: str, lemma: str) -> None:
    assert lemmas(language)(form) == lemma


def test_negations_and_the_empty_word_stay() -> None:
    english = lemmas("en")
    assert [english(word) for word in ("don't", "isn't", "")] == ["don't", "isn't", ""]


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(SettingError, match="'xx'"):
        lemmas("xx")


def test_a_pickle_holds_the_language_and_no_dictionary() -> None:
    packed = pickle.dumps(lemmas("fr"))
    assert len(packed) < 200
    assert pickle.loads(packed)("journaux") == "journal"


def test_both_orders_and_gzip_and_byte_order_mark(tmp_path: Path) -> None:
    there = write(tmp_path, "\ufeff1\tfirst\r\nbe\twere\r\n\r\nêtre\tétaient".encode())
    expected = {"first": "1", "were": "be", "étaient": "être"}
    assert read_lemmas(there) == expected
    back = "".join(f"{form}\t{lemma}|other\n" for form, lemma in expected.items()).encode()
    assert read_lemmas(write(tmp_path, gzip.compress(back)), order="form-lemma") == expected


def test_the_last_line_of_a_repeated_form_wins(tmp_path: Path) -> None:
    assert read_lemmas(write(tmp_path, b"saw\tsaws\nsee\tsaw\nsaw\tsaw\n")) == {"saws": "saw", "saw": "saw"}


@pytest.mark.parametrize("line", [b"be were", b"be\twere\twas", b"be\t", b"\twere"])
def test_a_broken_line_is_named(tmp_path: Path, line: bytes) -> None:
    with pytest.raises(WordFileError, match=r"lemmas\.txt, line 2: .* is not a pair of words"):
        read_lemmas(write(tmp_path, b"be\tis\n" + line))


def test_a_wrong_order_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="form-lemma"):
        read_lemmas(write(tmp_path, b"be\tis\n"), order="lemma,form")  # type: ignore[arg-type]


def test_the_courses_table_loses_its_byte_order_mark(corpora: Path) -> None:
    path = corpora / "lexicons" / "lemmatization-en.txt"
    naive = dict(reversed(line.split()) for line in path.read_text(encoding="utf-8").splitlines())
    table = read_lemmas(path)
    assert naive["first"] == "\ufeff1"  # what the article's own reader makes of it
    assert table == naive | {"first": "1"}


@pytest.mark.parametrize(
    ("language", "forms", "form", "lemma"),
    [("en", 41582, "'em", "them"), ("fr", 216849, "Apr.", "après"), ("es", 491547, "ababais", "abar")],
)
def test_spacys_tables(corpora: Path, language: str, forms: int, form: str, lemma: str) -> None:
    table = read_lemmas(corpora / "lexicons" / f"spacy_lemma_lookup_{language}.tsv.gz", order="form-lemma")
    assert len(table) == forms
    assert table[form] == lemma
    assert not any("|" in word for word in table.values() if len(word) > 1)
