"""Each example in a docstring of the room gives what it says; each public name has one."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import steelyard.explain

MODULES = [found.name for found in pkgutil.iter_modules(steelyard.explain.__path__)]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str) -> None:
    outcome = doctest.testmod(importlib.import_module(f"steelyard.explain.{module}"))
    assert outcome.failed == 0


def test_public_names_are_no_modules_and_lead_to_something() -> None:
    assert not set(steelyard.explain.__all__) & set(MODULES)
    assert dir(steelyard.explain) == sorted(steelyard.explain.__all__)
    for name in steelyard.explain.__all__:
        assert getattr(steelyard.explain, name).__doc__
    with pytest.raises(AttributeError, match="'nothing'"):
        steelyard.explain.nothing  # noqa: B018
