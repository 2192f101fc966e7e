"""The course's two features, against a naive twin and against the document's numbers."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SettingError
from steelyard.features import PolarityFeatures
from steelyard.text import read_lexicon, tokenizer

LEXICON = {"good": 1.9, "great": 3.1, "bad": -2.5, "été": 0.3, "zero": 0.0}


def naive(text: str, lexicon: dict[str, float]) -> list[float]:
    words = [run.lower() for run in re.findall(r"\w+", text) if run.isalpha()]
    total = max(len(words), 1)
    polarities = np.array([lexicon.get(word, 0.0) for word in words])
    return [float(np.clip(polarities, 0, None).sum() / total), float(np.clip(-polarities, 0, None).sum() / total)]


@given(st.lists(st.text(st.sampled_from("god baté !'rez2"), max_size=60), max_size=5))
def test_means_of_both_signs(texts: list[str]) -> None:
    found = PolarityFeatures(LEXICON).fit_transform(texts)
    expected = np.array([naive(text, LEXICON) for text in texts]).reshape(-1, 2)
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_texts_without_words_have_zeros() -> None:
    found = PolarityFeatures(LEXICON).fit_transform(["", " ", "?! 42 _", "good"])
    assert found.tolist() == [[0, 0], [0, 0], [0, 0], [1.9, 0]]


def test_the_tokenizer_decides_what_a_word_is() -> None:
    texts = ["2nd good"]
    assert PolarityFeatures(LEXICON).fit_transform(texts).tolist() == [[1.9, 0]]
    assert PolarityFeatures(LEXICON, tokenizer="course-1-mended").fit_transform(texts).tolist() == [[0.95, 0]]
    mine = tokenizer("course-4-mended", lemmas={"goods": "good"})
    assert PolarityFeatures(LEXICON, tokenizer=mine).fit_transform(["goods"]).tolist() == [[1.9, 0]]


def test_a_lexicon_by_language_file_or_mapping(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.txt"
    path.write_text("good\t1.9\t0.3\n", encoding="utf-8")
    assert PolarityFeatures(path).fit([]).lexicon_ == PolarityFeatures({"good": 1.9}).fit([]).lexicon_
    assert PolarityFeatures("fr").fit_transform(["un film excellent"])[0, 0] > 0
    with pytest.raises(SettingError, match="tlh"):
        PolarityFeatures("tlh").fit([])
    with pytest.raises(SettingError, match="course-9"):
        PolarityFeatures(LEXICON, tokenizer="course-9").fit([])


def test_fitted_features_need_their_file_no_longer(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.txt"
    path.write_text("good\t1.9\n", encoding="utf-8")
    features = PolarityFeatures(path).fit([])
    path.unlink()
    assert features.transform(["good"])[0, 0] == 1.9


def test_the_numbers_of_course_1(corpora: Path) -> None:
    """Recall 269/301 and 118/301, accuracy 387/602, mean confidences 51.18, 49.80 and 50.49 %."""
    lexicon = read_lexicon(corpora / "vader_lexicon" / "vader_lexicon.course_copy.txt")
    scores = {}
    for label in ("pos", "neg"):
        texts = [path.read_text(encoding="utf-8") for path in sorted((corpora / "imdb_smol" / label).glob("*.txt"))]
        assert len(texts) == 301
        scores[label] = PolarityFeatures(lexicon).fit_transform(texts) @ np.array([0.6, -0.4]) - 0.01
    right = int((scores["pos"] > 0).sum()), int((scores["neg"] <= 0).sum())
    assert right == (269, 118)
    assert sum(right) == 387 and round(100 * 387 / 602, 2) == 64.29
    confidence = {label: [1 / (1 + math.exp(-z)) for z in z_all] for label, z_all in scores.items()}
    positive = np.array(confidence["pos"])
    negative = 1 - np.array(confidence["neg"])
    means = [100 * part.mean() for part in (positive, negative, np.concatenate([positive, negative]))]
    assert [round(mean, 2) for mean in means] == [51.18, 49.80, 50.49]
