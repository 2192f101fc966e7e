"""An ONNX file reads texts as the model does: checked against onnxruntime, over all of Unicode."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

from steelyard.errors import ExportError, MissingExtraError, ModelWriteError
from steelyard.features.text_columns import View
from steelyard.models.linear_text import LinearText
from steelyard.store import export_onnx
from steelyard.text.patterns import PATTERNS
from tests.store.models import TEXTS, VIEWS, model_of

KINDS = [(2, "log", True), (3, "count", True), (2, "binary", False)]
SIGMAS = ["ΟΔΟΣ", "ΟΔΟΣ'Α", "Σ", "ΑΣ.", "1Σ", "Α\u0301Σ\u0301", "ΣΑΣ ΣΑ", "ΑΣ\u00adΒ", "ʰΣ", "ΑΣ'", "aΣ\u0345b", "ς Σσ"]
HARD = [
    *TEXTS,
    *SIGMAS,
    "\x00nul\x00 x",
    "İİ i İstanbul ı",
    "a  b \t c\n",
    "ǅ Ǆ ẞ ß",
    "\ufffe\uffff \U0010ffff",
    "一 二",
]


def answers(path: Path, name: str, values: Any) -> tuple[list[str], np.ndarray]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    labels, probabilities = session.run(["labels", "probabilities"], {name: values})
    return labels.tolist(), probabilities


def assert_same(model: LinearText, path: Path, texts: list[str]) -> None:
    labels, probabilities = answers(path, "texts", np.array(texts, object))
    z = model.scores(texts)
    np.testing.assert_allclose(probabilities, model.probabilities(z), rtol=0, atol=2e-6)
    sure = np.abs(z[:, 0]) > 1e-5 if z.shape[1] == 1 else np.diff(np.sort(z)[:, -2:])[:, 0] > 1e-5
    told = [(label, expected) for label, expected, s in zip(labels, model.predict(texts), sure, strict=True) if s]
    assert all(label == expected for label, expected in told) and len(told) > len(texts) / 2


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize(("classes", "tf", "norm"), KINDS)
def test_texts_in_probabilities_out(name: str, classes: int, tf: str, norm: bool, tmp_path: Path) -> None:
    model = model_of(VIEWS[name], classes, tf, norm, texts=HARD)
    assert_same(model, export_onnx(model, tmp_path / "m.onnx"), HARD)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_of_words(pattern: str, tmp_path: Path) -> None:
    model = model_of([View(pattern=pattern)], texts=HARD)
    assert_same(model, export_onnx(model, tmp_path / "m.onnx"), HARD)


def any_text(draw: random.Random) -> str:
    """Characters from all planes; more often blanks, and those whose lower case is hard."""

    def character() -> str:
        kind = draw.random()
        if kind < 0.5:
            return draw.choice(" \t\n\u2003\u00a0") if kind < 0.3 else draw.choice("ΣσςİIıßẞǅʰ\u0345'.’\u0301aAéÉ")
        code = draw.randrange(1, 0x300 if kind < 0.7 else 0x3000 if kind < 0.85 else 0x110000)
        return chr(code) if not 0xD800 <= code < 0xE000 else "x"

    return "".join(character() for _ in range(draw.randrange(30)))


@pytest.mark.parametrize("name", ["words", "pairs and triples, case kept", "characters", "within words"])
def test_texts_of_any_characters(name: str, tmp_path: Path) -> None:
    draw = random.Random(name)
    texts = [any_text(draw) for _ in range(400)]
    model = model_of(VIEWS[name], 3, texts=texts[:200])
    assert_same(model, export_onnx(model, tmp_path / "m.onnx"), texts)


@pytest.mark.parametrize("name", ["words", "characters", "within words, long only"])
@pytest.mark.parametrize("texts", [[""], ["", " \n"], ["a"], ["rain " * 3000]])
def test_short_and_long_texts(name: str, texts: list[str], tmp_path: Path) -> None:
    model = model_of(VIEWS[name], 3)
    _, probabilities = answers(export_onnx(model, tmp_path / "m.onnx"), "texts", np.array(texts, object))
    np.testing.assert_allclose(probabilities, model.probabilities(model.scores(texts)), rtol=0, atol=1e-5)


@pytest.mark.parametrize(("classes", "tf", "norm"), KINDS)
def test_rows_in_probabilities_out_and_nothing_but_onnx(classes: int, tf: str, norm: bool, tmp_path: Path) -> None:
    import onnx

    model = model_of(VIEWS["words"], classes, tf, norm)
    path = export_onnx(model, tmp_path / "m.onnx", texts=False)
    X = model.counts(TEXTS)
    dense = np.zeros((len(TEXTS), X.n_columns), np.float32)
    dense[np.repeat(np.arange(len(TEXTS)), np.diff(X.indptr)), X.indices] = X.data
    labels, probabilities = answers(path, "counts", dense)
    np.testing.assert_allclose(probabilities, model.probabilities(model.scores(TEXTS)), rtol=0, atol=2e-6)
    assert labels == model.predict(TEXTS)
    assert {node.domain for node in onnx.load(path).graph.node} == {""}


def test_the_file_says_what_comes_in_and_is_valid(tmp_path: Path) -> None:
    import onnx

    for texts, expected in ((True, "texts"), (False, "counts")):
        proto = onnx.load(export_onnx(model_of(VIEWS["words"]), tmp_path / "m.onnx", texts=texts))
        said = {each.key: each.value for each in proto.metadata_props}
        assert said["input"] == expected == proto.graph.input[0].name
        assert json.loads(said["classes"]) == ["class 0 ✓", "class 1 ✓"]
        onnx.checker.check_model(proto)


def test_the_same_model_is_the_same_bytes(tmp_path: Path) -> None:
    files = [export_onnx(model_of(VIEWS["words"]), tmp_path / f"{k}.onnx").read_bytes() for k in range(2)]
    assert files[0] == files[1]


def test_what_cannot_be_exported_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ExportError, match="no columns"):
        export_onnx(model_of([View(min_df=1000)]), tmp_path / "m.onnx")
    with pytest.raises(ModelWriteError):
        export_onnx(model_of(VIEWS["words"]), tmp_path / "nowhere" / "m.onnx")
    monkeypatch.setattr("steelyard.store.onnx.LARGEST_FILE", 10)
    with pytest.raises(ExportError, match="2 GB"):
        export_onnx(model_of(VIEWS["words"]), tmp_path / "m.onnx")
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(MissingExtraError, match=r"steelyard\[onnx\]"):
        export_onnx(model_of(VIEWS["words"]), tmp_path / "m.onnx")
    assert not list(tmp_path.iterdir())
