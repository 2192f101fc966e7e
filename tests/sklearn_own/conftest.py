"""Keeps the tests that concern our classes, marks the known misses, and counts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.sklearn_own.known_misses import MISSES
from tests.sklearn_own.substitute import concerns_us

kept, missed = Counter[str](), Counter[str]()  # by file


def pytest_configure(config: pytest.Config) -> None:
    """scikit-learn's own markers."""
    config.addinivalue_line("markers", "thread_unsafe: scikit-learn's, for tests that do not run in threads")
    config.addinivalue_line("markers", "no_check_spmatrix: scikit-learn's, for tests that may meet old sparse matrices")


@pytest.fixture
def global_random_seed() -> int:
    """scikit-learn's own default."""
    return 42


@pytest.fixture
def global_dtype() -> Any:
    return np.float64


@pytest.fixture
def collected() -> tuple[Counter[str], Counter[str]]:
    """How many tests were kept, and how many of them are known to miss, by file."""
    return kept, missed


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Items of other folders pass through, and those that prove the tests' own laws."""
    dropped = set()
    for item in items:
        if item.path.parent != Path(__file__).parent or item.path.stem == "test_share":
            continue
        assert isinstance(item, pytest.Function)
        # other arrays than NumPy's are left out on purpose, and their tests need packages that we do not ask for
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        if "array_api" in item.name or not concerns_us(item.function, parameters):
            dropped.add(item)
            continue
        kept[item.path.stem] += 1
        misses = MISSES.get(item.path.stem, {})
        reason = misses.get(item.name) or misses.get(item.originalname)
        if reason:
            missed[item.path.stem] += 1
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
    items[:] = [item for item in items if item not in dropped]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line a file: what was seen, not what was collected."""
    seen: dict[str, Counter[str]] = {}
    for outcome in ("passed", "failed", "xfailed", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            path = Path(report.nodeid.partition("::")[0])
            if path.parent.name == "sklearn_own" and path.stem in MISSES:
                ours = outcome != "xfailed" or report.wasxfail in MISSES[path.stem].values()
                seen.setdefault(path.stem, Counter())[outcome if ours else "skipped"] += 1
    for file, counts in seen.items():
        ran = counts["passed"] + counts["failed"] + counts["xfailed"]
        terminalreporter.write_line(f"scikit-learn's {file} with our classes: {counts['passed']} of {ran} pass")
