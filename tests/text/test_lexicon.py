"""Lexicons in VADER's format: what is read, which line wins, and what a broken file says."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from steelyard.errors import SettingError, WordFileError
from steelyard.text import lexicon, read_lexicon, shipped_languages


def write(folder: Path, content: bytes) -> Path:
    path = folder / "words.txt"
    path.write_bytes(content)
    return path


def test_reads_token_and_mean_and_nothing_else(tmp_path: Path) -> None:
    path = write(tmp_path, b"good\t1.9\t0.94\t[2, 1]\r\n  (:<\t-0.2\n\n( '}{' )\t1.6\tx\ty\tz")
    assert read_lexicon(path) == {"good": 1.9, "(:<": -0.2, "( '}{' )": 1.6}


def test_the_last_line_of_a_repeated_token_wins(tmp_path: Path) -> None:
    assert read_lexicon(write(tmp_path, b"sick\t-1.9\nsick\t2.3\n")) == {"sick": 2.3}


def test_a_byte_order_mark_and_gzip_change_nothing(tmp_path: Path) -> None:
    content = "été\t1.0\nmal\t-2.5\n".encode()
    plain = read_lexicon(write(tmp_path, content))
    assert plain == {"été": 1.0, "mal": -2.5}
    assert read_lexicon(write(tmp_path, b"\xef\xbb\xbf" + content)) == plain
    assert read_lexicon(write(tmp_path, gzip.compress(content))) == plain


@pytest.mark.parametrize("field", ["", "x", "nan", "inf", "1,5"])
def test_a_polarity_that_is_no_number_is_named(tmp_path: Path, field: str) -> None:
    path = write(tmp_path, f"\ngood\t1\nbad\t{field}\t0.5\n".encode())
    with pytest.raises(WordFileError, match=r"words\.txt, line 3: .*not a finite number"):
        read_lexicon(path)


@pytest.mark.parametrize("line", ["good 1.9", "\t1.9"])
def test_a_line_without_token_and_tab_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(WordFileError, match=r"words\.txt, line 1: no tab"):
        read_lexicon(write(tmp_path, line.encode()))


def test_bytes_that_are_no_utf8_are_named(tmp_path: Path) -> None:
    with pytest.raises(WordFileError, match=r"line 2: byte 3 of the line is not UTF-8"):
        read_lexicon(write(tmp_path, b"ok\t1\n\xc3\xa9\xe9\t1\n"))


def test_a_cut_gzip_file_is_named(tmp_path: Path) -> None:
    whole = gzip.compress(b"".join(b"word%d\t1\n" % i for i in range(1000)))
    with pytest.raises(WordFileError, match="cut or damaged"):
        read_lexicon(write(tmp_path, whole[:-20]))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WordFileError, match="nowhere"):
        read_lexicon(tmp_path / "nowhere.txt")
    with pytest.raises(SettingError, match=r"en, es, fr"):
        lexicon("tlh")


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_shipped_lexicons_have_both_signs_and_lower_case(language: str) -> None:
    words = lexicon(language)
    assert sum(polarity > 0 for polarity in words.values()) > 100
    assert sum(polarity < 0 for polarity in words.values()) > 100
    assert all(word == word.lower() and -4 <= polarity <= 4 for word, polarity in words.items())


def test_a_mapping_is_copied_and_a_path_is_read(tmp_path: Path) -> None:
    mine = {"good": 1}
    assert lexicon(mine) == {"good": 1.0} and lexicon(mine) is not mine
    path = write(tmp_path, b"good\t1\n")
    assert lexicon(path) == lexicon(str(path)) == lexicon(mine)
    assert shipped_languages() == ["en", "es", "fr"]


def test_vader_has_7506_tokens_in_7520_lines(corpora: Path) -> None:
    path = corpora / "vader_lexicon" / "vader_lexicon.course_copy.txt"
    words = read_lexicon(path)
    lines = path.read_text(encoding="utf-8").split("\n")
    last = {line.split("\t")[0].strip(): float(line.split("\t")[1]) for line in lines if line}
    assert len([line for line in lines if line]) == 7520
    assert len(words) == 7506
    assert words == last
