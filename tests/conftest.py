"""What all tests share: where the corpora are, and how Hypothesis behaves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

REPOSITORY = Path(__file__).resolve().parent.parent

# No deadlines: no test depends on how fast the machine is. CI draws the same examples each time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes as plain Python runs compiled only."""
    from steelyard._jit import ENABLED

    for item in items:
        if not ENABLED and item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="too slow as plain Python"))


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of shared corpora; a test that asks for it is skipped where there is none."""
    wish = os.environ.get("STEELYARD_CORPORA")
    folder = Path(wish).expanduser() if wish else REPOSITORY.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("no shared corpora here: set STEELYARD_CORPORA to their folder")
    return folder


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout that these tests belong to."""
    return REPOSITORY
