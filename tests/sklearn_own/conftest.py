"""Keeps the tests that concern our classes, marks the known misses, and counts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.sklearn_own.known_misses import MISSES
from tests.sklearn_own.substitute import concerns_us

kept, missed = Counter[str](), Counter[str]()  # by file


@pytest.fixture
def global_random_seed() -> int:
    """scikit-learn's own default."""
    return 42


@pytest.fixture
def global_dtype() -> Any:
    return np.float64


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Items of other folders pass through."""
    dropped = []
    for item in items:
        file = item.path.stem
        if item.path.parent.name != "sklearn_own" or not isinstance(item, pytest.Function) or file == "test_share":
            continue
        # other arrays than NumPy's are left out on purpose, and their tests need packages that we do not ask for
        if "array_api" in item.name or not concerns_us(
            item.function, item.callspec.params if hasattr(item, "callspec") else {}
        ):
            dropped.append(item)
            continue
        kept[file] += 1
        misses = MISSES.get(file, {})
        reason = misses.get(item.name) or misses.get(item.originalname)
        if reason:
            missed[file] += 1
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
    gone = set(dropped)
    items[:] = [item for item in items if item not in gone]


def pytest_report_collectionfinish() -> list[str]:
    """What the tests then prove, if they pass."""
    return [f"scikit-learn's {file}: {kept[file] - missed[file]} of {kept[file]} with our classes" for file in kept]
