"""The law of the plain path: it counts what the compiled path counts, and scores what it scores."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import NotPlainTextError, NotTextError
from steelyard.models.linear_text import TF, LinearText
from steelyard.store import load, open_plain, save
from steelyard.store.plain import PlainModel
from steelyard.store.plain_view import hash_bytes
from tests.store.models import TEXTS, VIEWS, model_of

SCALARS = st.characters(exclude_categories=["Cs"])
WORDS = sorted({word for text in TEXTS for word in text.split()})
ANY_TEXT = st.lists(
    st.one_of(st.sampled_from(WORDS), st.text(SCALARS, max_size=8), st.sampled_from(" \t\n\u2003"))
).map(" ".join)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int, str, bool], tuple[LinearText, PlainModel]]:
    """Each kind of model, in memory and as plain Python sees its file."""
    folder, found = tmp_path_factory.mktemp("models"), {}
    kinds = [(2, "log", True), (3, "count", True), (2, "binary", False), (4, "log", False)]
    for number, (name, views) in enumerate(VIEWS.items()):
        for classes, tf, norm in kinds[number % 2 :: 2]:
            model = model_of(views, classes, tf, norm)
            path = save(model, folder / f"{name} {classes}.steelyard")
            found[name, classes, tf, norm] = model, open_plain(path)
    return found


@settings(max_examples=60)
@given(text=ANY_TEXT)
def test_plain_python_and_compiled_code_agree(
    pairs: dict[tuple[str, int, str, bool], tuple[LinearText, PlainModel]], text: str
) -> None:
    for kind, (model, plain) in pairs.items():
        counts = model.counts(pa.array([text]))  # as many texts are counted
        expected = dict(zip(counts.indices.tolist(), counts.data.tolist()))
        assert plain.counts(text) == expected, kind
        few = model.counts([text])
        assert dict(zip(few.indices.tolist(), few.data.tolist())) == expected, kind
        z = model.scores_of(counts)
        np.testing.assert_allclose(plain.scores(text), z[0], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(plain.probabilities(text), model.probabilities(z)[0], rtol=1e-12, atol=1e-15)
        assert plain.predict(text) == model.classes[model.decide(z)[0]]


@pytest.mark.parametrize("text", TEXTS)
def test_contributions_and_intercepts_add_up_to_the_scores(
    pairs: dict[tuple[str, int, str, bool], tuple[LinearText, PlainModel]], text: str
) -> None:
    for model, plain in pairs.values():
        found = plain.contributions(text)
        names = model.columns.names()
        assert [c.term for c in found] == [names[c.column] for c in found]
        for k, (score, intercept) in enumerate(zip(plain.scores(text), plain.intercepts)):
            assert math.fsum([intercept, *(c.weights[k] for c in found)]) == pytest.approx(score, abs=1e-12)


def test_scores_are_the_formula(tmp_path: Path) -> None:
    model = model_of(VIEWS["words"], 3, "log", True)
    plain = open_plain(save(model, tmp_path / "m.steelyard"))
    x = np.array(list(plain.counts(TEXTS[0]).items()), np.float64)
    columns, value = x[:, 0].astype(int), 1 + np.log(x[:, 1])
    length = math.sqrt(math.fsum((value * model.scale[columns]) ** 2))
    expected = (value[:, None] * model.v[columns]).sum(0) / length + model.b
    np.testing.assert_allclose(plain.scores(TEXTS[0]), expected, rtol=1e-12)
    assert set(TF) == {"count", "binary", "log"}


@given(st.binary(min_size=1, max_size=40))
def test_the_hash_is_that_of_compiled_code(data: bytes) -> None:
    from steelyard.core.bits import hash_bytes as compiled
    from steelyard.core.intern import PADDING

    buffer = np.frombuffer(data + bytes(PADDING), np.uint8)
    assert hash_bytes(data) == int(compiled(buffer, 0, len(data)))


def test_nothing_heavy_is_imported_to_answer_a_text(tmp_path: Path) -> None:
    path = save(model_of(VIEWS["words and characters"]), tmp_path / "m.steelyard")
    program = (
        "import sys\nfrom steelyard.store.plain import open_plain\n"
        f"open_plain({str(path)!r}).contributions('rain and sun')\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    ours = {"steelyard"}
    assert not set(done.stdout.split()) - ours - set(sys.stdlib_module_names) - site_packages_at_start()
    assert not {"numpy", "dataclasses", "asyncio", "logging", "click"} & set(done.stdout.split())


def site_packages_at_start() -> set[str]:
    """What this Python's own start imports (an editable installation may hook itself in)."""
    program = "import sys; print(*{name.split('.')[0] for name in sys.modules}, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("text", "error"), [("\ud800", NotPlainTextError), (b"bytes", NotTextError), (3, NotTextError)]
)
def test_what_is_no_text_is_named(text: object, error: type[Exception], tmp_path: Path) -> None:
    for name in ("words", "characters", "within words"):
        plain = open_plain(save(model_of(VIEWS[name]), tmp_path / "m.steelyard"))
        with pytest.raises(error):
            plain.predict(text)  # type: ignore[arg-type]


def test_memory_of_look_ups_is_bounded_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.store.plain_view.REMEMBERED", 3)
    path = save(model_of(VIEWS["words and characters"]), tmp_path / "m.steelyard")
    plain, fresh = open_plain(path), load(path)
    for text in TEXTS * 2:
        np.testing.assert_allclose(plain.scores(text), fresh.scores([text])[0], rtol=1e-12)
        assert all(len(view._children) <= 3 and len(view._pieces) <= 3 for view in plain._views)
