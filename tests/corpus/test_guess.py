"""Columns, delimiters and headers are guessed where there is no doubt; the guess is said, and doubt is an error."""

from __future__ import annotations

import pytest

import steelyard
from steelyard.errors import ColumnError

TEXTS = ["a fine film", "what a bore", "never again", "well worth it", "lovely music", "too long"]
LABELS = ["pos", "neg", "neg", "pos", "pos", "neg"]


def table(**columns):
    return {"text": TEXTS, "label": LABELS} | columns


def test_names_in_three_languages():
    for text in ("text", "Review", "review_text", "Sentence", "Commentaire", "avis", "Reseña", "mensaje", "BODY"):
        for label in ("label", "Class", "category", "Catégorie", "étiquette", "clase", "sentimiento", "y", "target"):
            corpus = steelyard.read({"n": list(range(6)), label: LABELS, text: TEXTS})
            assert (corpus.texts.to_pylist(), corpus.labels.tolist()) == (TEXTS, LABELS)
            note = f"the dict: texts from column {text!r} (by its name), labels from column {label!r} (by its name)."
            assert corpus.notes == (note,)


def test_contents_decide_where_names_do_not():
    corpus = steelyard.read({"id": list("abcdef"), "u": LABELS, "v": TEXTS})
    assert corpus.texts.to_pylist() == TEXTS
    assert corpus.notes == (
        "the dict: texts from column 'v' (by its contents), labels from column 'u' (by its contents).",
    )


def test_a_name_told_settles_the_rest():
    other = [text + " and more" for text in TEXTS]
    with pytest.raises(ColumnError, match="more than one column looks like the texts"):
        steelyard.read({"a": TEXTS, "b": other, "label": LABELS})
    corpus = steelyard.read({"a": TEXTS, "b": other, "label": LABELS}, text="b")
    assert corpus.texts.to_pylist() == other
    assert steelyard.read({"a": TEXTS, "b": other, "label": LABELS}, text=1).texts.to_pylist() == other


@pytest.mark.parametrize(
    ("columns", "role"),
    [
        ({"text": TEXTS, "id": list("abcdef")}, "label"),  # all different
        ({"text": TEXTS, "lang": ["en"] * 6, "x": LABELS}, "label"),  # two that could be
        ({"text": TEXTS, "label": LABELS, "category": LABELS}, "label"),  # two names
        ({"text": TEXTS, "review": TEXTS, "label": LABELS}, "text"),
        ({"code": list("abcdef"), "label": LABELS}, "text"),
        ({"url": list("abcdef"), "n": list(range(6))}, "text"),
    ],
)
def test_doubt_is_an_error_that_lists_the_columns(columns, role):
    with pytest.raises(ColumnError) as caught:
        steelyard.read(columns)
    assert f"Pass {role}=" in str(caught.value)
    for name, values in columns.items():
        assert f"{name!r}: {values[0]}" in str(caught.value)


def test_two_texts_by_name_are_told_apart_by_contents():
    corpus = steelyard.read({"text": TEXTS, "comment": list("aabbab"), "label": LABELS})
    assert corpus.texts.to_pylist() == TEXTS


def test_group_and_weight_are_never_taken_for_labels():
    corpus = steelyard.read({"text": TEXTS, "who": list("aabbcc"), "x": LABELS}, group="who")
    assert corpus.classes == ("neg", "pos")


def lines(*rows, mark=","):
    return "".join(mark.join(row) + "\n" for row in rows)


@pytest.mark.parametrize("first_text", [True, False])
def test_no_header_either_order(tmp_path, first_text):
    path = tmp_path / "x.csv"
    pairs = zip(TEXTS, LABELS, strict=True) if first_text else zip(LABELS, TEXTS, strict=True)
    path.write_text(lines(*pairs))
    corpus = steelyard.read(path)
    assert (corpus.texts.to_pylist(), corpus.labels.tolist()) == (TEXTS, LABELS)
    assert corpus.notes[0].endswith("no header line.")
    names = "'0' (by its contents)", "'1' (by its contents)"
    assert all(name in corpus.notes[1] for name in names)
    assert steelyard.read(path, text=0 if first_text else 1, label="1" if first_text else "0").labels.tolist() == LABELS


def test_a_header_told(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text(lines(("text", "pos"), *zip(TEXTS, LABELS, strict=True)))
    assert len(steelyard.read(path, header=False, text=0, label=1)) == 7
    assert len(steelyard.read(path, header=True, text=0, label=1)) == 6


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_delimiters_with_other_delimiters_in_the_texts(tmp_path, mark):
    texts = [text.replace(" ", " " + other + " ") for text in TEXTS for other in ",;|" if other != mark]
    labels = [LABELS[k % 6] for k in range(len(texts))]
    path = tmp_path / "x.csv"
    path.write_text(lines(("text", "label"), *zip(texts, labels, strict=True), mark=mark))
    assert steelyard.read(path).texts.to_pylist() == texts


def test_a_delimiter_told(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text(lines(("text", "label"), *zip(TEXTS, LABELS, strict=True), mark="^"))
    assert steelyard.read(path, delimiter="^").texts.to_pylist() == TEXTS


def test_quotes_in_tabbed_text_are_letters_when_they_break_the_rules(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text(lines(("text", "label"), ('"so" he said', "pos"), ('5" long', "neg"), mark="\t"))
    corpus = steelyard.read(path)
    assert corpus.texts.to_pylist() == ['"so" he said', '5" long']
    assert "quotes are letters" in corpus.notes[0]
    path.write_text(lines(("text", "label"), ('"so ""he"" said"', "pos"), ('5" long', "neg"), mark="\t"))
    assert steelyard.read(path).texts.to_pylist() == ['so "he" said', '5" long']
    assert steelyard.read(path, quoting=False).texts.to_pylist() == ['"so ""he"" said"', '5" long']
