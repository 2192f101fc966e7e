"""Languages: their codes, and the packages of the extra `[languages]`."""

from __future__ import annotations

import importlib
from types import ModuleType

from steelyard.errors import MissingExtraError, SettingError


def language_package(name: str, what: str) -> ModuleType:
    """Import package `name`, which gives `what`."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingExtraError(
            f"{what} need the package {name!r}, which is not installed.",
            "Run: pip install 'steelyard[languages]'",
        ) from error


def language_code(language: object) -> str:
    """A language's code as the lists have it: "EN" and " en" are "en"."""
    if not isinstance(language, str):
        raise SettingError(f"The language is {language!r}.", 'Give an ISO 639-1 code such as "en", "es" or "fr".')
    return language.strip().lower()
