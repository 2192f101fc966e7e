"""The packages of the extra `[languages]`, and what to do when they are not there."""

from __future__ import annotations

import importlib
from types import ModuleType

from steelyard.errors import MissingExtraError


def language_package(name: str, what: str) -> ModuleType:
    """Import package `name`, which gives `what`."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingExtraError(
            f"{what} need the package {name!r}, which is not installed.",
            "Run: pip install 'steelyard[languages]'",
        ) from error
