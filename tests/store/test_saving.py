"""What is saved is what is loaded, and the same model is the same bytes."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import ArrayError
from steelyard.models.linear_text import LinearText
from steelyard.store import describe, load, save
from tests.store.models import TEXTS, VIEWS, model_of


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("classes", [2, 3])
def test_what_is_loaded_is_what_was_saved(name: str, classes: int, tmp_path: Path) -> None:
    model = model_of(VIEWS[name], classes)
    found = load(save(model, tmp_path / "m.steelyard"))
    for field in (f.name for f in fields(LinearText) if f.name not in ("columns", "recipe")):
        old, new = getattr(model, field), getattr(found, field)
        if isinstance(old, np.ndarray):
            np.testing.assert_array_equal(new, old, err_msg=field)
            assert new.dtype == old.dtype, field
        else:
            assert new == old, field
    assert found.columns.views == tuple(VIEWS[name])
    assert found.columns.names() == model.columns.names()
    np.testing.assert_array_equal(found.scores(TEXTS), model.scores(TEXTS))


def test_a_file_without_document_counts_is_read(tmp_path: Path) -> None:
    model = model_of(VIEWS["words"])
    old = save(replace(model, df=None), tmp_path / "old.steelyard")
    assert "df" not in describe(old)["arrays"]
    assert load(old).df is None
    np.testing.assert_array_equal(load(old).scores(TEXTS), model.scores(TEXTS))


def test_document_counts_of_another_size_are_named(tmp_path: Path) -> None:
    model = model_of(VIEWS["words"])
    assert model.df is not None
    path = save(replace(model, df=model.df[1:]), tmp_path / "m.steelyard")
    with pytest.raises(ArrayError, match="'df'"):
        load(path)
