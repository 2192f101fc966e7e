"""The same model is the same bytes: in any process, whatever the hash seed, the threads, the order of things."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from steelyard.store import Training, describe, load, load_training, save
from tests.store.models import TEXTS, VIEWS, model_of

PROGRAM = """
import hashlib, sys
from pathlib import Path
from steelyard.store import save
from tests.store.models import VIEWS, model_of
model = model_of(VIEWS["words and characters"], 3, texts=[f"text {k % 7} of {k}, été" for k in range(300)])
names = {f"name {k}" for k in range(50)}
object.__setattr__(model, "card", {name: len(name) for name in names})
print(hashlib.sha256(save(model, sys.argv[1]).read_bytes()).hexdigest())
"""


def test_other_processes_write_the_same_bytes(tmp_path: Path) -> None:
    sums = set()
    for number, (seed, threads) in enumerate([("0", "1"), ("1", "2"), ("random", "7")]):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path / f"{number}.steelyard")],
            env={**os.environ, "PYTHONHASHSEED": seed, "STEELYARD_THREADS": threads},
            cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True,
        )  # fmt: skip
        sums.add(done.stdout)
    assert len(sums) == 1


@pytest.mark.parametrize("name", VIEWS)
def test_what_is_loaded_is_saved_as_the_same_bytes(name: str, tmp_path: Path) -> None:
    first = save(model_of(VIEWS[name], 3), tmp_path / "a.steelyard")
    assert save(load(first), tmp_path / "b.steelyard").read_bytes() == first.read_bytes()


def test_the_order_in_which_a_card_was_filled_does_not_matter(tmp_path: Path) -> None:
    model = model_of(VIEWS["words"])
    there, back = ({key: key for key in keys} for keys in ("abc", "cba"))
    files = [save(replace(model, card=card), tmp_path / "m.steelyard").read_bytes() for card in (there, back)]
    assert files[0] == files[1]


def test_arrays_laid_out_otherwise_are_the_same_bytes(tmp_path: Path) -> None:
    model = model_of(VIEWS["words"], 3)
    turned = replace(model, v=np.asfortranarray(model.v).astype(">f4"), scale=model.scale[::-1][::-1])
    files = [save(each, tmp_path / "m.steelyard").read_bytes() for each in (model, turned)]
    assert files[0] == files[1]


def test_a_file_says_these_things_and_no_others(tmp_path: Path) -> None:
    """No day, no machine, no duration: they would change the bytes."""
    model = model_of(VIEWS["words"])
    said = describe(save(model, tmp_path / "m.steelyard"))
    facts = {"format", "classes", "tf", "norm", "calibration", "views", "recipe", "card", "checksums", "arrays"}
    assert set(said) == facts and said["card"] == model.card
    assert {name.split(".")[0] for name in said["arrays"]} == {"v", "b", "scale", "df", "view0"}


def test_another_library_reads_the_container(tmp_path: Path) -> None:
    from safetensors import safe_open

    model = model_of(VIEWS["words"], 3)
    with safe_open(save(model, tmp_path / "m.steelyard"), "np") as file:
        np.testing.assert_array_equal(file.get_tensor("v"), model.v)
        assert set(file.metadata()) == {"steelyard"}


@pytest.mark.parametrize("classes", [2, 3])
def test_training_texts_come_back_where_they_were_given(classes: int, tmp_path: Path) -> None:
    model = model_of(VIEWS["words"], classes)
    n, k = len(TEXTS), 1 if classes == 2 else classes
    codes, alpha = np.arange(n) % classes, np.random.default_rng(0).normal(size=(n, k))
    path = save(model, tmp_path / "m.steelyard", training=Training(TEXTS, codes, alpha))
    found = load_training(path)
    assert found is not None and found.texts.to_pylist() == TEXTS
    np.testing.assert_array_equal(found.codes, codes)
    np.testing.assert_array_equal(found.alpha, alpha)
    np.testing.assert_array_equal(load(path).scores(TEXTS), model.scores(TEXTS))
    bare = save(model, tmp_path / "bare.steelyard")
    assert load_training(bare) is None
    assert b"extraordinarily-long_words_are_here too" not in bare.read_bytes()  # no text is in a file but its terms


def test_a_training_text_may_be_the_slice_of_a_longer_array(tmp_path: Path) -> None:
    import pyarrow as pa

    texts = pa.array(["before", *TEXTS, "behind"])[1:-1]
    training = Training(texts, np.zeros(len(TEXTS), int), np.zeros((len(TEXTS), 1)))
    found = load_training(save(model_of(VIEWS["words"]), tmp_path / "m.steelyard", training=training))
    assert found is not None and found.texts.to_pylist() == TEXTS
