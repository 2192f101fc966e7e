"""`docs/format.md` says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from steelyard import errors
from steelyard.errors import ModelFileError
from steelyard.store import Training, describe, save
from steelyard.store.container import NO_SUM
from steelyard.store.facts import FORMAT, PADDING, TF
from steelyard.store.header import LONGEST_HEADER
from steelyard.store.saving import ALIGNED, NAMES
from tests.store.models import TEXTS, VIEWS, model_of

PAGE = (Path(__file__).parents[2] / "docs" / "format.md").read_text(encoding="utf-8")
FORMAT_PART = PAGE.split("## Format")[1].split("\n## ")[0]


def test_every_error_is_told() -> None:
    kinds = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, ModelFileError)}
    assert set(re.findall(r"^\| `(\w+Error)` \|", PAGE, re.MULTILINE)) == kinds - {"ModelFileError"}


def test_every_fact_and_every_array_is_told(tmp_path: Path) -> None:
    training = Training(TEXTS, np.zeros(len(TEXTS)), np.zeros((len(TEXTS), 1)))
    said = describe(save(model_of(VIEWS["words"]), tmp_path / "m", training=training))
    told = set(re.findall(r"`([^`\n]+)`", FORMAT_PART))
    assert set(said) - {"arrays"} <= told
    parts = {name.partition(".")[2] for name in said["arrays"] if name.startswith("view0.")}
    assert all(f".{part}" in told or f"view{{i}}.{part}" in told for part in parts)
    assert {"v", "b", "scale", "df", "training.*"} <= told
    assert set(said["views"][0]) <= told and set(TF) <= told


def test_the_numbers_are_the_codes() -> None:
    assert f" {FORMAT}\n" in PAGE.split("## Format")[1].splitlines(keepends=True)[0]
    assert f"at most {LONGEST_HEADER >> 20} MiB" in FORMAT_PART and f"a multiple of {ALIGNED}" in FORMAT_PART
    assert f"{PADDING} zeros behind" in FORMAT_PART and f"{len(NO_SUM)} zeros" in FORMAT_PART
    assert {"F64", "F32", "I32", "I64", "U64", "U8"} == set(NAMES.values())


def test_the_format_fits_on_a_page() -> None:
    assert len(FORMAT_PART.splitlines()) <= 60
